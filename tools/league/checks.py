"""Checks of invariants after the seasons. Every fault is a sentence."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from typing import Any

from games import log
from games.leagues.models import (
    Entry,
    EntryStatus,
    League,
    Season,
    SeasonGame,
    SeasonSeat,
    Verdict,
)
from games.leagues.rules.promotion import Outcome
from games.leagues.season.plan import points_by_place
from games.leagues.season.runner import run_season
from games.leagues.season.standings import division_standings
from games.players import recompute_ratings, recompute_reliability, update_reliability
from games.players.models import (
    OpponentSum,
    Rating,
    RatingChange,
    ReliabilityRecord,
    ReliabilitySum,
)
from games.tables.models import Game, GameStatus


def faults_of(league: League, now: datetime, *, verify_every: int) -> list[str]:
    """All faults of a league whose seasons are over."""
    faults = []
    for season in league.seasons.filter(promoted_at__isnull=False).order_by("number"):
        faults += [f"{season}: {fault}" for fault in _season(season)]
        if run_season(season=season, now=now):
            faults.append(f"{season}: a step was taken again.")
    faults += recounted(now)
    for game in Game.objects.filter(status=GameStatus.FINISHED).order_by("pk")[::verify_every]:
        faults += [f"game {game}: {fault}" for fault in log.verify(game)]
    return faults


def _season(season: Season) -> list[str]:
    games = _games(season)
    faults = [fault for game in games for fault in _game(game)]
    return faults + _points(season, games) + _draw(season) + _ranks(season)


def standings_faults(season: Season) -> list[str]:
    """All faults of the standings of a season that is still played."""
    settled = [game for game in _games(season) if game.settled_at is not None]
    faults = [fault for game in settled for fault in _game(game)] + _points(season, settled)
    return [f"{season}: {fault}" for fault in faults]


def _games(season: Season) -> list[SeasonGame]:
    games = SeasonGame.objects.filter(division__season=season)
    return list(games.select_related("game").prefetch_related("seats"))


def _game(season_game: SeasonGame) -> list[str]:
    """Check that a game is counted, with its actual result."""
    if season_game.settled_at is None or not season_game.verdict:
        return [f"game {season_game.number} has no result."]
    seats = list(season_game.seats.all())
    if season_game.verdict == Verdict.VOID:
        return [f"game {season_game.number} is void and has places."] * any(s.place for s in seats)
    if any(seat.place is None or seat.score is None for seat in seats):
        return [f"game {season_game.number} lacks a place."]
    if season_game.verdict == Verdict.PLAYED:
        assert season_game.game is not None
        result: Any = season_game.game.result
        score_of = {number: score for score in result["scores"] for number in score["seats"]}
        for seat in seats:
            score = score_of[seat.number]
            if (seat.place, seat.score) != (score["place"], score["total"]):
                return [f"game {season_game.game} ended otherwise than the season says."]
    return []


def _points(season: Season, games: list[SeasonGame]) -> list[str]:
    """Add up all points in another way than the standings do."""
    points = points_by_place(season)
    earned: dict[int, Fraction] = defaultdict(Fraction)
    for game in games:
        if game.verdict == Verdict.VOID:
            continue
        sides: dict[int, list[SeasonSeat]] = defaultdict(list)
        for seat in game.seats.all():
            sides[seat.number if seat.team is None else seat.team].append(seat)
        places = Counter(at[0].place or 0 for at in sides.values())
        for at in sides.values():
            place = at[0].place or 0
            worth = points[len(sides)][place - 1 : place - 1 + places[place]]
            for seat in at:
                if not seat.left:
                    earned[seat.entry_id] += Fraction(sum(worth), places[place])
    shown = {
        line.entry: line.points
        for lines in division_standings(season).values()
        for line in lines
        if not line.uncounted
    }
    wrong = [entry for entry in shown if shown[entry] != earned[entry]]
    return [f"the points of {len(wrong)} entries do not add up."] if wrong else []


def _draw(season: Season) -> list[str]:
    wanted = sum(kind["games"] for kind in season.kinds)
    seats = SeasonSeat.objects.filter(season_game__division__season=season)
    drawn = Counter(first or now for first, now in seats.values_list("drawn_for", "entry"))
    uneven = [entry for entry, count in drawn.items() if count != wanted]
    held = Counter(seats.values_list("entry", flat=True))
    more = [entry for entry, count in held.items() if count > wanted]
    faults = [f"{len(uneven)} entries were not drawn {wanted} games."] if uneven else []
    return faults + ([f"{len(more)} entries play more than {wanted} games."] if more else [])


def _ranks(season: Season) -> list[str]:
    faults = []
    divisions = list(season.divisions.order_by("tier"))
    for division in divisions:
        entries = list(division.entries.all())
        if sorted(entry.rank or 0 for entry in entries) != list(range(1, len(entries) + 1)):
            faults.append(f"{division}: the ranks have gaps.")
        outcomes = Counter(entry.outcome for entry in entries)
        if division.tier > 1 and outcomes[Outcome.PROMOTED] != season.promote:
            faults.append(f"{division}: {outcomes[Outcome.PROMOTED]} were promoted.")
        down = outcomes[Outcome.RELEGATED] + outcomes[Outcome.LEFT]
        if division.tier < len(divisions) and down < season.relegate:
            faults.append(f"{division}: {down} went down.")
    members = Entry.objects.filter(season=season, substitute_for=None)
    lost = members.filter(status=EntryStatus.PLAYING, tier=None)
    if lost.exists():
        faults.append(f"{lost.count()} entries do not know where they belong.")
    return faults


def recounted(now: datetime) -> Iterator[str]:
    """Count ratings and reliability again, and see whether anything changes."""
    before = _rated_rows()
    recompute_ratings(now=now)
    if _rated_rows() != before:
        yield "a recount gives other ratings"
    update_reliability(now=now)
    conduct = reliability_rows()
    recompute_reliability()
    if reliability_rows() != conduct:
        yield "a recount gives another reliability"


def _rated_rows() -> tuple[list[Any], list[Any]]:
    """All ratings, and all changes of them, as plain values in a fixed order."""
    people = Rating.objects.order_by("person", "board", "pool")
    changes = RatingChange.objects.order_by("game", "board", "number")
    return (
        list(people.values_list("person", "board", "pool", "mu", "sigma", "games")),
        list(changes.values_list("game", "board", "pool", "number", "mu_after", "sigma_after")),
    )


def reliability_rows() -> list[Any]:
    """All records of reliability and their sums as plain values in a fixed order."""
    found = []
    for model in (ReliabilityRecord, ReliabilitySum, OpponentSum):
        names = [field.attname for field in model._meta.concrete_fields if field.name != "id"]
        found += sorted(model._default_manager.values_list(*names), key=repr)
    return found
