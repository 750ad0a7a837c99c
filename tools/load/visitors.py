"""Visitors who ask a site for pages, moves and answers of the API, mixed, up to a number."""

from __future__ import annotations

import http.client
import random
import threading
import time
from collections import Counter
from queue import Empty, Queue
from typing import Final
from urllib.parse import quote

from django.utils.timezone import now

from games.accounts.models import Scope
from games.log import load
from games.people.models import Person
from games.play import submit_action
from games.practice.games import begin_practice_game
from games.tables.models import Game, GameStatus, Seat
from tools.load.players import Turn
from tools.load.turns import turns_now
from tools.players.browser import Browser
from tools.players.people import token_of

MIX: Final = ((55, "page"), (10, "move"), (35, "api"))
"""What of a hundred visits is done; a move is three requests."""
PEOPLE: Final = 60
"""Who have tokens, and play against bots."""
GAMES: Final = 1_000
PAGES: Final = (
    "/", "/lobby/", "/watch/", "/ranking/", "/players/", "/opponents/", "/leagues/", "/boards/",
    "/leagues/first-league/1/", "/people/{name}/", "/people/{name}/statistics/",
    "/games/{code}/", "/games/{code}/", "/games/{code}/", "/games/{code}/log/",
    "/games/{code}/clock/", "/boards/usa/", "/boards/usa/statistics/",
)  # fmt: skip
CALLS: Final = (
    "games/", "lobby/", "leagues/", "ratings/", "boards/usa/", "people/{name}/", "me/turns/",
    "people/{name}/games/", "games/{code}/", "games/{code}/events/", "games/{code}/record/",
    "boards/usa/statistics/", "people/{name}/statistics/",
)  # fmt: skip
LEVEL: Final = "level-1"


class Visitors:
    """Visitors in several threads, who stop after ``most`` requests; see :attr:`answers`."""

    def __init__(self, port: int, *, most: int) -> None:
        self.answers: Counter[str] = Counter()
        """How many were answered how: "page 200"."""
        self._port = port
        self._most = most
        self._lock, self._filling = threading.Lock(), threading.Lock()
        self._turns = Queue[Turn]()
        people = list(Person.objects.filter(is_active=True).order_by("pk")[:PEOPLE])
        self._names = [quote(person.name) for person in people]
        read = [Scope.GAMES_READ, Scope.LEAGUES_READ]
        self._tokens = [token_of(person, "load", now(), read) for person in people]
        for person in people:
            _against_bots(person)
        found = turns_now()
        self._cookies = [turn.cookie for turn in found[:PEOPLE]]
        self._codes = list(
            Game.objects.filter(
                status__in=(GameStatus.RUNNING, GameStatus.FINISHED), public=True, practice=False
            ).values_list("code", flat=True)[:GAMES]
        )

    @property
    def count(self) -> int:
        """The requests that were answered so far."""
        with self._lock:
            return self.answers.total()

    def visit(self, dice: random.Random, end: float) -> None:
        """Visit the site until the number is reached, or the clock (monotonic) shows ``end``."""
        browser = Browser(self._port, self._note)
        kinds = [kind for count, kind in MIX for _ in range(count)]
        while self.count < self._most and time.monotonic() < end:
            known = {"name": dice.choice(self._names), "code": dice.choice(self._codes)}
            try:
                kind = dice.choice(kinds)
                if kind == "page":
                    address = dice.choice(PAGES).format(**known)
                    browser.get("page", address, dice.choice(["", *self._cookies]))
                elif kind == "api":
                    address = "/api/v1/" + dice.choice(CALLS).format(**known)
                    browser.call("api", address, dice.choice(self._tokens))
                else:
                    self._move(browser)
            except (OSError, http.client.HTTPException) as error:
                self._note(type(error).__name__, 0, 0)
                browser.close()

    def _move(self, browser: Browser) -> None:
        try:
            turn = self._turns.get_nowait()
        except Empty:
            # That takes longer than an idle connection is kept.
            browser.close()
            with self._filling:
                if self._turns.empty():
                    for one in turns_now():
                        self._turns.put(one)
            return
        browser.move(turn.code, turn.cookie)

    def _note(self, kind: str, seconds: float, status: int) -> None:
        with self._lock:
            self.answers[f"{kind} {status}"] += 1


def _against_bots(person: Person) -> None:
    """Begin a game of a person against bots, up to the first turn."""
    moment = now()
    game = begin_practice_game(player=person, board="usa", bot=LEVEL, now=moment)
    seat = Seat.objects.get(game=game, person=person)
    if seat.decision is not None and seat.kind != "turn":
        action = next(iter(load(game).legal_actions(seat.number).listed()))
        submit_action(
            game=game, seat=seat.number, decision=seat.decision, actions=[action],
            actor=str(seat.number), key="load", now=moment,
        )  # fmt: skip
