"""The people of the demo."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction

from games.people.models import Person

# Known to everyone: the command refuses to make these people in production.
PASSWORD = "lamp-and-letter"  # noqa: S105
DOMAIN = "night-mail.example"

PEOPLE: dict[str, dict[str, object]] = {
    "Alice": {},
    "Bob": {"language": "nl"},
    "Charlie": {"timezone": "America/New_York", "mail_privacy": "counts"},
    "Dana": {"timezone": "Asia/Tokyo", "theme": "dark"},
    "Erin": {"is_staff": True, "is_superuser": True},
}


def demo_people() -> list[Person]:
    """The people of the demo that exist, in the order of their names."""
    return list(Person.objects.filter(email__endswith=f"@{DOMAIN}").order_by("name"))


@transaction.atomic
def make_people(now: datetime) -> str:
    """Make alice, bob, charlie, dana and the director erin, who also sees the admin."""
    # Hashed once: a hash takes a quarter of a second by design.
    password = make_password(PASSWORD)
    for name, fields in PEOPLE.items():
        email = f"{name.lower()}@{DOMAIN}"
        if Person.objects.filter(email=email).exists():
            continue
        person = Person.objects.create_user(email, name, None, created=now, **fields)
        person.password = password
        person.save(update_fields=["password"])
        EmailAddress.objects.create(user=person, email=email, verified=True, primary=True)
    return f"people: {', '.join(PEOPLE)}; mail address name@{DOMAIN}, password {PASSWORD}"
