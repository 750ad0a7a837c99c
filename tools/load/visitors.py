"""Visitors who ask a site for pages, moves and answers of the API, mixed, up to a number."""

from __future__ import annotations

import random
import threading
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
from tools.load.players import Players
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


class Visitors(Players):
    """Visitors who stop after ``most`` requests; see :attr:`answers`."""

    def __init__(self, port: int, *, most: int) -> None:
        people = list(Person.objects.filter(is_active=True).order_by("pk")[:PEOPLE])
        for person in people:
            _against_bots(person)
        super().__init__(port, turns_now(), Queue(), MIX)
        self.answers: Counter[str] = Counter()
        """How many were answered how: "page 200"."""
        self._most, self._filling = most, threading.Lock()
        self._names = [quote(person.name) for person in people]
        read = [Scope.GAMES_READ, Scope.LEAGUES_READ]
        self._tokens = [token_of(person, "load", now(), read) for person in people]
        self._cookies = [turn.cookie for turn in self._some[:PEOPLE]]
        games = Game.objects.filter(public=True, practice=False)
        over_or_not = games.filter(status__in=(GameStatus.RUNNING, GameStatus.FINISHED))
        self._codes = list(over_or_not.values_list("code", flat=True)[:GAMES])

    @property
    def count(self) -> int:
        """The requests that were answered so far."""
        with self._lock:
            return self.answers.total()

    def _do(self, kind: str, browser: Browser, dice: random.Random) -> None:
        if self.count >= self._most:
            raise Empty
        known = {"name": dice.choice(self._names), "code": dice.choice(self._codes)}
        if kind == "page":
            address = dice.choice(PAGES).format(**known)
            browser.get("page", address, dice.choice(["", *self._cookies]))
        elif kind == "api":
            address = "/api/v1/" + dice.choice(CALLS).format(**known)
            browser.call("api", address, dice.choice(self._tokens))
        elif not self._turns.empty():
            turn = self._turns.get()
            browser.move(turn.code, turn.cookie)
        else:
            # That takes longer than an idle connection is kept.
            browser.close()
            self._fill()

    def _fill(self) -> None:
        with self._filling:
            if self._turns.empty():
                for turn in turns_now():
                    self._turns.put(turn)

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
