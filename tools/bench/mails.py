"""Turn mails with their pictures: processor time and size, and how often a board is drawn."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, TypeVar
from unittest.mock import patch

from tools.bench.figure import Figure
from tools.bench.site import NOW, begin_game, make_people, move, open_site

if TYPE_CHECKING:
    from games.notifications.models import Mail
    from games.tables.models import Seat

Done = TypeVar("Done")

MAX_SECONDS = 0.150
MAX_BYTES = 110_000
TURNS = 60
ROUNDS = 15
MAX_BARE_PAGES = 12


def turn_mail() -> Figure:
    """Write the mail of Japan with 4 seats in the middle of a game, the board drawn each time.

    Each seat has rings of its own, so that each picture is drawn once and never again.
    """
    open_site()
    with patch("games.notifications.mail.recap.changes_board", return_value=True):
        return _measure_turn_mail()


def _measure_turn_mail() -> Figure:
    from django.core.cache import cache

    from games.drawing import game_png
    from games.drawing.board_png import layered_png

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
    open_site()

    from django.test import Client

    import engine
    from engine.bots import choose_action
    from games import log

    def fetch() -> None:
        assert client.get("/bare/").status_code == 200

    client = Client()
    game = begin_game(make_people("Kim", "Lea", "Max", "Nora"), "japan")
    seats = list(game.seats.select_related("game", "person").order_by("number"))
    state = log.load(game)
    # Things made once a process are not measured.
    _timed(partial(_write, seats[0], 0))
    _timed(fetch)
    dice, turn, largest = random.Random(7), None, 0
    mails: list[float] = []
    pages: list[float] = []
    while state.decision_seqs:
        seat, decision = next(iter(state.decision_seqs.items()))
        if state.pending[seat] == "turn" and turn != (state.turn, seat):
            turn = (state.turn, seat)
            reader = game.seats.select_related("game", "person").get(number=seat)
            mail, seconds = _timed(partial(_write, reader, decision))
            mails.append(seconds)
            largest = max(largest, len(mail.source))
            pages.append(_timed(fetch)[1])
        move(game, seat, decision, choose_action("planner", engine.view(state, seat), dice))
        state = log.load(game)
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
    from games.notifications.mail.render import write_game_mail
    from games.notifications.models import Notice, NoticeKind

    assert seat.person is not None
    notice = Notice(kind=NoticeKind.TURN, decision=decision, game=seat.game, created_at=NOW)
    return write_game_mail(
        game=seat.game,
        seat=seat,
        address=seat.person.email,
        notices=[notice],
        now=NOW,
        token="0" * 32,
    )


def _running_game() -> tuple[list[Seat], list[int]]:
    """The seats of a game that has gone on for a while, and a decision for each."""
    from games import log

    game = begin_game(make_people("Grace", "Heidi", "Ivan", "Judy"), "japan")
    dice = random.Random(8)
    for _ in range(TURNS * 2):
        state = log.load(game)
        seat, decision = next(iter(state.decision_seqs.items()))
        action = dice.choice(state.legal_actions(seat).listed())
        move(game, seat, decision, action)
    game.refresh_from_db()
    seats = list(game.seats.select_related("game", "person").order_by("number"))
    return seats, [seat.decision or 0 for seat in seats]
