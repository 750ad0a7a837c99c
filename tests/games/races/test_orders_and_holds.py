"""A player, the order that was left and the move that is held: one of them makes the move."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest

import engine
from engine.actions import Claim, Draw
from games import log
from games.common.errors import SeatLost
from games.moderation.offices import moderators_group
from games.moderation.sanctions import ban, lift
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.people.sanctions import Sanction
from games.plans.carry_out import carry_out_orders
from games.plans.models import SeatPlan
from games.play.deferred import HOLD_TIME
from games.play.hold import make_held_moves
from games.play.models import HeldMove
from games.tables.models import Game, Seat
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, act
from tests.fixtures.orders import LATER, leave, seat_of
from tests.games.races.conftest import (
    MOVED_ON,
    TWO_CARDS,
    Answer,
    Browser,
    Start,
    aside,
    assert_mails,
    assert_whole,
    decision_of,
    moves,
    race,
    told,
)
from tests.games.races.together import orders, overtake, together

pytestmark = pytest.mark.slow

HELD_TO_ITS_END = NOW + HOLD_TIME + timedelta(minutes=1)
CANCELLED = "Your order is cancelled."
ENDED = "Your order has already ended."
WITHDRAWN = "Your move is withdrawn."
NOT_HELD = "You are no longer holding a move."


@pytest.fixture
def ordered(fresh: Start, bob: Person) -> Callable[[], Game]:
    """Another game at Bob's turn, for which he left an order."""

    def start() -> Game:
        game = fresh()
        leave("when always: draw blind blind", game, seat_of(game, bob))
        act(game, 0, *TWO_CARDS)
        return game

    return start


def carry_out() -> object:
    return carry_out_orders(now=LATER)


def test_an_owner_who_moves_and_the_order_make_one_move(ordered, sits, bob: Person) -> None:
    browser = sits(bob)
    decision: dict[int, int] = {}

    def pair(game: Game):
        decision[game.pk] = decision_of(game, 1)
        return lambda: browser.move(game, decision[game.pk], *TWO_CARDS), aside(carry_out)

    def check(game: Game, moved: Answer, _carried: Answer) -> str:
        assert moves(game, decision[game.pk]) == [(1, Draw("blind"), "1")] * 2
        if moved.done:
            assert told(game, NoticeKind.ORDER) == {}
            return "owner"
        assert (moved.status, moved.says(MOVED_ON)) == (409, True)
        assert told(game, NoticeKind.ORDER) == {"Bob": 1}
        return "order"

    assert race(ordered, pair, check) == {"owner", "order"}
    assert_mails()


def test_an_order_is_cancelled_or_carried_out(ordered, sits, bob: Person) -> None:
    browser = sits(bob)
    decision: dict[int, int] = {}

    def pair(game: Game):
        decision[game.pk] = decision_of(game, 1)
        cancel = f"/games/{game.code}/order/cancel/"
        return lambda: browser.post(cancel, {"standing": "1"}), aside(carry_out)

    def check(game: Game, cancelled: Answer, _carried: Answer) -> str:
        made = moves(game, decision[game.pk])
        assert cancelled.says(CANCELLED) != cancelled.says(ENDED)
        if cancelled.says(CANCELLED):
            assert (made, SeatPlan.objects.filter(seat__game=game).count()) == ([], 0)
            return "cancelled"
        assert len(made) == 2
        return "carried out"

    assert race(ordered, pair, check) == {"cancelled", "carried out"}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("given", [False, True])
def test_no_plan_outlives_a_ban(
    ordered, people: PeopleFactory, bob: Person, given: bool, turned: bool
) -> None:
    """Whether a worker carries one out meanwhile or its owner gives another."""
    moderator = people("Mona")
    moderator.groups.add(moderators_group())
    made: set[bool] = set()
    for at in orders():
        game = ordered()
        seat = seat_of(game, bob)
        before = game.version

        def end() -> object:
            return ban(actor=moderator, person=bob, reason="Several accounts.", now=LATER)

        def give_another(game: Game = game, seat: Seat = seat) -> object:
            act(game, 1, *TWO_CARDS)
            with suppress(SeatLost):
                leave("when always: tickets", game, seat)
            return None

        acts = (end, give_another if given else carry_out)
        found = overtake(*(reversed(acts) if turned else acts), at)
        assert not SeatPlan.objects.filter(seat__game=game).exists()
        assert Seat.objects.get(pk=seat.pk).plan_delay is None
        game.refresh_from_db()
        made.add(game.version > before)
        lift(actor=moderator, sanction=Sanction.objects.latest("pk"), reason="A test.", now=LATER)
        bob.refresh_from_db()
        if found is None:
            break
    assert True in made


def test_workers_at_the_same_moment_carry_an_order_out_once(ordered) -> None:
    game = ordered()
    decision = decision_of(game, 1)
    together(*[carry_out] * 8)
    carry_out()  # A run that found the game locked left it to the next one.
    assert moves(game, decision) == [(1, Draw("blind"), "1")] * 2
    assert told(game, NoticeKind.ORDER) == {"Bob": 1}
    assert_whole(game)


def claim_of(game: Game) -> engine.Action:
    """A claim that Alice can make, of a route that turns up no cards."""
    legal = log.load(game).legal_actions(0)
    return next(action for action in legal if isinstance(action, Claim))


@pytest.fixture
def holding(fresh: Start, sits, alice: Person) -> Callable[[], Game]:
    """Another game in which Alice holds a claim."""
    browser: Browser = sits(alice)

    def start() -> Game:
        game = fresh()
        browser.move(game, decision_of(game), claim_of(game), hold=True)
        assert HeldMove.objects.filter(seat__game=game).count() == 1
        return game

    return start


def make_held() -> object:
    return make_held_moves(now=HELD_TO_ITS_END)


def test_a_held_move_is_withdrawn_or_made(holding, sits, alice: Person) -> None:
    browser = sits(alice)
    decision: dict[int, int] = {}

    def pair(game: Game):
        decision[game.pk] = decision_of(game)
        return lambda: browser.post(f"/games/{game.code}/held/withdraw/"), aside(make_held)

    def check(game: Game, withdrawn: Answer, _made: Answer) -> str:
        assert withdrawn.says(WITHDRAWN) != withdrawn.says(NOT_HELD)
        made = len(moves(game, decision[game.pk]))
        assert made == int(withdrawn.says(NOT_HELD))
        assert not HeldMove.objects.filter(seat__game=game).exists()
        return "made" if made else "withdrawn"

    assert race(holding, pair, check) == {"made", "withdrawn"}
    assert_mails()


def test_another_move_takes_the_place_of_a_held_one_or_comes_too_late(
    holding, sits, alice: Person
) -> None:
    browser = sits(alice)
    decision: dict[int, int] = {}

    def pair(game: Game):
        decision[game.pk] = decision_of(game)
        return lambda: browser.move(game, decision[game.pk], *TWO_CARDS), aside(make_held)

    def check(game: Game, moved: Answer, _made: Answer) -> str:
        kinds = [type(action) for _seat, action, _actor in moves(game, decision[game.pk])]
        if moved.done:
            assert kinds == [Draw, Draw]
            return "moved"
        assert (moved.status, moved.says(MOVED_ON)) == (409, True)
        assert kinds == [Claim]
        return "held"

    assert race(holding, pair, check) == {"moved", "held"}


def test_a_held_move_that_is_withdrawn_in_many_windows_is_withdrawn_in_one(
    holding, sits, alice: Person
) -> None:
    game, browser = holding(), sits(alice)
    answers = together(*[lambda: browser.post(f"/games/{game.code}/held/withdraw/")] * 10)
    assert [one.says(WITHDRAWN) for one in answers].count(True) == 1
    assert [one.says(NOT_HELD) for one in answers].count(True) == 9
    assert_whole(game)
