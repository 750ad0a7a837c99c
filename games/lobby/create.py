"""Create a game that others can join, or one whose players are all known."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from engine.chance import SECRET_BYTES, commitment_of
from games.common.errors import Refused
from games.lobby.bot_accounts import check_games_at_once
from games.lobby.company import check_group, invite_favourites
from games.lobby.options import GameOptions
from games.lobby.seating import clean_contribution, join_game, start_if_full, teams_of_bots
from games.people.groups import PlayerGroup
from games.people.locking import lock_person
from games.people.models import Person
from games.people.sanctions import check_not_suspended
from games.tables.models import Game, GameStatus, Seat

OPEN_FOR: Final = timedelta(days=30)
# Otherwise one person could fill the lobby.
MAX_OPEN_GAMES: Final = 10
# Such games begin at once: without a limit they would fill the lists of running games.
MAX_BOT_GAMES: Final = 12


@transaction.atomic
def create_game(
    *,
    organiser: Person,
    options: GameOptions,
    contribution: str = "",
    present: bool = False,
    group: PlayerGroup | None = None,
    days_for_group: int = 0,
    invite: Sequence[str] = (),
    now: datetime,
) -> Game:
    """Create a game with the organiser in the first seat and bots in the last ones.

    The commitment to its secret is public from now on (P-2). Without free seats it starts at once.
    ``present`` says that the organiser is at the page, so that mail about a game that begins at
    once can wait. Only members of a ``group`` may join for some days, or always (0). Favourites
    of the organiser are invited by their names. A table of a bot account admits others.

    :raises Refused: if no game can be played by the options, or the organiser is suspended, is no
        member of the group, or has too many games that wait for players, or against bots alone.
    """
    organiser = lock_person(organiser)
    check_not_suspended(organiser, now=now)
    if organiser.is_bot_account:
        check_games_at_once(organiser)
        options = replace(options, bot_accounts=True)
    board = options.check()
    waiting = organiser.organised_games.filter(status=GameStatus.OPEN)
    if waiting.count() >= MAX_OPEN_GAMES:
        raise Refused(
            _("You have %(most)d games waiting for players. Cancel one, or wait until one begins.")
            % {"most": MAX_OPEN_GAMES}
        )
    if len(options.bots) == options.seats - 1:
        _check_bots(organiser)
    fields: dict[str, Any] = {}
    if group is not None:
        check_group(group, organiser, days_for_group)
        options = replace(options, public=False)
        public_at = now + timedelta(days=days_for_group) if days_for_group else None
        fields = {"group": group, "public_at": public_at}
    game = _store(
        organiser, organiser, board, options, contribution, now, present=present, **fields
    )
    invite_favourites(game=game, organiser=organiser, names=invite, now=now)
    start_if_full(game=game, now=now)
    game.refresh_from_db()
    return game


def _check_bots(organiser: Person) -> None:
    playing = organiser.organised_games.filter(status=GameStatus.RUNNING)
    others = Seat.objects.filter(game__in=playing, person__isnull=False).exclude(person=organiser)
    if playing.exclude(pk__in=others.values("game")).count() >= MAX_BOT_GAMES:
        raise Refused(
            _("You are playing %(most)d games against bots only. Finish one of them first.")
            % {"most": MAX_BOT_GAMES}
        )


def store_game(
    board: engine.Board, options: GameOptions, *, secret: bytes = b"", **fields: Any
) -> Game:
    """Store the row of a game, with today's rules and the commitment to its secret (P-2).

    ``secret`` defaults to a fresh one.
    """
    secret = secret or secrets.token_bytes(SECRET_BYTES)
    return Game.objects.create(
        **options.as_fields(),
        rules_version=engine.RULES_VERSION,
        board_digest=board.digest,
        secret=secret,
        commitment=commitment_of(secret),
        **fields,
    )


def _store(
    organiser: Person | None,
    first: Person,
    board: engine.Board,
    options: GameOptions,
    contribution: str,
    now: datetime,
    *,
    present: bool = False,
    **fields: Any,
) -> Game:
    """Store a game with the ``first`` person and its bots in their seats."""
    game = store_game(
        board, options, organiser=organiser, created_at=now, expires_at=now + OPEN_FOR, **fields
    )
    Seat.objects.create(
        game=game,
        number=0,
        person=first,
        contribution=clean_contribution(contribution),
        joined_at=now,
        present_at=now if present else None,
        team=0 if options.teams_chosen else None,
    )
    bots = options.bots
    teams: Sequence[int | None] = [None] * len(bots)
    if options.teams_chosen:
        teams = teams_of_bots(game, len(bots), beside_organiser=options.bot_partner)
    for number, (bot, team) in enumerate(zip(bots, teams, strict=True), options.seats - len(bots)):
        Seat.objects.create(game=game, number=number, bot=bot, joined_at=now, team=team)
    return game


@transaction.atomic
def arrange_game(
    *,
    people: Sequence[Person],
    options: GameOptions,
    teams: Sequence[int] = (),
    contributions: Sequence[str] = (),
    now: datetime,
) -> Game:
    """Create a game of these people, in this order of seats, and start it.

    It has no organiser. The caller has checked that all of them may begin games. ``teams`` has the
    number of each one's team, on boards with teams.

    :raises Refused: if no game can be played by the options, or one of them may not play.
    """
    added = contributions or [""] * len(people)
    game = _store(None, people[0], options.check(), options, added[0], now)
    for place, person in enumerate(people[1:], 1):
        team = teams[place] if teams else None
        join_game(
            game=game,
            person=person,
            contribution=added[place],
            team=team,
            invitation=game.invitation,
            admission=False,
            now=now,
        )
    game.refresh_from_db()
    return game
