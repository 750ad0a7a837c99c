"""Pairs that registered together rise and fall together."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.leagues.models import Entry, EntryStatus, Partners, Season, SeasonGame
from games.leagues.rules.promotion import Outcome
from games.leagues.season.plan import game_kind
from games.leagues.season.registration import choose_partner, register
from games.leagues.season.runner import run_season
from games.leagues.season.withdrawal import withdraw
from games.tables.models import Game, GameStatus
from tests.games.leagues.conftest import CLOSES, DAY, OPENS, STARTS, Crowd, a_plan

Announced = Callable[..., Season]
TEAMS = game_kind("team-asia", [4], 1)
ALONE = game_kind("usa", [4], 1)


def paired(announced: Announced, crowd: Crowd, count: int, **plan: object) -> Season:
    """A season of pairs in two divisions of four, begun; the first two are a pair, and so on."""
    season = announced(a_plan(**{"kinds": [TEAMS], "partners": Partners.FIXED, **plan}))
    people = crowd(count)
    for one, other in zip(people[::2], people[1::2], strict=True):
        register(season=season, person=one, now=OPENS)
        register(season=season, person=other, partner=one.name, now=OPENS)
        choose_partner(season=season, person=one, partner=other.name, now=OPENS)
    run_season(season=season, now=STARTS)
    return season


def finish_by_entry(drawn: SeasonGame, scores: Mapping[int, int]) -> None:
    """Let a game be over; a side scores what the entries of its seats have together."""
    sides: dict[int, list[int]] = {}
    total: dict[int, int] = {}
    for seat in drawn.seats.order_by("number"):
        side = seat.number if seat.team is None else seat.team
        sides.setdefault(side, []).append(seat.number)
        total[side] = total.get(side, 0) + scores[seat.entry_id]
    Game.objects.filter(pk=drawn.game_id).update(
        status=GameStatus.FINISHED,
        ended_at=STARTS + DAY,
        result={
            "reason": "final round",
            "scores": [
                {
                    "seats": seats,
                    "place": 1 + sum(other > total[side] for other in total.values()),
                    "total": total[side],
                    "completed": 0,
                }
                for side, seats in sides.items()
            ],
        },
    )


def finish_all(season: Season) -> None:
    """Who has the lower number scores more, in every game."""
    for drawn in SeasonGame.objects.filter(division__season=season):
        finish_by_entry(drawn, {seat.entry_id: 900 - seat.entry_id for seat in drawn.seats.all()})
    run_season(season=season, now=STARTS + DAY)


def tiers(season: Season) -> list[tuple[str, str]]:
    """What became of each pair: the outcomes of both."""
    entries = season.entries.select_related("partner").order_by("pk")
    return [
        (entry.outcome, entry.partner.outcome)
        for entry in entries
        if entry.partner and entry.partner.partner_id == entry.pk and entry.pk < entry.partner.pk
    ]


def test_both_of_a_pair_go_up_and_both_go_down_also_where_one_place_leads_there(
    announced: Announced, crowd: Crowd
) -> None:
    season = paired(announced, crowd, 8)
    finish_all(season)
    assert tiers(season) == [
        (Outcome.STAYS, Outcome.STAYS),
        (Outcome.RELEGATED, Outcome.RELEGATED),
        (Outcome.PROMOTED, Outcome.PROMOTED),
        (Outcome.STAYS, Outcome.STAYS),
    ]


def test_pairs_whose_members_stand_apart_go_where_their_places_together_put_them(
    announced: Announced, crowd: Crowd
) -> None:
    """Alone, the best of division 2 belongs to the pair that is worse together."""
    season = paired(announced, crowd, 8, kinds=[TEAMS, ALONE], relegate=0)
    lower = list(season.divisions.get(tier=2).entries.order_by("pk"))
    scores = dict(zip([entry.pk for entry in lower], [100, 0, 60, 50], strict=True))
    for drawn in SeasonGame.objects.filter(division__season=season):
        known = {seat.entry_id: scores.get(seat.entry_id, 1) for seat in drawn.seats.all()}
        if drawn.board == "team-asia":
            known = {pk: 5 if pk in (lower[2].pk, lower[3].pk) else 1 for pk in known}
        finish_by_entry(drawn, known)
    run_season(season=season, now=STARTS + DAY)
    outcomes = [Entry.objects.get(pk=entry.pk).outcome for entry in lower]
    assert outcomes == [Outcome.STAYS, Outcome.STAYS, Outcome.PROMOTED, Outcome.PROMOTED]


def test_who_was_paired_by_lot_is_a_pair_too(announced: Announced, crowd: Crowd) -> None:
    season = announced(a_plan([TEAMS], partners=Partners.FIXED))
    for person in crowd(8):
        register(season=season, person=person, now=OPENS)
    run_season(season=season, now=CLOSES)
    run_season(season=season, now=STARTS)
    finish_all(season)
    assert len(tiers(season)) == 4
    assert all(one == other for one, other in tiers(season))
    assert {one for one, _other in tiers(season)} == {"promoted", "relegated", "stays"}


def test_the_partner_of_a_substitute_goes_up_alone_and_who_left_goes_down_alone(
    announced: Announced, crowd: Crowd
) -> None:
    season = paired(announced, crowd, 8)
    [late] = crowd(1)
    register(season=season, person=late, now=STARTS)
    best = season.divisions.get(tier=2).entries.order_by("pk")[1]
    assert best.person
    withdraw(season=season, person=best.person, now=STARTS)
    finish_all(season)
    comes = Entry.objects.get(person=late)
    best.refresh_from_db()
    mate = Entry.objects.get(pk=best.partner_id)
    assert comes.partner == mate
    assert (mate.outcome, comes.outcome, comes.tier) == (Outcome.PROMOTED, "", None)
    assert (best.status, best.outcome, best.tier) == (EntryStatus.WITHDRAWN, Outcome.LEFT, 2)
    assert tiers(season).count((Outcome.RELEGATED, Outcome.RELEGATED)) == 1
