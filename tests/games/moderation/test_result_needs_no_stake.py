"""Who decides the result of a game: two people in office, and nobody whom it moves up or down."""

from __future__ import annotations

import re

import pytest

from engine.actions import Draw
from games import log
from games.common.errors import Refused
from games.leagues.models import Division, Entry, EntryStatus
from games.log.models import Event
from games.moderation.games.result import void
from games.moderation.games.take_back import take_back
from games.moderation.models import AuditEntry
from games.people.models import Person
from games.tables.models import Game
from games.votes.models import VoteKind
from games.votes.voting import propose_vote
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, act
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.pages import Browse
from tests.games.moderation.conftest import WHY, adjudicated, enter

BLIND = Draw("blind")
RESULT = {"place-0": "2", "place-1": "1", "reason": WHY}
FORMS = {"adjudicate": RESULT, "void": {"reason": WHY}, "withdraw-void": {"reason": WHY}}


@pytest.fixture
def played(league_game: Game) -> Game:
    """Alice has drawn two cards, and it is Bob's turn."""
    act(league_game, 0, BLIND, BLIND)
    league_game.refresh_from_db()
    return league_game


def first_turn(game: Game) -> int:
    return Event.objects.filter(game=game, type="game.turn_started").first().seq


def send(browse: Browse, person: Person, game: Game, key: str):
    url = f"/direct/{game.code}/{key}/"
    if key == "take-back":
        return browse(person).post(url, {"to": first_turn(game), "reason": WHY})
    return browse(person).post(url, FORMS[key])


@pytest.mark.parametrize("key", [*FORMS, "take-back"])
@pytest.mark.parametrize("office", ["director", "moderator"])
def test_who_plays_in_the_division_decides_no_result_in_it(
    key: str,
    office: str,
    played: Game,
    division: Division,
    erin: Person,
    mona: Person,
    nora: Person,
    browse: Browse,
) -> None:
    void(actor=nora, game=played, reason=WHY, now=NOW)
    actor = erin if office == "director" else mona
    enter(division, actor)
    before = AuditEntry.objects.count()
    page = browse(actor).get(f"/direct/{played.code}/").content.decode()
    assert f"/direct/{played.code}/{key}/" not in page
    assert "Only another director" in page
    answer = send(browse, actor, played, key)
    assert answer.status_code == 403
    assert "division" in answer.content.decode()
    played.refresh_from_db()
    assert played.status == "running"
    assert log.load(played).pending == {1: "turn"}
    assert AuditEntry.objects.count() == before


@pytest.mark.parametrize("key", ["adjudicate", "void", "take-back"])
def test_the_partner_of_who_plays_in_the_division_decides_no_result_in_it(
    key: str, played: Game, division: Division, erin: Person, people: PeopleFactory, browse: Browse
) -> None:
    """Erin has left the season; the one with whom she was paired plays on."""
    enter(division, people("Gil"))
    mate = Entry.objects.latest("pk")
    Entry.objects.create(
        season=division.season,
        person=erin,
        partner=mate,
        status=EntryStatus.WITHDRAWN,
        registered_at=NOW,
    )
    assert send(browse, erin, played, key).status_code == 403
    assert not AuditEntry.objects.exists()


def test_who_plays_in_the_division_does_not_undo_a_take_back_in_it(
    played: Game, division: Division, erin: Person, mona: Person, browse: Browse
) -> None:
    entry = take_back(actor=mona, game=played, to=first_turn(played), reason=WHY, now=NOW)
    enter(division, erin)
    url = f"/direct/{played.code}/"
    undo = f"{url}undo/{entry.pk}/"
    assert undo not in browse(erin).get(url).content.decode()
    answer = browse(erin).post(undo, {"reason": WHY}, follow=True)
    assert "This cannot be undone. You or your teammate plays" in answer.content.decode()
    assert log.load(played).pending == {0: "turn"}


def test_who_plays_in_another_division_of_the_season_decides(
    played: Game, division: Division, erin: Person, browse: Browse
) -> None:
    enter(Division.objects.create(season=division.season, tier=2), erin)
    assert send(browse, erin, played, "adjudicate").status_code == 302
    assert AuditEntry.objects.get().action == "propose_adj"


def test_a_rated_game_is_adjudicated_by_two_people_and_its_players_read_the_proposal(
    played: Game, erin: Person, mona: Person, alice: Person, browse: Browse, inbox: Inbox
) -> None:
    url = f"/direct/{played.code}/"
    inbox()
    send(browse, erin, played, "adjudicate")
    played.refresh_from_db()
    assert played.status == "running"
    [mail] = inbox(alice)
    assert "This result has been proposed: 1. Bob, 2. Alice." in text_of(mail).replace("\n", " ")
    page = browse(erin).get(url).content.decode()
    assert f"{url}adjudicate/" not in page
    assert "Somebody has proposed a result" in page
    send(browse, erin, played, "adjudicate")
    played.refresh_from_db()
    assert played.status == "running"
    page = browse(mona).get(url).content.decode()
    assert "Confirm: end the game with this result" in page
    assert re.search(r'name="place-0"[^>]*value="2"|value="2"[^>]*name="place-0"', page)
    send(browse, mona, played, "adjudicate")
    played.refresh_from_db()
    assert played.status == "finished"
    assert [seat.place for seat in played.seats.order_by("number")] == [2, 1]
    assert [entry.action for entry in AuditEntry.objects.all()] == ["adjudicate", "propose_adj"]
    assert log.verify(played) == []


def test_the_second_voice_confirms_what_was_proposed_or_nothing(
    played: Game, erin: Person, mona: Person, browse: Browse
) -> None:
    url = f"/direct/{played.code}/adjudicate/"
    send(browse, erin, played, "adjudicate")
    answer = browse(mona).post(url, {"place-0": "1", "place-1": "2", "reason": WHY})
    assert answer.status_code == 422
    assert "Another result has been proposed" in answer.content.decode()
    played.refresh_from_db()
    assert played.status == "running"


def test_a_proposed_result_that_was_withdrawn_is_no_first_half(
    played: Game, erin: Person, mona: Person, browse: Browse
) -> None:
    send(browse, erin, played, "adjudicate")
    page = browse(mona).get(f"/direct/{played.code}/").content.decode()
    [undo] = re.findall(r'action="([^"]+/undo/\d+/)"', page)
    browse(mona).post(undo, {"reason": "Let them play."})
    send(browse, mona, played, "adjudicate")
    played.refresh_from_db()
    assert played.status == "running"
    proposals = AuditEntry.objects.filter(action="propose_adj").order_by("pk")
    assert [entry.actor for entry in proposals] == [erin, mona]


def test_a_game_that_is_not_rated_is_adjudicated_by_one(
    played: Game, erin: Person, browse: Browse
) -> None:
    Game.objects.filter(pk=played.pk).update(rated=False)
    send(browse, erin, played, "adjudicate")
    played.refresh_from_db()
    assert played.status == "finished"


def test_a_finished_game_is_not_adjudicated_again(
    played: Game, erin: Person, mona: Person, browse: Browse
) -> None:
    adjudicated(played, erin, mona, [2, 1])
    page = browse(mona)
    answer = page.post(f"/direct/{played.code}/adjudicate/", FORMS["adjudicate"], follow=True)
    assert "You cannot decide this, or no longer can." in answer.content.decode()
    assert AuditEntry.objects.count() == 2


def test_the_players_of_a_season_do_not_end_its_games_by_vote(
    league_game: Game, alice: Person
) -> None:
    with pytest.raises(Refused, match="Games of a season are played to their end"):
        propose_vote(game=league_game, person=alice, kind=VoteKind.END, data={}, now=NOW)
