"""The pages of directors, through HTTP: who gets in, what they do, what they show."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from engine.actions import Draw
from games import log
from games.leagues.models import Division
from games.log.models import Event
from games.moderation.models import AuditEntry
from games.moderation.reports import report_message
from games.people.models import Person
from games.people.sanctions import Sanction
from games.play import play_automatic
from games.tables.models import Game
from games.talk.messages import post_message
from tests.fixtures.games import NOW, act
from tests.fixtures.mail import Inbox, text_of
from tests.games.moderation.conftest import DAY, WHY, enter

BLIND = Draw("blind")


@pytest.fixture
def played(league_game: Game) -> Game:
    act(league_game, 0, BLIND, BLIND)
    league_game.refresh_from_db()
    return league_game


@pytest.fixture
def directing(browse, erin: Person) -> Client:
    return browse(erin)


def text(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, url
    return answer.content.decode()


def turn_of_alice(game: Game) -> int:
    return Event.objects.filter(game=game, type="game.turn_started").first().seq


FORMS = {
    "nudge": {},
    "extend": {"hours": "24", "seat": ""},
    "pause": {"until": ""},
    "warn": {"seat": "1"},
    "replace": {"seat": "1", "by": "planner"},
    "adjudicate": {"place-0": "2", "place-1": "1"},
    "void": {},
}


@pytest.mark.parametrize("key", FORMS)
def test_each_form_of_the_page_does_what_it_says(key, played: Game, directing: Client) -> None:
    url = f"/direct/{played.code}/"
    assert f'action="{url}{key}/"' in text(directing, url)
    answer = directing.post(f"{url}{key}/", {**FORMS[key], "reason": WHY}, follow=True)
    assert answer.status_code == 200
    assert "audit log" in answer.content.decode()
    action = {"void": "propose_void", "adjudicate": "propose_adj"}.get(key, key)
    assert AuditEntry.objects.get().action == action
    assert key == "warn" or WHY in answer.content.decode()


@pytest.mark.parametrize("key", FORMS)
def test_a_form_without_a_reason_comes_back_with_what_is_missing(
    key, played: Game, directing: Client
) -> None:
    answer = directing.post(f"/direct/{played.code}/{key}/", FORMS[key])
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert not AuditEntry.objects.exists()


def test_a_missed_turn_is_excused_and_a_pause_is_undone(played: Game, directing: Client) -> None:
    url = f"/direct/{played.code}/"
    seat = played.seats.get(number=1)
    play_automatic(game=played, seat=1, decision=seat.decision, now=seat.due_at)
    directing.post(f"{url}excuse/", {"miss": f"1-{seat.decision}", "reason": WHY})
    directing.post(f"{url}pause/", {"reason": WHY})
    played.refresh_from_db()
    assert played.paused_at == NOW
    found = re.search(rf'action="({url}undo/\d+/)"', text(directing, url))
    assert found
    directing.post(found[1], {"reason": "Over."})
    played.refresh_from_db()
    assert played.paused_at is None
    assert [entry.action for entry in AuditEntry.objects.all()] == ["resume", "pause", "excuse"]


def test_a_take_back_is_shown_before_it_is_done(played: Game, directing: Client) -> None:
    to = turn_of_alice(played)
    url = f"/direct/{played.code}/take-back/"
    page = text(directing, f"{url}?to={to}")
    assert "Alice drew a card from the deck" in page or "deck" in page
    assert "6 → 4" in page
    assert played.version == Game.objects.get(pk=played.pk).version
    directing.post(url, {"to": to, "reason": WHY})
    assert log.load(Game.objects.get(pk=played.pk)).pending == {0: "turn"}


def test_a_take_back_to_nowhere_is_refused(played: Game, directing: Client) -> None:
    for to in ("-1", "x", "99999", ""):
        answer = directing.post(
            f"/direct/{played.code}/take-back/", {"to": to, "reason": WHY}, follow=True
        )
        assert "cannot go back to that point" in answer.content.decode()
    assert not AuditEntry.objects.exists()


def test_what_was_taken_back_is_posted_to_each_player_as_far_as_they_may_know(
    played: Game, directing: Client, browse, alice: Person, bob: Person
) -> None:
    directing.post(
        f"/direct/{played.code}/take-back/", {"to": turn_of_alice(played), "reason": WHY}
    )
    url = f"/games/{played.code}/decisions/"
    assert "You gave back:" in text(browse(alice), url)
    for reader in (bob, None):
        page = text(browse(reader), url)
        assert WHY in page
        assert "6 → 4" in page
        assert "You gave back:" not in page


def test_the_game_links_to_decisions_only_where_there_are_any_to_read(
    played: Game, directing: Client, browse, alice: Person, mona: Person
) -> None:
    game, decisions = f"/games/{played.code}/", f"/games/{played.code}/decisions/"
    assert decisions not in text(browse(alice), game)
    browse(mona).post(f"/direct/{played.code}/look/", {"reason": WHY})
    assert decisions not in text(browse(alice), game)
    directing.post(f"/direct/{played.code}/pause/", {"reason": WHY})
    assert decisions in text(browse(alice), game)


def test_a_look_is_written_down_and_shown_when_the_game_is_over(
    played: Game, directing: Client, browse, alice: Person, mona: Person
) -> None:
    url = f"/direct/{played.code}/"
    assert browse(mona).get(f"{url}look/").status_code == 405
    page = browse(mona).post(f"{url}look/", {"reason": WHY})
    assert page.headers["Cache-Control"] == "no-store"
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor.name) == ("look", "Mona")
    decisions = f"/games/{played.code}/decisions/"
    assert "Mona" not in text(browse(alice), decisions)
    for browser in (directing, browse(mona)):
        browser.post(f"{url}adjudicate/", {"place-0": "1", "place-1": "2", "reason": "Done."})
    after = text(browse(alice), decisions)
    assert "moderator Mona" in after
    assert WHY in after


def test_a_look_without_a_reason_shows_nothing(played: Game, browse, mona: Person) -> None:
    answer = browse(mona).post(f"/direct/{played.code}/look/", {"reason": " "})
    assert answer.status_code == 422
    assert "been recorded. The players" not in answer.content.decode()
    assert not AuditEntry.objects.exists()


def test_a_director_is_not_offered_a_look(played: Game, directing: Client) -> None:
    url = f"/direct/{played.code}/"
    assert f"{url}look/" not in text(directing, url)
    answer = directing.post(f"{url}look/", {"reason": WHY})
    assert answer.status_code == 403
    assert not AuditEntry.objects.exists()


def test_a_season_is_extended_after_a_look_at_every_deadline(
    played: Game, division: Division, directing: Client, alice: Person
) -> None:
    before = played.seats.get(number=1).due_at
    url = f"/leagues/club/{division.season.number}/extend/"
    page = text(directing, f"{url}?hours=48")
    assert played.code in page
    assert "Bob" in page
    assert played.seats.get(number=1).due_at == before
    form = {"hours": "48", "key": "once", "reason": WHY}
    for _twice in range(2):
        directing.post(url, form)
    assert played.seats.get(number=1).due_at == before + 2 * DAY
    ends = division.season.ends_at
    division.season.refresh_from_db()
    assert division.season.ends_at == ends + 2 * DAY
    assert AuditEntry.objects.filter(action="extend_season").count() == 2


def test_who_gives_more_time_to_a_season_in_which_they_play_is_seen_to(
    played: Game, division: Division, directing: Client, erin: Person, browse, alice: Person
) -> None:
    enter(division, erin)
    directing.post("/leagues/club/1/extend/", {"hours": "48", "key": "once", "reason": WHY})
    for url in ("/leagues/club/1/decisions/", f"/games/{played.code}/decisions/"):
        page = text(browse(alice), url)
        assert WHY in page
        assert "director Erin, who plays in this" in page


def test_reports_wait_in_the_queue_until_they_are_settled(
    browse, alice: Person, bob: Person, mona: Person, inbox: Inbox
) -> None:
    browse(alice).post("/people/Bob/report/", {"kind": "player", "text": "He is rude."})
    moderating = browse(mona)
    page = text(moderating, "/moderation/")
    assert "He is rude." in page
    url = re.search(r'href="(/moderation/reports/\d+/)"', page)[1]
    assert "Alice" in text(moderating, url)
    moderating.post(url, {"status": "handled", "reason": "I warned him."})
    assert "He is rude." not in text(moderating, "/moderation/").split("Recently settled")[0]
    assert AuditEntry.objects.get().action == "settle"
    [mail] = inbox(alice)
    assert "Your report has been looked at." in text_of(mail)


def test_a_moderator_warns_mutes_and_lifts_on_the_page_of_a_person(
    browse, mona: Person, bob: Person
) -> None:
    moderating = browse(mona)
    url = "/moderation/people/Bob/"
    for action in ("warn", "mute"):
        moderating.post(url, {"do": action, "reason": WHY})
    assert Sanction.objects.count() == 2
    page = text(moderating, url)
    assert WHY in page
    lift = re.findall(r'action="(/moderation/sanctions/\d+/lift/)"', page)
    assert len(lift) == 2
    moderating.post(lift[0], {"reason": "Enough."})
    assert Sanction.objects.filter(lifted_at=None).count() == 1
    assert "Enough." in text(moderating, "/moderation/audit/")


def test_an_administrator_appoints_a_moderator(browse, adam: Person, bob: Person) -> None:
    browse(adam).post("/moderation/people/Bob/", {"do": "appoint", "reason": WHY})
    assert browse(bob).get("/moderation/audit/").status_code == 200
    browse(adam).post("/moderation/people/Bob/", {"do": "dismiss", "reason": WHY})
    assert browse(bob).get("/moderation/audit/").status_code == 403


def test_a_reported_message_is_removed_from_the_report(
    played: Game, directing: Client, browse, alice: Person, bob: Person, inbox: Inbox
) -> None:
    message = post_message(game=played, person=bob, text="You are a cheat", now=NOW)
    told = report_message(message=message, reporter=alice, text="Rude.", now=NOW)
    url = f"/moderation/reports/{told.pk}/"
    assert f'action="{url}remove/"' in text(directing, url)
    assert browse(alice).post(f"{url}remove/", {"reason": WHY}).status_code == 403
    directing.post(f"{url}remove/", {"reason": WHY})
    message.refresh_from_db()
    assert message.text == ""
    page = text(directing, url)
    assert "You are a cheat" in page
    assert f'action="{url}remove/"' not in page
    assert any("A message of yours was removed." in text_of(mail) for mail in inbox(bob))


def test_the_page_of_an_adjudicated_game_says_who_won_and_asks_nobody(
    played: Game, directing: Client, browse, mona: Person
) -> None:
    for browser in (directing, browse(mona)):
        browser.post(
            f"/direct/{played.code}/adjudicate/", {"place-0": "2", "place-1": "1", "reason": WHY}
        )
    page = text(browse(), f"/games/{played.code}/")
    assert "Decided by a director" in page
    assert "to move" not in page
    assert "A director ended the game and decided its result." in page
