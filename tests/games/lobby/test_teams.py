"""Teams of two: chosen in the lobby, or paired by chance when the game begins (A-1, A-16, P-4)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection

from engine import record
from games import log
from games.common.errors import Refused
from games.lobby import GameOptions, choose_team, create_game, join_game, leave_game
from games.people.models import Person
from games.tables.models import Game

Table = Callable[..., Game]


@pytest.fixture
def table(alice: Person, now: datetime) -> Table:
    """Open a table of Alice's at which the players choose their teams."""

    def make(**options: object) -> Game:
        wanted = {"board": "team-asia", "seats": 4, "teams_chosen": True, **options}
        return create_game(organiser=alice, options=GameOptions(**wanted), now=now)

    return make


def sides(game: Game) -> list[tuple[int, int | None]]:
    """Number and team of each seat that is taken."""
    return list(game.seats.order_by("number").values_list("number", "team"))


def partners(game: Game) -> set[frozenset[int]]:
    """The pairs that play together, as the log has them."""
    return {frozenset(team) for team in log.load(game).teams}


def test_the_organiser_sits_in_the_first_team(table: Table) -> None:
    assert sides(table()) == [(0, 0)]


def test_a_player_sits_beside_whom_the_player_chooses(
    table: Table, bob: Person, charlie: Person, dana: Person, now: datetime
) -> None:
    """A-1: the teams of the lobby are those of the game, whatever chance does to their order."""
    game = table()
    join_game(game=game, person=bob, team=1, now=now)
    join_game(game=game, person=charlie, team=0, now=now)
    join_game(game=game, person=dana, team=1, now=now)
    assert partners(game) == {frozenset({0, 2}), frozenset({1, 3})}
    game.refresh_from_db()
    assert log.verify(game) == []


def test_teammates_take_consecutive_turns(
    table: Table, bob: Person, charlie: Person, dana: Person, now: datetime
) -> None:
    """A-1"""
    game = table(order_fixed=True)
    for person, team in ((bob, 1), (charlie, 0), (dana, 1)):
        join_game(game=game, person=person, team=team, now=now)
    assert log.load(game).order == (0, 2, 1, 3)


def test_who_chooses_nothing_gets_the_first_free_place(
    table: Table, bob: Person, charlie: Person, now: datetime
) -> None:
    game = table()
    join_game(game=game, person=bob, now=now)
    join_game(game=game, person=charlie, now=now)
    assert sides(game) == [(0, 0), (1, 0), (2, 1)]


def test_a_complete_team_takes_nobody_more(
    table: Table, bob: Person, charlie: Person, now: datetime
) -> None:
    game = table()
    join_game(game=game, person=bob, team=0, now=now)
    with pytest.raises(Refused, match="This team is full"):
        join_game(game=game, person=charlie, team=0, now=now)
    assert not game.seats.filter(person=charlie).exists()


@pytest.mark.parametrize("team", [-1, 2, 99])
def test_a_team_that_is_not_there_is_refused(
    table: Table, bob: Person, team: int, now: datetime
) -> None:
    with pytest.raises(Refused, match="no such team"):
        join_game(game=table(), person=bob, team=team, now=now)


def test_a_player_moves_to_another_team_while_the_table_is_open(
    table: Table, alice: Person, bob: Person, now: datetime
) -> None:
    game = table()
    join_game(game=game, person=bob, team=1, now=now)
    choose_team(game=game, person=bob, team=0, now=now)
    assert sides(game) == [(0, 0), (1, 0)]
    choose_team(game=game, person=bob, team=0, now=now)
    choose_team(game=game, person=alice, team=1, now=now)
    assert sides(game) == [(0, 1), (1, 0)]


def test_nobody_moves_to_a_complete_team(
    table: Table, bob: Person, charlie: Person, now: datetime
) -> None:
    game = table()
    join_game(game=game, person=bob, team=0, now=now)
    join_game(game=game, person=charlie, team=1, now=now)
    with pytest.raises(Refused, match="This team is full"):
        choose_team(game=game, person=charlie, team=0, now=now)


def test_only_who_sits_at_the_table_moves(table: Table, bob: Person, now: datetime) -> None:
    with pytest.raises(Refused, match="You have no seat in this game"):
        choose_team(game=table(), person=bob, team=1, now=now)


def test_nobody_moves_once_the_game_has_begun(table: Table, alice: Person, now: datetime) -> None:
    game = table(bots=["random"] * 3)
    assert game.status == "running"
    with pytest.raises(Refused, match="already begun"):
        choose_team(game=game, person=alice, team=1, now=now)


def test_one_person_holds_one_seat_in_either_team(
    table: Table, alice: Person, bob: Person, now: datetime
) -> None:
    """P-4"""
    game = table()
    join_game(game=game, person=bob, team=0, now=now)
    for person in (alice, bob):
        with pytest.raises(Refused, match="one seat per player"):
            join_game(game=game, person=person, team=1, now=now)


def test_a_place_that_is_given_back_is_free_again(
    table: Table, bob: Person, charlie: Person, now: datetime
) -> None:
    game = table()
    join_game(game=game, person=bob, team=0, now=now)
    leave_game(game=game, person=bob, now=now)
    join_game(game=game, person=charlie, team=0, now=now)
    assert sides(game) == [(0, 0), (1, 0)]


@pytest.mark.parametrize(
    ("seats", "bots", "partner", "teams"),
    [
        (4, 1, False, [(0, 0), (3, 1)]),
        (4, 1, True, [(0, 0), (3, 0)]),
        (4, 2, False, [(0, 0), (2, 1), (3, 1)]),
        (4, 2, True, [(0, 0), (2, 0), (3, 1)]),
        (6, 3, False, [(0, 0), (3, 1), (4, 2), (5, 2)]),
        (6, 4, True, [(0, 0), (2, 0), (3, 1), (4, 2), (5, 2)]),
    ],
)
def test_bots_may_be_partners(
    table: Table, seats: int, bots: int, partner: bool, teams: list[tuple[int, int]]
) -> None:
    game = table(seats=seats, bots=["planner"] * bots, bot_partner=partner)
    assert sides(game) == teams


def test_with_bots_in_all_other_seats_the_game_begins(table: Table) -> None:
    game = table(bots=["random"] * 3)
    assert partners(game) == {frozenset({0, 1}), frozenset({2, 3})}


def test_chance_pairs_the_players_where_they_do_not_choose(
    table: Table, bob: Person, charlie: Person, dana: Person, now: datetime
) -> None:
    """A-16: the pairs follow from the secret and the contributions, and are told when it begins."""
    pairs = set()
    for _ in range(12):
        game = table(teams_chosen=False)
        assert sides(game) == [(0, None)]
        with pytest.raises(Refused, match="You cannot choose a team"):
            join_game(game=game, person=bob, team=0, admission=False, now=now)
        for person in (bob, charlie, dana):
            join_game(game=game, person=person, admission=False, now=now)
        pairs.add(frozenset(partners(game)))
    assert len(pairs) > 1


def test_rows_of_a_running_game_know_the_teams_of_the_log(
    table: Table, bob: Person, charlie: Person, dana: Person, now: datetime
) -> None:
    for chosen in (True, False):
        game = table(teams_chosen=chosen)
        for person in (bob, charlie, dana):
            join_game(game=game, person=person, now=now)
        assert dict(sides(game)) == log.load(game).team_of


def test_a_board_without_teams_has_none_to_choose(table: Table) -> None:
    with pytest.raises(Refused, match="USA cannot be played in teams"):
        table(board="usa")
    assert not Game.objects.exists()


@pytest.mark.parametrize("chosen", [True, False])
def test_the_record_says_which_teams_were_chosen(table: Table, chosen: bool, now: datetime) -> None:
    """A-16: without that, nobody could tell the organiser's pairs from those of chance."""
    game = table(bots=["random"] * 3, teams_chosen=chosen)
    teams = log.records.complete_record(game).header.teams
    assert (teams is not None) is chosen
    assert {frozenset(team) for team in teams or log.load(game).teams} == partners(game)


def test_a_record_with_other_teams_does_not_add_up(table: Table) -> None:
    """A-16"""
    game = table(bots=["random"] * 3)
    told = log.records.complete_record(game)
    assert not any("rules and shuffles" in fault for fault in record.check(told))
    told.header.teams = [[0, 2], [1, 3]]
    assert any("rules and shuffles" in fault for fault in record.check(told))
    told.header.teams = [[0, 0], [1, 3]]
    assert any("one team of 2" in fault for fault in record.check(told))


@pytest.mark.django_db(transaction=True)
def test_two_who_race_for_the_place_beside_alice_do_not_both_get_it(
    table: Table, bob: Person, charlie: Person, now: datetime
) -> None:
    for _ in range(3):
        game = table()
        join_game(game=game, person=bob, team=1, now=now)
        outcomes: list[str] = []
        gate = threading.Barrier(2)

        def run(
            act: Callable[[], object],
            outcomes: list[str] = outcomes,
            gate: threading.Barrier = gate,
        ) -> None:
            gate.wait()
            try:
                act()
                outcomes.append("seated")
            except Refused:
                outcomes.append("late")
            finally:
                connection.close()

        races: tuple[Callable[[], object], ...] = (
            lambda game=game: choose_team(game=game, person=bob, team=0, now=now),  # type: ignore[misc]
            lambda game=game: join_game(game=game, person=charlie, team=0, now=now),  # type: ignore[misc]
        )
        threads = [threading.Thread(target=run, args=(act,)) for act in races]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes) == ["late", "seated"]
        assert [team for _, team in sides(game)].count(0) == 2
