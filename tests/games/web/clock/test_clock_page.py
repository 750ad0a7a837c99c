"""The clock of a game as a page: deadlines, banks, votes, and the ledger."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine

from engine.actions import Draw
from games.absence.vacations import plan_vacation
from games.clock.actions.game_clock import pause_game
from games.clock.core.terms import Terms
from games.tables.models import Game, Seat
from games.votes.models import Vote
from tests.fixtures.games import NOW, act, keep_all
from tests.games.forms import form_with

DAY = timedelta(days=1)


@pytest.fixture
def game(begin, alice, bob, charlie) -> Game:
    game = begin(alice, bob, charlie, bank_hours=48, bank_add_hours=4, bank_cap_hours=72)
    keep_all(game, 0, 1, 2)
    return game


def text(client, game: Game, page: str = "clock/") -> str:
    return re.sub(r"\s+", " ", client.get(f"/games/{game.code}/{page}").content.decode())


def test_it_shows_when_who_is_due_and_what_is_in_the_banks(game, browse, bob) -> None:
    page = text(browse(bob), game)
    assert "3 days per turn, a time bank of 2 days; each move adds 4 hours, up to 3 days" in page
    assert "until Thu 26 Nov. 12:30 CET" in page
    assert "in use from Tue 24 Nov. 08:30 CET" in page
    assert page.count("2 days 4 hours") >= 3


def test_it_shows_which_plans_players_may_give(begin, browse, alice, bob) -> None:
    game = begin(alice, bob, plans="all", plan_pace="half-day")
    assert "3 days per turn. All plans, which move after 3 to 12 hours." in text(browse(bob), game)


def test_the_ledger_can_be_read_by_who_may_see_the_game(game, browse, dana) -> None:
    act(game, 0, Draw("blind"), Draw("blind"), now=NOW + 3 * DAY + timedelta(hours=10))
    for client in (browse(), browse(dana)):
        page = text(client, game)
        assert "2 days 4 hours → 1 day 22 hours" in page
        assert "turn began" in page
    Game.objects.update(public=False)
    assert browse(dana).get(f"/games/{game.code}/clock/").status_code == 404


def test_a_long_ledger_has_pages(game, browse, alice) -> None:
    for turn in range(30):
        act(game, turn % 3, Draw("blind"), now=NOW)
        act(game, turn % 3, Draw("blind"), now=NOW)
    page = text(browse(alice), game)
    assert 'href="?page=2"' in page
    assert 'href="?page=1"' in text(browse(alice), game, "clock/?page=2")
    assert browse(alice).get(f"/games/{game.code}/clock/?page=x").status_code == 200


def test_the_page_of_the_game_tells_bank_pause_and_absence(game, browse, alice, bob) -> None:
    page = text(browse(alice), game, "")
    assert "2 days 4 hours in your time bank" in page
    assert "your time bank starts to run on Tue 24 Nov. 08:30 CET" in page
    plan_vacation(person=bob, first=NOW.date(), last=NOW.date() + DAY, now=NOW)
    assert "away until Mon 23 Nov. 00:00 CET" in text(browse(alice), game, "")
    assert "You are on vacation until Mon 23 Nov. 00:00 CET" in text(browse(bob), game, "")
    pause_game(game=game, actor="director", resume_at=NOW + 5 * DAY, now=NOW)
    page = text(browse(alice), game, "")
    assert "The game is paused and resumes on Thu 26 Nov. 08:30 CET" in page
    home = re.sub(r"\s+", " ", browse(alice).get("/").content.decode())
    assert "Paused until Thu 26 Nov. 08:30 CET" in home


def test_a_vacation_changes_the_page_for_browsers_that_have_it(game, browse, alice, bob) -> None:
    client = browse(alice)
    url = f"/games/{game.code}/"
    client.get(url)
    tag = client.get(url)["ETag"]
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
    plan_vacation(person=bob, first=NOW.date(), last=NOW.date() + DAY, now=NOW)
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_a_pause_is_proposed_and_voted_on(game, browse, alice, bob, charlie) -> None:
    url = f"/games/{game.code}/clock/"
    page = browse(alice).post(f"{url}propose/", {"kind": "pause", "days": "7"}, follow=True)
    assert "Your proposal has been made." in page.content.decode()
    vote = Vote.objects.get()
    assert "Alice proposes: pause the game for 7 days" in text(browse(bob), game)
    assert "A proposal is waiting for your vote." in text(browse(bob), game, "")
    assert "A proposal is waiting for your vote." not in text(browse(alice), game, "")
    for person in (bob, charlie):
        client = browse(person)
        page = client.post(f"{url}votes/{vote.pk}/", {"answer": "yes"}, follow=True)
    assert "Everybody has agreed: the proposal is accepted." in page.content.decode()
    game.refresh_from_db()
    assert game.paused_at == NOW


def test_another_clock_is_chosen_in_the_form(game, browse, alice) -> None:
    url = f"/games/{game.code}/clock/propose/"
    form = {"kind": "clock", "days_per_turn": "5", "bank": "none", "weekends_off": "on"}
    browse(alice).post(url, form)
    assert "play on with another clock: 5 days per turn, weekends do not count" in text(
        browse(alice), game
    )


def test_hours_are_chosen_in_the_form(game, browse, alice) -> None:
    form = {"kind": "clock", "days_per_turn": "4h", "evening_minutes": "10", "bank": "none"}
    browse(alice).post(f"/games/{game.code}/clock/propose/", form)
    page = text(browse(alice), game)
    assert (
        "another clock: 4 hours per turn, nights (22:00 to 8:00) do not count, "
        "10 minutes while everybody is at the page" in page
    )


def test_a_clock_that_no_choice_of_the_form_has_stays_but_for_what_is_changed(
    game, browse, alice
) -> None:
    odd = {"days_per_turn": 4, "bank_hours": 30, "bank_add_hours": 3, "bank_cap_hours": 90}
    Game.objects.filter(pk=game.pk).update(**odd)
    page = text(browse(alice), game)
    form = form_with(page, "days_per_turn")
    browse(alice).post(form.action, {**form.sent, "weekends_off": "on"})
    assert Vote.objects.get().data == {**Terms(**odd).as_data(), "weekends_off": True}


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"kind": "coup"},
        {"kind": "pause"},
        {"kind": "pause", "days": "99999999"},
        {"kind": "clock", "days_per_turn": "x"},
        {"kind": "replace", "seat": "1", "by": "open"},
        {"kind": "replace", "seat": "x"},
        {"kind": "replace", "seat": "1", "by": "bot"},
    ],
)
def test_a_form_that_makes_no_sense_is_answered_with_a_sentence(game, browse, alice, form) -> None:
    answer = browse(alice).post(f"/games/{game.code}/clock/propose/", form, follow=True)
    assert answer.status_code == 200
    assert "alert-bad" in answer.content.decode()
    assert not Vote.objects.exists()


@pytest.mark.parametrize(
    ("chosen", "rank"), [("level-3", "Signaller"), ("level-5", "Stationmaster")]
)
def test_one_opponent_alone_does_not_choose_the_bot_that_plays_on(
    begin, browse, alice, bob, chosen, rank
) -> None:
    game = begin(alice, bob, **({} if chosen == "level-3" else {"replacement_bot": chosen}))
    game.seats.filter(number=1).update(missed=3)
    client, url = browse(alice), f"/games/{game.code}/clock/propose/"
    assert f"substitute or this bot: {rank} (" in text(client, game)
    for weak in ("random", "level-1"):
        client.post(url, {"kind": "replace", "seat": "1", "by": weak})
        assert not Vote.objects.exists()
    client.post(url, {"kind": "replace", "seat": "1", "by": "bot"})
    assert game.seats.get(number=1).bot == chosen


def test_only_players_are_offered_to_propose(game, browse, alice, dana) -> None:
    assert "Propose a pause" in text(browse(alice), game)
    assert "Propose a pause" not in text(browse(dana), game)
    browse(dana).post(f"/games/{game.code}/clock/propose/", {"kind": "pause", "days": "7"})
    assert not Vote.objects.exists()


def test_no_get_votes(game, browse, alice, bob) -> None:
    browse(alice).post(f"/games/{game.code}/clock/propose/", {"kind": "pause", "days": "7"})
    url = f"/games/{game.code}/clock/votes/{Vote.objects.get().pk}/"
    assert browse(bob).get(url, {"answer": "no"}).status_code == 405


def test_who_has_been_silent_can_be_put_to_the_vote(game, browse, alice, bob, dana) -> None:
    assert "has not moved for a long time" not in text(browse(alice), game)
    Seat.objects.filter(game=game, number=1).update(missed=3)
    page = text(browse(alice), game)
    assert "Bob has not moved for a long time" in page
    assert "3 automatic moves in a row" in page
    assert "has not moved for a long time" not in text(browse(bob), game)


def test_a_game_that_is_over_keeps_its_ledger(game, browse, alice) -> None:
    Game.objects.update(status="void")
    page = text(browse(alice), game)
    assert "turn began" in page
    assert "Turns and deadlines" not in page


def test_the_policy_stands_before_joining(browse, alice, bob) -> None:
    form = {
        "board": "usa", "seats": "3", "bots": "0", "bot": "planner", "days_per_turn": "2",
        "bank": "large", "vacation_allowed": "on", "auto_vacation_days": "7",
        "replace_after": "5", "public": "yes", "teams": "chance",
    }  # fmt: skip
    browse(alice).post("/lobby/new/", form)
    game = Game.objects.get()
    assert (game.bank_hours, game.auto_vacation_days, game.replace_after) == (120, 7, 5)
    for address in ("/lobby/", f"/games/{game.code}/join/"):
        page = browse(bob).get(address).content.decode()
        assert "a time bank of 5 days; each move adds 8 hours, up to 10 days" in page
        assert "Then a vacation of up to 7 days begins for you" in page
        assert "After 5 automatic moves in a row the others may vote" in page


def test_deadlines_are_those_of_the_readers_zone(game, browse, bob) -> None:
    bob.timezone = "America/New_York"
    bob.save()
    with time_machine.travel(NOW, tick=False):
        assert "until Thu 26 Nov. 06:30 EST" in text(browse(bob), game)
