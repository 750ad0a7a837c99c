"""Turn mails with their pictures, and the animation of a whole game: processor time and size."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from statistics import median
from typing import TypeVar
from unittest.mock import patch

from django.core.cache import cache

import engine
from engine.bots.match import play_match
from games.drawing import game_png
from games.drawing.board_png import layered_png
from games.drawing.game_film import animated_png
from games.drawing.palette import seat_tints
from games.notifications.mail.render import write_game_mail
from games.notifications.models import Mail, Notice, NoticeKind
from games.people.models import Person
from games.sharing.animations import moments_from
from games.tables.models import Game, GameStatus, Seat
from tools.bench.figure import Figure
from tools.bench.pages import bare_pages
from tools.bench.site import NOW, begin_game, make_people, play_on

SECONDS = 12.0
"""Of one core, at most."""
BYTES = 2_000_000
Done = TypeVar("Done")
MAX_SECONDS = 0.150
MAX_BYTES = 110_000
MOVES = 120
ROUNDS = 15
MAX_BARE_PAGES = 12


def _whole_game(key: str, seats: int) -> Figure:
    """A game of planners."""
    board = engine.load_board(key)
    match = play_match(board, ["planner"] * seats, "animation")
    events = [event for event, _, _ in match.log]
    row = Game(code="abcdefgh", board=key, status=GameStatus.FINISHED)
    names = [Seat(number=n, person=Person(name=f"Player {n + 1}")) for n in range(seats)]
    began = time.process_time()
    moments = moments_from(row, names, board, events)
    data = animated_png(board, seat_tints(tuple(map(tuple, match.game.teams))), moments)
    spent = time.process_time() - began
    return Figure(
        f"animation of a game, {board.name}, {seats} seats, {len(moments)} pictures",
        f"{spent:.1f} s of one core (at most {SECONDS:g}), {len(data):,} bytes (at most {BYTES:,})",
        spent <= SECONDS and len(data) <= BYTES,
    )


def turn_mail() -> Figure:
    """Write the mail of Japan with 4 seats in the middle of a game, the board drawn each time.

    Each seat has rings of its own, so that each picture is drawn once and never again.
    """
    with patch("games.notifications.mail.recap.changes_board", return_value=True):
        return _measured_turn_mail()


def _measured_turn_mail() -> Figure:
    seats, decisions = _running_game()
    _write(seats[0], decisions[0])  # Things made once a process are not measured.
    times, size = [], 0
    for round_ in range(ROUNDS):
        cache.clear()
        number = round_ % len(seats)
        began = time.process_time()
        mail = _write(seats[number], decisions[number])
        times.append(time.process_time() - began)
        size = max(size, len(mail.source))
    cache.clear()
    with patch.object(game_png, "layered_png", wraps=layered_png) as draw:
        for seat, decision in [*zip(seats, decisions, strict=True)] * 2:
            _write(seat, decision)
    drawn = draw.call_count
    spent = median(times)
    text = (
        f"{spent * 1000:.0f} ms of CPU, {size / 1000:.0f} kB, board drawn {drawn} x for"
        f" two mails each of {len(seats)} people (needs {MAX_SECONDS * 1000:.0f} ms,"
        f" {MAX_BYTES // 1000} kB, {len(seats)} x)"
    )
    enough = spent < MAX_SECONDS and size < MAX_BYTES and drawn == len(seats)
    return Figure("turn mail with picture, Japan, 4 seats", text, enough)


def turn_mails_of_a_game() -> Figure:
    """All turn mails of a game of planners, beside the bare page that every page is built on.

    Each is written once, at its own time in the game; a bare page is fetched after each of them.
    """
    _name, fetch = bare_pages()
    game = begin_game(make_people("Kim", "Lea", "Max", "Nora"), "japan")
    # Things made once a process are not measured.
    _timed(partial(_write, _seats(game)[0], 0))
    _timed(fetch)
    turn, largest = None, 0
    mails: list[float] = []
    pages: list[float] = []
    for state, seat, decision in play_on(game, "planner", 7):
        if state.pending[seat] == "turn" and turn != (state.turn, seat):
            turn = (state.turn, seat)
            mail, seconds = _timed(partial(_write, _seats(game)[seat], decision))
            mails.append(seconds)
            largest = max(largest, len(mail.source))
            pages.append(_timed(fetch)[1])
    each = sum(mails) / len(mails)
    ratio = each / median(pages)
    text = (
        f"{each * 1000:.1f} ms of CPU on average of {len(mails)},"
        f" {ratio:.1f} x the bare page, at most {largest / 1000:.0f} kB"
        f" (needs {MAX_BARE_PAGES} x, {MAX_BYTES // 1000} kB)"
    )
    enough = ratio <= MAX_BARE_PAGES and largest < MAX_BYTES
    return Figure("turn mails of a whole game, Japan, 4 seats", text, enough)


def _timed(work: Callable[[], Done]) -> tuple[Done, float]:
    """What the work returns, and its seconds of processor time."""
    began = time.process_time()
    done = work()
    return done, time.process_time() - began


def _write(seat: Seat, decision: int) -> Mail:
    assert seat.person is not None
    notice = Notice(kind=NoticeKind.TURN, decision=decision, game=seat.game, created_at=NOW)
    return write_game_mail(
        seat=seat,
        address=seat.person.email,
        notices=[notice],
        now=NOW,
        token="0" * 32,
    )


def _running_game() -> tuple[list[Seat], list[int]]:
    """The seats of a game that has gone on for a while, and a decision for each."""
    game = begin_game(make_people("Grace", "Heidi", "Ivan", "Judy"), "japan")
    for _ in islice(play_on(game, "random", 8), MOVES + 1):
        pass
    seats = _seats(game)
    return seats, [seat.decision or 0 for seat in seats]


def _seats(game: Game) -> list[Seat]:
    seats = Seat.objects.filter(game=game).select_related("game", "person")
    return list(seats.order_by("number"))


FIGURES = (
    turn_mail,
    turn_mails_of_a_game,
    partial(_whole_game, "usa", 5),
    partial(_whole_game, "team-asia", 6),
)
