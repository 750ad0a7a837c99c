"""Addresses of a person in a season: where replies to its mails go, and the link that confirms.

Each names season and person, with a proof of its own: neither follows from the other, nor from the
database.
"""

from __future__ import annotations

from typing import Final

from games.common.links import site_url
from games.common.proofs import mail_address, make_key, read_key
from games.leagues.models import Season
from games.people.models import Person

REPLY: Final = "season"
LEAVE: Final = "leave"
PAGE: Final = "confirm"
SALT: Final = "games.leagues.mail_addresses/"

SeasonAndPerson = tuple[Season, Person]


def reply_address(season: Season, person: Person, *, to_leave: bool = False) -> str:
    """Return the address for replies to mails about a season; "" if no mail is read.

    Only the one ``to_leave`` takes a person out of running games.
    """
    return mail_address(REPLY, SALT + (LEAVE if to_leave else REPLY), season.pk, person.pk)


def confirm_url(season: Season, person: Person) -> str:
    """Return the URL of the page on which a person confirms without signing in."""
    return site_url("confirm-by-link", make_key(SALT + PAGE, season.pk, person.pk))


def find_by_local_part(local_part: str) -> SeasonAndPerson | None:
    """Return whom a local part names; None if it was never given out."""
    kind, _plus, key = local_part.partition("+")
    return (_find(REPLY, key) or _find(LEAVE, key)) if kind == REPLY else None


def is_to_leave(local_part: str) -> bool:
    """Whether a local part is one of those ``to_leave``."""
    return _find(LEAVE, local_part.partition("+")[2]) is not None


def find_by_page(key: str) -> SeasonAndPerson | None:
    """Return whom the page behind a link is for; None if it is no link of ours."""
    return _find(PAGE, key)


def _find(purpose: str, key: str) -> SeasonAndPerson | None:
    """Read a key; None also if the person may no longer sign in."""
    ids = read_key(SALT + purpose, key)
    if len(ids) != 2:
        return None
    season = Season.objects.select_related("league").filter(pk=ids[0]).first()
    person = Person.objects.filter(pk=ids[1], is_active=True).first()
    return (season, person) if season and person else None
