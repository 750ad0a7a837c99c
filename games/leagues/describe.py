"""What leagues and seasons are called, and what is said about them."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues.locking import lock_season
from games.leagues.models import League, Season
from games.people import names

LONGEST_NAME: Final = 80
LONGEST_TITLE: Final = 60
LONGEST_ABOUT: Final = 2_000


def tidy_league_name(name: str) -> str:
    """The name of a league without superfluous blanks.

    :raises Refused: if no address can be made of it, or it is too long.
    """
    name = names.tidy(name)
    if not slug_of(name) or not name.isprintable() or len(name) > LONGEST_NAME:
        raise Refused(
            _("A league needs a name with Latin letters or digits, of at most 80 characters.")
        )
    return name


def check_league_name(name: str, *, league: League | None = None) -> None:
    """Makes sure that a tidy name is no other league's, and looks like none.

    Locks all leagues, so that two names that are given at once are compared. Call it inside a
    transaction.

    :param league: the league that is to have it; None for a new one.
    :raises Refused: if the name cannot be used.
    """
    if sentence := names.objection(name):
        raise Refused(sentence)
    for _row in League.objects.select_for_update().order_by("pk"):
        pass
    keys = names.keys(name)
    others = League.objects.exclude(pk=league.pk if league else 0).values_list("name", flat=True)
    for other in others:
        alike = names.keys(other)
        if slug_of(other) == slug_of(name) or any(alike[kind] == keys[kind] for kind in keys):
            raise Refused(_("There is a league of that name already. Choose another name."))


def slug_of(name: str) -> str:
    """The address of a league of this name; "" where none can be made."""
    return slugify(name)[:40].strip("-")


@transaction.atomic
def describe_league(*, league: League, name: str, about: str) -> bool:
    """Gives a league another name or description; its address stays. False if nothing changes.

    :raises Refused: if the name cannot be used, or another league has it.
    """
    name, about = tidy_league_name(name), _tidy(about, LONGEST_ABOUT)
    if name != league.name:
        check_league_name(name, league=league)
    locked = League.objects.select_for_update().get(pk=league.pk)
    if (locked.name, locked.about) == (name, about):
        return False
    locked.name, locked.about = name, about
    locked.save(update_fields=["name", "about"])
    return True


@transaction.atomic
def describe_season(*, season: Season, title: str, about: str) -> bool:
    """Gives a season another title or description. False if nothing changes.

    :raises Refused: if the title cannot be shown, or it was called off.
    """
    locked = lock_season(season)
    title, about = " ".join(title.split()), _tidy(about, LONGEST_ABOUT)
    if not title.isprintable() or len(title) > LONGEST_TITLE:
        raise Refused(
            _("A title has at most %(most)d visible characters.") % {"most": LONGEST_TITLE}
        )
    if title != locked.title and (sentence := names.objection(title)):
        raise Refused(sentence)
    if (locked.title, locked.about) == (title, about):
        return False
    locked.title, locked.about = title, about
    locked.save(update_fields=["title", "about"])
    return True


def _tidy(text: str, most: int) -> str:
    text = text.replace("\x00", "").replace("\r\n", "\n").strip()
    if len(text) > most:
        raise Refused(_("That is longer than %(most)d characters. Shorten it.") % {"most": most})
    return text
