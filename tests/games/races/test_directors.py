"""A director decides just as a player moves, the clock strikes, or another director decides."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from games import log
from games.absence.models import HandOver
from games.absence.substitution import open_seat
from games.clock.models import Heartbeat, Miss
from games.log.models import Event
from games.moderation.games.result import void
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.offices import moderators_group
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.scheduler.sweep import sweep
from games.tables.models import Game, GameStatus
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, act
from tests.games.races.conftest import (
    DAY,
    MOVED_ON,
    TWO_CARDS,
    Answer,
    Browser,
    Start,
    aside,
    assert_mails,
    decision_of,
    events,
    moves,
    race,
    told,
)

pytestmark = pytest.mark.slow

WHY = "Both asked for it."
RECORDED = "It is in the audit log"
OVER = "This game is over"
NOT_ANY_MORE = "You cannot decide this, or no longer can."
TOO_LATE = NOW + 10 * DAY


def moderator(people: PeopleFactory, name: str) -> Person:
    person = people(name)
    person.groups.add(moderators_group())
    return person


@pytest.fixture
def mona(people: PeopleFactory) -> Person:
    return moderator(people, "Mona")


@pytest.fixture
def nora(people: PeopleFactory) -> Person:
    return moderator(people, "Nora")


@pytest.fixture
def casual(fresh: Start) -> Callable[[], Game]:
    """Another game that is not rated, in which one director is enough."""
    return lambda: fresh(rated=False)


def decide(browser: Browser, game: Game, key: str, **fields: object) -> Answer:
    return browser.post(f"/direct/{game.code}/{key}/", {"reason": WHY, **fields})


def entries(game: Game) -> list[str]:
    found = AuditEntry.objects.filter(game=game).order_by("pk")
    return [str(action) for action in found.values_list("action", flat=True)]


def first_turn(game: Game) -> int:
    return Event.objects.filter(game=game, type="game.turn_started").earliest("seq").seq


def test_a_move_and_a_take_back(fresh: Start, sits, bob: Person, mona: Person) -> None:
    """Bob's move is taken back with Alice's, or comes too late: his decision is gone."""
    player, director = sits(bob), sits(mona)
    decision: dict[int, int] = {}

    def start() -> Game:
        game = fresh()
        act(game, 0, *TWO_CARDS)
        return game

    def pair(game: Game):
        decision[game.pk] = decision_of(game, 1)
        return (
            lambda: player.move(game, decision[game.pk], *TWO_CARDS),
            lambda: decide(director, game, "take-back", to=first_turn(game)),
        )

    def check(game: Game, moved: Answer, decided: Answer) -> str:
        assert decided.says("The game has been taken back")
        assert (entries(game), events(game, "game.taken_back")) == (["take_back"], 1)
        assert log.load(game).pending == {0: "turn"}
        assert told(game, NoticeKind.DIRECTOR_DECISION) == {"Alice": 1, "Bob": 1}
        assert len(moves(game, decision[game.pk])) == (2 if moved.done else 0)
        if not moved.done:
            assert (moved.status, moved.says(MOVED_ON)) == (409, True)
        return "before" if moved.done else "after"

    assert race(start, pair, check) == {"before", "after"}
    assert_mails()


@pytest.mark.parametrize(("key", "status"), [("adjudicate", "finished"), ("void", "void")])
def test_a_move_and_the_end_of_its_game(
    casual, sits, alice: Person, mona: Person, key: str, status: str
) -> None:
    player, director = sits(alice), sits(mona)
    decision: dict[int, int] = {}
    places = {"place-0": "1", "place-1": "2"} if key == "adjudicate" else {}

    def pair(game: Game):
        decision[game.pk] = decision_of(game)
        return (
            lambda: player.move(game, decision[game.pk], *TWO_CARDS),
            lambda: decide(director, game, key, **places),
        )

    def check(game: Game, moved: Answer, decided: Answer) -> str:
        assert decided.says(RECORDED)
        assert (game.status, len(entries(game))) == (status, 1)
        assert len(moves(game, decision[game.pk])) == (2 if moved.done else 0)
        assert moved.done or moved.says(OVER)
        assert told(game, NoticeKind.DIRECTOR_DECISION) == {"Alice": 1, "Bob": 1}
        return "before" if moved.done else "after"

    assert race(casual, pair, check) == {"before", "after"}
    assert_mails()


def test_two_directors_end_a_game_once(casual, sits, mona: Person, nora: Person) -> None:
    first, second = sits(mona), sits(nora)

    def pair(game: Game):
        return (
            lambda: decide(first, game, "adjudicate", **{"place-0": "1", "place-1": "2"}),
            lambda: decide(second, game, "adjudicate", **{"place-0": "2", "place-1": "1"}),
        )

    def check(game: Game, one: Answer, other: Answer) -> str:
        assert (game.status, entries(game)) == (GameStatus.FINISHED, ["adjudicate"])
        assert events(game, "table.adjudicated") == 1
        assert one.says(RECORDED) != other.says(RECORDED)
        late = other if one.says(RECORDED) else one
        assert late.says("This game is over") or late.says(NOT_ANY_MORE), late
        assert game.seats.get(number=0).place == (1 if one.says(RECORDED) else 2)
        return "first" if one.says(RECORDED) else "second"

    assert race(casual, pair, check) == {"first", "second"}


def test_a_proposal_is_withdrawn_once_by_whichever_button(
    fresh: Start, sits, mona: Person, nora: Person
) -> None:
    """One button is beside the decisions, the other in the list of what was decided."""
    first, second = sits(mona), sits(nora)

    def start() -> Game:
        game = fresh()
        void(actor=mona, game=game, reason=WHY, now=NOW)
        return game

    def pair(game: Game):
        entry = AuditEntry.objects.get(game=game, action=ModerationAction.PROPOSE_VOID)
        return (
            lambda: decide(first, game, "withdraw-void"),
            lambda: second.post(f"/direct/{game.code}/undo/{entry.pk}/", {"reason": WHY}),
        )

    def check(game: Game, withdrawn: Answer, undone: Answer) -> str:
        assert entries(game) == ["propose_void", "withdraw_void"]
        assert withdrawn.says(RECORDED) != undone.says("This has been undone")
        if withdrawn.says(RECORDED):
            assert undone.says("This cannot be undone.") or undone.says("no such proposal")
            return "withdrawn"
        assert withdrawn.says("There is no such proposal") or withdrawn.says(NOT_ANY_MORE)
        return "undone"

    assert race(start, pair, check) == {"withdrawn", "undone"}


def test_the_audit_log_names_the_person_a_director_took_the_seat_from(
    fresh: Start, sits, alice: Person, dana: Person, mona: Person
) -> None:
    substitute, director = sits(dana), sits(mona)

    def start() -> Game:
        game = fresh()
        open_seat(game=game, seat=0, actor="director", now=NOW)
        return game

    def pair(game: Game):
        return (
            lambda: substitute.post(f"/games/{game.code}/seats/0/take/"),
            lambda: decide(director, game, "replace", seat="0", by="planner"),
        )

    def check(game: Game, took: Answer, decided: Answer) -> str:
        assert decided.says(RECORDED)
        over = HandOver.objects.get(seat__game=game, bot_after="planner")
        entry = AuditEntry.objects.get(game=game)
        assert entry.subject == over.person_before == (dana if took.status == 302 else alice)
        assert game.seats.get(number=0).bot == "planner"
        assert took.status == 302 or took.says("This seat is no longer open")
        return str(entry.subject.name)

    assert race(start, pair, check) == {"Alice", "Dana"}
    assert_mails()


def test_a_pause_stops_the_clock_or_comes_too_late_for_a_turn(casual, sits, mona: Person) -> None:
    director = sits(mona)
    decision: dict[int, int] = {}

    def tick() -> object:
        Heartbeat.objects.update_or_create(
            job="sweep", defaults={"at": TOO_LATE - timedelta(minutes=1)}
        )
        return sweep(now=TOO_LATE).failed

    def pair(game: Game):
        decision[game.pk] = decision_of(game)
        return lambda: decide(director, game, "pause", until=""), aside(tick)

    def check(game: Game, paused: Answer, swept: Answer) -> str:
        assert paused.says(RECORDED)
        assert swept.says("0"), "the sweep failed nowhere"
        assert (events(game, "table.paused"), game.paused_at) == (1, TOO_LATE)
        made = moves(game, decision[game.pk])
        missed = Miss.objects.filter(game=game).count()
        assert len(made) == 2 * missed == 2 * events(game, "table.deadline_missed")
        return "clock" if missed else "pause"

    with time_machine.travel(TOO_LATE, tick=False):
        assert race(casual, pair, check) == {"clock", "pause"}
        assert_mails(TOO_LATE)
