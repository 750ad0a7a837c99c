"""Everybody plays as often, meets everybody as evenly as can be, and the seed says it all."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.leagues.rules.pairing import can_pair, draw_pairings
from games.leagues.rules.schedule import GameKind, count_meetings, draw_balance
from games.leagues.season.plan import SeasonCannotBePaired, check_pairing

SOLO = st.builds(
    GameKind,
    board=st.just("usa"),
    table_sizes=st.lists(st.integers(2, 5), min_size=1, max_size=3, unique=True).map(tuple),
    games_each=st.integers(1, 5),
)
TEAMS = st.builds(
    GameKind,
    board=st.just("team-asia"),
    table_sizes=st.sampled_from([(4,), (6,), (4, 6), (6, 4)]),
    games_each=st.integers(1, 4),
    team_size=st.just(2),
)
KINDS = st.lists(st.one_of(SOLO, TEAMS), min_size=1, max_size=2)


@settings(max_examples=40)
@given(st.integers(2, 14), KINDS, st.text(max_size=4))
def test_everybody_plays_every_kind_as_often_as_asked_and_nobody_sits_twice_at_a_table(
    players: int, kinds: list[GameKind], seed: str
) -> None:
    assume(can_pair(players, kinds))
    tables = draw_pairings(players, kinds, seed=seed)
    for table in tables:
        assert len(set(table.players)) == len(table.players)
    for board in {kind.board for kind in kinds}:
        wanted = sum(kind.games_each for kind in kinds if kind.board == board)
        played = Counter(who for table in tables if table.board == board for who in table.players)
        assert played == dict.fromkeys(range(players), wanted)
    sizes = {size for kind in kinds for size in kind.table_sizes}
    assert {len(table.players) for table in tables} <= sizes


@settings(max_examples=30)
@given(st.integers(3, 12), st.integers(2, 5), st.integers(1, 6), st.text(max_size=4))
def test_meetings_are_spread_and_everybody_sits_first_as_often_give_or_take_one(
    players: int, seats: int, games: int, seed: str
) -> None:
    kind = GameKind("usa", (seats,), games)
    assume(can_pair(players, [kind]))
    tables = draw_pairings(players, [kind], seed=seed)
    even = draw_balance(players, tables)
    assert max(even.firsts) - min(even.firsts) <= 1
    assert max(even.meetings) - min(even.meetings) <= 2
    assert sum(even.meetings.values()) == players * (players - 1) // 2


@settings(max_examples=25)
@given(st.integers(2, 5), st.integers(2, 6), st.integers(1, 6), st.text(max_size=4))
def test_the_first_seat_is_held_as_often_by_everybody_and_no_other_seat_falls_to_a_few(
    seats: int, tables_a_round: int, games: int, seed: str
) -> None:
    players = seats * tables_a_round
    tables = draw_pairings(players, [GameKind("usa", (seats,), games)], seed=seed)
    for place in range(seats):
        held = Counter(table.players[place] for table in tables)
        times = [held[player] for player in range(players)]
        assert max(times) - min(times) <= (2 if place else 1)


@pytest.mark.parametrize(
    ("players", "kind"),
    [
        (9, GameKind("usa", (3,), 4)),
        (8, GameKind("usa", (4,), 7)),
        (6, GameKind("usa", (2,), 5)),
        (5, GameKind("usa", (5,), 3)),
    ],
)
def test_where_a_perfect_schedule_exists_it_is_found(players: int, kind: GameKind) -> None:
    even = draw_balance(players, draw_pairings(players, [kind], seed="perfect"))
    assert len(even.meetings) == 1


def test_partners_rotate_until_everybody_has_played_with_everybody() -> None:
    tables = draw_pairings(8, [GameKind("team-asia", (4,), 7, 2)], seed="whist")
    assert draw_balance(8, tables).partners == {1: 28}


@settings(max_examples=25)
@given(st.sampled_from([8, 12]), st.text(max_size=4))
def test_fixed_pairs_stay_together_and_teammates_always_sit_beside_each_other(
    players: int, seed: str
) -> None:
    pairs = [(player, player + 1) for player in range(0, players, 2)]
    tables = draw_pairings(players, [GameKind("team-asia", (4, 6), 3, 2)], seed=seed, pairs=pairs)
    for table in tables:
        assert {tuple(sorted(team)) for team in table.teams} <= set(pairs)
        assert table.players == tuple(who for team in table.teams for who in team)
    met = count_meetings(tables)
    others = [met[both] for both in combinations(range(players), 2) if both not in pairs]
    assert max(others) - min(others) <= 2


@given(st.integers(4, 9), st.text(max_size=4))
def test_the_seed_decides_the_draw(players: int, seed: str) -> None:
    kinds = [GameKind("usa", (2,), 3 if players % 2 == 0 else 4)]
    assert draw_pairings(players, kinds, seed=seed) == draw_pairings(players, kinds, seed=seed)


def test_another_seed_gives_another_draw() -> None:
    kinds = [GameKind("usa", (4,), 3)]
    assert draw_pairings(12, kinds, seed="one") != draw_pairings(12, kinds, seed="two")


def test_a_smaller_table_makes_up_for_seats_that_do_not_come_out_even() -> None:
    tables = draw_pairings(10, [GameKind("usa", (4, 3), 3)], seed="ten")
    assert Counter(len(table.players) for table in tables) == {4: 6, 3: 2}


def test_seats_that_cannot_come_out_even_are_refused_with_numbers_that_would() -> None:
    with pytest.raises(SeasonCannotBePaired) as refusal:
        check_pairing(10, [GameKind("usa", (4,), 3)])
    assert "8, 12" in str(refusal.value)
    with pytest.raises(SeasonCannotBePaired, match="more than there are players: 3"):
        check_pairing(3, [GameKind("usa", (5, 4), 2)])
    with pytest.raises(SeasonCannotBePaired, match="cannot be split into pairs"):
        check_pairing(9, [GameKind("team-asia", (4,), 2, 2)], paired=True)
