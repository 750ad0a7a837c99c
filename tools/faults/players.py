"""Players who move through the public endpoints: the API, the pages and the mail gate.

Most moves are made at once. Some are left to the worker: held, or ordered before their turn.
"""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Any, Final

from django.db import connection
from django.db.models import Q
from django.utils import translation

import engine
from engine import wire
from engine.actions import Draw, Place
from engine.bots import choose_action
from games import log
from games.plans.giving import TURN_DECISIONS
from games.play.hold import can_be_held
from games.tables.models import Game, GameStatus, Seat
from tools.faults.correspondence import Correspondence
from tools.faults.ledger import Answer, Attempt, Ledger, Order
from tools.faults.pages import Pages, action_of, first_event
from tools.faults.site import Site
from tools.faults.world import SILENT, World
from tools.players.browser import Reply, ask

HANDS: Final = 2
"""Players who move over HTTP at the same time."""
MOST_A_MINUTE: Final = 55
"""Moves of one player, who keeps below what the API allows a token."""
TWICE: Final = 0.12
"""The share of moves that are sent twice, as by a double click or an impatient mail server."""
AT_A_PAGE: Final = 0.15
"""The share of moves over HTTP that are made at the page of the game."""
HELD: Final = 0.15
"""The share of the moves over the API that can be held which are."""
ORDERED: Final = 0.04
"""How often somebody leaves an order instead of moving."""
GAMES_A_WAIT: Final = 3
"""Of this many games one may wait for the worker; in the others people move on."""
CODE: Final = 0.02
"""How often somebody asks for a code to sign in before moving."""


class Players:
    """Plays while :meth:`begin` … :meth:`end`; each round has dice of its own."""

    def __init__(self, site: Site, world: World, ledger: Ledger) -> None:
        self.site, self.world, self.ledger = site, world, ledger
        self.pages = Pages(site.url, world.sessions)
        self.letters = Correspondence(site, world, ledger)
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._sent: dict[int, list[float]] = defaultdict(list)
        self._cleared = 0.0

    def begin(self, seed: str) -> None:
        self._stop.clear()
        people = sorted(self.world.tokens)
        hands: list[Callable[[], None]] = [
            self._hand(Random(f"{seed} hand {hand}"), people[hand::HANDS]) for hand in range(HANDS)
        ]
        hands.append(self._correspondent(Random(f"{seed} letters")))
        self._threads = [threading.Thread(target=self._guarded(hand)) for hand in hands]
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _guarded(self, act: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            try:
                with translation.override("en"):
                    while not self._stop.is_set():
                        act()
            except Exception as error:  # noqa: BLE001
                self.ledger.complain(f"a player of this run failed: {error!r}")
            finally:
                connection.close()

        return run

    def _hand(self, dice: Random, people: list[int]) -> Callable[[], None]:
        def act() -> None:
            if dice.random() < CODE:
                self._ask_for_code(dice.choice(people))
            if dice.random() < ORDERED:
                order = self.site.sight.look(lambda: self._order(dice, people))
                if order is not None:
                    self._leave(order)
            attempt = self.site.sight.look(lambda: self._move(dice, people))
            if attempt is None:
                self._stop.wait(0.1)
                return
            self._insist(attempt, 0.3, dice.random() < TWICE)
            self._stop.wait(dice.uniform(0.2, 0.6))

        return act

    def _correspondent(self, dice: Random) -> Callable[[], None]:
        def act() -> None:
            mail = self.letters.next_mail()
            if mail is None:
                self._stop.wait(0.1)
                return
            attempt = self.site.sight.look(lambda: self.letters.answer_to(mail, dice))
            if attempt is not None:
                self._insist(attempt, 0.5, dice.random() < 2 * TWICE)
                self._stop.wait(dice.uniform(0.2, 0.8))

        return act

    def _insist(self, attempt: Attempt, pause: float, twice: bool) -> None:
        """Send a move until there is an answer, and perhaps once more."""
        self.ledger.begin(attempt)
        self.send(attempt)
        while attempt.answer is Answer.UNKNOWN and not self._stop.wait(pause):
            self.send(attempt)
        if twice:
            self.send(attempt)

    def _move(self, dice: Random, people: list[int]) -> Attempt | None:
        """A move of somebody who is to decide, and has not left that to the worker."""
        seats = [seat for seat in self.open_seats(people) if self._may_write(seat.person_id or 0)]
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
            game=seat.game.pk,
            code=seat.game.code,
            seat=seat.number,
            person=seat.person_id or 0,
            decision=decision,
            action=dict(wire.encode_action(action)),
            key=uuid.UUID(int=dice.getrandbits(128)).hex,
            hold=dice.random() < HELD and can_be_held([action], state.board) and _may_wait(),
        )
        if dice.random() < AT_A_PAGE and not attempt.hold:
            return self._at_a_page(attempt, engine.write_action(action, view))
        return attempt

    def _at_a_page(self, attempt: Attempt, text: str) -> Attempt | None:
        """The move as the page of the game prepares it; None where it shows no such form."""
        form = self.pages.prepare(attempt.person, attempt.code, text)
        if form is None or int(form["decision"]) != attempt.decision:
            return None
        attempt.form, attempt.key, attempt.action = form, form["key"], action_of(form)
        return attempt

    def open_seats(self, people: list[int]) -> Any:
        """The seats of these people that are to decide, and have not left that to the worker."""
        seats = self._seats(people)
        return seats.filter(decision__isnull=False, held_until=None, plan_due_at=None)

    def _seats(self, people: list[int]) -> Any:
        silent = self.world.people[SILENT].pk
        seats = Seat.objects.filter(person__in=people, game__status=GameStatus.RUNNING)
        return seats.exclude(person=silent).select_related("game").order_by("pk")

    def _may_write(self, person: int) -> bool:
        since = time.monotonic() - 60
        self._sent[person] = [at for at in self._sent[person] if at > since]
        return len(self._sent[person]) < MOST_A_MINUTE

    def send(self, attempt: Attempt) -> None:
        """Send a move to the endpoint that it was written for."""
        if attempt.mail:
            self.letters.post(attempt)
            return
        attempt.sent += 1
        if attempt.form:
            reply = self.pages.act(attempt.person, attempt.code, attempt.form)
            self._note(attempt, reply, first_event(reply))
            return
        body = {"decision": attempt.decision, "actions": [attempt.action], "hold": attempt.hold}
        reply = self._ask(attempt.person, f"games/{attempt.code}/moves/", body, key=attempt.key)
        self._note(attempt, reply, reply.data["first_seq"] if reply.status == 200 else None)

    def _note(self, attempt: Attempt, reply: Reply, first: int | None) -> None:
        """Write down what came of a move; ``first`` is the event that it was answered with."""
        if first is not None:
            self._settle(attempt, Answer.ACCEPTED, first)
        elif reply.status == 202:
            attempt.until = datetime.fromisoformat(reply.data["held_until"])
            self._settle(attempt, Answer.HELD)
        elif reply.status in (409, 422):
            self._settle(attempt, Answer.REFUSED)
        elif reply.status == 0 or reply.status >= 500:
            self.ledger.unanswered += 1
        elif reply.status != 429:
            self.ledger.complain(f"a move was answered {reply.status}: {reply.text[:500]}")
            self._settle(attempt, Answer.REFUSED)

    def _settle(self, attempt: Attempt, answer: Answer, first: int = -1) -> None:
        self.ledger.settle(attempt, answer, first=first, at=time.monotonic())

    # Orders and codes

    def _order(self, dice: Random, people: list[int]) -> Order | None:
        """An order of somebody whose turn is to come, and who has left none."""
        seats = [
            seat
            for seat in self._seats(people).filter(plan_delay=None)
            if seat.kind not in TURN_DECISIONS and self._may_write(seat.person_id or 0)
        ]
        if not seats or not _may_wait():
            return None
        seat = dice.choice(seats)
        game = Game.objects.get(pk=seat.game_id)
        view = engine.view(log.load(game), seat.number)
        steps: list[engine.Action] = [Draw("blind"), Draw("blind")]
        if view.teams:
            steps.insert(1, Place("hand"))
        return Order(
            game=game.pk,
            code=game.code,
            seat=seat.number,
            person=seat.person_id or 0,
            since=game.version,
            steps=[dict(wire.encode_action(step)) for step in steps],
            text=", ".join(engine.write_action(step, view) for step in steps),
        )

    def _leave(self, order: Order) -> None:
        """Leave an order, once: of a second one nobody could tell from the first."""
        self.ledger.orders.append(order)
        body = {"text": order.text}
        reply = self._ask(order.person, f"games/{order.code}/order/", body, method="PUT")
        if reply.status == 200:
            order.answer = Answer.ACCEPTED
            order.given = datetime.fromisoformat(reply.data["given_at"])
            self.ledger.put_off += 1
        elif reply.status == 0 or reply.status >= 500:
            self.ledger.unanswered += 1
        else:
            order.answer = Answer.REFUSED
            if reply.status not in (409, 422, 429):
                self.ledger.complain(f"an order was answered {reply.status}: {reply.text[:500]}")

    def _ask_for_code(self, person: int) -> None:
        """Ask for a code to sign in; the page that asks for the code says that it is on its way."""
        address = next(one.email for one in self.world.people.values() if one.pk == person)
        if self.pages.ask_for_code(address).status == 302:
            self.ledger.codes[address] += 1

    # The API

    def ask(self, person: int, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        """Post something to the API: status, 0 where no answer came, and what was said."""
        reply = self._ask(person, path, body)
        return reply.status, reply.data

    def _ask(
        self, person: int, path: str, body: dict[str, Any], *, key: str = "", method: str = "POST"
    ) -> Reply:
        self._sent[person].append(time.monotonic())
        headers = {
            "Authorization": f"Bearer {self.world.tokens[person]}",
            "Content-Type": "application/json",
        }
        if key:
            headers["Idempotency-Key"] = key
        url = f"{self.site.url}/api/v1/{path}"
        return ask(url, headers, json.dumps(body).encode(), method=method)

    # Between the rounds

    def clear_up(self) -> None:
        """Send what has no answer yet once more."""
        if time.monotonic() - self._cleared < 0.5:
            return
        for attempt in [*self.ledger.unknown]:
            if attempt.mail or self._may_write(attempt.person):
                self.send(attempt)
        self._cleared = time.monotonic()


def _may_wait() -> bool:
    """Whether one game more may wait for a move that is left to the worker."""
    running = Game.objects.filter(status=GameStatus.RUNNING)
    waits = Q(seats__held_until__isnull=False) | Q(seats__plan_delay__isnull=False)
    return (running.filter(waits).distinct().count() + 1) * GAMES_A_WAIT <= running.count()
