"""Simulated players at browsers: they open a game, move, look around, or answer a mail."""

from __future__ import annotations

import http.client
import random
import re
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import Empty, Queue
from typing import Final

from tools.players.browser import MOVE, Browser
from tools.site.mail_server import Taken
from tools.site.processes import INBOUND

GAME: Final = re.compile(r"<game-(\w+)\.")
SEASON: Final = "/leagues/first-league/1/"
LOOKS: Final = ("/", "/lobby/", "/watch/", "/ranking/", "/leagues/", SEASON)
PATIENCE: Final = 1.0
"""Seconds that a player waits until a game of a season is free."""
VISITS: Final = {"move": 70, "look": 20, "reply": 5, "league": 5}
"""How many of a hundred visits are of each kind."""
MOVES: Final = {"move": 100}


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody whose turn it is in a game, with the cookie of a session.

    ``after`` are those of the others at the table, in the order in which they move; nobody of a
    game that is moved in once only.
    """

    code: str
    cookie: str
    after: tuple[str, ...] = ()

    def next(self) -> Turn:
        """The turn that comes after this one at the table."""
        return Turn(self.code, self.after[0], (*self.after[1:], self.cookie))


@dataclass(slots=True)
class Tally:
    """What was done: seconds of each request by kind, moves that were accepted, what failed."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    moves: int = 0
    replies: int = 0
    failures: Counter[str] = field(default_factory=Counter)


class Players:
    """Some threads of visitors, who share the turns between them; each turn is played once.

    In the games of a ``season``, which are few, turns follow one another.
    """

    def __init__(
        self,
        port: int,
        turns: list[Turn],
        mails: Queue[Taken],
        visits: Mapping[str, int] = VISITS,
        season: Queue[Turn] | None = None,
    ) -> None:
        self.tally = Tally()
        self._visits = visits
        self._port = port
        self._turns = iter(turns)
        self._season = season or Queue()
        self._some = turns[:200]
        self._mails = mails
        self._moved_in: set[str] = set()
        """Games of no season in which somebody has moved; their mails may be answered."""
        self._lock = threading.Lock()

    def play(self, seconds: float, *, threads: int, rate: float = 0) -> float:
        """Visit so long, together at most ``rate`` moves a second; return how long it took."""
        began = time.monotonic()
        end = began + seconds
        pause = threads / rate if rate else 0.0
        with ThreadPoolExecutor(threads) as crowd:
            list(
                crowd.map(lambda seed: self._visit(end, random.Random(seed), pause), range(threads))
            )
        return time.monotonic() - began

    def _visit(self, end: float, dice: random.Random, pause: float) -> None:
        browser = Browser(self._port, self._note)
        while (began := time.monotonic()) < end:
            (kind,) = dice.choices([*self._visits], [*self._visits.values()])
            try:
                self._do(kind, browser, dice)
            except StopIteration:
                return
            except (OSError, http.client.HTTPException) as error:
                self._note(type(error).__name__, 0, 0)
                browser.close()
            if kind in ("move", "league") and (rest := pause - (time.monotonic() - began)) > 0:
                time.sleep(rest)

    def _do(self, kind: str, browser: Browser, dice: random.Random) -> None:
        """Make a visit.

        :raises StopIteration: if nobody has a turn any more.
        """
        if kind == "look":
            browser.get("look", dice.choice(LOOKS), dice.choice(self._some).cookie)
        elif kind == "reply":
            self._reply(browser)
        elif kind == "league":
            self._move_in_season(browser)
        else:
            turn = next(self._turns)
            if self._move(browser, turn):
                self._moved_in.add(turn.code)

    def _move_in_season(self, browser: Browser) -> None:
        """Move in a game of a season, then look at the standings of the season."""
        try:
            turn = self._season.get(timeout=PATIENCE)
        except Empty:
            self._fail("no turn in a season")
            return
        if self._move(browser, turn):
            self._season.put(turn.next())
        browser.get("season", SEASON, turn.cookie)

    def _move(self, browser: Browser, turn: Turn) -> bool:
        """Make a move on the page of the game; whether it was accepted."""
        answer = browser.move(turn.code, turn.cookie)
        if answer is None:
            self._fail("no form")
        elif answer.status == 200:
            self._fail("move that was not accepted")
        accepted = answer is not None and answer.status == 302
        with self._lock:
            self.tally.moves += accepted
        return accepted

    def _reply(self, browser: Browser) -> None:
        """Answer a mail that has arrived, if there is one that may be answered."""
        try:
            taken = self._mails.get_nowait()
        except Empty:
            return
        mail = taken.message
        game = GAME.search(mail.get("List-Id", ""))
        if game is None or game[1] not in self._moved_in or not mail["Reply-To"]:
            return
        answer = taken.answered(MOVE, f"<{time.time_ns()}@load.example>")
        headers = {"Content-Type": "message/rfc822"}
        path = f"/inbound/mail/{INBOUND}/"
        done = browser.send("reply", "POST", path, headers, answer.as_bytes())
        with self._lock:
            self.tally.replies += done.status == 200

    def _note(self, kind: str, seconds: float, status: int) -> None:
        """Count a request; without an answer its ``kind`` is an error and its ``status`` 0."""
        if status:
            with self._lock:
                self.tally.seconds[kind].append(seconds)
        if status >= 400 or not status:
            self._fail(f"{kind} {status or ''}".rstrip())

    def _fail(self, what: str) -> None:
        with self._lock:
            self.tally.failures[what] += 1
