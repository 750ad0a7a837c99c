"""A game goes on by the rules that it began with, while new games have the newest.

A version that only these tests have lets the second card of a turn be an open locomotive (B-4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

import engine
from engine import record
from engine.actions import Draw
from engine.rules.versions import Rules
from games import log
from games.common.errors import Refused
from games.log.models import Event
from games.log.records import complete_record
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.finished import play_on
from tests.fixtures.games import Starter, act, keep_all
from tests.fixtures.pages import Browse

OLD = Rules("old", second_locomotive=True)
ROW = ["white", "white", "green", "black", "locomotive"]
SECOND = "&quot;source&quot;:&quot;locomotive&quot;"


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engine.RULES, OLD.version, OLD)


@pytest.fixture
def begun_before(
    begin: Starter,
    alice: Person,
    bob: Person,
    stack: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Game]:
    """A game from the day when the old version was the newest, at Alice's second card."""
    with monkeypatch.context() as past:
        past.setattr(engine, "RULES_VERSION", OLD.version)
        yield _at_the_second_card(begin, alice, bob, stack)


@pytest.fixture
def before(begun_before: Game, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """That game on a site of today."""
    with monkeypatch.context() as today:
        today.setattr(engine, "RULES_VERSION", "1")
        yield begun_before


@pytest.fixture
def today(before: Game, begin: Starter, alice: Person, bob: Person, stack: object) -> Game:
    """The same cards in a game that begins today."""
    return _at_the_second_card(begin, alice, bob, stack)  # type: ignore[arg-type]


def _at_the_second_card(
    begin: Starter, alice: Person, bob: Person, stack: Callable[..., None]
) -> Game:
    stack([*["red"] * 4, *["yellow"] * 4, *ROW, "orange", "purple"])
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    act(game, 0, Draw("blind"))
    return Game.objects.get(pk=game.pk)


def test_the_first_event_of_a_game_names_its_version(before: Game, today: Game) -> None:
    first = {game.pk: Event.objects.get(game=game, seq=0).data for game in (before, today)}
    assert first[before.pk]["rules"] == "old" == before.rules_version
    assert "rules" not in first[today.pk]
    assert today.rules_version == "1"
    assert log.load(before).rules == OLD
    assert log.load(today).rules == engine.RULES["1"]


def test_a_move_of_the_old_rules_is_made_in_the_old_game_alone(before: Game, today: Game) -> None:
    act(before, 0, Draw("locomotive"))
    assert log.load(before).hands[0]["locomotive"] == 1
    with pytest.raises(Refused, match="locomotive"):
        act(today, 0, Draw("locomotive"))
    assert log.load(today).hands[0]["locomotive"] == 0


def test_the_page_offers_what_the_rules_of_its_game_allow(
    before: Game, today: Game, browse: Browse, alice: Person
) -> None:
    player: Client = browse(alice)
    page = player.get(f"/games/{before.code}/").content.decode()
    assert SECOND in page
    assert SECOND not in player.get(f"/games/{today.code}/").content.decode()
    for game in (before, today):
        decision = game.seats.get(number=0).decision
        player.post(f"/games/{game.code}/act/", {"decision": decision, "text": "draw loco"})
    assert log.load(before).hands[0]["locomotive"] == 1
    assert log.load(today).hands[0]["locomotive"] == 0


def test_the_view_of_a_seat_has_the_rules_of_its_game(before: Game, today: Game) -> None:
    legal = [engine.view(log.load(game), 0).legal_actions(0) for game in (before, today)]
    assert [Draw("locomotive") in actions for actions in legal] == [True, False]
    assert [Draw("locomotive") in list(actions) for actions in legal] == [True, False]


def test_an_old_game_goes_on_to_its_end_and_its_record_adds_up_by_its_own_rules(
    begin: Starter, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as past:
        past.setattr(engine, "RULES_VERSION", OLD.version)
        game = begin(alice, bob, board="lantern-island")
    keep_all(game, 0, 1)
    used = False
    while not used:
        state = log.load(game)
        (seat,) = state.pending
        used = state.pending[seat] == "second" and "locomotive" in state.row
        # A card that is taken off the row brings another one there.
        others = [card for card in state.row if card and card != "locomotive"]
        act(game, seat, Draw("locomotive" if used else others[0]))
    play_on(game)
    assert game.status == "finished"
    out = StringIO()
    call_command("verify_log", game.code, stdout=out)
    assert "written" in out.getvalue()
    found = record.load(list(record.dump(complete_record(game))))
    assert found.header.rules_version == "old"
    assert record.check(found) == []
    # By the rules of today the same moves are none.
    monkeypatch.setitem(engine.RULES, OLD.version, Rules(OLD.version))
    assert any("breaks a rule" in fault for fault in record.check(found))
    monkeypatch.delitem(engine.RULES, OLD.version)
    assert any("no rules version old" in fault for fault in record.check(found))


def test_a_record_that_names_two_versions_is_refused(before: Game) -> None:
    Game.objects.filter(pk=before.pk).update(rules_version="1")
    before.refresh_from_db()
    faults = record.check(complete_record(before), running=True)
    assert any("game.started" in fault for fault in faults)


def test_without_its_version_nobody_moves_and_the_sentence_says_why(
    before: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    decision = log.load(before).decision_seqs[0]
    monkeypatch.delitem(engine.RULES, OLD.version)
    with pytest.raises(Refused, match="version old of the rules"):
        act(before, 0, Draw("blind"), decision=decision)
