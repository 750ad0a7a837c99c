"""Change name, language and preferences of a person; log-in links of development sites."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.people import names
from games.people.models import LoginLink, Person
from games.people.reserved_names import validate_unreserved

TAKEN: Final = _("This name, or one that looks like it, is taken. Choose another.")
LOGIN_LINK_LIFE = timedelta(days=1)


def is_taken(*, name: str, but_by: Person | None = None) -> bool:
    """Whether somebody else has a name, or one that looks like it."""
    keys = names.name_keys(name)
    alike = Q(name_key=keys["name_key"]) | Q(name_skeleton=keys["name_skeleton"])
    others = Person.objects.filter(alike)
    if but_by is not None:
        others = others.exclude(pk=but_by.pk)
    return others.exists()


def clean_free_name(value: str, person: Person | None = None) -> str:
    """Return the tidy name, if a person may choose it; ``person`` None is a new person.

    A name is kept, even if it could not be chosen today.

    :raises ValidationError: if it is unprintable, reserved, or looks like another person's.
    """
    name = names.clean_name(value)
    if person is not None and name == person.name:
        return name
    names.validate_name(name)
    if person is None or not (person.is_staff or person.is_superuser):
        validate_unreserved(name)
    if is_taken(name=name, but_by=person):
        raise ValidationError(TAKEN, code="taken")
    return name


PREFERENCES: Final = (
    "language", "timezone", "theme", "mail_privacy", "hold_moves", "confirm_draws",
    "tells_shared_network",
)  # fmt: skip


def change_preferences(*, person: Person, name: str, **changes: Any) -> None:
    """Store the name of a person, and preferences or ``mail_bounced`` by the names of their fields.

    :raises ValidationError: with the names of the invalid fields.
    """
    kept = names.clean_name(name) == person.name
    if not kept:
        changes |= {"name": names.clean_name(name), **names.name_keys(name)}
    for field, value in changes.items():
        setattr(person, field, value)
    # A name is kept, even if it could not be chosen today.
    person.full_clean(
        exclude=["password", "name_key", "name_skeleton", *(["name"] if kept else [])]
    )
    try:
        with transaction.atomic():
            person.save(update_fields=changes)
    except IntegrityError as error:  # somebody took the name meanwhile
        raise ValidationError({"name": TAKEN}) from error


def set_preference(person: Person, **change: str) -> None:
    """Store one preference that needs no check, such as ``theme="dark"``."""
    Person.objects.filter(pk=person.pk).update(**change)
    for field, value in change.items():
        setattr(person, field, value)


def forget_unproven_password(*, person: Person) -> bool:
    """Make the password unusable if the person's address is not proven yet.

    Call it when the first proof comes from elsewhere than the sign-up. Somebody who signed up
    with another person's address must not keep a password for that person's account.
    """
    if EmailAddress.objects.filter(user=person, verified=True).exists():
        return False
    person.set_unusable_password()
    person.save(update_fields=["password"])
    return True


def make_login_link(*, person: Person, now: datetime) -> str:
    """Create the token of a link that signs `person` in once, within a day."""
    token = secrets.token_urlsafe(24)
    LoginLink.objects.create(person=person, digest=_digest(token), created=now)
    return token


def find_login_link(*, token: str, now: datetime) -> LoginLink | None:
    """Return the link of `token` while it is valid."""
    return (
        LoginLink.objects.select_related("person")
        .filter(
            digest=_digest(token),
            used=None,
            created__gt=now - LOGIN_LINK_LIFE,
            person__is_active=True,
        )
        .first()
    )


def use_login_link(*, token: str, now: datetime) -> Person | None:
    """Return the person to sign in, once; None if the link is used, old or unknown."""
    link = find_login_link(token=token, now=now)
    if link is None:
        return None
    # Two clicks at once both find the link; only one of them changes it.
    used = LoginLink.objects.filter(pk=link.pk, used=None).update(used=now)
    return link.person if used else None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
