"""Turn mails with their pictures, and the animation of a whole game: processor time and size."""

from __future__ import annotations

from functools import partial
from itertools import islice
from statistics import mean, median
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
from tools.bench.figure import Figure, Value, at_most, timed
from tools.bench.pages import bare_pages
from tools.bench.site import NOW, begin_game, make_people, play_on

MOVES = 120
ROUNDS = 15


def turn_mail() -> Figure:
    """Write the mail of Japan with 4 seats in the middle of a game, the board drawn each time.

    Each seat has rings of its own, so that each picture is drawn once and never again.
    """
    game = begin_game(make_people("Grace", "Heidi", "Ivan", "Judy"), "japan")
    for _ in islice(play_on(game, "random", 8), MOVES + 1):
        pass
    seats = _seats(game)
    with patch("games.notifications.mail.recap.changes_board", return_value=True):
        _write(seats[0])  # Things made once a process are not measured.
        mails = []
        for number in range(ROUNDS):
            cache.clear()
            mails.append(timed(partial(_write, seats[number % len(seats)])))
        cache.clear()
        with patch.object(game_png, "layered_png", wraps=layered_png) as draw:
            for seat in seats * 2:
                _write(seat)
    return Figure(
        "turn mail with picture, Japan, 4 seats",
        at_most(150, 1000 * median(seconds for _mail, seconds in mails), "ms of processor time"),
        _size([mail for mail, _seconds in mails]),
        at_most(len(seats), draw.call_count, "boards drawn for two mails to each"),
    )


def turn_mails_of_a_game() -> Figure:
    """All turn mails of a game of planners, beside the bare page that every page is built on.

    Each is written once, at its own time in the game; a bare page is fetched after each of them.
    """
    _name, fetch = bare_pages()
    game = begin_game(make_people("Kim", "Lea", "Max", "Nora"), "japan")
    # Things made once a process are not measured.
    _write(_seats(game)[0])
    fetch()
    turn = None
    mails, pages = [], []
    for state, seat, _decision in play_on(game, "planner", 7):
        if state.pending[seat] == "turn" and turn != (state.turn, seat):
            turn = (state.turn, seat)
            mails.append(timed(partial(_write, _seats(game)[seat])))
            pages.append(timed(fetch))
    each = mean(seconds for _mail, seconds in mails)
    page = median(seconds for _done, seconds in pages)
    return Figure(
        "turn mails of a whole game, Japan, 4 seats",
        at_most(12, each / page, f"x the bare page on average, {1000 * each:.1f} ms"),
        _size([mail for mail, _seconds in mails]),
    )


def _write(seat: Seat) -> Mail:
    assert seat.person is not None
    notice = Notice(
        kind=NoticeKind.TURN, decision=seat.decision or 0, game=seat.game, created_at=NOW
    )
    return write_game_mail(seat=seat, notices=[notice], now=NOW, token="0" * 32)


def _seats(game: Game) -> list[Seat]:
    seats = Seat.objects.filter(game=game).select_related("game", "person")
    return list(seats.order_by("number"))


def _size(mails: list[Mail]) -> Value:
    return at_most(110, max(len(mail.source) for mail in mails) / 1000, "kB")


def _whole_game(key: str, seats: int) -> Figure:
    """The animation of a game of planners."""
    board = engine.load_board(key)
    match = play_match(board, ["planner"] * seats, "animation")
    events = [event for event, _, _ in match.log]
    row = Game(code="abcdefgh", board=key, status=GameStatus.FINISHED)
    names = [Seat(number=n, person=Person(name=f"Player {n + 1}")) for n in range(seats)]

    def animate() -> bytes:
        moments = moments_from(row, names, board, events)
        return animated_png(board, seat_tints(tuple(map(tuple, match.game.teams))), moments)

    data, seconds = timed(animate)
    return Figure(
        f"animation of a game, {board.name}, {seats} seats",
        at_most(12, seconds, "s of one core"),
        at_most(2000, len(data) / 1000, "kB"),
    )


FIGURES = (
    turn_mail,
    turn_mails_of_a_game,
    partial(_whole_game, "usa", 5),
    partial(_whole_game, "team-asia", 6),
)
