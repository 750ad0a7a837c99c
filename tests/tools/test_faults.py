"""`make faults`: what it would notice if the site broke a promise, and the plan of its rounds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from django.db import OperationalError

from engine.actions import Draw
from games import log
from games.log.models import Event
from games.notifications.models import DeliveryStatus, Mail, Notice
from games.people.models import Person
from games.play import submit_action
from games.play.automatic import play_automatic
from games.players.models import Rating
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.mail import Inbox
from tools.faults import servers
from tools.faults.kinds import KINDS, OWN_KINDS, SQLITE_KINDS
from tools.faults.ledger import Answer, Attempt, Ledger
from tools.faults.loop import Loop
from tools.faults.post import Taken, dies_after_the_dot, dies_before_the_dot
from tools.faults.promises import Promises
from tools.faults.recounting import recounted
from tools.faults.report import table as report
from tools.faults.rounds import plan
from tools.faults.sight import Sight
from tools.faults.waiting import NeverHappened
from tools.faults.wires import Fate, Hook, Wire
from tools.local_site import free_port


class Night:
    """A game of Alice and Bob of which all mails arrived, before a round."""

    def __init__(self, game: Game, inbox: Inbox) -> None:
        self.game, self.inbox = game, inbox
        self.ledger = Ledger()
        self.taken: list[Taken] = []
        self.promises = Promises(self.taken, self.ledger)
        self.post()
        self.promises.begin()

    def post(self) -> None:
        self.inbox()
        known = {taken.message_id for taken in self.taken}
        for mail in Mail.objects.filter(status=DeliveryStatus.SENT).exclude(message_id__in=known):
            self.taken.append(Taken(0.0, mail.recipient, bytes(mail.source)))

    def attempt(self) -> Attempt:
        decision = log.load(self.game).decision_seqs[0]
        draw = {"type": "draw", "source": "blind"}
        attempt = Attempt(self.game.pk, self.game.code, 0, 1, decision, draw, "a key")
        self.ledger.begin(attempt)
        return attempt

    def draw(self) -> int:
        decision = log.load(self.game).decision_seqs[0]
        done = submit_action(
            game=self.game, seat=0, decision=decision, actions=[Draw("blind")], actor="0", now=NOW
        )
        self.game.refresh_from_db()
        return done.first_seq

    def broken(self) -> dict[str, list[str]]:
        self.post()
        return self.promises.broken()


@pytest.fixture
def night(begin: Starter, alice: Person, bob: Person, inbox: Inbox) -> Night:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    game.refresh_from_db()
    return Night(game, inbox)


def test_a_move_that_was_accepted_and_stands_in_the_log_breaks_nothing(night: Night) -> None:
    attempt = night.attempt()
    night.ledger.settle(attempt, Answer.ACCEPTED, first=night.draw(), at=0.0)
    stored = Event.objects.get(game=night.game, seq=attempt.first).action
    attempt.action = {name: value for name, value in stored.items() if name != "seat"}
    assert night.broken() == {}


def test_an_accepted_move_that_is_not_in_the_log_is_noticed(night: Night) -> None:
    night.ledger.settle(night.attempt(), Answer.ACCEPTED, first=night.game.version + 1, at=0.0)
    (fault,) = night.broken()["events"]
    assert "was accepted, and is not in the log" in fault


def test_a_move_that_was_refused_and_stands_in_the_log_is_noticed(night: Night) -> None:
    night.ledger.settle(night.attempt(), Answer.REFUSED, first=-1, at=0.0)
    night.draw()
    (fault,) = night.broken()["events"]
    assert "was accepted 0 times" in fault


def test_another_answer_to_the_same_request_is_noticed(night: Night) -> None:
    attempt = night.attempt()
    first = night.draw()
    night.ledger.settle(attempt, Answer.ACCEPTED, first=first, at=0.0)
    night.ledger.settle(attempt, Answer.REFUSED, first=-1, at=0.0)
    assert any("and later refused" in fault for fault in night.broken()["events"])


def test_an_event_that_was_there_and_is_not_is_noticed(night: Night, tamper: None) -> None:
    Event.objects.filter(game=night.game, seq=night.game.version).delete()
    broken = night.broken()
    assert "was there, and is not any more" in broken["events"][0]
    assert broken["chains"]


def test_a_mail_that_counts_as_sent_and_did_not_arrive_is_noticed(night: Night) -> None:
    night.post()
    lost = night.taken.pop()
    assert any(lost.message_id in fault for fault in night.promises.broken()["mails"])


def test_an_equal_mail_may_come_twice_and_another_one_may_not(night: Night) -> None:
    night.taken.append(night.taken[-1])
    assert night.broken() == {}
    last = night.taken[-1]
    night.taken.append(Taken(0.0, last.to, last.raw + b"P.S.\r\n"))
    assert any("with other words" in fault for fault in night.broken()["mails"])
    assert night.promises.mails.doubles == {"equal": 1, "other": 1}


def test_a_turn_of_which_nobody_was_told_is_noticed(night: Night) -> None:
    Notice.objects.filter(kind="turn").delete()
    assert any("there are 0 notices" in fault for fault in night.broken()["mails"])


def test_an_open_turn_without_a_deadline_is_noticed(night: Night) -> None:
    Seat.objects.filter(game=night.game, number=0).update(due_at=None)
    (fault,) = night.broken()["deadlines"]
    assert "without a deadline" in fault


def test_a_move_of_the_clock_before_its_time_is_noticed(
    night: Night, run_out: Callable[[Game, int], None]
) -> None:
    run_out(night.game, 0)
    assert any("before its time" in fault for fault in night.broken()["deadlines"])


@pytest.fixture
def run_out() -> Callable[[Game, int], None]:
    """Let the clock move for a seat at once, as one does that is wrong by days."""

    def act(game: Game, seat: int) -> None:
        decision = log.load(game).decision_seqs[seat]
        Seat.objects.filter(game=game, number=seat).update(due_at=NOW)
        play_automatic(game=game, seat=seat, decision=decision, now=NOW)
        game.refresh_from_db()

    return act


def test_a_rating_that_does_not_follow_from_the_games_is_noticed(alice: Person) -> None:
    Rating.objects.create(person=alice, board="", mu=99.0, sigma=1.0, games=1, at=NOW)
    assert [*recounted()] == ["ratings counted anew are others"]


# The plan and the report


@pytest.mark.parametrize(("own", "missing"), [(True, set()), (False, {*OWN_KINDS})])
def test_the_short_form_has_every_kind_of_fault_once(own: bool, missing: set[str]) -> None:
    wanted = KINDS.keys() - missing
    beside = plan(1, "", Random("ci"), sqlite=True, own=own)
    kinds = plan(len(wanted) - len(SQLITE_KINDS), "", Random("ci"), sqlite=False, own=own)
    assert sorted(kinds + beside) == sorted(wanted)


def test_rounds_can_be_repeated() -> None:
    assert plan(200, "", Random("a"), sqlite=False) == plan(200, "", Random("a"), sqlite=False)
    assert plan(20, "", Random("a"), sqlite=False) == plan(200, "", Random("a"), sqlite=False)[:20]


def test_a_broken_promise_stands_in_the_row_of_its_kind_and_in_the_sum() -> None:
    line = {"recovery": 1.0, "moves": 1, "unanswered": 0, "mails": 1, "doubles": 0, "broken": {}}
    rows = report(
        [
            {**line, "kind": "kill-web"},
            {**line, "kind": "two-beats", "broken": {"mails": ["one is lost"]}},
        ]
    )
    assert [row.split(" | ")[:3] for row in rows[2:]] == [
        ["| kill-web", "1", "0"],
        ["| two-beats", "1", "1"],
        ["| **all**", "2", "1"],
    ]


# The wires


class Echo:
    """A server that says what it hears, and keeps it."""

    def __init__(self, loop: Loop) -> None:
        self.heard: list[bytes] = []
        self.port = free_port()
        loop.run(self._listen())

    async def _listen(self) -> None:
        await asyncio.start_server(self._answer, "127.0.0.1", self.port)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(1000):
            self.heard.append(piece)
            writer.write(piece)
        writer.close()


def says(loop: Loop, wire: Wire, *pieces: bytes) -> list[bytes]:
    """Send pieces through a wire; the answers, of which the last is b"" where it was cut."""

    async def talk() -> list[bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", wire.port)
        answers = []
        for piece in pieces:
            writer.write(piece)
            try:
                answers.append(await reader.read(1000))
            except ConnectionResetError:
                answers.append(b"")
            if not answers[-1]:
                break
        writer.close()
        return answers

    return loop.run(talk())


@pytest.fixture(scope="module")
def loop() -> Loop:
    return Loop()


@pytest.mark.parametrize(
    ("fate", "heard", "answer"),
    [
        (Fate.ON, 1, b"COMMIT"),
        (Fate.CUT_BEFORE, 0, b""),
        (Fate.CUT_AFTER, 1, b""),
        (Fate.TWICE, 2, b"COMMIT"),
        (Fate.LOSE, 0, b":1\r\n"),
    ],
)
def test_a_piece_has_the_fate_that_its_hook_says(
    loop: Loop, fate: Fate, heard: int, answer: bytes
) -> None:
    echo = Echo(loop)
    wire = Wire(loop, "127.0.0.1", echo.port)
    wire.hook = lambda line, piece: fate
    assert says(loop, wire, b"COMMIT") == [answer]
    assert echo.heard == [b"COMMIT"] * heard


def test_a_wire_that_refuses_takes_no_connection_until_it_accepts(loop: Loop) -> None:
    echo = Echo(loop)
    wire = Wire(loop, "127.0.0.1", echo.port)
    wire.refuse()
    with pytest.raises(ConnectionRefusedError):
        says(loop, wire, b"hello")
    wire.accept()
    assert says(loop, wire, b"hello") == [b"hello"]


@pytest.mark.parametrize(
    ("hook", "answers", "heard"),
    [
        (dies_before_the_dot, [b"DATA\r\n", b""], 1),
        (dies_after_the_dot, [b"DATA\r\n", b""], 2),
    ],
)
def test_a_mail_server_dies_on_one_side_of_the_dot(
    loop: Loop, hook: Hook, answers: list[bytes], heard: int
) -> None:
    echo = Echo(loop)
    wire = Wire(loop, "127.0.0.1", echo.port)
    wire.hook = hook
    assert says(loop, wire, b"DATA\r\n", b"Hello\r\n.\r\n") == answers
    assert len(echo.heard) == heard


# Servers of the run's own


@pytest.mark.parametrize("find", [servers.find_postgresql, servers.find_redis])
def test_a_machine_without_the_programs_is_told_what_to_do(
    find: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers.shutil, "which", lambda program: None)
    monkeypatch.setattr(servers, "PACKAGED", ())
    with pytest.raises(servers.NotHere, match=r"Install .*, or leave the option out\."):
        find()


def test_what_was_started_is_stopped_where_the_next_start_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[Path] = []

    def start_redis(program: str, folder: Path, after: ExitStack) -> None:
        folder.mkdir()
        after.callback(seen.append, folder)

    def start_postgresql(*arguments: object) -> None:
        raise NeverHappened("not within 60 s: PostgreSQL answers")

    monkeypatch.setattr(servers, "find_redis", lambda: "redis-server")
    monkeypatch.setattr(servers, "find_postgresql", Path)
    monkeypatch.setattr(servers, "_owner", dict)
    monkeypatch.setattr(servers, "_start_redis", start_redis)
    monkeypatch.setattr(servers, "_start_postgresql", start_postgresql)
    with pytest.raises(servers.NotHere, match="did not start: not within 60 s"):
        servers.own_servers(postgresql=True).__enter__()
    assert len(seen) == 1
    assert not seen[0].parent.exists()


class Line:
    """A connection that a fault leaves dead until it is closed."""

    def __init__(self) -> None:
        self.dead = False

    def close(self) -> None:
        self.dead = False

    def read(self) -> str:
        if self.dead:
            raise OperationalError("the connection is closed")
        return "a game"


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    """The connection that looks are made through."""
    line = Line()
    monkeypatch.setattr("tools.faults.sight.connection", line)
    return line


def test_a_look_is_repeated_while_a_fault_is_at_the_database_and_only_then(line: Line) -> None:
    sight = Sight()
    assert sight.look(line.read) == "a game"
    with sight.disturbed():
        line.dead = True
        assert sight.look(line.read) == "a game"
    assert sight.look(line.read) == "a game"
    line.dead = True
    with pytest.raises(OperationalError):
        sight.look(line.read)


def test_a_look_that_reads_nothing_takes_no_dead_connection_for_one_that_lives(line: Line) -> None:
    """Found by rounds in which a player looked at a mail that asked for nothing."""
    sight = Sight()
    assert sight.look(line.read) == "a game"
    with sight.disturbed():
        pass
    line.dead = True
    assert sight.look(lambda: None) is None
    assert sight.look(line.read) == "a game"
