"""Manager of people: normalises addresses and refuses names that look alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.base_user import BaseUserManager
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.common import sql
from games.people import names
from games.people.reserved_names import validate_unreserved

if TYPE_CHECKING:
    from games.people.models import Person


class PersonManager(BaseUserManager["Person"]):
    @cached_property
    def _by_key(self) -> sql.PreparedQuery[Person]:
        return sql.PreparedQuery(lambda pk: self.filter(pk=pk))

    def get(self, *conditions: Any, **fields: Any) -> Person:
        """Return one person; by primary key alone a prepared query, as each request needs."""
        if conditions or fields.keys() != {"pk"} or not isinstance(fields["pk"], int):
            return super().get(*conditions, **fields)
        person = self._by_key.first(fields["pk"])
        if person is None:
            raise self.model.DoesNotExist
        return person

    def named_like(self, text: str) -> QuerySet[Person]:
        """The people whose name has this text in it, whatever its case and accents, by name."""
        key = names.name_key(text)
        return (self.filter(name_key__contains=key) if key else self.all()).order_by("name")

    def create_user(
        self, email: str, name: str, password: str | None = None, **fields: Any
    ) -> Person:
        """Create a person; with `password=None` they can only sign in by code.

        :raises ValidationError: when the name or the address may not be used.
        """
        if not (fields.get("is_staff") or fields.get("is_superuser")):
            validate_unreserved(name)
        person = self.model(
            email=self.normalize_email(email).lower(),
            name=names.clean_name(name),
            **names.name_keys(name),
            **fields,
        )
        person.set_password(password)
        person.full_clean(exclude=["password"])
        person.save(using=self._db)
        return person

    def create_superuser(
        self, email: str, name: str, password: str | None = None, **fields: Any
    ) -> Person:
        """Create a person who may do everything in the admin, with a proven address.

        This requires access to the server, so no mail asks for a proof of the address. The first
        administrator can sign in before mail works.

        :raises ValidationError: like :meth:`create_user`, or if somebody else has proven the
            address.
        """
        # Imported late: models are not ready when managers are.
        from allauth.account.models import EmailAddress

        with transaction.atomic(using=self._db):
            if EmailAddress.objects.filter(email__iexact=email, verified=True).exists():
                raise ValidationError(_("Another account has proved that this address is its own."))
            person = self.create_user(
                email, name, password, is_staff=True, is_superuser=True, **fields
            )
            EmailAddress.objects.create(
                user=person, email=person.email, primary=True, verified=True
            )
        return person
