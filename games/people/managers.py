"""Makes people, each with a tidy address and a name no other looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.base_user import BaseUserManager

from games.people import names

if TYPE_CHECKING:
    from games.people.models import Person


class PersonManager(BaseUserManager["Person"]):
    def create_user(
        self, email: str, name: str, password: str | None = None, **fields: Any
    ) -> Person:
        """Makes a person; `password=None` leaves log-in by code as the only way in.

        :raises ValidationError: when the name or the address may not be used.
        """
        person = self.model(
            email=self.normalize_email(email).lower(), name=names.tidy(name), **fields
        )
        person.name_key = names.key(person.name)
        person.set_password(password)
        person.full_clean(exclude=["password"])
        person.save(using=self._db)
        return person

    def create_superuser(
        self, email: str, name: str, password: str | None = None, **fields: Any
    ) -> Person:
        """Makes a person who may do everything in the admin."""
        return self.create_user(email, name, password, is_staff=True, is_superuser=True, **fields)
