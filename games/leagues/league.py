"""A league itself: found it, describe it, say who may enter, archive it, change directors."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.errors import Refused
from games.leagues.models import BY_INVITATION, Entrance, League, Season
from games.leagues.season.locking import lock_season, store
from games.people import names
from games.people.locking import lock_person
from games.people.models import Person
from games.people.sanctions import is_suspended
from games.tables.models import GameStatus, new_invitation

# Names of URLs beside those of leagues, so no league can have them.
RESERVED_SLUGS = frozenset({"new"})
MOST_LEAGUES: Final = 3
"""How many leagues that are not archived one person can have founded."""


def why_not_found(person: Person, now: datetime) -> str:
    """Return why a person cannot found a league, or ""; the setting LEAGUE_FOUNDERS says who can.

    With a number there, people need as many finished rated games.
    """
    founders = settings.LEAGUE_FOUNDERS
    if person.is_bot_account:
        return _("Bot accounts cannot found leagues.")
    if founders == "staff" and not person.is_staff:
        return _("Only administrators of the site can found a league. Ask them for one.")
    if is_suspended(person, now=now):
        return _("You are suspended and cannot found a league.")
    if founders.isdecimal() and not person.is_staff:
        least = int(founders)
        finished = person.seats.filter(game__status=GameStatus.FINISHED, game__rated=True)
        if (own := finished.count()) < least:
            return ngettext(
                "You can found a league after %(least)d finished rated game. You have %(own)d.",
                "You can found a league after %(least)d finished rated games. You have %(own)d.",
                least,
            ) % {"least": least, "own": own}
    return _why_no_more_leagues(person)


def _why_no_more_leagues(founder: Person) -> str:
    if founder.founded_leagues.filter(archived_at=None).count() < MOST_LEAGUES:
        return ""
    words = {"name": founder.name, "most": MOST_LEAGUES}
    return _("%(name)s has founded %(most)d leagues. One of them must be archived first.") % words


@transaction.atomic
def create_league(
    *,
    name: str,
    directors: Sequence[Person],
    founder: Person | None,
    about: str = "",
    entry: Entrance = Entrance.OPEN,
    now: datetime,
) -> League:
    """Create a league directed by these people. ``founder`` None is the operator of the site.

    The league of a founder who is not of the staff is not rated until a moderator admits it.

    :raises Refused: if the founder may not found one, or the name cannot be used.
    """
    if founder is not None:
        founder = lock_person(founder)
        if why := why_not_found(founder, now):
            raise Refused(why)
    name = tidy_league_name(name)
    check_league_name(name)
    slug = slug_of(name)
    if slug in RESERVED_SLUGS or League.objects.filter(slug=slug).exists():
        raise Refused(_("There is already a league with this name. Choose another name."))
    if not directors:
        raise Refused(_("A league needs at least one director."))
    league = League.objects.create(
        name=name,
        slug=slug,
        about=tidy_text(about, LONGEST_ABOUT),
        founder=founder,
        entry=entry,
        invitation=new_invitation() if entry in BY_INVITATION else "",
        rated=founder is None or founder.is_staff,
        created_at=now,
    )
    league.directors.set(directors)
    return league


LONGEST_NAME: Final = 80
LONGEST_TITLE: Final = 60
LONGEST_ABOUT: Final = 2_000


def tidy_league_name(name: str) -> str:
    """Return the name of a league without superfluous spaces.

    :raises Refused: if no slug can be made of it, or it is too long.
    """
    name = names.clean_name(name)
    if not slug_of(name) or not name.isprintable() or len(name) > LONGEST_NAME:
        raise Refused(
            _("A league needs a name with Latin letters or digits, and 80 characters at most.")
        )
    return name


def check_league_name(name: str, *, league: League | None = None) -> None:
    """Check that a tidy name is not, and does not look like, the name of another league.

    Locks all leagues, so that two names chosen at once are compared. Call it inside a transaction.

    :param league: the league that is to have it; None for a new one.
    :raises Refused: if the name cannot be used.
    """
    if sentence := names.name_objection(name):
        raise Refused(sentence)
    for _row in League.objects.select_for_update().order_by("pk"):
        pass
    others = League.objects.exclude(pk=league.pk if league else 0).values_list("name", flat=True)
    for other in others:
        if slug_of(other) == slug_of(name) or names.look_alike(other, name):
            raise Refused(_("There is already a league with this name. Choose another name."))


def slug_of(name: str) -> str:
    """Return the slug of a league of this name; "" if there is none."""
    return slugify(name)[:40].strip("-")


@transaction.atomic
def describe_league(*, league: League, name: str, about: str) -> bool:
    """Change the name or description of a league; its slug stays. Return False if nothing changes.

    :raises Refused: if the name cannot be used, or another league has it.
    """
    name, about = tidy_league_name(name), tidy_text(about, LONGEST_ABOUT)
    if name != league.name:
        check_league_name(name, league=league)
    locked = League.objects.select_for_update().get(pk=league.pk)
    if (locked.name, locked.about) == (name, about):
        return False
    store(locked, name=name, about=about)
    return True


def archive_league(*, league: League, now: datetime) -> None:
    """Archive a league: it plans no seasons any more; those that were announced go on.

    :raises Refused: if it is archived.
    """
    if not League.objects.filter(pk=league.pk, archived_at=None).update(archived_at=now):
        raise Refused(_("This league is already archived."))


@transaction.atomic
def bring_league_back(*, league: League, now: datetime) -> None:
    """Bring an archived league back.

    :raises Refused: if it is not archived, or its founder has as many others as one may have.
    """
    if league.founder is not None and (why := _why_no_more_leagues(lock_person(league.founder))):
        raise Refused(why)
    if not League.objects.filter(pk=league.pk, archived_at__isnull=False).update(archived_at=None):
        raise Refused(_("This league is not archived."))


@transaction.atomic
def change_entrance(*, league: League, who: str, now: datetime) -> None:
    """Change who may enter a league, to an `Entrance`. Planned seasons keep their conditions.

    :raises Refused: if nothing changes.
    """
    locked = League.objects.select_for_update().get(pk=league.pk)
    if locked.entry == who:
        raise Refused(_("This is how it is already."))
    invitation = locked.invitation or (new_invitation() if who in BY_INVITATION else "")
    store(locked, entry=who, invitation=invitation)


def renew_invitation(*, league: League, now: datetime) -> None:
    """Replace the invitation link of a league. Those who used the old one stay invited.

    :raises Refused: if the league has no invitation link.
    """
    leagues = League.objects.filter(pk=league.pk, entry__in=BY_INVITATION)
    if not leagues.update(invitation=new_invitation()):
        raise Refused(_("This league has no invitation link."))


def find_by_invitation(slug: str, token: str) -> League | None:
    """The league that an invitation link leads to; None if the link is not valid."""
    found = League.objects.filter(slug=slug, invitation=token, entry__in=BY_INVITATION)
    return found.exclude(invitation="").first()


@transaction.atomic
def accept_invitation(*, league: League, token: str, person: Person) -> None:
    """Let a person who has the invitation link see the league and register for its seasons.

    :raises Refused: if the link is not valid any more.
    """
    League.objects.select_for_update().get(pk=league.pk)
    if find_by_invitation(league.slug, token) is None:
        raise Refused(_("This link is no longer valid. Ask a director for the new one."))
    league.invited.add(person)


def rate_league(*, league: League, now: datetime) -> None:
    """Let the games of a league that begin from now on count for ratings.

    :raises Refused: if they do already.
    """
    if not League.objects.filter(pk=league.pk, rated=False).update(rated=True):
        raise Refused(_("The games of this league count for ratings already."))


def check_not_archived(league: League) -> None:
    """Check that a league may plan and announce seasons.

    :raises Refused: if it is archived.
    """
    if league.archived_at is not None:
        raise Refused(_("This league is archived. Bring it back first."))


@transaction.atomic
def describe_season(*, season: Season, title: str, about: str) -> bool:
    """Change the title or description of a season. Return False if nothing changes.

    :raises Refused: if the title cannot be shown, or it was called off.
    """
    locked = lock_season(season)
    title, about = " ".join(title.split()), tidy_text(about, LONGEST_ABOUT)
    if not title.isprintable() or len(title) > LONGEST_TITLE:
        raise Refused(
            _("A title can have up to %(most)d visible characters.") % {"most": LONGEST_TITLE}
        )
    if title != locked.title and (sentence := names.name_objection(title)):
        raise Refused(sentence)
    if (locked.title, locked.about) == (title, about):
        return False
    store(locked, title=title, about=about)
    return True


def tidy_text(text: str, most: int) -> str:
    """A text without space around it.

    :raises Refused: if it is too long.
    """
    text = text.replace("\x00", "").replace("\r\n", "\n").strip()
    if len(text) > most:
        raise Refused(_("That is longer than %(most)d characters. Shorten it.") % {"most": most})
    return text


class NotADirector(Refused):
    """Refusal of an action in a league that others direct."""


def is_director_of(person: Person | AnonymousUser | None, league: League) -> bool:
    """Whether a person is a director of a league. No other role implies it."""
    if not isinstance(person, Person) or not person.is_active:
        return False
    return league.directors.filter(pk=person.pk).exists()


def may_plan(person: Person | AnonymousUser | None, league: League) -> bool:
    """Whether a person may plan seasons of a league: a director of it, or an administrator."""
    return is_director_of(person, league) or (
        isinstance(person, Person) and person.is_active and person.is_superuser
    )


def require_planner(person: Person, league: League) -> None:
    """Check that a person may plan seasons of a league.

    :raises NotADirector: if not.
    """
    if not may_plan(person, league):
        text = _(
            "Only a director of %(league)s can do this. Ask one of them; they are named on the "
            "league's page."
        )
        raise NotADirector(text % {"league": league.name})


@transaction.atomic
def add_director(*, league: League, person: Person, now: datetime) -> None:
    """Make a person a director of a league.

    :raises Refused: if they are one, their account is closed, or they are suspended.
    """
    locked = League.objects.select_for_update().get(pk=league.pk)
    if not person.is_active:
        raise Refused(_("This account is closed."))
    if is_suspended(person, now=now):
        raise Refused(_("%(name)s is suspended.") % {"name": person.name})
    if locked.directors.filter(pk=person.pk).exists():
        raise Refused(_("%(name)s is already a director of this league.") % {"name": person.name})
    locked.directors.add(person)


@transaction.atomic
def remove_director(*, league: League, person: Person, now: datetime) -> None:
    """Remove a director of a league.

    :raises Refused: if they are none, or the only one.
    """
    locked = League.objects.select_for_update().get(pk=league.pk)
    if not locked.directors.filter(pk=person.pk).exists():
        raise Refused(_("%(name)s is not a director of this league.") % {"name": person.name})
    if not locked.directors.filter(is_active=True).exclude(pk=person.pk).exists():
        raise Refused(_("A league needs at least one director. Add another one first."))
    locked.directors.remove(person)
