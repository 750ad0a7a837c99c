"""Players who move through the public doors: the API, and the mail gate."""

from __future__ import annotations

import json
import smtplib
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections import defaultdict
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP
from random import Random
from typing import Any, Final

from django.db import connection
from django.utils import translation

import engine
from engine import wire
from engine.bots import choose_action
from games import log
from games.tables.models import Game, GameStatus, Seat
from tools.faults.ledger import Answer, Attempt, Ledger
from tools.faults.letters import newest_line
from tools.faults.post import Taken
from tools.faults.site import Site
from tools.faults.world import SILENT, World

HANDS: Final = 2
"""Players who move over HTTP at the same time."""
PATIENCE: Final = 8.0
"""Seconds that a player waits for an answer."""
MOST_A_MINUTE: Final = 55
"""Moves of one player, who keeps below what the API allows a token."""
TWICE: Final = 0.12
"""The share of moves that are sent twice, as by a double click or an impatient mail server."""


class Players:
    """Plays while :meth:`begin` … :meth:`end`; each round has dice of its own."""

    def __init__(self, site: Site, world: World, ledger: Ledger) -> None:
        self.site, self.world, self.ledger = site, world, ledger
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._read = 0
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

    # Over HTTP

    def _hand(self, dice: Random, people: list[int]) -> Callable[[], None]:
        def act() -> None:
            found = self.site.sight.look(lambda: self._choose(dice, people))
            if found is None:
                self._stop.wait(0.1)
                return
            game, seat, decision, action = found
            attempt = Attempt(
                game=game.pk,
                code=game.code,
                seat=seat.number,
                person=seat.person_id or 0,
                decision=decision,
                action=dict(wire.encode_action(action)),
                key=uuid.UUID(int=dice.getrandbits(128)).hex,
            )
            self.ledger.begin(attempt)
            self.send(attempt)
            while attempt.answer is Answer.UNKNOWN and not self._stop.wait(0.3):
                self.send(attempt)
            if dice.random() < TWICE:
                self.send(attempt)
            self._stop.wait(dice.uniform(0.2, 0.6))

        return act

    def _choose(
        self, dice: Random, people: list[int]
    ) -> tuple[Game, Seat, int, engine.Action] | None:
        silent = self.world.people[SILENT].pk
        seats = list(
            Seat.objects.filter(
                person__in=people, decision__isnull=False, game__status=GameStatus.RUNNING
            )
            .exclude(person=silent)
            .select_related("game")
            .order_by("pk")
        )
        if not seats:
            return None
        seats = [seat for seat in seats if self._may_write(seat.person_id or 0)]
        if not seats:
            return None
        seat = dice.choice(seats)
        state = log.load(seat.game)
        decision = state.decision_seqs.get(seat.number)
        if decision is None:
            return None
        bot = "planner" if dice.random() < 0.8 else "random"
        return seat.game, seat, decision, choose_action(bot, engine.view(state, seat.number), dice)

    def _may_write(self, person: int) -> bool:
        since = time.monotonic() - 60
        self._sent[person] = [at for at in self._sent[person] if at > since]
        return len(self._sent[person]) < MOST_A_MINUTE

    def send(self, attempt: Attempt) -> None:
        """Send a move, by the door that it was written for."""
        if attempt.mail:
            self._post(attempt)
            return
        attempt.sent += 1
        self._sent[attempt.person].append(time.monotonic())
        body = {"decision": attempt.decision, "actions": [attempt.action]}
        status, said = self.ask(
            attempt.person, f"games/{attempt.code}/moves/", body, key=attempt.key
        )
        if status == 200:
            self._settle(attempt, Answer.ACCEPTED, said["first_seq"])
        elif status in (409, 422):
            self._settle(attempt, Answer.REFUSED)
        elif status == 0 or status >= 500:
            self.ledger.unanswered += 1
        elif status != 429:
            self.ledger.complain(f"a move was answered {status}: {said}")
            self._settle(attempt, Answer.REFUSED)

    def _settle(self, attempt: Attempt, answer: Answer, first: int = -1) -> None:
        self.ledger.settle(attempt, answer, first=first, at=time.monotonic())

    def ask(
        self, person: int, path: str, body: dict[str, Any] | None = None, *, key: str = ""
    ) -> tuple[int, Any]:
        """Ask the API something; the status is 0 where no answer came."""
        headers = {"Authorization": f"Bearer {self.world.tokens[person]}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(  # noqa: S310
            f"{self.site.url}/api/v1/{path}", data, headers
        )
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                try:
                    return error.code, json.loads(error.read())
                except (ValueError, OSError):
                    return error.code, None
        except (OSError, ValueError, ConnectionError):
            return 0, None
        except Exception as error:  # http.client raises of its own where an answer is cut off
            if type(error).__module__ == "http.client":
                return 0, None
            raise

    # By mail

    def _correspondent(self, dice: Random) -> Callable[[], None]:
        def act() -> None:
            taken = self.site.post.taken
            if self._read >= len(taken):
                self._stop.wait(0.1)
                return
            # The last ones: what came first has been answered long ago.
            self._read = max(self._read, len(taken) - 12)
            mail = taken[self._read]
            self._read += 1
            attempt = self.site.sight.look(lambda: self._letter(mail, dice))
            if attempt is None:
                return
            self.ledger.begin(attempt)
            self._post(attempt)
            while attempt.answer is Answer.UNKNOWN and not self._stop.wait(0.5):
                self._post(attempt)
            if dice.random() < 2 * TWICE:
                self._post(attempt)
            self._stop.wait(dice.uniform(0.2, 0.8))

        return act

    def _letter(self, mail: Taken, dice: Random) -> Attempt | None:
        """The answer to a mail that asks for a move; None to any other, and to one that is late."""
        code, _dot, rest = mail.message_id.strip("<>").removeprefix("g").partition(".d")
        number, _dot, kind = rest.partition(".")
        if not number.isdecimal() or not kind.startswith("turn") or SILENT.lower() in mail.to:
            return None
        game = Game.objects.filter(code=code, status=GameStatus.RUNNING).first()
        seat = Seat.objects.filter(game=game, person__email=mail.to).first()
        if game is None or seat is None or seat.person_id is None:
            return None
        state = log.load(game)
        decision = int(number)
        if state.decision_seqs.get(seat.number) != decision:
            return None
        message = mail.message
        if message["Reply-To"] is None:
            self.ledger.complain(f"the mail {mail.message_id} cannot be answered")
            return None
        view = engine.view(state, seat.number)
        action = choose_action("planner", view, dice)
        (recipient,) = message["Reply-To"].addresses
        name = f"<{uuid.UUID(int=dice.getrandbits(128)).hex}@players.example>"
        reply = EmailMessage(policy=SMTP)
        reply["From"] = mail.to
        reply["To"] = recipient.addr_spec
        reply["Subject"] = f"Re: {message['Subject']}"
        reply["Message-ID"] = name
        reply["In-Reply-To"] = mail.message_id
        reply.set_content(f"{engine.write_action(action, view)}\n")
        return Attempt(
            game=game.pk,
            code=code,
            seat=seat.number,
            person=seat.person_id,
            decision=decision,
            action=dict(wire.encode_action(action)),
            key=name,
            mail=reply.as_bytes(),
            recipient=recipient.addr_spec,
            newest_line=newest_line(),
        )

    def _post(self, attempt: Attempt) -> None:
        attempt.sent += 1
        sender = next(p.email for p in self.world.people.values() if p.pk == attempt.person)
        try:
            with smtplib.SMTP("127.0.0.1", self.site.gate_port, timeout=PATIENCE) as line:
                line.sendmail(sender, [attempt.recipient], attempt.mail)
        except smtplib.SMTPRecipientsRefused as error:
            code, said = next(iter(error.recipients.values()))
            if code // 100 == 5:
                self.ledger.complain(f"a reply was refused at the gate: {code} {said!r}")
                self._settle(attempt, Answer.REFUSED)
            self.ledger.unanswered += 1
        except smtplib.SMTPResponseException as error:
            if error.smtp_code // 100 == 5:
                self.ledger.complain(f"a reply was refused at the gate: {error}")
                self._settle(attempt, Answer.REFUSED)
            self.ledger.unanswered += 1
        except (OSError, smtplib.SMTPException):
            self.ledger.unanswered += 1
        else:
            self._settle(attempt, Answer.TAKEN)

    # Between the rounds

    def clear_up(self) -> None:
        """Send what has no answer yet once more."""
        if time.monotonic() - self._cleared < 0.5:
            return
        for attempt in [*self.ledger.unknown]:
            if attempt.mail or self._may_write(attempt.person):
                self.send(attempt)
        self._cleared = time.monotonic()
