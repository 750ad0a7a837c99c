"""Create a game that others can join, or one whose players are all known."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from engine.bots import BOTS
from engine.chance import SECRET_BYTES, commitment_of
from games.clock.core.terms import Terms, check_terms
from games.common.errors import Refused
from games.lobby.admission import RELIABILITY_LEVELS, check_not_suspended
from games.lobby.seating import clean_contribution, join_game, start_if_full, teams_of_bots
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat

MOST_VACATION_DAYS: Final = 14
MOST_AUTOMATIC_MOVES: Final = 10
OPEN_FOR: Final = timedelta(days=30)
# One person who fills the lobby would leave no room for others.
MOST_OPEN_GAMES: Final = 10
# Such games begin at once: without end they would fill the lists of what is played.
MOST_WITH_BOTS: Final = 12


@transaction.atomic
def create_game(
    *,
    organiser: Person,
    board: str,
    seats: int,
    bots: Sequence[str] = (),
    days_per_turn: int = 3,
    weekends_off: bool = False,
    bank_hours: int = 0,
    bank_add_hours: int = 0,
    bank_cap_hours: int = 0,
    vacation_allowed: bool = True,
    auto_vacation_days: int = 0,
    replace_after: int = 3,
    public: bool = True,
    order_fixed: bool = False,
    teams_chosen: bool = False,
    bot_partner: bool = False,
    rated: bool = True,
    least_reliability: int | None = None,
    contribution: str = "",
    most_open: int | None = MOST_OPEN_GAMES,
    admission: bool = True,
    present: bool = False,
    now: datetime,
) -> Game:
    """Make a game with the organiser in the first seat and bots in the last ones.

    The commitment to its secret is public from now on (P-2). Without free seats it starts at once.
    On a board with teams chance pairs the players (A-16), or they choose their teams; the organiser
    then sits in the first, with the first bot where ``bot_partner`` asks for it. ``most_open`` is
    how many games of one organiser may wait for players; with None it may be any number, also of
    games against bots alone. A game with bots counts for no rating. ``least_reliability`` is asked
    of who joins: turns on time, in percent. Without ``admission`` nobody asks whether the organiser
    may begin games: that was asked before. ``present`` says that the organiser is at the page, so
    that no mail about a game that begins at once needs to hurry.

    :raises Refused: if the board is unknown or not made for so many seats, a number is out of
        range, teams are to be chosen where there are none, or the organiser is suspended or has
        too many games.
    """
    if admission:
        check_not_suspended(organiser, now=now)
    map_ = _board(board, seats)
    unknown = [bot for bot in bots if bot not in BOTS]
    if unknown:
        raise Refused(
            _("There is no bot “%(bot)s”. Choose one of: %(bots)s.")
            % {"bot": unknown[0][:20], "bots": ", ".join(BOTS)}
        )
    if len(bots) >= seats:
        raise Refused(_("There is no seat left for you: choose fewer bots or more seats."))
    if teams_chosen and map_.teams is None:
        raise Refused(_("%(board)s is not played in teams.") % {"board": map_.name})
    clock = Terms(days_per_turn, weekends_off, bank_hours, bank_add_hours, bank_cap_hours)
    check_terms(clock)
    if not (
        0 <= auto_vacation_days <= MOST_VACATION_DAYS and 0 <= replace_after <= MOST_AUTOMATIC_MOVES
    ):
        raise Refused(
            _(
                "Choose at most %(days)d days of vacation, and at most %(moves)d automatic moves"
                " before a seat may be handed on."
            )
            % {"days": MOST_VACATION_DAYS, "moves": MOST_AUTOMATIC_MOVES}
        )
    if least_reliability is not None and least_reliability not in RELIABILITY_LEVELS:
        raise Refused(
            _("Choose one of these shares of turns on time: %(shares)s.")
            % {"shares": ", ".join(f"{share} %" for share in RELIABILITY_LEVELS)}
        )
    waiting = organiser.organised_games.filter(status=GameStatus.OPEN)
    if most_open is not None and waiting.count() >= most_open:
        raise Refused(
            _("You have %(most)d games waiting for players. Cancel one, or wait until one begins.")
            % {"most": most_open}
        )
    if most_open is not None and len(bots) == seats - 1:
        _check_bots(organiser)
    secret = secrets.token_bytes(SECRET_BYTES)
    game = Game.objects.create(
        board=board,
        seat_count=seats,
        **clock.as_data(),
        vacation_allowed=vacation_allowed,
        auto_vacation_days=auto_vacation_days,
        replace_after=replace_after,
        public=public,
        order_fixed=order_fixed,
        teams_chosen=teams_chosen,
        rated=rated and not bots,
        least_reliability=least_reliability,
        organiser=organiser,
        rules_version=engine.RULES_VERSION,
        board_digest=map_.digest,
        secret=secret,
        commitment=commitment_of(secret),
        created_at=now,
        expires_at=now + OPEN_FOR,
    )
    Seat.objects.create(
        game=game,
        number=0,
        person=organiser,
        contribution=clean_contribution(contribution),
        joined_at=now,
        present_at=now if present else None,
        team=0 if teams_chosen else None,
    )
    teams: Sequence[int | None] = [None] * len(bots)
    if teams_chosen:
        teams = teams_of_bots(game, len(bots), beside_organiser=bot_partner)
    for number, (bot, team) in enumerate(zip(bots, teams, strict=True), seats - len(bots)):
        Seat.objects.create(game=game, number=number, bot=bot, joined_at=now, team=team)
    start_if_full(game=game, now=now)
    game.refresh_from_db()
    return game


def _check_bots(organiser: Person) -> None:
    playing = organiser.organised_games.filter(status=GameStatus.RUNNING)
    others = Seat.objects.filter(game__in=playing, person__isnull=False).exclude(person=organiser)
    if playing.exclude(pk__in=others.values("game")).count() >= MOST_WITH_BOTS:
        raise Refused(
            _("You play %(most)d games against bots alone. Finish one of them first.")
            % {"most": MOST_WITH_BOTS}
        )


def _board(key: str, seats: int) -> engine.Board:
    if key not in engine.board_names():
        names = ", ".join(engine.load_board(name).name for name in engine.board_names())
        raise Refused(
            _("There is no board “%(board)s”. Choose one of: %(boards)s.")
            % {"board": key[:30], "boards": names}
        )
    board = engine.load_board(key)
    if seats not in board.seat_counts:
        raise Refused(
            _("%(board)s is played by %(counts)s players.")
            % {"board": board.name, "counts": ", ".join(map(str, board.seat_counts))}
        )
    return board


@transaction.atomic
def arrange_game(
    *,
    people: Sequence[Person],
    board: str,
    teams: Sequence[int] = (),
    contributions: Sequence[str] = (),
    clock: Mapping[str, int],
    rated: bool = True,
    now: datetime,
) -> Game:
    """Make a public game of these people, in this order of seats, and start it.

    Nobody organises it. ``teams`` has the number of each one's team, on boards with teams;
    ``clock`` has fields of the game: the time of a turn and what happens in absences.

    :raises Refused: if the board is not made for them, or one of them may not play.
    """
    added = contributions or [""] * len(people)
    game = create_game(
        organiser=people[0],
        board=board,
        seats=len(people),
        order_fixed=True,
        teams_chosen=bool(teams),
        contribution=added[0],
        most_open=None,
        admission=False,
        now=now,
    )
    Game.objects.filter(pk=game.pk).update(organiser=None, rated=rated, **clock)
    for place, person in enumerate(people[1:], 1):
        team = teams[place] if teams else None
        join_game(
            game=game,
            person=person,
            contribution=added[place],
            team=team,
            admission=False,
            now=now,
        )
    game.refresh_from_db()
    return game
