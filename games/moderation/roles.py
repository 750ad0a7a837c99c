"""Roles: who holds which. What a role may decide is in :mod:`games.moderation.conflicts`.

A *director* acts in the games of a league. A *moderator* (the permission ``games.moderate``, which
the group Moderators has) acts on the whole site, and so does an *administrator* (a superuser), who
also appoints moderators. Nobody acts in a game in which they have a seat or had one.

Decision 82 says why.
"""

from __future__ import annotations

from typing import Final

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.absence.models import has_played_in
from games.common.errors import Refused
from games.leagues.league import is_director_of
from games.leagues.models import Entrance, League, Season
from games.leagues.selectors import leagues_of
from games.moderation.models import Role
from games.people.models import Person
from games.tables.models import Game

MODERATE: Final = "games.moderate"
AnyUser = Person | AnonymousUser | None


class NotAllowed(Refused):
    """Refusal of an action that the actor's role does not cover."""


def is_administrator(person: AnyUser) -> bool:
    """Whether a person is an administrator of the site."""
    return isinstance(person, Person) and person.is_active and person.is_superuser


def is_moderator(person: AnyUser) -> bool:
    """Whether a person may act on the whole site: moderators and administrators."""
    return isinstance(person, Person) and person.has_perm(MODERATE)


def site_moderators() -> QuerySet[Person]:
    """Everybody who may act on the whole site now."""
    # The same query as the backend's `has_perm`.
    return ModelBackend().with_perm(MODERATE)


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


def leagues_visible_to(person: AnyUser) -> QuerySet[League]:
    """The leagues that a person may see: a private one is for those who belong to it.

    Every page, file and endpoint finds leagues and seasons by these two queries (decision 197).
    """
    if is_moderator(person):
        return League.objects.all()
    return League.objects.filter(~Q(entry=Entrance.PRIVATE) | Q(pk__in=leagues_of(person)))


def seasons_visible_to(person: AnyUser) -> QuerySet[Season]:
    """The seasons that a person may see, with their leagues.

    A plan that was not announced is for the roles of its league.
    """
    seasons = Season.objects.select_related("league")
    if is_moderator(person):
        return seasons
    may = Q(announced_at__isnull=False)
    if isinstance(person, Person) and person.is_active:
        may |= Q(league__in=person.directed_leagues.all())
    return seasons.filter(may, league__in=leagues_visible_to(person))


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


def may_direct_game(person: AnyUser, game: Game) -> bool:
    """Whether a person may act in a game."""
    return (
        isinstance(person, Person)
        and bool(game_role(person, game))
        and not has_played_in(person, game)
    )


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
