"""Roles and permissions: one function a question. Pages and services ask here and nowhere else.

A *director* acts in the games of a league. A *moderator* (the permission ``games.moderate``, which
the group Moderators has) acts on the whole site, and so does an *administrator* (a superuser), who
also appoints moderators. Nobody acts in a game in which they have a seat or had one, nobody decides
the result of a game of a division in which they or their team play, and nobody looks at what is
hidden in a running game in which they or their division rivals play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.absence.models import HandOver
from games.common.errors import Refused
from games.leagues.league import is_director_of
from games.leagues.models import Entry, EntryStatus, League, Season, SeasonSeat
from games.moderation.models import Role
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat

MODERATE: Final = "games.moderate"
SEATED_STATUSES: Final = (EntryStatus.PLAYING, EntryStatus.WITHDRAWN)
AnyUser = Person | AnonymousUser | None


class NotAllowed(Refused):
    """Refusal of an act that the actor's role does not cover."""


def is_administrator(person: AnyUser) -> bool:
    """Whether a person keeps the site."""
    return isinstance(person, Person) and person.is_active and person.is_superuser


def is_moderator(person: AnyUser) -> bool:
    """Whether a person may act on the whole site: moderators and administrators."""
    return isinstance(person, Person) and person.has_perm(MODERATE)


def site_moderators() -> QuerySet[Person]:
    """All who may act on the whole site now."""
    of_groups = Q(groups__permissions__codename="moderate")
    own = Q(user_permissions__codename="moderate")
    found = Person.objects.filter(Q(is_superuser=True) | of_groups | own, is_active=True)
    return found.distinct()


def has_any_role(person: AnyUser) -> bool:
    """Whether a person has reports to look at: those of the site, or of a league."""
    if not isinstance(person, Person) or not person.is_active:
        return False
    return is_moderator(person) or person.directed_leagues.exists()


def league_of(game: Game) -> League | None:
    """The league that a game is played in."""
    return League.objects.filter(seasons__divisions__season_games__game=game).first()


def site_role(person: AnyUser) -> Role | None:
    """The role that a person holds over the whole site."""
    if is_administrator(person):
        return Role.ADMINISTRATOR
    return Role.MODERATOR if is_moderator(person) else None


def league_role(person: AnyUser, league: League) -> Role | None:
    """The role that a person holds over a league, whether or not they play in it."""
    return site_role(person) or (Role.DIRECTOR if is_director_of(person, league) else None)


def may_see_season(person: AnyUser, season: Season) -> bool:
    """Whether a person may look at a season: a plan not yet announced is for its league's roles."""
    return season.announced_at is not None or league_role(person, season.league) is not None


def game_role(person: AnyUser, game: Game) -> Role | None:
    """The role that a person holds over a game, whether or not they play in it.

    Nobody directs a game for practice.
    """
    if game.practice:
        return None
    if role := site_role(person):
        return role
    league = league_of(game)
    return league_role(person, league) if league is not None else None


def has_played_in(person: Person, game: Game) -> bool:
    """Whether a person has a seat in a game, or had one."""
    left = HandOver.objects.filter(seat__game=game, person_before=person)
    return Seat.objects.filter(game=game, person=person).exists() or left.exists()


def may_direct_game(person: AnyUser, game: Game) -> bool:
    """Whether a person may act in a game."""
    return (
        isinstance(person, Person)
        and bool(game_role(person, game))
        and not has_played_in(person, game)
    )


def is_division_rival(person: Person, game: Game) -> bool:
    """Whether a person plays against somebody of a game elsewhere: in a division of a season."""
    own = Entry.objects.filter(
        person=person, status__in=SEATED_STATUSES, division__isnull=False, season__promoted_at=None
    )
    divisions = own.values("division")
    here = Q(person__seats__game=game)
    return (
        Entry.objects.filter(here, division__in=divisions).exclude(person=person).exists()
        or own.filter(division__season_games__game=game).exists()
    )


def games_hidden_from(person: Person) -> QuerySet[Game]:
    """The running games in which a person plays or played, or is a rival of somebody who plays."""
    plays = Q(seats__person=person) | Q(seats__hand_overs__person_before=person)
    own = Entry.objects.filter(
        person=person, status__in=SEATED_STATUSES, division__isnull=False, season__promoted_at=None
    ).values("division")
    rivals = Entry.objects.filter(division__in=own).exclude(person=person).values("person")
    rival = Q(seats__person__in=rivals) | Q(season_game__division__in=own)
    return Game.objects.filter(plays | rival, status=GameStatus.RUNNING).distinct()


def may_look(person: AnyUser, game: Game) -> bool:
    """Whether a person may look at what is hidden in a game; each such look is written down."""
    if not isinstance(person, Person) or not may_direct_game(person, game):
        return False
    return game.status != GameStatus.RUNNING or not is_division_rival(person, game)


def require_game_role(person: Person, game: Game) -> Role:
    """The role in which a person acts in a game.

    :raises NotAllowed: if the person may not, with the reason.
    """
    role = game_role(person, game)
    if role is None:
        raise NotAllowed(_("Only a director of this game's league, or a moderator, can do this."))
    if has_played_in(person, game):
        raise NotAllowed(
            _(
                "You are or were a player in this game, so you cannot make decisions "
                "in it. Ask another director, or a moderator."
            )
        )
    return role


def has_stake(person: Person, game: Game) -> bool:
    """Whether a person plays in the division of a game, or did, or the partner of a fixed pair.

    The result of the game moves them up or down.
    """
    own = Q(person=person) | Q(partner__person=person) | Q(partnered_by__person=person)
    rivals = Entry.objects.filter(division__season_games__game=game, status__in=SEATED_STATUSES)
    return rivals.filter(own).exists()


def require_impartial(person: Person, game: Game) -> Role:
    """The role in which a person decides what a game comes to.

    :raises NotAllowed: if the person may not act there, or has a stake in it.
    """
    role = require_game_role(person, game)
    if has_stake(person, game):
        raise NotAllowed(
            _(
                "You or your teammate plays in this game's division, so you cannot "
                "decide its result. Ask another director, or a moderator."
            )
        )
    return role


def require_site_role(person: Person) -> Role:
    """The role in which a person acts on the whole site.

    :raises NotAllowed: if the person may not.
    """
    role = site_role(person)
    if role is None:
        raise NotAllowed(_("Only a moderator can do this."))
    return role


def require_league_role(person: Person, league: League) -> Role:
    """The role in which a person acts in the seasons of a league.

    :raises NotAllowed: if the person may not.
    """
    role = league_role(person, league)
    if role is None:
        raise NotAllowed(
            _(
                "Only a director of %(league)s, or a moderator, can do this. The "
                "league's page names its directors."
            )
            % {"league": league.name}
        )
    return role


def require_no_conflict(person: Person, entry: Entry) -> None:
    """Make sure that nobody decides about themselves or their own tables.

    :raises Refused: if the entry is theirs, or sits at a table of theirs that has no result.
    """
    if why := conflicts_of_interest(person, [entry]).get(entry.pk):
        raise Refused(why)


def conflicts_of_interest(person: Person, entries: Sequence[Entry]) -> dict[int, str]:
    """The reasons why a person does not decide about entries, by id; one query."""
    own = SeasonSeat.objects.filter(entry__person=person, season_game__settled_at=None)
    beside = SeasonSeat.objects.filter(entry__in=entries, season_game__in=own.values("season_game"))
    at_own_table = set(beside.values_list("entry", flat=True))
    found = {}
    for entry in entries:
        if entry.person_id == person.pk:
            found[entry.pk] = _(
                "You cannot make a decision about yourself. Ask another director, or a moderator."
            )
        elif entry.pk in at_own_table:
            found[entry.pk] = _(
                "You play at the same table as this player, so you cannot decide who "
                "sits there. Ask another director, or a moderator."
            )
    return found


def require_role_over_person(actor: Person, subject: Person) -> Role:
    """The role in which a moderator acts on a person.

    :raises NotAllowed: if the actor is no moderator, is that person, or is below them.
    """
    role = require_site_role(actor)
    if actor.pk == subject.pk:
        raise NotAllowed(_("You cannot do this to yourself. Ask another moderator."))
    if is_administrator(subject) and not is_administrator(actor):
        raise NotAllowed(_("Only an administrator can do this to an administrator."))
    return role


def require_may_look(person: Person, game: Game) -> Role:
    """The role in which a person looks at what is hidden in a game.

    :raises NotAllowed: if the person may not, with the reason.
    """
    role = require_game_role(person, game)
    if not may_look(person, game):
        raise NotAllowed(
            _(
                "You play in the same division as a player at this table, so you may "
                "not see what is hidden before the game is over. Ask another director, "
                "or a moderator."
            )
        )
    return role
