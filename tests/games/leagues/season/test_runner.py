"""A season from the plan to the promotion, by a clock that the test sets."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from games.leagues.models import (
    Entry,
    Season,
    SeasonGame,
    SeasonSeat,
    Verdict,
)
from games.leagues.rules.promotion import Outcome
from games.leagues.season.close import promote
from games.leagues.season.plan import game_kind
from games.leagues.season.runner import run_season
from games.tables.models import Game, GameStatus
from tests.games.leagues.conftest import CLOSES, DAY, ENDS, STARTS, a_plan, finish, play_out

Registered = Callable[..., Season]


def test_a_season_runs_by_itself_to_promotion_and_every_game_is_accounted_for(
    registered: Registered,
) -> None:
    season = registered(8)
    assert run_season(season=season, now=CLOSES - DAY) == []
    assert run_season(season=season, now=CLOSES) == ["draw"]
    assert [d.entries.count() for d in season.divisions.all()] == [4, 4]
    assert Game.objects.count() == 0
    assert run_season(season=season, now=STARTS) == ["start"]
    games = SeasonGame.objects.filter(division__season=season).select_related("game")
    assert len(games) == 4
    assert {drawn.game.status for drawn in games if drawn.game} == {GameStatus.RUNNING}
    first, *others = games
    assert first.game
    play_out(first.game, STARTS + DAY)
    assert run_season(season=season, now=STARTS + 2 * DAY) == ["settle"]
    for number, drawn in enumerate(others):
        finish(drawn, [100 + number, 50], STARTS + 9 * DAY)
    assert run_season(season=season, now=STARTS + 10 * DAY) == [
        "settle", "sum up", "adjudicate", "close", "promote",
    ]  # fmt: skip
    season.refresh_from_db()
    assert season.promoted_at == STARTS + 10 * DAY
    assert set(games.values_list("verdict", flat=True)) == {Verdict.PLAYED}
    ranks = Entry.objects.filter(season=season).order_by("division__tier", "rank")
    assert list(ranks.values_list("rank", flat=True)) == [1, 2, 3, 4, 1, 2, 3, 4]
    outcomes = list(ranks.values_list("outcome", "tier"))
    assert outcomes[3] == (Outcome.RELEGATED, 2)
    assert outcomes[4] == (Outcome.PROMOTED, 1)
    assert run_season(season=season, now=STARTS + 11 * DAY) == []


def test_games_of_a_season_have_its_clock_and_the_seats_of_the_draw(
    registered: Registered,
) -> None:
    kinds = [game_kind("team-asia", [4], 1)]
    clock = {"days_per_turn": 5, "weekends_off": 1, "plan_pace": "hour"}
    season = registered(4, a_plan(kinds, clock=clock))
    run_season(season=season, now=STARTS)
    drawn = SeasonGame.objects.get()
    game = drawn.game
    assert game
    assert (game.days_per_turn, game.weekends_off, game.public) == (5, True, True)
    assert (game.plans, game.plan_pace) == ("draws", "hour")
    assert game.organiser is None
    assert game.order_fixed
    seats = SeasonSeat.objects.filter(season_game=drawn).order_by("number")
    assert [seat.entry.person for seat in seats] == [seat.person for seat in game.seats.all()]
    assert [seat.team for seat in seats] == [seat.team for seat in game.seats.all()] == [0, 0, 1, 1]


def test_every_step_may_be_run_again_without_doing_anything_more(registered: Registered) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    before = list(SeasonSeat.objects.values_list("season_game", "number", "entry"))
    from games.leagues.season.close import close_season
    from games.leagues.season.draw import draw_season
    from games.leagues.season.results import adjudicate_season, record_results
    from games.leagues.season.start import start_season
    from games.notifications.models import Notice

    season.refresh_from_db()
    draw_season(season=season, now=STARTS + DAY)
    assert start_season(season=season, now=STARTS + DAY) == 0
    assert Game.objects.count() == 2
    assert list(SeasonSeat.objects.values_list("season_game", "number", "entry")) == before
    for drawn in SeasonGame.objects.all():
        finish(drawn, [10, 5], STARTS + DAY)
    assert record_results(season=season, now=STARTS + DAY) == 2
    assert record_results(season=season, now=STARTS + DAY) == 0
    assert adjudicate_season(season=season, now=ENDS) == 0
    season.refresh_from_db()
    close_season(season=season, now=ENDS)
    promote(season=season, now=ENDS)
    told = Notice.objects.count()
    after = Entry.objects.order_by("pk").values_list("rank", "outcome", "tier")
    kept = list(after)
    close_season(season=season, now=ENDS + DAY)
    promote(season=season, now=ENDS + DAY)
    season.refresh_from_db()
    assert season.closed_at == season.promoted_at == ENDS
    assert list(after.all()) == kept
    assert Notice.objects.count() == told


def test_unfinished_games_count_by_their_present_scores(registered: Registered) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    assert run_season(season=season, now=ENDS - timedelta(minutes=1)) == ["sum up"]
    assert run_season(season=season, now=ENDS) == ["adjudicate", "close", "promote"]
    games = SeasonGame.objects.filter(division__season=season)
    assert {drawn.verdict for drawn in games} == {Verdict.ADJUDICATED}
    # Nobody has claimed a route: all stand equal, and hidden tickets count neither way.
    seats = SeasonSeat.objects.filter(season_game__in=games)
    assert set(seats.values_list("place", "score", "tickets")) == {(1, 0, 0)}
    assert Game.objects.filter(status=GameStatus.RUNNING).count() == 2


def test_the_next_season_fills_its_divisions_by_what_became_of_the_last_one(
    registered: Registered, announced: Callable[..., Season], crowd: Callable[..., list]
) -> None:
    first = registered(8)
    run_season(season=first, now=STARTS)
    for drawn in SeasonGame.objects.all():
        finish(drawn, [90, 40], STARTS + DAY)
    run_season(season=first, now=STARTS + 2 * DAY)
    later = 100 * DAY
    plan = a_plan()
    second = announced(
        a_plan(
            registration_opens_at=plan.registration_opens_at + later,
            registration_closes_at=plan.registration_closes_at + later,
            starts_at=plan.starts_at + later,
            ends_at=plan.ends_at + later,
        ),
        now=STARTS + 3 * DAY,
    )
    from games.leagues.season.registration import register

    before = {entry.person_id: entry for entry in Entry.objects.filter(season=first)}
    newcomers = crowd(4)
    leaver = next(e for e in before.values() if e.tier == 1 and e.outcome == Outcome.STAYS)
    returning = [entry.person for entry in before.values() if entry is not leaver]
    for minute, person in enumerate([*returning, *newcomers]):
        assert person
        register(
            season=second, person=person, now=plan.registration_opens_at + later + minute * DAY / 99
        )
    assert run_season(season=second, now=CLOSES + later) == ["draw"]
    divisions = list(second.divisions.order_by("tier"))
    # Eleven do not come out even at tables of two: the last newcomer waits.
    assert [division.entries.count() for division in divisions] == [4, 6]
    assert Entry.objects.get(season=second, status="reserve").person == newcomers[-1]
    belong = {pk for pk, entry in before.items() if entry.tier == 1 and entry is not leaver}
    assert belong <= set(divisions[0].entries.values_list("person", flat=True))
    assert {person.pk for person in newcomers[:3]} <= set(
        divisions[1].entries.values_list("person", flat=True)
    )
