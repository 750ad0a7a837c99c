"""Players who move through the public endpoints: the API, the pages and the mail gate.

Most moves are made at once. Some are left to the worker: held, or ordered before their turn.
"""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from random import Random
from typing import Any, Final

from django.db import InterfaceError, OperationalError, connection
from django.db.models import Q, QuerySet
from django.utils import translation

import engine
from engine import wire
from engine.actions import Draw, Place
from engine.bots import choose_action
from games import log
from games.plans.giving import TURN_DECISIONS
from games.play.hold import can_be_held
from games.tables.models import Game, GameStatus, Seat
from tools.faults.ledger import Answer, Attempt, Ledger, Order, person_at
from tools.faults.letters import Letters
from tools.faults.pages import Pages, action_of, first_event
from tools.faults.site import Site
from tools.faults.world import SILENT, TABLES, World
from tools.players.browser import Reply, ask

HANDS: Final = 2
"""Players who move over HTTP at the same time."""
MOST_A_MINUTE: Final = 55
"""Moves of one player, who keeps below what the API allows a token."""
TWICE: Final = 0.15
"""The share of moves that are sent twice, as by a double click or an impatient mail server."""
AT_A_PAGE: Final = 0.15
"""The share of moves over HTTP that are made at the page of the game."""
HELD: Final = 0.15
"""The share of the moves over the API that can be held which are."""
ORDERED: Final = 0.04
"""How often somebody leaves an order before moving."""
GAMES_A_WAIT: Final = 3
"""Of this many games one may wait for the worker; in the others people move on."""
CODE: Final = 0.02
"""How often somebody asks for a code to sign in before moving."""
Mover = Callable[[Random], Attempt | None]


class Players:
    """The players of a run; each round has dice of its own."""

    def __init__(self, site: Site, world: World, ledger: Ledger) -> None:
        self.site, self.world, self.ledger = site, world, ledger
        self.pages = Pages(site.url, world.sessions)
        self.letters = Letters(site, ledger)
        self._stop = threading.Event()
        self._sent: dict[int, deque[float]] = defaultdict(lambda: deque(maxlen=MOST_A_MINUTE))

    @contextmanager
    def playing(self, seed: str) -> Iterator[None]:
        """Let all play during the block."""
        people = sorted(self.world.tokens)
        movers: list[Mover] = [partial(self._hand, people[hand::HANDS]) for hand in range(HANDS)]
        movers.append(self.letters.next_answer)
        self._stop.clear()
        with ThreadPoolExecutor(len(movers)) as pool:
            for number, mover in enumerate(movers):
                pool.submit(self._play, mover, Random(f"{seed} {number}"))
            try:
                yield
            finally:
                self._stop.set()

    def _play(self, mover: Mover, dice: Random) -> None:
        with translation.override("en"):
            while not self._stop.is_set():
                try:
                    attempt = mover(dice)
                    if attempt is None:
                        self._stop.wait(0.1)
                    else:
                        self._insist(attempt, twice=dice.random() < TWICE)
                        self._stop.wait(dice.uniform(0.2, 0.6))
                except (InterfaceError, OperationalError):
                    # Players look past the wires, so that a fault is at the server itself.
                    connection.close()
                    self._stop.wait(0.1)
                except Exception as error:  # noqa: BLE001
                    self.ledger.wrong.append(f"a player of this run failed: {error!r}")
                    break
        connection.close()

    def _insist(self, attempt: Attempt, *, twice: bool) -> None:
        """Send a move until there is an answer, and perhaps once more."""
        self.ledger.attempts.append(attempt)
        self.send(attempt)
        while attempt.answer is Answer.UNKNOWN and not self._stop.wait(0.3):
            self.send(attempt)
        if twice:
            self.send(attempt)

    # Moves

    def _hand(self, people: list[int], dice: Random) -> Attempt | None:
        """The next move of one of these people; now and then they do something else before."""
        if dice.random() < CODE:
            self._ask_for_code(dice.choice(people))
        if dice.random() < ORDERED:
            self._leave_order(people, dice)
        return self._move(people, dice)

    def _move(self, people: list[int], dice: Random) -> Attempt | None:
        """A move of somebody who is to decide, and has not left that to the worker."""
        seats = [seat for seat in self.open_seats(people) if self._may_write(seat)]
        if not seats:
            return None
        seat = dice.choice(seats)
        state = log.load(seat.game)
        decision = state.decision_seqs.get(seat.number)
        if decision is None:
            return None
        view = engine.view(state, seat.number)
        action = choose_action("planner" if dice.random() < 0.8 else "random", view, dice)
        attempt = Attempt(
            seat=seat,
            decision=decision,
            action=action,
            key=uuid.UUID(int=dice.getrandbits(128)).hex,
            hold=dice.random() < HELD and can_be_held([action], state.board) and _may_wait(),
        )
        if dice.random() < AT_A_PAGE and not attempt.hold:
            return self._at_a_page(attempt, engine.write_action(action, view))
        return attempt

    def _at_a_page(self, attempt: Attempt, text: str) -> Attempt | None:
        """The move as the page of the game prepares it; None where it shows no such form."""
        form = self.pages.prepare(attempt.seat, text)
        if form is None or int(form["decision"]) != attempt.decision:
            return None
        attempt.form, attempt.key, attempt.action = form, form["key"], action_of(form)
        return attempt

    def open_seats(self, people: list[int]) -> QuerySet[Seat]:
        """The seats of these people that are to decide, and have not left that to the worker."""
        seats = self._seats(people)
        return seats.filter(decision__isnull=False, held_until=None, plan_due_at=None)

    def _seats(self, people: list[int]) -> QuerySet[Seat]:
        seats = Seat.objects.filter(person__in=people, game__status=GameStatus.RUNNING)
        silent = self.world.people[SILENT]
        return seats.exclude(person=silent).select_related("game", "person").order_by("pk")

    def _may_write(self, seat: Seat) -> bool:
        sent = self._sent[person_at(seat)]
        return len(sent) < MOST_A_MINUTE or sent[0] < time.monotonic() - 60

    def send(self, attempt: Attempt) -> None:
        """Send a move to the endpoint that it was written for."""
        if attempt.mail:
            self.letters.post(attempt)
        elif attempt.form:
            reply = self.pages.act(attempt.seat, attempt.form)
            self._note(attempt, reply, first_event(reply))
        else:
            body = {
                "decision": attempt.decision,
                "actions": [wire.encode_action(attempt.action)],
                "hold": attempt.hold,
            }
            path = f"games/{attempt.seat.game}/moves/"
            reply = self.ask(person_at(attempt.seat), path, body, key=attempt.key)
            self._note(attempt, reply, reply.data["first_seq"] if reply.status == 200 else None)

    def _note(self, attempt: Attempt, reply: Reply, first: int | None) -> None:
        """Write down what came of a move; ``first`` is the event that it was answered with."""
        if first is not None:
            self.ledger.settle(attempt, Answer.ACCEPTED, first)
        elif reply.status == 202:
            attempt.until = datetime.fromisoformat(reply.data["held_until"])
            self.ledger.settle(attempt, Answer.HELD)
        elif reply.status != 429 and self._is_refused(reply, "a move"):
            self.ledger.settle(attempt, Answer.REFUSED)

    def _is_refused(self, reply: Reply, what: str) -> bool:
        """Whether an answer that is no yes is a no; else nobody knows what came of it."""
        if reply.status == 0 or reply.status >= 500:
            self.ledger.unanswered += 1
            return False
        if reply.status not in (409, 422, 429):
            self.ledger.wrong.append(f"{what} was answered {reply.status}: {reply.text[:500]}")
        return True

    def clear_up(self) -> None:
        """Send what has no answer yet once more, when play is over."""
        for attempt in self.ledger.answered(Answer.UNKNOWN):
            if attempt.mail or self._may_write(attempt.seat):
                self.send(attempt)
            time.sleep(0.1)

    # Tables, orders and codes

    def open_tables(self) -> list[str]:
        """See that each kind of table is played at; return what was answered wrongly."""
        wrong: list[str] = []
        for people, options in TABLES.items():
            name = "-".join(people)[:40]
            at_it = Game.objects.filter(name=name, status__in=(GameStatus.RUNNING, GameStatus.OPEN))
            if not at_it.exists():
                wrong += self._open_table(name, people, options)
        return wrong

    def _open_table(
        self, name: str, people: Sequence[str], options: Mapping[str, Any]
    ) -> Iterator[str]:
        first, *others = (self.world.people[person].pk for person in people)
        clock = {"days_per_turn": 14, "replace_after": 0}
        opened = self.ask(first, "lobby/", {"name": name, "public": True, **clock, **options})
        if opened.status != 201:
            yield f"a table could not be opened: {opened}"
            return
        for person in others:
            joined = self.ask(person, f"lobby/{opened.data['code']}/join/", {})
            if joined.status != 200:
                yield f"nobody could join {name}: {joined}"

    def _leave_order(self, people: list[int], dice: Random) -> Order | None:
        """Leave an order of somebody whose turn is to come, and who has left none.

        It is sent once: of a second one nobody could tell from the first.
        """
        to_come = self._seats(people).filter(plan_delay=None).exclude(kind__in=TURN_DECISIONS)
        seats = [seat for seat in to_come if self._may_write(seat)]
        if not seats or not _may_wait():
            return None
        seat = dice.choice(seats)
        view = engine.view(log.load(seat.game), seat.number)
        steps: list[engine.Action] = [Draw("blind"), Draw("blind")]
        if view.teams:
            steps.insert(1, Place("hand"))
        order = Order(seat, seat.game.version, steps)
        self.ledger.orders.append(order)
        body = {"text": ", ".join(engine.write_action(step, view) for step in steps)}
        reply = self.ask(person_at(seat), f"games/{seat.game}/order/", body, method="PUT")
        if reply.status == 200:
            order.answer = Answer.ACCEPTED
            order.given = datetime.fromisoformat(reply.data["given_at"])
        elif self._is_refused(reply, "an order"):
            order.answer = Answer.REFUSED
        return order

    def _ask_for_code(self, person: int) -> None:
        """Ask for a code to sign in; the page that asks for the code says that it is on its way."""
        address = next(one.email for one in self.world.people.values() if one.pk == person)
        if self.pages.ask_for_code(address).status == 302:
            self.ledger.codes[address] += 1

    def ask(
        self, person: int, path: str, body: dict[str, Any], *, key: str = "", method: str = "POST"
    ) -> Reply:
        """Send something to the API."""
        self._sent[person].append(time.monotonic())
        headers = {
            "Authorization": f"Bearer {self.world.tokens[person]}",
            "Content-Type": "application/json",
        }
        if key:
            headers["Idempotency-Key"] = key
        url = f"{self.site.url}/api/v1/{path}"
        return ask(url, headers, json.dumps(body).encode(), method=method)


def _may_wait() -> bool:
    """Whether one game more may wait for a move that is left to the worker."""
    running = Game.objects.filter(status=GameStatus.RUNNING)
    waits = Q(seats__held_until__isnull=False) | Q(seats__plan_delay__isnull=False)
    return (running.filter(waits).distinct().count() + 1) * GAMES_A_WAIT <= running.count()
