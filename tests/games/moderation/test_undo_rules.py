"""Directors are offered to undo what can be undone, and told why the rest cannot."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import time_machine
from django.test import Client

from engine.actions import Draw
from games.absence.substitution import take_seat
from games.leagues.models import Division
from games.leagues.season.registration import register
from games.moderation.games.clock import extend, pause, resume
from games.moderation.games.replacement import decide_replacement
from games.moderation.games.result import void, withdraw_voiding
from games.moderation.games.take_back import take_back
from games.moderation.models import AuditEntry
from games.moderation.seasons.dates import move_season_dates
from games.moderation.seasons.entries import withdraw_player_by_director
from games.people.models import Person
from games.play import play_automatic
from games.tables.models import Game
from tests.fixtures.games import NOW, act
from tests.games.moderation.conftest import DAY, WHY, enter

Browse = Callable[..., Client]
BLIND = Draw("blind")


def page(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def offered(client: Client, url: str) -> list[str]:
    return re.findall(rf'action="({re.escape(url)}undo/\d+/)"', page(client, url))


def number(url: str) -> int:
    return int(url.split("/")[-2])


@pytest.fixture
def url(league_game: Game) -> str:
    return f"/direct/{league_game.code}/"


@pytest.fixture
def directing(browse: Browse, erin: Person) -> Client:
    return browse(erin)


def test_time_for_a_turn_that_is_over_is_not_offered_to_be_taken_back(
    league_game: Game, erin: Person, directing: Client, url: str
) -> None:
    extend(actor=erin, game=league_game, by=DAY, reason=WHY, now=NOW)
    assert len(offered(directing, url)) == 1
    act(league_game, 0, BLIND, BLIND)
    assert not offered(directing, url)
    assert "Cannot be undone: The turns that were given this time are over." in page(directing, url)


def test_time_that_is_used_up_is_not_offered_to_be_taken_back(
    league_game: Game, erin: Person, directing: Client, url: str
) -> None:
    extend(actor=erin, game=league_game, by=DAY, reason=WHY, now=NOW)
    due = league_game.seats.get(number=0).due_at
    assert due is not None
    with time_machine.travel(due - DAY / 2, tick=False):
        assert not offered(directing, url)


def test_a_pause_that_has_ended_or_was_begun_again_is_not_offered_to_be_ended(
    league_game: Game, erin: Person, directing: Client, url: str
) -> None:
    pause(actor=erin, game=league_game, reason=WHY, now=NOW)
    assert len(offered(directing, url)) == 1
    resume(actor=erin, game=league_game, reason=WHY, now=NOW)
    assert not offered(directing, url)
    pause(actor=erin, game=league_game, reason=WHY, now=NOW + DAY)
    latest = AuditEntry.objects.filter(action="pause").latest("pk")
    assert offered(directing, url) == [f"{url}undo/{latest.pk}/"]


def test_a_seat_that_changed_hands_again_is_offered_once(
    league_game: Game, erin: Person, charlie: Person, directing: Client, url: str
) -> None:
    decide_replacement(actor=erin, game=league_game, seat=1, by=charlie, reason=WHY, now=NOW)
    take_seat(game=league_game, seat=1, person=charlie, now=NOW)
    assert len(offered(directing, url)) == 1
    decide_replacement(actor=erin, game=league_game, seat=1, by="random", reason=WHY, now=NOW)
    latest = AuditEntry.objects.latest("pk")
    assert offered(directing, url) == [f"{url}undo/{latest.pk}/"]
    directing.post(f"{url}undo/{latest.pk}/", {"reason": WHY})
    assert league_game.seats.get(number=1).person == charlie
    assert not offered(directing, url)


def test_a_seat_is_not_offered_to_somebody_whose_account_is_closed(
    league_game: Game, erin: Person, bob: Person, directing: Client, url: str
) -> None:
    decide_replacement(actor=erin, game=league_game, seat=1, by="random", reason=WHY, now=NOW)
    Person.objects.filter(pk=bob.pk).update(is_active=False)
    assert not offered(directing, url)
    assert "This account is closed." in page(directing, url)


def test_a_proposal_that_was_withdrawn_is_not_offered_to_be_withdrawn(
    league_game: Game, erin: Person, mona: Person, directing: Client, url: str
) -> None:
    void(actor=erin, game=league_game, reason=WHY, now=NOW)
    assert len(offered(directing, url)) == 1
    withdraw_voiding(actor=mona, game=league_game, reason=WHY, now=NOW)
    assert not offered(directing, url)


def test_dates_that_were_moved_again_are_not_offered_to_be_moved_back(
    division: Division, erin: Person, directing: Client
) -> None:
    season = division.season
    url = "/leagues/club/1/direct/"
    for days in (1, 2):
        dates = {"ends_at": season.ends_at + days * DAY}
        move_season_dates(actor=erin, season=season, dates=dates, reason=WHY, now=NOW)
    latest = AuditEntry.objects.latest("pk")
    assert offered(directing, url) == [f"{url}undo/{latest.pk}/"]
    assert "These dates have been moved again since then." in page(directing, url)
    # An earlier last day leaves a week to play: three days before it nothing can be moved back.
    with time_machine.travel(season.ends_at - 3 * DAY, tick=False):
        assert not offered(directing, url)


def test_a_player_whose_account_is_closed_is_not_offered_to_be_let_back(
    division: Division, erin: Person, alice: Person, bob: Person, directing: Client
) -> None:
    url = "/leagues/club/1/direct/"
    enter(division, alice, bob)
    for person in (alice, bob):
        entry = division.season.entries.get(person=person)
        withdraw_player_by_director(
            actor=erin, season=division.season, entry=entry, reason=WHY, now=NOW
        )
    assert len(offered(directing, url)) == 2
    Person.objects.filter(pk=alice.pk).update(is_active=False)
    assert len(offered(directing, url)) == 1
    division.season.adjudicated_at = NOW
    division.season.save()
    assert not offered(directing, url)


def test_nobody_is_offered_to_let_themselves_back(
    division: Division, erin: Person, mona: Person, directing: Client, browse: Browse
) -> None:
    enter(division, erin)
    entry = division.season.entries.get(person=erin)
    withdraw_player_by_director(
        actor=mona, season=division.season, entry=entry, reason=WHY, now=NOW
    )
    url = "/leagues/club/1/direct/"
    assert not offered(directing, url)
    assert "You cannot make a decision about yourself." in page(directing, url)
    assert len(offered(browse(mona), url)) == 1


def test_all_that_is_offered_works(
    league_game: Game,
    division: Division,
    erin: Person,
    mona: Person,
    charlie: Person,
    directing: Client,
    url: str,
) -> None:
    """One after the other, as long as there is something on the pages."""
    to = league_game.version
    seat = league_game.seats.get(number=0)
    play_automatic(game=league_game, seat=0, decision=seat.decision, now=seat.due_at)
    directing.post(f"{url}excuse/", {"miss": f"0-{seat.decision}", "reason": WHY})
    take_back(actor=erin, game=league_game, to=to, reason=WHY, now=NOW)
    extend(actor=erin, game=league_game, by=DAY, reason=WHY, now=NOW)
    decide_replacement(actor=erin, game=league_game, seat=1, by=charlie, reason=WHY, now=NOW)
    void(actor=erin, game=league_game, reason=WHY, now=NOW)
    register(season=division.season, person=mona, now=NOW)
    pause(actor=erin, game=league_game, reason=WHY, now=NOW)
    dates = {"ends_at": division.season.ends_at + DAY}
    move_season_dates(actor=erin, season=division.season, dates=dates, reason=WHY, now=NOW)
    actions = set()
    for address in (url, "/leagues/club/1/direct/"):
        # What undoes something can be undone in its turn, and so on for ever: once is enough.
        first = set(AuditEntry.objects.filter(undoes=None).values_list("pk", flat=True))
        while found := [one for one in offered(directing, address) if number(one) in first]:
            directing.post(found[0], {"reason": WHY})
            entry = AuditEntry.objects.get(pk=number(found[0]))
            assert hasattr(entry, "undone_by"), entry.action
            actions.add(entry.action)
    assert actions == {
        "pause", "extend", "replace", "propose_void", "take_back", "excuse", "move_dates",
    }  # fmt: skip
