"""Held moves: through the page, and by the sweep that makes them."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from engine.actions import Claim, Draw, DrawTickets, Keep, Pass
from engine.board.loading import load_board
from games import log
from games.absence.substitution import replace_player
from games.common.errors import Refused, Stale
from games.notifications.models import Notice, NoticeKind
from games.people.models import Person
from games.play.automatic import play_automatic
from games.play.deferred import HOLD_TIME
from games.play.end_game import void_game
from games.play.hold import (
    can_be_held,
    held_move,
    hold_move,
    make_held_moves,
    withdraw_held,
)
from games.play.models import HeldMove
from games.scheduler import sweep as sweeping
from games.scheduler.sweep import SweepResult, sweep
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, act
from tests.fixtures.pages import Browse

pytestmark = pytest.mark.usefixtures("still_clock")


CLAIM = Claim("dallas-houston-gray-1", "red", 0)


def hold(game: Game, person: Person, action=CLAIM, key: str = "k", **options: object) -> HeldMove:
    seat = Seat.objects.get(game=game, person=person)
    options.setdefault("decision", seat.decision)
    return hold_move(
        game=game, seat=seat.number, person=person, actions=[action], key=key, now=NOW, **options
    )


def seat_of(game: Game, person: Person) -> Seat:
    return Seat.objects.get(game=game, person=person)


def three_minutes_left(game: Game, person: Person) -> None:
    due = NOW + timedelta(minutes=3)
    opened = due - timedelta(days=game.days_per_turn)
    Seat.objects.filter(game=game, person=person).update(opened_at=opened, due_at=due)


def tick() -> None:
    """Five minutes pass."""
    for minute in range(6):
        sweep(now=NOW + timedelta(minutes=minute))


@pytest.mark.parametrize(
    ("actions", "can"),
    [
        ([CLAIM], True),
        ([Pass()], True),
        ([Keep(("a",))], True),
        ([Draw("blind")], False),
        ([Draw("red"), Draw("blind")], False),
        ([DrawTickets()], False),
        ([], False),
        ([Claim("nowhere", "red", 0)], False),
    ],
)
def test_only_what_shows_nothing_hidden_can_be_held(actions: list, can: bool) -> None:
    assert can_be_held(actions, load_board("usa")) == can


def test_a_tunnel_cannot_be_held() -> None:
    tunnel = Claim("rawalpindi-west-junction-purple", "purple", 0)
    assert not can_be_held([tunnel], load_board("team-asia"))


def test_a_held_move_is_made_after_ten_minutes(red_hand: Game, alice: Person) -> None:
    hold(red_hand, alice)
    assert log.load(red_hand).seq == red_hand.version
    assert make_held_moves(now=NOW + HOLD_TIME - timedelta(seconds=1)) == 0
    assert make_held_moves(now=NOW + HOLD_TIME) == 1
    assert log.load(red_hand).owner == {CLAIM.track: 0}
    assert make_held_moves(now=NOW + HOLD_TIME) == 0
    seat = seat_of(red_hand, alice)
    assert (seat.decision, seat.held_until) == (None, None)
    assert not HeldMove.objects.exists()


def test_a_held_move_is_withdrawn(red_hand: Game, alice: Person) -> None:
    hold(red_hand, alice)
    withdraw_held(game=red_hand, seat=0, person=alice, now=NOW)
    assert held_move(seat_of(red_hand, alice)) is None
    assert make_held_moves(now=NOW + HOLD_TIME) == 0
    with pytest.raises(Refused):
        withdraw_held(game=red_hand, seat=0, person=alice, now=NOW)


def test_the_clock_does_not_move_for_who_has_a_move_held(red_hand: Game, alice: Person) -> None:
    three_minutes_left(red_hand, alice)
    hold(red_hand, alice)
    tick()
    assert log.load(red_hand).pending == {0: "turn"}
    assert make_held_moves(now=NOW + HOLD_TIME) == 1
    assert log.load(red_hand).owner == {CLAIM.track: 0}


@pytest.mark.parametrize("found", ["_due", "_to_remind"])
def test_a_move_held_after_the_sweep_found_its_seat_counts(
    found: str, red_hand: Game, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sweep looks again under the lock of the game."""
    three_minutes_left(red_hand, alice)
    hold(red_hand, alice)
    seat = seat_of(red_hand, alice)
    Seat.objects.filter(pk=seat.pk).update(remind_at=NOW)
    monkeypatch.setattr(sweeping, found, lambda now: [seat.pk])
    later = NOW + timedelta(minutes=3 if found == "_due" else 2)
    assert sweep(now=later) == SweepResult()
    assert log.load(red_hand).pending == {0: "turn"}


def test_the_clock_does_not_answer_for_a_move_that_is_held(red_hand: Game, alice: Person) -> None:
    three_minutes_left(red_hand, alice)
    hold(red_hand, alice)
    late, seat = NOW + timedelta(minutes=3), seat_of(red_hand, alice)
    with pytest.raises(Stale):
        play_automatic(game=red_hand, seat=0, decision=seat.decision, now=late)
    withdraw_held(game=red_hand, seat=0, person=alice, now=NOW)
    play_automatic(game=red_hand, seat=0, decision=seat.decision, now=late)


def test_no_reminder_comes_while_a_move_is_held(red_hand: Game, alice: Person) -> None:
    three_minutes_left(red_hand, alice)
    Seat.objects.filter(game=red_hand, number=0).update(remind_at=NOW)
    hold(red_hand, alice)
    assert sweep(now=NOW).reminded == 0
    withdraw_held(game=red_hand, seat=0, person=alice, now=NOW)
    assert sweep(now=NOW).reminded == 1


def test_a_withdrawn_move_leaves_the_deadline_as_it_was(red_hand: Game, alice: Person) -> None:
    three_minutes_left(red_hand, alice)
    hold(red_hand, alice)
    withdraw_held(game=red_hand, seat=0, person=alice, now=NOW + timedelta(minutes=2))
    tick()
    assert log.load(red_hand).pending != {0: "turn"}


def test_another_move_takes_the_place_of_a_held_one(red_hand: Game, alice: Person) -> None:
    hold(red_hand, alice)
    act(red_hand, 0, Draw("blind"), Draw("blind"))
    assert held_move(seat_of(red_hand, alice)) is None
    assert make_held_moves(now=NOW + HOLD_TIME) == 0
    assert log.load(red_hand).owner == {}


def test_holding_twice_with_one_key_is_holding_once(red_hand: Game, alice: Person) -> None:
    first = hold(red_hand, alice)
    assert hold(red_hand, alice).submitted_at == first.submitted_at
    other = Claim("dallas-houston-gray-2", "red", 0)
    hold(red_hand, alice, other, key="other")
    assert make_held_moves(now=NOW + HOLD_TIME) == 1
    assert log.load(red_hand).owner == {other.track: 0}


def test_moves_held_one_after_the_other_hold_the_game_up_no_longer_than_one(
    red_hand: Game, alice: Person
) -> None:
    three_minutes_left(red_hand, alice)
    due = NOW + timedelta(minutes=3)
    seat, minute = seat_of(red_hand, alice), timedelta(minutes=1)
    again = {"game": red_hand, "seat": seat.number, "person": alice, "actions": [CLAIM]}
    for number in range(4):
        now = NOW + 2 * minute + number * 8 * minute
        try:
            hold_move(**again, decision=seat.decision, key=f"k{number}", now=now)
        except Stale:
            break
        for passed in range(8):
            sweep(now=now + passed * minute)
            make_held_moves(now=now + passed * minute)
    assert log.load(red_hand).turn_seat == 1
    assert red_hand.events.get(type="game.route_claimed").at == due + HOLD_TIME


def test_a_move_withdrawn_late_and_held_again_is_made_when_the_first_would_have_been(
    red_hand: Game, alice: Person
) -> None:
    three_minutes_left(red_hand, alice)
    hold(red_hand, alice)
    seat, late = seat_of(red_hand, alice), NOW + timedelta(minutes=9)
    withdraw_held(game=red_hand, seat=seat.number, person=alice, now=late)
    hold_move(
        game=red_hand,
        seat=seat.number,
        person=alice,
        decision=seat.decision,
        actions=[CLAIM],
        key="again",
        now=late,
    )
    assert seat_of(red_hand, alice).held_until == NOW + timedelta(minutes=3) + HOLD_TIME


def test_what_is_not_legal_is_not_held(red_hand: Game, alice: Person) -> None:
    with pytest.raises(Refused, match="too few green cards"):
        hold(red_hand, alice, Claim("dallas-houston-gray-1", "green", 0))
    with pytest.raises(Refused, match="hidden cards"):
        hold(red_hand, alice, Draw("blind"))
    with pytest.raises(Stale):
        hold(red_hand, alice, decision=1)
    assert not HeldMove.objects.exists()


def test_who_held_a_move_that_became_impossible_is_told(red_hand: Game, alice: Person) -> None:
    hold(red_hand, alice)
    HeldMove.objects.update(actions=[{"type": "claim", "track": "nowhere", "colour": "red"}])
    assert make_held_moves(now=NOW + HOLD_TIME) == 0
    assert Notice.objects.filter(person=alice, kind=NoticeKind.ORDER).count() == 1
    assert seat_of(red_hand, alice).held_until is None
    assert make_held_moves(now=NOW + HOLD_TIME) == 0


def test_a_hand_over_leaves_nothing_of_a_held_move(
    red_hand: Game, alice: Person, charlie: Person
) -> None:
    hold(red_hand, alice)
    replace_player(game=red_hand, seat=0, by=charlie, actor="director", now=NOW)
    assert seat_of(red_hand, charlie).held_until is None
    assert make_held_moves(now=NOW + HOLD_TIME) == 0


def test_the_end_of_a_game_leaves_nothing_of_a_held_move(red_hand: Game, alice: Person) -> None:
    hold(red_hand, alice)
    void_game(game=red_hand, actor="director", reason="0" * 64, now=NOW)
    assert seat_of(red_hand, alice).held_until is None
    assert make_held_moves(now=NOW + HOLD_TIME) == 0


def test_a_page_that_the_browser_kept_is_stale_once_a_move_is_held(
    red_hand: Game, alice: Person, browse: Browse
) -> None:
    client, page = browse(alice), f"/games/{red_hand.code}/"
    client.get(page)
    kept = {"If-None-Match": client.get(page)["ETag"]}
    assert client.get(page, headers=kept).status_code == 304
    hold(red_hand, alice)
    assert client.get(page, headers=kept).status_code == 200


def test_who_takes_over_a_seat_does_not_make_its_held_move(
    red_hand: Game, alice: Person, charlie: Person
) -> None:
    hold(red_hand, alice)
    Seat.objects.filter(game=red_hand, number=0).update(person=charlie)
    assert make_held_moves(now=NOW + HOLD_TIME) == 0
    assert log.load(red_hand).pending == {0: "turn"}


class TestThePage:
    def prepared(self, client, game: Game) -> str:
        query = {"do": "claim", "track": CLAIM.track, "colour": "red", "locomotives": "0"}
        return client.get(f"/games/{game.code}/move/", query).content.decode()

    def form(self, page: str) -> dict[str, str]:
        import html
        import re

        fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)
        return {name: html.unescape(value) for name, value in fields}

    def test_a_move_can_be_held_and_withdrawn(
        self, red_hand: Game, alice: Person, bob: Person, browse: Browse
    ) -> None:
        client = browse(alice)
        page = self.prepared(client, red_hand)
        assert "Hold it for 10 minutes" in page
        before = browse(bob).get(f"/games/{red_hand.code}/").content.decode()
        client.post(f"/games/{red_hand.code}/act/", {**self.form(page), "hold": "1"})
        mine = client.get(f"/games/{red_hand.code}/").content.decode()
        assert "Held until 08:40" in mine
        assert "Withdraw the move" in mine
        assert 'id="command"' not in mine
        after = browse(bob).get(f"/games/{red_hand.code}/").content.decode()
        assert strip(after) == strip(before)
        home = client.get("/").content.decode()
        assert "Held until 08:40" in home
        assert "No game is waiting for you" in home
        client.post(f"/games/{red_hand.code}/held/withdraw/")
        assert 'id="command"' in client.get(f"/games/{red_hand.code}/").content.decode()

    def test_without_holding_it_the_move_is_made(
        self, red_hand: Game, alice: Person, browse: Browse
    ) -> None:
        client = browse(alice)
        page = self.prepared(client, red_hand)
        client.post(f"/games/{red_hand.code}/act/", {**self.form(page), "hold": "0"})
        assert log.load(red_hand).owner == {CLAIM.track: 0}

    def test_who_wishes_it_holds_every_move_that_can_be_held(
        self, red_hand: Game, alice: Person, browse: Browse
    ) -> None:
        Person.objects.filter(pk=alice.pk).update(hold_moves=True)
        client = browse(alice)
        page = self.prepared(client, red_hand)
        assert "as you chose in your settings" in page
        client.post(f"/games/{red_hand.code}/act/", self.form(page))
        assert log.load(red_hand).owner == {}
        with time_machine.travel(NOW + HOLD_TIME, tick=False):
            make_held_moves(now=NOW + HOLD_TIME)
        assert log.load(red_hand).owner == {CLAIM.track: 0}

    def test_a_draw_offers_no_holding(self, red_hand: Game, alice: Person, browse: Browse) -> None:
        page = browse(alice).get(f"/games/{red_hand.code}/move/", {"text": "draw blind blind"})
        assert "Hold it" not in page.content.decode()

    def test_the_wish_is_a_setting(self, alice: Person, browse: Browse) -> None:
        client = browse(alice)
        page = client.get("/settings/").content.decode()
        assert 'name="hold_moves"' in page
        data = {
            "name": "Alice",
            "language": "en",
            "timezone": "UTC",
            "theme": "auto",
            "mail_privacy": "full",
            "hold_moves": "on",
        }
        client.post("/settings/", data)
        alice.refresh_from_db()
        assert alice.hold_moves


def strip(page: str) -> str:
    import re

    return re.sub(r'(csrfmiddlewaretoken" value=)"[^"]+"', r"\1", page)
