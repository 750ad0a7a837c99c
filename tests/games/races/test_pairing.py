"""Two workers that pair the same people, and what those people do at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from games import log
from games.accounts.closing import close_account
from games.common.errors import Refused
from games.lobby.pairing.models import Fate, Wish
from games.lobby.pairing.tables import pair_waiting
from games.lobby.pairing.wishes import wish_for_table, withdraw_wish
from games.notifications.models import Notice, NoticeKind
from games.people.blocks import block, unblock
from games.people.models import Person
from games.tables.models import Game, GameStatus
from tests.fixtures.games import NOW
from tests.games.races.together import orders, overtake, together

pytestmark = pytest.mark.slow


def wait(*people: Person, seats: int = 2) -> list[Wish]:
    """Let people wait for the same table."""
    kind = {"board": "usa", "seats": seats, "pace": "3-days", "rated": False}
    return [wish_for_table(person=one, now=NOW, **kind) for one in people]


def pairing() -> int:
    return pair_waiting(now=NOW)


def race(
    start: Callable[[], object], other: Callable[[], object], check: Callable[[list[Game]], str]
) -> set[str]:
    """Let pairing and another act overtake each other at each lock, and then go at once.

    ``check`` is given the tables that each race has started; return what it named the outcomes.
    """
    outcomes = set()

    def run(acts: tuple[Callable[[], object], ...], at: int) -> bool:
        Wish.objects.all().delete()
        before = list(Game.objects.values_list("pk", flat=True))
        start()
        ended = (overtake(acts[0], acts[1], at) if at else together(*acts)) is not None
        games = list(Game.objects.exclude(pk__in=before))
        for game in games:
            assert log.verify(game) == []
        outcomes.add(check(games))
        return ended

    for acts in ((pairing, other), (other, pairing)):
        for at in orders():
            if not run(acts, at):
                break
        run(acts, 0)
    return outcomes


def test_two_workers_start_one_table(transactional_db, alice, bob, charlie, dana) -> None:
    def check(tables: list[Game]) -> str:
        assert len(tables) == 2
        assert Wish.objects.filter(fate=Fate.STARTED).count() == 4
        assert Notice.objects.filter(kind=NoticeKind.PAIRING, game__in=tables).count() == 4
        return "both"

    assert race(lambda: wait(alice, bob, charlie, dana), pairing, check) == {"both"}


def test_a_block_comes_before_the_table_or_after_it(transactional_db, alice, bob) -> None:
    def start() -> None:
        unblock(person=bob, other=alice)
        wait(alice, bob)

    def check(tables: list[Game]) -> str:
        waiting = Wish.objects.filter(ended_at=None).count()
        assert (len(tables), waiting) in {(1, 0), (0, 2)}
        return "table" if tables else "block"

    act = lambda: block(person=bob, other=alice, now=NOW)  # noqa: E731
    assert race(start, act, check) == {"table", "block"}


def test_a_wish_that_is_withdrawn_starts_no_table(transactional_db, alice, bob) -> None:
    made: list[Wish] = []

    def start() -> None:
        made[:] = wait(alice, bob)

    def withdraw() -> None:
        with suppress(Refused):
            withdraw_wish(wish=made[0], person=alice, now=NOW)

    def check(tables: list[Game]) -> str:
        fates = dict(Wish.objects.values_list("person__name", "fate"))
        if tables:
            assert set(fates.values()) == {Fate.STARTED}
            return "table"
        assert fates == {"Alice": Fate.WITHDRAWN, "Bob": ""}
        return "withdrawn"

    assert race(start, withdraw, check) == {"table", "withdrawn"}


def test_an_account_that_closes_leaves_its_queues_or_its_seat(
    transactional_db, people, bob
) -> None:
    """Its seat at a table that has begun looks for a substitute, as others do."""
    closing: list[Person] = []

    def start() -> None:
        closing.append(people(f"Guest-{'abcdefghijklmnopqrstuvwxyz'[len(closing)]}"))
        wait(closing[-1], bob)

    def check(tables: list[Game]) -> str:
        assert not Wish.objects.filter(person=closing[-1]).exists()
        if not tables:
            assert Wish.objects.get().person == bob
            return "closed"
        (game,) = tables
        assert game.status == GameStatus.RUNNING
        assert game.seats.get(person=closing[-1]).open_since is not None
        return "table"

    act = lambda: close_account(person=closing[-1], now=NOW)  # noqa: E731
    assert race(start, act, check) == {"closed", "table"}
