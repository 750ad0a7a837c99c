"""What a person has behind them costs no page anything: only the games that it shows are read."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from itertools import count

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.common.dates import DateFormat, format_local
from games.people.models import Person
from games.players.history import Result, history_of
from games.players.models import Rating, RatingChange
from games.players.selectors import MAX_IN_CHART, rating_history
from games.tables.models import Game, GameStatus, Seat
from games.tables.selectors import games_not_over_of, games_over_of
from tests.fixtures.games import NOW
from tests.fixtures.pages import Browse
from tools.load.measuring import asked_by, plan_by_indexes

INDEX = "seats_by_their_end"
MORE = 1.1
"""By so much what is read may differ; ten times as many games lie behind the person."""


@pytest.fixture
def behind(alice: Person, bob: Person) -> Callable[[int], None]:
    """Let Alice and Bob have finished the given number of games, most of them private."""
    numbers = count()

    def make(games: int) -> None:
        rows = Game.objects.bulk_create(
            Game(
                board="usa",
                seat_count=2,
                status=GameStatus.FINISHED,
                public=number % 3 == 0,
                version=0,
                created_at=NOW - timedelta(days=number),
                started_at=NOW - timedelta(days=number),
                ended_at=NOW - timedelta(hours=number),
            )
            for number in (next(numbers) for _ in range(games))
        )
        Seat.objects.bulk_create(
            Seat(
                game=game, number=number, person=person, place=number + 1, points=90,
                over_at=game.ended_at,
            )
            for game in rows
            for number, person in enumerate((alice, bob))
        )  # fmt: skip

    return make


def know_the_tables() -> None:
    """Let PostgreSQL plan with what is in the tables, and by indexes as if they were large."""
    if connection.vendor == "postgresql":
        plan_by_indexes()
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE games_game, games_seat")


def read_by(work: Callable[[], object]) -> tuple[int, int]:
    """Queries, and the steps that the machine of SQLite takes for them.

    PostgreSQL reads tables so small in ways of its own: there only queries are compared here, and
    rows by ``python -m tools.load``.
    """
    if connection.vendor == "postgresql":
        return asked_by(work).queries, 0
    steps = [0]

    def tick() -> int:
        steps[0] += 1
        return 0

    connection.ensure_connection()
    connection.connection.set_progress_handler(tick, 20)
    try:
        with CaptureQueriesContext(connection) as caught:
            work()
    finally:
        connection.connection.set_progress_handler(None, 0)
    return len(caught), steps[0]


@pytest.mark.parametrize(
    ("reader", "address"),
    [
        ("alice", "/"),
        ("alice", "/people/Alice/"),
        ("nobody", "/people/Alice/"),
        ("alice", "/people/Alice/games/"),
        ("alice", "/people/Alice/games/?board=usa&opponent=Bob"),
    ],
)
def test_a_page_reads_as_much_whatever_lies_behind_a_person(
    behind: Callable[[int], None], browse: Browse, begin, alice: Person, bob: Person,
    reader: str, address: str,
) -> None:  # fmt: skip
    begin(alice, bob)
    client = browse(alice if reader == "alice" else None)
    behind(60)
    client.get(address)
    before = read_by(lambda: client.get(address))
    behind(540)
    after = read_by(lambda: client.get(address))
    assert after[0] == before[0]
    assert after[1] <= before[1] * MORE + 20, (before, after)


def test_the_chart_of_a_rating_draws_the_latest_games_alone(
    behind: Callable[[int], None], browse: Browse, alice: Person
) -> None:
    behind(400)
    RatingChange.objects.bulk_create(
        RatingChange(
            game=game, at=game.ended_at, number=0, person=alice, place=1,
            mu_before=25, sigma_before=8, mu_after=25 + number / 100, sigma_after=4,
        )
        for number, game in enumerate(Game.objects.order_by("ended_at"))
    )  # fmt: skip
    Rating.objects.create(person=alice, board="", mu=29, sigma=4, games=400, at=NOW)
    whole, drawn = rating_history(alice), rating_history(alice, latest=MAX_IN_CHART)
    assert len(whole) == 400
    assert drawn == whole[-MAX_IN_CHART:]
    for address in ("/people/Alice/", "/people/Alice/statistics/"):
        page = browse(alice).get(address).content.decode()
        begin = page.index("<svg", page.index("rating-title"))
        chart = page[begin : page.index("</svg>", begin)]
        assert format_local(drawn[0][0], DateFormat.SHORT_DATE) in chart
        assert format_local(whole[0][0], DateFormat.SHORT_DATE) not in chart


def test_an_index_leads_to_the_games_of_a_person_and_gives_their_order(
    behind: Callable[[int], None], alice: Person, bob: Person
) -> None:
    behind(300)
    lists = {
        "over": games_over_of(alice, alice)[:20],
        "over, as another sees them": games_over_of(alice, bob)[:20],
        "narrowed": history_of(alice, bob, board="japan", opponent=bob, result=Result.LOWER)[:30],
        "shared": history_of(alice, alice, result=Result.SHARED, since=NOW, before=NOW)[:30],
        "in play": games_not_over_of(alice),
    }
    know_the_tables()
    for name, games in lists.items():
        plan = games.explain()
        # PostgreSQL may begin with the seats of the opponent.
        assert INDEX in plan or name == "narrowed", (name, plan)
        assert not re.search(r"(SCAN|Seq Scan on) games_seat\b(?! USING)", plan), (name, plan)
        if name != "in play":
            assert "TEMP B-TREE" not in plan, (name, plan)


def test_games_over_stand_with_the_latest_end_first(
    behind: Callable[[int], None], browse: Browse, alice: Person
) -> None:
    behind(30)
    ends = [game.ended_at for game in games_over_of(alice, alice)]
    assert ends == sorted(ends, reverse=True)
    assert len(ends) == 30
    page = browse(alice).get("/").content.decode()
    latest, *_rest, first = Game.objects.order_by("-ended_at")
    assert latest.code in page
    assert first.code not in page
