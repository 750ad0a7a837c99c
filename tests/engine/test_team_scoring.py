"""A-10 to A-13: how a game of teams ends and scores."""

from __future__ import annotations

import engine
from engine.actions import Claim, Draw, Place, Withdraw
from engine.events import FinalRoundStarted, Score
from engine.scoring import final_scores, ranked
from tests.engine.positions import UnshuffledChance, give, position

ASIA = "team-asia"


def turn(game: engine.Game) -> list[engine.Event]:
    """A turn of two blind cards."""
    seat = game.turn_seat
    assert seat is not None
    game.deck = ["red", "green", "blue", "black", "white"]
    events = game.play(seat, Draw("blind"), UnshuffledChance())
    events += game.play(seat, Place("hand"), UnshuffledChance())
    return events + game.play(seat, Draw("blind"), UnshuffledChance())


def test_four_trains_or_fewer_of_any_team_together_begin_the_final_round() -> None:
    """A-10"""
    game = position(ASIA, 4, trains=[27, 27, 2, 2])
    events = turn(game)
    assert FinalRoundStarted(0) in events
    game = position(ASIA, 4, trains=[5, 0, 27, 27])
    assert not any(isinstance(event, FinalRoundStarted) for event in turn(game))


def test_then_every_player_has_one_more_turn() -> None:
    """A-10, B-11"""
    game = position(ASIA, 4, trains=[2, 2, 27, 27])
    turn(game)
    movers = []
    while game.outcome is None:
        movers.append(game.turn_seat)
        turn(game)
    assert movers == [1, 2, 3, 0]


def test_a_teams_tickets_are_scored_together_over_both_networks() -> None:
    """A-11"""
    game = position(ASIA, 4, tickets=[[], [], [], []], ticket_racks=[[], []])
    board = game.board
    ticket = board.tickets["sukkur-mukden"]
    game.tickets[0] = [ticket.id]
    path = shortest(board, ticket.a, ticket.b)
    for n, track in enumerate(path):
        game.trains = [27] * 4
        give(game, track, n % 2)
    ours, theirs = sorted(final_scores(game), key=lambda score: score.seats)
    assert ours.seats == (0, 1)
    assert [result.completed for result in ours.tickets] == [True]
    assert ours.longest >= ticket.points
    assert ours.longest_bonus == 10
    assert ours.globetrotter_bonus == 10
    assert theirs.total == 0


def test_tickets_in_the_rack_count_too() -> None:
    """A-11"""
    rack = [["sukkur-mukden"], []]
    game = position(ASIA, 4, tickets=[[]] * 4, ticket_racks=rack)
    ours = next(score for score in final_scores(game) if 0 in score.seats)
    assert [(result.ticket, result.points) for result in ours.tickets] == [("sukkur-mukden", -21)]


def test_tied_teams_both_score_a_bonus_and_a_nought_is_never_a_best() -> None:
    """A-12"""
    game = position(ASIA, 4, tickets=[[]] * 4, ticket_racks=[[], []])
    assert [score.longest_bonus for score in final_scores(game)] == [0, 0]
    assert [score.globetrotter_bonus for score in final_scores(game)] == [0, 0]
    short = [t for t in game.board.tracks.values() if t.length == 2 and t.kind == "normal"]
    give(game, short[0].id, 0)
    give(game, next(t.id for t in short[1:] if t.group != short[0].group), 2)
    assert [score.longest_bonus for score in final_scores(game)] == [10, 10]


def test_teammates_parallel_tracks_are_two_edges_of_the_longest_path() -> None:
    """A-12"""
    game = position(ASIA, 4, tickets=[[]] * 4, ticket_racks=[[], []])
    one, two, *_ = next(tracks for tracks in game.board.groups if len(tracks) == 3)
    length = game.board.tracks[one].length
    give(game, one, 0)
    give(game, two, 1)
    ours = next(score for score in final_scores(game) if 0 in score.seats)
    assert ours.longest == 2 * length


def test_route_points_of_both_are_one_score() -> None:
    """A-1"""
    game = position(ASIA, 4, tickets=[[]] * 4, ticket_racks=[[], []])
    three = [t for t in game.board.tracks.values() if t.length == 3 and not t.parallel]
    give(game, three[0].id, 0)
    give(game, three[1].id, 1)
    ours = next(score for score in final_scores(game) if 0 in score.seats)
    assert ours.routes == 8


def test_a_route_of_seven_scores_eighteen() -> None:
    """B-8: the published sheet has no value for it."""
    board = engine.load_board(ASIA)
    seven = next(track for track in board.tracks.values() if track.length == 7)
    game = position(ASIA, 4, hands=[{"locomotive": 7}])
    game.play(0, Claim(seven.id, "locomotive", 7), UnshuffledChance())
    assert game.points[0] == 18


def shortest(board: engine.Board, start: str, end: str) -> list[str]:
    """The tracks of a shortest way that uses one track of each double."""
    from heapq import heappop, heappush

    queue: list[tuple[int, str, list[str]]] = [(0, start, [])]
    seen = set()
    while queue:
        far, city, path = heappop(queue)
        if city == end:
            return path
        if city in seen:
            continue
        seen.add(city)
        for track in board.tracks_of_city[city]:
            other = track.b if track.a == city else track.a
            heappush(queue, (far + track.length, other, [*path, track.id]))
    raise AssertionError


TUNNEL = "kabul-sukkur-orange"


def test_it_is_the_two_stocks_of_one_team_that_count_together() -> None:
    """A-10: a claim of either teammate may bring the sum down."""
    for trains, begins in (([5, 1], True), ([6, 1], False), ([2, 4], True), ([2, 5], False)):
        game = position(ASIA, 4, hands=[{"orange": 2}], trains=trains)
        game.deck = ["red"] * 9
        events = game.play(0, Claim(TUNNEL, "orange", 0), UnshuffledChance())
        assert (FinalRoundStarted(0) in events) is begins


def test_a_withdrawn_tunnel_is_a_turn_of_the_final_round() -> None:
    """A-10, B-11, A-8"""
    game = position(ASIA, 4, hands=[{"orange": 2}], trains=[2, 2])
    game.deck = ["red"] * 9 + ["orange"] * 4
    game.play(0, Claim(TUNNEL, "orange", 0), UnshuffledChance())
    assert game.last_seat is None
    assert FinalRoundStarted(0) in game.play(0, Withdraw(), UnshuffledChance())
    for _ in range(3):
        turn(game)
    game.deck = ["red"] * 4 + ["orange"] * 4
    game.play(0, Claim(TUNNEL, "orange", 0), UnshuffledChance())
    assert game.outcome is None
    game.play(0, Withdraw(), UnshuffledChance())
    assert game.outcome is not None


def test_all_teams_that_tie_for_most_completed_tickets_score_the_bonus() -> None:
    """A-12"""
    game = position(ASIA, 6, tickets=[[]] * 6, ticket_racks=[[], [], []])
    for seat, ticket in ((0, "delhi-bombay"), (3, "xi-an-canton")):
        known = game.board.tickets[ticket]
        for track in shortest(game.board, known.a, known.b):
            give(game, track, seat)
        game.tickets[seat] = [ticket]
    bonuses = {score.seats: score.globetrotter_bonus for score in final_scores(game)}
    assert bonuses == {(0, 1): 10, (2, 3): 10, (4, 5): 0}


def test_most_points_win_then_completed_tickets_then_the_longest_path_of_teams() -> None:
    """A-13, B-13"""
    facts = engine.load_board(ASIA)
    assert facts.tie_breaks == ("longest path",)

    def score(team: int, total: int, completed: int, longest: int) -> Score:
        return Score((2 * team, 2 * team + 1), 0, total, 0, (), completed, longest)

    def places(*scores: Score) -> list[tuple[int, int]]:
        return [(s.seats[0] // 2, s.place) for s in ranked(scores, facts.tie_breaks)]

    assert places(score(0, 60, 2, 9), score(1, 60, 3, 1), score(2, 61, 0, 0)) == [
        (2, 1), (1, 2), (0, 3),
    ]  # fmt: skip
    assert places(score(0, 60, 2, 9), score(1, 60, 2, 9), score(2, 60, 2, 8)) == [
        (0, 1), (1, 1), (2, 3),
    ]  # fmt: skip
