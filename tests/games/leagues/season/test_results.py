"""A game that is not over counts by what everybody sees of it, and by nothing that is hidden."""

from __future__ import annotations

from collections.abc import Callable

import engine
from engine.bots import choose_action
from games import log
from games.leagues.models import Season, SeasonGame, SeasonSeat, Verdict
from games.leagues.season.plan import game_kind
from games.leagues.season.results import adjudicate_season_game, record_result
from games.leagues.season.runner import run_season
from games.play import submit_action
from games.play.end_game import adjudicate_game
from games.tables.models import Game
from tests.games.leagues.conftest import DAY, ENDS, STARTS, a_plan, finish

Registered = Callable[..., Season]


def play_turns(game: Game, turns: int) -> None:
    while (state := log.load(game)).turn <= turns and state.outcome is None:
        seat = min(state.pending)
        submit_action(
            game=game,
            seat=seat,
            decision=state.decision_seqs[seat],
            actions=[choose_action("planner", engine.view(state, seat))],
            actor=str(seat),
            now=STARTS + DAY,
        )


def test_places_follow_the_points_that_a_spectator_sees(registered: Registered) -> None:
    season = registered(4, a_plan([game_kind("japan", [4], 1)]))
    run_season(season=season, now=STARTS)
    drawn = SeasonGame.objects.select_related("game").get()
    assert drawn.game
    play_turns(drawn.game, 60)
    seen = engine.view(log.load(drawn.game), None)
    run_season(season=season, now=ENDS)
    seats = SeasonSeat.objects.filter(season_game=drawn).order_by("number")
    assert [seat.score for seat in seats] == seen.points
    assert len(set(seen.points)) > 1
    assert [seat.place for seat in seats] == [
        1 + sum(other > own for other in seen.points) for own in seen.points
    ]
    assert {seat.tickets for seat in seats} == {0}
    drawn.game.refresh_from_db()
    assert drawn.game.status == "running"
    assert drawn.game.result is None


def test_teams_are_ranked_by_what_both_have_on_the_board(registered: Registered) -> None:
    season = registered(4, a_plan([game_kind("team-asia", [4], 1)]))
    run_season(season=season, now=STARTS)
    drawn = SeasonGame.objects.select_related("game").get()
    assert drawn.game
    play_turns(drawn.game, 40)
    points = engine.view(log.load(drawn.game), None).points
    run_season(season=season, now=ENDS)
    seats = list(SeasonSeat.objects.filter(season_game=drawn).order_by("number"))
    first, second = points[0] + points[1], points[2] + points[3]
    assert [seat.score for seat in seats] == [first, first, second, second]


def test_who_left_the_table_comes_last_and_scores_nothing(registered: Registered) -> None:
    season = registered(4, a_plan([game_kind("japan", [4], 1)]))
    run_season(season=season, now=STARTS)
    drawn = SeasonGame.objects.select_related("game").get()
    assert drawn.game
    play_turns(drawn.game, 60)
    points = engine.view(log.load(drawn.game), None).points
    best = points.index(max(points))
    drawn.game.seats.filter(number=best).update(person=None)
    run_season(season=season, now=ENDS)
    seat = SeasonSeat.objects.get(season_game=drawn, number=best)
    assert seat.left
    assert seat.place == 4


def test_a_game_that_a_director_ended_counts_as_the_director_said(registered: Registered) -> None:
    season = registered(4, a_plan([game_kind("usa", [2], 1)]))
    run_season(season=season, now=STARTS)
    drawn = SeasonGame.objects.select_related("game").earliest("pk")
    assert drawn.game
    adjudicate_game(game=drawn.game, places=[2, 1], actor="director", reason="", now=STARTS + DAY)
    run_season(season=season, now=STARTS + DAY)
    drawn.refresh_from_db()
    assert drawn.verdict == Verdict.PLAYED
    seats = SeasonSeat.objects.filter(season_game=drawn).order_by("number")
    assert list(seats.values_list("place", flat=True)) == [2, 1]


def test_a_game_that_never_began_and_a_void_one_do_not_count(registered: Registered) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    first, second = SeasonGame.objects.order_by("pk")
    SeasonGame.objects.filter(pk=first.pk).update(game=None)
    Game.objects.filter(pk=second.game_id).update(status="void", ended_at=STARTS)
    run_season(season=season, now=ENDS)
    assert set(SeasonGame.objects.values_list("verdict", flat=True)) == {Verdict.VOID}
    assert not SeasonSeat.objects.exclude(place=None).exists()


def test_a_recorded_result_stays_when_recorded_again(registered: Registered) -> None:
    """Two workers may find a game open; the later one gets the row when it is settled."""
    season = registered(4, a_plan([game_kind("japan", [4], 1)]))
    run_season(season=season, now=STARTS)
    drawn = SeasonGame.objects.get()
    finish(drawn, [9, 7, 5, 3], STARTS + DAY)
    assert record_result(pk=drawn.pk, now=STARTS + DAY)
    Game.objects.update(status="void")
    for again in (record_result, adjudicate_season_game):
        assert not again(pk=drawn.pk, now=ENDS)
    drawn.refresh_from_db()
    assert (drawn.settled_at, drawn.verdict) == (STARTS + DAY, Verdict.PLAYED)
    scores = SeasonSeat.objects.filter(season_game=drawn).order_by("number")
    assert [seat.score for seat in scores] == [9, 7, 5, 3]
