"""A table at which players, clock and directors get in each other's way; what must hold after it.

Requests go through the pages. The time is ``NOW``; sweeps get the time as an argument.
"""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client

import engine
from engine import wire
from engine.actions import Draw
from games import log
from games.lobby import admission
from games.log.models import Event
from games.notifications.mail import render
from games.notifications.mail.runner import send_due
from games.notifications.models import DeliveryStatus, Mail, Notice, NoticeKind
from games.notifications.outbox import FOLLOW_UP_DECISIONS
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat
from tests.fixtures.games import NOW, Starter, keep_all
from tests.games.races.together import Act, orders, overtake, together

MOVED_ON = "The game has moved on since you opened this page."
TWO_CARDS = (Draw("blind"), Draw("blind"))
DAY = timedelta(days=1)
Start = Callable[..., Game]


@dataclass(frozen=True)
class Answer:
    """What a page said in the end; ``status`` is that of the first answer, which ``led_to`` it."""

    status: int
    text: str
    led_to: str = ""

    def says(self, words: str) -> bool:
        return words in self.text

    @property
    def done(self) -> bool:
        """Whether a move was taken: a move redirects to its results."""
        return self.led_to.endswith("#results")


@dataclass(frozen=True)
class Browser:
    """A person's browser, of which every request may come from another window."""

    person: Person
    session: str

    def post(self, path: str, fields: dict[str, object] | None = None) -> Answer:
        """Send a form, and read the page that it leads to."""
        window = Client()
        window.cookies["sessionid"] = self.session
        answer = window.post(path, fields or {})
        status, led_to = answer.status_code, answer.headers.get("Location", "")
        if led_to:
            answer = window.get(led_to)
        assert answer.status_code < 500
        return Answer(status, words_of(answer.content.decode()), led_to)

    def move(
        self,
        game: Game,
        decision: int,
        *actions: engine.Action,
        key: str = "",
        text: str = "",
        hold: bool = False,
    ) -> Answer:
        """Answer a decision with actions, or with a typed text."""
        fields: dict[str, object] = {"decision": decision, "hold": "1" if hold else "0"}
        if key:
            fields["key"] = key
        if text:
            fields["text"] = text
        else:
            fields["action"] = [json.dumps(wire.encode_action(one)) for one in actions]
        return self.post(f"/games/{game.code}/act/", fields)


def words_of(page: str) -> str:
    """The words of a page, without tags."""
    page = re.sub(r"<(script|style).*?</\1>", " ", page, flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.fixture(autouse=True)
def _pictures_are_drawn_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "board_picture", lambda **_: b"a picture")


@pytest.fixture(autouse=True)
def _the_clock_stands_still() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture(autouse=True)
def _everybody_may_hold_many_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """A race is run a dozen times, and one person could win too many seats."""
    monkeypatch.setattr(admission, "seat_cap", lambda _reliability: 100)


@pytest.fixture
def sits(transactional_db: None) -> Callable[[Person], Browser]:
    """Log a person in: `sits(alice).move(…)`."""

    def log_in(person: Person) -> Browser:
        client = Client()
        client.force_login(person)
        return Browser(person, client.cookies["sessionid"].value)

    return log_in


@pytest.fixture
def fresh(transactional_db: None, begin: Starter, alice: Person, bob: Person) -> Start:
    """Start another game of Alice and Bob, at Alice's first turn."""

    def start(*more: Person, **options: object) -> Game:
        game = begin(alice, bob, *more, **options)
        keep_all(game, *range(2 + len(more)))
        game.refresh_from_db()
        return game

    return start


def decision_of(game: Game, seat: int = 0) -> int:
    return log.load(game).decision_seqs[seat]


def events(game: Game, type_: str) -> int:
    """How many events of a type the log has."""
    return Event.objects.filter(game=game, type=type_).count()


def moves(game: Game, after: int) -> list[tuple[int, engine.Action, str]]:
    """The actions in the log after an event, each with its seat and its actor."""
    return [
        (line.seat, line.action, line.actor)
        for line in log.events(game, after=after)
        if line.action is not None and line.seat is not None
    ]


def assert_whole(game: Game) -> None:
    """Hold what must be true of a game with any winner: its log, its rows, its clocks, its notices.

    ``verify`` compares the numbers of the events, the chain, each event with the action that led to
    it, and the rows with the state that the log leads to, with a deadline for each open decision.
    """
    game.refresh_from_db()
    log.cache.clear()
    assert log.verify(game) == []
    seqs = list(Event.objects.filter(game=game).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(game.version + 1))
    asked = Counter(
        Notice.objects.filter(game=game, kind=NoticeKind.TURN)
        .exclude(status=DeliveryStatus.DROPPED)
        .values_list("person", "decision")
    )
    for seat in Seat.objects.filter(game=game, person__isnull=False, decision__isnull=False):
        if seat.kind not in FOLLOW_UP_DECISIONS:
            assert asked[(seat.person_id, seat.decision)] == 1, "everybody to move was asked once"
        assert (seat.due_at is None) == (game.paused_at is not None)
    assert max(asked.values()) == 1
    for kind in (NoticeKind.STARTED, NoticeKind.OVER):
        told = Counter(Notice.objects.filter(game=game, kind=kind).values_list("person", flat=True))
        assert set(told.values()) <= {1}
    if game.status != GameStatus.RUNNING:
        assert not Seat.objects.filter(game=game, decision__isnull=False).exists()


def assert_mails(now: datetime = NOW) -> None:
    """Send what waits, and hold that each notice is in one mail, and each mail came once."""
    for hours in range(3):
        send_due(now=now + timedelta(hours=hours))
    assert not Notice.objects.filter(status=DeliveryStatus.PENDING, not_before__lte=now).exists()
    assert not Notice.objects.filter(status=DeliveryStatus.SENT, mail=None).exists()
    stored = Mail.objects.filter(status=DeliveryStatus.SENT).values_list("message_id", flat=True)
    arrived = [str(one.message()["Message-ID"]) for one in mail.outbox]
    assert sorted(arrived) == sorted(stored)


def told(game: Game, kind: NoticeKind) -> Counter[str]:
    """How many notices of a kind each person got about a game, by name."""
    rows = Notice.objects.filter(game=game, kind=kind).exclude(status=DeliveryStatus.DROPPED)
    return Counter(rows.values_list("person__name", flat=True))


Pair = Callable[[Game], tuple[Act[Answer], Act[Answer]]]
Check = Callable[[Game, Answer, Answer], object]


def race(start: Callable[[], Game], pair: Pair, check: Check, *, rounds: int = 4) -> set[object]:
    """Let two acts race in every way there is; return what ``check`` made of the outcomes.

    Each is overtaken by the other at each of its locks, and then both go at once in some rounds. A
    game of its own for each; ``check`` holds what must be true always, and names the winner.
    """
    outcomes: set[object] = set()

    def settle(game: Game, answers: Sequence[Answer]) -> None:
        first, second = answers
        assert_whole(game)
        outcomes.add(check(game, first, second))
        assert_whole(game)

    for turned in (False, True):
        for at in orders():
            game = start()
            acts = pair(game)
            found = overtake(*(reversed(acts) if turned else acts), at)
            if found is None:
                break
            settle(game, found[::-1] if turned else found)
    for _round in range(rounds):
        game = start()
        settle(game, together(*pair(game)))
    return outcomes


@dataclass(frozen=True)
class Done:
    """What an act that is no page came to."""

    result: object


def aside(act: Callable[[], object]) -> Act[Answer]:
    """An act of a worker, as one of a race."""

    def run() -> Answer:
        return Answer(200, str(act()))

    return run
