"""Directors move and add players, merge and split divisions until the games begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.common.errors import Refused
from games.leagues.models import Division, Entry, EntryStatus, Season, SeasonGame, SeasonSeat
from games.leagues.season.draw_check import check_draw
from games.leagues.season.draw_preview import preview_draw
from games.leagues.season.plan import game_kind
from games.leagues.season.rearrange import arrangement
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.leagues.season.withdrawal import withdraw
from games.moderation.models import AuditEntry
from games.moderation.roles import NotAllowed
from games.moderation.seasons.divisions import (
    add_player,
    merge_divisions,
    move_player,
    split_division,
)
from games.moderation.second_voice import confirm, is_second_voice
from games.people.models import Person
from tests.fixtures.mail import Inbox, text_of
from tests.games.leagues.conftest import CLOSES, DAY, OPENS, STARTS, Crowd, a_plan
from tests.games.leagues.season.test_fixed_pairs import Announced, paired

Registered = Callable[..., Season]
WHY = "We agreed on it at the club."
BETWEEN = CLOSES + DAY


@pytest.fixture
def season(registered: Registered) -> Season:
    """Twelve have registered for divisions of four."""
    return registered(12, a_plan([game_kind("usa", [2, 3], 2)]))


@pytest.fixture
def drawn(season: Season) -> Season:
    run_season(season=season, now=CLOSES)
    season.refresh_from_db()
    return season


@pytest.fixture
def decide(director: Person) -> Callable[..., AuditEntry | None]:
    """Take a decision as it is offered at this moment."""

    def take(service: Any, season: Season, **options: Any) -> AuditEntry | None:
        season.refresh_from_db()
        options = {"seen": arrangement(season), "now": BETWEEN, "actor": director, **options}
        entry: AuditEntry | None = service(season=season, reason=WHY, **options)
        season.refresh_from_db()
        return entry

    return take


@pytest.fixture
def between() -> Iterator[None]:
    """The divisions are drawn, and no game has begun."""
    with time_machine.travel(BETWEEN):
        yield


Decide = Callable[..., AuditEntry | None]


def sizes(season: Season) -> list[int]:
    divisions = season.divisions.order_by("tier")
    return [one.entries.filter(status=EntryStatus.PLAYING).count() for one in divisions]


def of(season: Season, tier: int) -> Entry:
    return season.entries.filter(division__tier=tier).earliest("strength")


def tables(season: Season, tier: int) -> list[Any]:
    seats = SeasonSeat.objects.filter(season_game__division__tier=tier)
    return list(seats.order_by("season_game__number", "number").values_list("entry", "team"))


def passes(season: Season) -> bool:
    checks = check_draw(season)
    return bool(checks) and all(check.passed for check in checks)


def test_a_move_before_the_draw_is_in_the_preview_and_in_the_draw(
    season: Season, decide: Decide
) -> None:
    last = season.entries.latest("pk")
    entry = decide(move_player, season, entry=last, tier=1, now=OPENS + DAY)
    assert entry is not None
    assert (entry.action, entry.subject) == ("move_player", last.person)
    preview = preview_draw(season, OPENS + DAY)
    assert [division.players for division in preview.divisions] == [5, 4, 3]
    assert preview.divisions[0].names[-1] == last.person.name
    run_season(season=season, now=CLOSES)
    season.refresh_from_db()
    assert sizes(season) == [5, 4, 3]
    last.refresh_from_db()
    assert last.division is not None
    assert last.division.tier == 1
    assert passes(season)


def test_a_change_that_no_longer_fits_at_the_draw_is_left_out_and_shown(
    season: Season, decide: Decide, director: Person
) -> None:
    decide(merge_divisions, season, tier=2, now=OPENS + DAY)
    assert [one.players for one in preview_draw(season, OPENS + DAY).divisions] == [4, 8]
    for entry in season.entries.order_by("-pk")[:8]:
        assert entry.person is not None
        withdraw(season=season, person=entry.person, now=OPENS + DAY)
    assert preview_draw(season, OPENS + DAY).left_out == [1]
    run_season(season=season, now=CLOSES)
    season.refresh_from_db()
    assert sizes(season) == [4]
    assert passes(season)
    assert preview_draw(season, CLOSES).left_out == [1]
    page = Client()
    page.force_login(director)
    shown = page.get("/leagues/night-club/1/direct/").content.decode()
    assert "The draw cannot take one decision" in shown


def test_after_the_draw_the_two_divisions_are_drawn_again_and_no_other(
    drawn: Season, decide: Decide
) -> None:
    before = [tables(drawn, tier) for tier in (1, 2, 3)]
    moved = of(drawn, 1)
    entry = decide(move_player, drawn, entry=moved, tier=2)
    assert entry is not None
    assert entry.data["drawn_again"] == [1, 2]
    assert sizes(drawn) == [3, 5, 4]
    assert tables(drawn, 3) == before[2]
    assert moved.pk in {pk for pk, _team in tables(drawn, 2)}
    assert passes(drawn)


def test_every_way_of_changing_divisions_can_be_repeated(
    drawn: Season, decide: Decide, crowd: Crowd
) -> None:
    late = register(season=drawn, person=crowd(1)[0], now=CLOSES)
    decide(add_player, drawn, entry=late, tier=3)
    assert sizes(drawn) == [4, 4, 5]
    assert passes(drawn)
    decide(merge_divisions, drawn, tier=1)
    assert sizes(drawn) == [8, 5]
    assert passes(drawn)
    decide(split_division, drawn, tier=1)
    assert sizes(drawn) == [4, 4, 5]
    assert passes(drawn)
    run_season(season=drawn, now=STARTS)
    drawn.refresh_from_db()
    assert drawn.started_at is not None
    assert passes(drawn)
    games = SeasonGame.objects.filter(division__season=drawn)
    assert {game.division.tier for game in games if game.game is not None} == {1, 2, 3}


def test_another_entry_in_the_place_of_one_is_found(drawn: Season, decide: Decide) -> None:
    decide(merge_divisions, drawn, tier=1)
    one, other = of(drawn, 1), of(drawn, 2)
    for entry, division, strength in (
        (one, other.division, other.strength),
        (other, one.division, one.strength),
    ):
        Entry.objects.filter(pk=entry.pk).update(division=division, strength=strength)
    assert not passes(drawn)


def test_who_has_left_is_not_drawn_again_and_who_took_over_is_a_member(
    drawn: Season, decide: Decide, crowd: Crowd
) -> None:
    late = register(season=drawn, person=crowd(1)[0], now=CLOSES)
    replaced, gone = drawn.entries.filter(division__tier=1).order_by("strength")[:2]
    for entry in (replaced, gone):
        withdraw(season=drawn, person=entry.person, now=CLOSES)
    late.refresh_from_db()
    assert late.substitute_for == replaced
    decide(merge_divisions, drawn, tier=1)
    late.refresh_from_db()
    assert (late.substitute_for, late.strength) == (None, 1)
    assert sizes(drawn) == [7, 4]
    seated = {pk for pk, _team in tables(drawn, 1)}
    assert late.pk in seated
    assert seated.isdisjoint({replaced.pk, gone.pk})
    assert passes(drawn)


def test_pairs_that_stay_together_are_exchanged_together(
    announced: Announced, crowd: Crowd, decide: Decide
) -> None:
    season = paired(announced, crowd, 16, division_size=8, starts_at=STARTS + DAY)
    moved, back = of(season, 1), of(season, 2)
    with pytest.raises(Refused, match="6 players cannot each play"):
        decide(move_player, season, entry=moved, tier=2)
    with pytest.raises(Refused, match="other player is not in that division"):
        decide(move_player, season, entry=moved, tier=2, exchange=moved.partner)
    decide(move_player, season, entry=moved, tier=2, exchange=back)
    assert sizes(season) == [8, 8]
    for entry, tier in ((moved, 2), (moved.partner, 2), (back, 1), (back.partner, 1)):
        assert entry is not None
        entry.refresh_from_db()
        assert entry.division is not None
        assert entry.division.tier == tier
    assert moved.partner is not None
    assert moved.partner.partner == moved
    assert passes(season)


def test_players_and_the_person_concerned_read_who_decided_and_why(
    drawn: Season, decide: Decide, alice: Person, inbox: Inbox
) -> None:
    moved = of(drawn, 1)
    Entry.objects.filter(pk=moved.pk).update(person=alice)
    inbox(at=BETWEEN)
    decide(move_player, drawn, entry=moved, tier=3)
    [mail] = inbox(alice, at=BETWEEN)
    words = (
        "You were moved to division 3. These divisions were drawn again: 1, 3.",
        "Decided by: Erin (director).",
        WHY,
    )
    for text in words:
        assert text in text_of(mail)
    reader = Client()
    reader.force_login(alice)
    page = reader.get("/leagues/night-club/1/decisions/").content.decode()
    assert WHY in page
    page = reader.get("/leagues/night-club/1/").content.decode()
    assert "Directors changed the divisions after the announcement." in page
    assert f"move {moved.pk} to 3" in Client().get("/leagues/night-club/1/draw/").content.decode()


def test_two_directors_who_decide_the_same_at_once_do_it_once(
    drawn: Season, decide: Decide, mona: Person
) -> None:
    seen = arrangement(drawn)
    assert decide(merge_divisions, drawn, tier=1, seen=seen) is not None
    assert decide(merge_divisions, drawn, tier=1, seen=seen, actor=mona) is None
    assert sizes(drawn) == [8, 4]
    with pytest.raises(Refused, match="have changed in the meantime"):
        decide(split_division, drawn, tier=1, seen=seen, actor=mona)
    assert AuditEntry.objects.count() == 1


def test_a_form_from_before_the_draw_decides_nothing_after_it(
    season: Season, decide: Decide
) -> None:
    seen = arrangement(season)
    run_season(season=season, now=CLOSES)
    with pytest.raises(Refused, match="have changed in the meantime"):
        decide(merge_divisions, season, tier=1, seen=seen)


def test_a_division_of_a_size_that_cannot_be_played_is_refused(
    drawn: Season, decide: Decide, registered: Registered
) -> None:
    for _once in range(2):
        decide(move_player, drawn, entry=of(drawn, 3), tier=2)
    with pytest.raises(Refused, match="more than there are players: 1"):
        decide(move_player, drawn, entry=of(drawn, 3), tier=2)
    with pytest.raises(Refused, match="would have 10 players"):
        decide(merge_divisions, drawn, tier=1)
    with pytest.raises(Refused, match="2 players cannot be split"):
        decide(split_division, drawn, tier=3)
    with pytest.raises(Refused, match="no longer such a division"):
        decide(merge_divisions, drawn, tier=3)
    with pytest.raises(Refused, match="in that division already"):
        decide(move_player, drawn, entry=of(drawn, 3), tier=3)
    assert sizes(drawn) == [4, 6, 2]
    assert passes(drawn)


def test_nobody_is_added_who_does_not_wait_for_games(
    drawn: Season, decide: Decide, crowd: Crowd
) -> None:
    late = register(season=drawn, person=crowd(1)[0], now=CLOSES)
    Entry.objects.filter(pk=late.pk).update(stands_by=False)
    for entry in (late, of(drawn, 1)):
        with pytest.raises(Refused, match="reserve list who take over"):
            decide(add_player, drawn, entry=entry, tier=2)


def test_who_has_left_is_not_moved(drawn: Season, decide: Decide) -> None:
    gone = of(drawn, 1)
    assert gone.person is not None
    withdraw(season=drawn, person=gone.person, now=CLOSES)
    with pytest.raises(Refused, match="no longer in the season"):
        decide(move_player, drawn, entry=gone, tier=2)


def test_before_the_draw_late_players_are_admitted_instead(season: Season, decide: Decide) -> None:
    with pytest.raises(Refused, match="not been drawn yet"):
        decide(add_player, season, entry=season.entries.first(), tier=1)


def test_divisions_stay_as_they_are_before_the_announcement_and_from_the_first_day_on(
    drawn: Season, decide: Decide
) -> None:
    with pytest.raises(Refused, match="between the announcement and the first day"):
        decide(merge_divisions, drawn, tier=1, now=STARTS)
    run_season(season=drawn, now=STARTS)
    with pytest.raises(Refused, match="between the announcement and the first day"):
        decide(merge_divisions, drawn, tier=1)
    Season.objects.update(announced_at=None, started_at=None)
    with pytest.raises(Refused, match="between the announcement"):
        decide(merge_divisions, drawn, tier=1)


@pytest.mark.usefixtures("between")
def test_a_director_who_loses_the_role_with_the_form_open_decides_nothing(
    drawn: Season, director: Person
) -> None:
    client = Client()
    client.force_login(director)
    form = {"tier": "1", "seen": arrangement(drawn), "reason": WHY}
    assert "Merge two divisions" in client.get("/leagues/night-club/1/direct/").content.decode()
    drawn.league.directors.remove(director)
    assert client.post("/leagues/night-club/1/direct/merge/", form).status_code == 404
    assert sizes(drawn) == [4, 4, 4]
    drawn.league.directors.add(director)
    assert client.post("/leagues/night-club/1/direct/merge/", form).status_code == 302
    assert sizes(drawn) == [8, 4]


def test_a_director_who_plays_in_any_division_needs_a_second_voice(
    drawn: Season, decide: Decide, director: Person, mona: Person
) -> None:
    Entry.objects.filter(pk=of(drawn, 3).pk).update(person=director)
    proposal = decide(move_player, drawn, entry=of(drawn, 1), tier=2)
    assert proposal is not None
    assert proposal.action == "propose"
    assert sizes(drawn) == [4, 4, 4]
    assert not is_second_voice(director, proposal)
    confirm(actor=mona, proposal=proposal, reason=WHY, now=BETWEEN)
    assert sizes(drawn) == [3, 5, 4]
    with pytest.raises(Refused, match="about yourself"):
        decide(move_player, drawn, entry=of(drawn, 3), tier=2)


def test_nobody_else_changes_divisions(drawn: Season, decide: Decide) -> None:
    player = of(drawn, 1).person
    with pytest.raises(NotAllowed, match="Only a director of Night Club"):
        decide(merge_divisions, drawn, tier=1, actor=player)


@pytest.mark.usefixtures("between")
def test_the_page_of_directors_takes_as_many_queries_for_many_players_as_for_few(
    registered: Registered, director: Person, crowd: Crowd
) -> None:
    season = registered(8, a_plan([game_kind("usa", [2, 3], 2)]))
    run_season(season=season, now=CLOSES)
    client = Client()
    client.force_login(director)

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert client.get("/leagues/night-club/1/direct/").status_code == 200
        return len(caught)

    queries()
    few = queries()
    for tier in range(3, 9):
        Division.objects.create(season=season, tier=tier)
    for person in crowd(20):
        late = register(season=season, person=person, now=CLOSES)
        Entry.objects.filter(pk=late.pk).update(
            status=EntryStatus.PLAYING, division=of(season, 1).division, strength=late.pk + 100
        )
    assert queries() == few
