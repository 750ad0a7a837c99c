"""Proposals of directors who play: confirmed, withdrawn, objected to, or carried out in time."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client

from games import log
from games.leagues.models import Division, Entry, EntryStatus, Season
from games.moderation.models import AuditEntry
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, keep_all
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.pages import Browse
from tests.games.moderation.conftest import DAY, WHY, enter

LATER = NOW + 3 * DAY
REPLACE = {"seat": "1", "by": "level-3", "reason": WHY}


@pytest.fixture
def involved(division: Division, league_game: Game, erin: Person) -> Person:
    """Erin plays in the division that she directs."""
    enter(division, erin)
    return erin


def accept(division: Division) -> None:
    """Let all players accept directors who play."""
    Entry.objects.filter(season=division.season).update(accepts_directors=True)


def words(page: object) -> str:
    return " ".join(str(page).split())


def text(browser: Client, url: str) -> str:
    return words(browser.get(url).content.decode())


def proposal() -> AuditEntry:
    return AuditEntry.objects.get(action="propose")


def run(at: datetime) -> None:
    with time_machine.travel(at, tick=False):
        call_command("run_seasons")


def propose(browse: Browse, person: Person, game: Game) -> AuditEntry:
    answer = browse(person).post(f"/direct/{game.code}/replace/", REPLACE, follow=True)
    assert "Proposed. It is in the audit log" in answer.content.decode()
    return proposal()


def test_a_director_who_plays_there_replaces_the_leader_only_with_a_second_voice(
    league_game: Game,
    involved: Person,
    mona: Person,
    alice: Person,
    bob: Person,
    browse: Browse,
    inbox: Inbox,
) -> None:
    page = text(browse(involved), f"/direct/{league_game.code}/")
    assert "so you propose this, and somebody who does not play there confirms it" in page
    inbox()
    entry = propose(browse, involved, league_game)
    assert league_game.seats.get(number=1).person == bob
    mails = inbox()
    [mail] = [one for one in mails if alice.email in str(one["To"])]
    assert "Erin (director), who plays in this division" in words(text_of(mail))
    assert "Proposed: A bot takes over the seat of Bob. " in words(text_of(mail))
    [asked] = [one for one in mails if mona.email in str(one["To"])]
    assert f"/direct/{league_game.code}/" in text_of(asked)
    decisions = text(browse(alice), f"/games/{league_game.code}/decisions/")
    assert "director Erin, who plays in this division" in decisions
    assert "Somebody who does not play here must confirm it." in decisions
    assert "/object/" not in decisions
    # Nobody confirms what they proposed, and no second involved person does.
    url = f"/direct/{league_game.code}/confirm/{entry.pk}/"
    assert url not in text(browse(involved), f"/direct/{league_game.code}/")
    page = browse(involved).post(url, {"reason": WHY}, follow=True).content.decode()
    assert "This takes two people" in page
    assert league_game.seats.get(number=1).person == bob
    assert "needs a second voice" in text(browse(mona), "/moderation/")
    assert url in text(browse(mona), f"/direct/{league_game.code}/")
    browse(mona).post(url, {"reason": "I agree."})
    assert league_game.seats.get(number=1).bot == "level-3"
    done = AuditEntry.objects.get(action="replace")
    assert (done.actor, done.proposal, done.subject) == (mona, entry, bob)
    decisions = text(browse(alice), f"/games/{league_game.code}/decisions/")
    assert "must confirm it" not in decisions
    page = browse(mona).post(url, {"reason": "Again."}).status_code
    assert page == 404
    assert "needs a second voice" not in text(browse(mona), "/moderation/")
    assert log.verify(Game.objects.get(pk=league_game.pk)) == []


def test_a_second_voice_that_plays_there_is_none(
    league_game: Game,
    division: Division,
    involved: Person,
    mona: Person,
    bob: Person,
    browse: Browse,
) -> None:
    entry = propose(browse, involved, league_game)
    enter(division, mona)
    url = f"/direct/{league_game.code}/confirm/{entry.pk}/"
    page = browse(mona).post(url, {"reason": WHY}, follow=True).content.decode()
    assert "who does not play here must confirm" in page
    assert league_game.seats.get(number=1).person == bob


def test_the_same_is_not_proposed_twice_and_can_be_withdrawn(
    league_game: Game, involved: Person, mona: Person, browse: Browse
) -> None:
    propose(browse, involved, league_game)
    url = f"/direct/{league_game.code}/"
    answer = browse(involved).post(f"{url}replace/", REPLACE)
    assert answer.status_code == 422
    assert "already been proposed" in answer.content.decode()
    [undo] = re.findall(r'action="([^"]+/undo/\d+/)"', text(browse(involved), url))
    browse(involved).post(undo, {"reason": "A slip."})
    withdrawn = AuditEntry.objects.get(action="withdraw")
    assert (withdrawn.proposal, withdrawn.undoes) == (proposal(), proposal())
    assert "/confirm/" not in text(browse(mona), url)
    assert browse(involved).post(f"{url}replace/", REPLACE).status_code == 302


def test_a_proposal_about_a_season_can_be_withdrawn_too(
    division: Division, involved: Person, bob: Person, browse: Browse
) -> None:
    url = "/leagues/club/1/direct/"
    rival = Entry.objects.get(person=bob)
    browse(involved).post(f"{url}remove/", {"entry": rival.pk, "reason": WHY})
    [undo] = re.findall(r'action="([^"]+/undo/\d+/)"', text(browse(involved), url))
    assert browse(involved).post(undo, {"reason": "A slip."}).status_code == 302
    assert AuditEntry.objects.get(action="withdraw").proposal == proposal()
    assert "/undo/" not in text(browse(involved), url)


def test_a_proposal_is_refused_at_once_if_it_cannot_be(
    league_game: Game, involved: Person, browse: Browse
) -> None:
    url = f"/direct/{league_game.code}/resume/"
    browse(involved).post(url, {"reason": WHY})
    assert not AuditEntry.objects.exists()


def test_a_director_whom_all_players_accepted_decides_after_three_days(
    league_game: Game,
    division: Division,
    involved: Person,
    alice: Person,
    browse: Browse,
    inbox: Inbox,
) -> None:
    accept(division)
    inbox()
    propose(browse, involved, league_game)
    [mail] = inbox(alice)
    assert "unless a player objects" in words(text_of(mail))
    run(LATER - timedelta(minutes=1))
    assert league_game.seats.get(number=1).bot == ""
    for _twice in range(2):
        run(LATER)
    assert league_game.seats.get(number=1).bot == "level-3"
    done = AuditEntry.objects.get(action="replace")
    assert (done.actor, done.role, done.data["plays"]) == (involved, "director", "division")
    page = text(browse(alice), f"/games/{league_game.code}/decisions/")
    assert page.count(WHY) == 2


def test_one_player_who_did_not_accept_makes_a_second_voice_necessary(
    league_game: Game, division: Division, involved: Person, bob: Person, browse: Browse
) -> None:
    accept(division)
    Entry.objects.filter(person=bob).update(accepts_directors=False)
    entry = propose(browse, involved, league_game)
    assert "unopposed_at" not in entry.data
    run(LATER + DAY)
    assert league_game.seats.get(number=1).person == bob


def test_a_substitute_who_accepted_nothing_stops_what_was_only_to_be_left_unopposed(
    league_game: Game,
    division: Division,
    involved: Person,
    bob: Person,
    dana: Person,
    browse: Browse,
) -> None:
    accept(division)
    propose(browse, involved, league_game)
    league_game.seats.filter(number=0).update(person=dana)
    run(LATER)
    assert league_game.seats.get(number=1).person == bob


def test_one_objection_sends_the_decision_to_a_moderator(
    league_game: Game,
    division: Division,
    involved: Person,
    alice: Person,
    bob: Person,
    mona: Person,
    people,
    browse: Browse,
    inbox: Inbox,
) -> None:
    accept(division)
    entry = propose(browse, involved, league_game)
    inbox()
    decisions = f"/games/{league_game.code}/decisions/"
    url = f"{decisions}{entry.pk}/object/"
    assert url in text(browse(alice), decisions)
    for other in (involved, mona, None):
        assert url not in text(browse(other), decisions)
        assert browse(other).post(url).status_code in (302, 403)
    assert not AuditEntry.objects.filter(action="object").exists()
    assert browse(alice).get(url).status_code == 405
    browse(alice).post(url)
    objection = AuditEntry.objects.get(action="object")
    assert (objection.actor, objection.role, objection.proposal) == (alice, "player", entry)
    [mail] = inbox(mona)
    assert "A player objected" in text_of(mail)
    assert "Alice" not in text_of(mail).split("http")[0]
    assert url not in text(browse(bob), decisions)
    run(LATER)
    assert league_game.seats.get(number=1).person == bob
    # Another director, who does not play there, does not do any more.
    fay = people("Fay")
    division.season.league.directors.add(fay)
    confirm = f"/direct/{league_game.code}/confirm/{entry.pk}/"
    page = browse(fay).post(confirm, {"reason": WHY}, follow=True).content.decode()
    assert "so a moderator decides" in page
    browse(mona).post(confirm, {"reason": WHY})
    assert league_game.seats.get(number=1).bot == "level-3"


def test_it_is_too_late_to_object_after_three_days(
    league_game: Game, division: Division, involved: Person, alice: Person, browse: Browse
) -> None:
    accept(division)
    entry = propose(browse, involved, league_game)
    url = f"/games/{league_game.code}/decisions/{entry.pk}/object/"
    with time_machine.travel(LATER, tick=False):
        page = browse(alice).post(url, follow=True).content.decode()
    assert "too late to object" in page
    assert not AuditEntry.objects.filter(action="object").exists()


def test_a_proposal_lapses_if_it_is_no_longer_possible(
    league_game: Game, division: Division, involved: Person, alice: Person, browse: Browse
) -> None:
    accept(division)
    browse(involved).post(f"/direct/{league_game.code}/pause/", {"reason": WHY})
    Game.objects.filter(pk=league_game.pk).update(paused_at=NOW)
    for _twice in range(2):
        run(LATER)
    lapsed = AuditEntry.objects.get(action="withdraw")
    assert lapsed.proposal == proposal()
    page = text(browse(alice), f"/games/{league_game.code}/decisions/")
    assert "no longer possible" in page


def test_what_is_undone_takes_a_second_voice_too(
    league_game: Game, involved: Person, mona: Person, nora: Person, bob: Person, browse: Browse
) -> None:
    url = f"/direct/{league_game.code}/"
    browse(mona).post(f"{url}replace/", REPLACE)
    [undo] = re.findall(r'action="([^"]+/undo/\d+/)"', text(browse(involved), url))
    browse(involved).post(undo, {"reason": WHY})
    assert league_game.seats.get(number=1).bot == "level-3"
    browse(nora).post(f"{url}confirm/{proposal().pk}/", {"reason": WHY})
    assert league_game.seats.get(number=1).person == bob


def test_a_player_is_removed_from_the_division_only_with_a_second_voice(
    division: Division,
    involved: Person,
    alice: Person,
    bob: Person,
    mona: Person,
    browse: Browse,
    inbox: Inbox,
) -> None:
    rival = Entry.objects.get(person=bob)
    inbox()
    browse(involved).post(
        "/leagues/club/1/direct/remove/", {"entry": rival.pk, "reason": WHY, "message": "Sorry."}
    )
    rival.refresh_from_db()
    assert rival.status == EntryStatus.PLAYING
    mail = words(text_of(inbox(alice)[0]))
    assert "Proposed: Bob was removed from the season." in mail
    assert "Erin (director), who plays in this division" in mail
    page = text(browse(alice), "/leagues/club/1/decisions/")
    assert "director Erin, who plays in this division" in page
    confirm = f"/leagues/club/1/direct/confirm/{proposal().pk}/"
    assert confirm in text(browse(mona), "/leagues/club/1/direct/")
    browse(mona).post(confirm, {"reason": "So be it."})
    rival.refresh_from_db()
    assert rival.status == EntryStatus.WITHDRAWN
    mail = words(" ".join(text_of(mail) for mail in inbox(bob)))
    assert "Sorry." in mail


def test_players_of_a_division_object_to_what_is_proposed_in_a_season(
    division: Division, involved: Person, alice: Person, bob: Person, browse: Browse
) -> None:
    accept(division)
    rival = Entry.objects.get(person=bob)
    browse(involved).post("/leagues/club/1/direct/remove/", {"entry": rival.pk, "reason": WHY})
    decisions = "/leagues/club/1/decisions/"
    url = f"{decisions}{proposal().pk}/object/"
    assert url in text(browse(alice), decisions)
    browse(alice).post(url)
    run(LATER)
    rival.refresh_from_db()
    assert rival.status == EntryStatus.PLAYING
    assert AuditEntry.objects.filter(action="object", actor=alice).exists()


def test_an_unopposed_removal_is_carried_out(
    division: Division, involved: Person, bob: Person, browse: Browse
) -> None:
    accept(division)
    rival = Entry.objects.get(person=bob)
    browse(involved).post("/leagues/club/1/direct/remove/", {"entry": rival.pk, "reason": WHY})
    run(LATER)
    rival.refresh_from_db()
    assert rival.status == EntryStatus.WITHDRAWN


def test_players_accept_directors_when_they_register(
    division: Division, alice: Person, bob: Person, browse: Browse
) -> None:
    season = Season.objects.get(pk=division.season_id)
    season.pk, season.number = None, 2
    season.drawn_at = season.started_at = None
    season.registration_closes_at, season.starts_at = NOW + DAY, NOW + 2 * DAY
    season.save()
    url = "/leagues/club/2/"
    assert 'name="accepts_directors"' in text(browse(alice), url)
    browse(alice).post(f"{url}register/", {"accepts_directors": "on"})
    browse(bob).post(f"{url}register/", {})
    accepted = {entry.person: entry.accepts_directors for entry in season.entries.all()}
    assert accepted == {alice: True, bob: False}


def test_a_moderator_who_plays_against_a_player_does_not_ban_them(
    league_game: Game, division: Division, mona: Person, nora: Person, bob: Person, browse: Browse
) -> None:
    enter(division, mona)
    url = "/moderation/people/Bob/"
    assert 'value="ban"' not in text(browse(mona), url)
    answer = browse(mona).post(url, {"do": "ban", "reason": WHY})
    assert answer.status_code == 403
    assert "Suspend them" in answer.content.decode()
    browse(nora).post(url, {"do": "ban", "reason": WHY})
    bob.refresh_from_db()
    assert not bob.is_active


def test_a_moderator_who_is_a_rival_elsewhere_sees_no_hidden_cards(
    begin, division: Division, mona: Person, alice: Person, charlie: Person, browse: Browse
) -> None:
    game = begin(alice, charlie)
    keep_all(game, 0, 1)
    assert browse(mona).post(f"/direct/{game.code}/look/", {"reason": WHY}).status_code == 200
    enter(division, alice, mona)
    assert browse(mona).post(f"/direct/{game.code}/look/", {"reason": WHY}).status_code == 403
