"""Games count once, whatever happens to workers, and what counts no longer is taken out."""

from __future__ import annotations

import contextlib
import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import tasks
from games.absence.models import HandOver
from games.accounts.closing import close_account
from games.people.models import Person
from games.play.end_game import adjudicate_game, void_game
from games.statistics import count_finished_games, counting, recount_statistics
from games.statistics.models import (
    ALL_GAMES,
    PUBLIC_GAMES,
    BoardSum,
    CountedGame,
    PairSum,
    PersonSum,
)
from games.statistics.sums import stored_sums
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, keep_all
from tests.games.statistics.conftest import Stored


def total(kind: str, key: str = "", number: int = 0, **scope: object) -> int:
    rows = BoardSum.objects.filter(kind=kind, key=key, number=number, **scope)
    return sum(rows.values_list("total", flat=True))


def is_as_counted_anew() -> bool:
    return recount_statistics(now=NOW, repair=False).equal


@pytest.fixture
def world(stored: Stored, alice: Person, bob: Person, charlie: Person, dana: Person) -> list[Game]:
    """Public and private games on three boards, with and without bots, one that never counts."""
    return [
        stored("usa-2-final-round", alice, bob),
        stored("usa-2-final-round", bob, charlie, public=False),
        stored("usa-3-final-round", charlie, alice, bob),
        stored("japan-3-final-round", dana, charlie, bots=1),
        stored("japan-2-final-round", dana, alice),
        stored("team-asia-4-passes", alice, bob, charlie, dana),
        stored("usa-2-final-round", alice, bob, practice=True),
    ]


def test_a_game_counts_for_its_board_and_its_players(
    stored: Stored, alice: Person, bob: Person
) -> None:
    game = stored("usa-2-final-round", alice, bob)
    assert count_finished_games(now=NOW) == 1
    assert total("games", board="usa", seats=2, with_bots=False) == 1
    assert total("days", number=12) == 1
    assert sum(total("position", "games", position) for position in (1, 2)) == 2
    points = sum(game.seats.values_list("points", flat=True))
    kinds = BoardSum.objects.filter(kind="points").values_list("total", flat=True)
    assert sum(kinds) == points
    for seat in game.seats.all():
        own = PersonSum.objects.filter(person=seat.person, private=False, board="usa")
        assert own.get(kind="place").number == seat.place
        assert sum(own.filter(kind="points").values_list("total", flat=True)) == seat.points
    assert PairSum.objects.get(person=alice, kind="ahead").other == bob
    assert PairSum.objects.get(person=bob, kind="behind").other == alice
    together = PairSum.objects.filter(kind__in=(PUBLIC_GAMES, ALL_GAMES), total=1)
    assert {(one.person, one.kind, one.private) for one in together} == {
        (person, kind, private)
        for person in (alice, bob)
        for kind, private in ((PUBLIC_GAMES, False), (ALL_GAMES, True))
    }


def test_a_second_worker_counts_nothing_twice(world: list[Game]) -> None:
    assert count_finished_games(now=NOW) == 6
    sums = stored_sums()
    assert count_finished_games(now=NOW) == 0
    tasks.count_results()
    assert stored_sums() == sums


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_sums_of_any_order_with_kills_and_changes_are_those_of_all_games_again(
    world: list[Game], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random(seed)
    change = counting.change

    def killed(*args: object) -> None:
        change(*args)  # type: ignore[arg-type]
        if dice.random() < 0.4:
            raise KeyboardInterrupt

    waiting = [game.pk for game in world]
    Game.objects.update(status="running")
    dice.shuffle(waiting)
    while waiting:
        ends = [waiting.pop() for _ in range(min(len(waiting), dice.randint(1, 3)))]
        Game.objects.filter(pk__in=ends).update(status="finished")
        monkeypatch.setattr(counting, "change", killed)
        with contextlib.suppress(KeyboardInterrupt):
            count_finished_games(now=NOW, batch=dice.randint(1, 3))
        monkeypatch.undo()
        one = dice.choice(world)
        Game.objects.filter(pk=one.pk).update(
            status=dice.choice(["finished", "void"]), public=dice.random() < 0.5
        )
    count_finished_games(now=NOW)
    assert BoardSum.objects.exists()
    assert PersonSum.objects.filter(private=True).exists()
    assert is_as_counted_anew()


def test_a_voided_game_leaves_nothing(world: list[Game]) -> None:
    count_finished_games(now=NOW)
    for game in world:
        Game.objects.filter(pk=game.pk).update(practice=False)
        void_game(game=game, actor="director", reason="", now=NOW)
    count_finished_games(now=NOW)
    assert not any(stored_sums().values())
    assert not CountedGame.objects.exists()


def test_private_games_are_in_no_sum_of_a_board_and_apart_for_their_players(
    stored: Stored, alice: Person, bob: Person
) -> None:
    game = stored("usa-2-final-round", alice, bob, public=False)
    count_finished_games(now=NOW)
    assert not BoardSum.objects.exists()
    assert set(PersonSum.objects.values_list("private", flat=True)) == {True}
    assert set(PairSum.objects.values_list("private", flat=True)) == {True}
    assert not PairSum.objects.filter(kind=PUBLIC_GAMES).exists()
    Game.objects.filter(pk=game.pk).update(public=True)
    count_finished_games(now=NOW)
    assert BoardSum.objects.exists()
    assert set(PersonSum.objects.values_list("private", flat=True)) == {False}


def test_games_with_bots_are_apart_and_count_for_no_player(stored: Stored, alice: Person) -> None:
    stored("usa-2-final-round", alice, bots=1)
    count_finished_games(now=NOW)
    assert total("games", with_bots=True) == 1
    assert total("games", with_bots=False) == 0
    assert not PersonSum.objects.exists()


def test_games_with_a_bot_account_are_those_with_bots(
    stored: Stored, alice: Person, bob: Person
) -> None:
    Person.objects.filter(pk=bob.pk).update(bot_since=NOW)
    stored("usa-2-final-round", alice, bob)
    count_finished_games(now=NOW)
    assert total("games", with_bots=True) == 1
    assert not PersonSum.objects.exists()


def test_a_seat_that_changed_hands_counts_for_nobody(
    stored: Stored, alice: Person, bob: Person, charlie: Person
) -> None:
    game = stored("usa-3-final-round", alice, bob, charlie)
    HandOver.objects.create(seat=game.seats.get(number=0), at=NOW, seq=9, person_after=alice)
    count_finished_games(now=NOW)
    assert total("games") == 1
    assert set(PersonSum.objects.values_list("person__name", flat=True)) == {"Bob", "Charlie"}
    assert not PairSum.objects.filter(person=alice).exists()


def test_running_games_and_games_ended_by_a_director_count_for_nothing(
    begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    assert count_finished_games(now=NOW) == 0
    adjudicate_game(game=game, places=[1, 2], actor="director", reason="", now=NOW)
    assert count_finished_games(now=NOW) == 1
    assert not any(stored_sums().values())
    assert count_finished_games(now=NOW) == 0


def test_who_closes_their_account_has_no_statistics_left(
    world: list[Game], alice: Person, bob: Person
) -> None:
    count_finished_games(now=NOW)
    games = total("games")
    close_account(person=alice, now=NOW)
    assert not PersonSum.objects.filter(person=alice).exists()
    assert not PairSum.objects.filter(person=alice).exists()
    assert not PairSum.objects.filter(other=alice).exists()
    assert PersonSum.objects.filter(person=bob).exists()
    assert total("games") == games
    assert is_as_counted_anew()
    void_game(game=world[0], actor="director", reason="", now=NOW)
    count_finished_games(now=NOW)
    assert is_as_counted_anew()


def test_the_command_finds_what_is_wrong_and_puts_it_right(world: list[Game]) -> None:
    out = StringIO()
    call_command("recount_statistics", "--check", stdout=out)
    assert "6 games counted." in out.getvalue()
    assert "equal" in out.getvalue()
    before = stored_sums()
    row = BoardSum.objects.filter(kind="claim").first()
    assert row is not None
    BoardSum.objects.filter(pk=row.pk).update(total=row.total + 1)
    BoardSum.objects.filter(kind="games").first().delete()
    counted = CountedGame.objects.exclude(tally=None).first()
    assert counted is not None
    CountedGame.objects.filter(pk=counted.pk).update(people=[None, None])
    with pytest.raises(CommandError, match="Different were 1 games and 2 sums"):
        call_command("recount_statistics", "--check", stdout=out)
    assert stored_sums() != before
    call_command("recount_statistics", stdout=out)
    assert "They are right now." in out.getvalue()
    assert stored_sums() == before
    assert is_as_counted_anew()


def test_a_program_with_other_measures_counts_all_games_again(
    world: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    count_finished_games(now=NOW)
    before = stored_sums()
    BoardSum.objects.filter(kind="games").delete()
    monkeypatch.setattr(counting, "EDITION", 99)
    assert count_finished_games(now=NOW) == 6
    assert stored_sums() == before
