"""Every page, API call and job of the site, as some readers come to them in any large database."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from urllib.parse import quote

from django.core.cache import cache as shared
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from engine import wire
from games import log
from games.accounts.models import Scope
from games.leagues.models import League
from games.people.models import Person
from games.scheduler.sweep import sweep
from games.statistics.counting import count_finished_games
from games.statistics.models import CountedGame
from games.tables.models import Game, GameStatus, Seat
from tools.fuzz.addresses import addresses
from tools.load.people import NEWCOMER, REGULAR, VETERAN
from tools.load.subjects import DIRECTOR, MODERATOR, games_of, seat_to_move, subjects_of
from tools.players.people import DAY, token_of

STREAMS: Final = ("api-game-stream", "api-my-stream")
"""Answers that do not end."""
EVERYTHING: Final = "api-data"
"""All that there is about a person: of somebody who played in more games it is more."""
BOARD: Final = "lantern-island"
ITSELF: Final = "itself"
"""The subject of an address that names no game of the reader's."""
THOROUGH: Final = (
    "prove_logs", "count_conduct", "make_collections", "measure_paces", "forget_old_mails"
)  # fmt: skip
"""Jobs that look through everything, seldom, or for long: the logs that have grown, the files of
three months, all people, all notices. The others find by indexes what there is to do."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A request or a job, under a name that is the same in every database."""

    name: str
    do: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who asks for pages: of themselves and their games, or of those of ``person``.

    A program asks for nothing but answers of the API.
    """

    label: str
    client: Client
    person: Person
    is_program: bool = False


def visits(names: Collection[str] = ()) -> Iterator[Visit]:
    """All that is measured: pages and API calls of readers, accepted moves, jobs of the worker.

    A page that a reader may not see, or that needs more than its address, is left out. With
    ``names`` only addresses of those names are visited.
    """
    regular = Person.objects.get(name=REGULAR)
    for reader in _readers(regular):
        # The API would refuse a program that asks so much in a minute.
        shared.clear()
        for label, path in _pages(reader, names):
            if reader.client.get(path).status_code == 200:
                yield Visit(label, partial(_ask, partial(reader.client.get, path)))
    yield from _moves(regular)
    yield _sweep_of_due_games()
    yield _count_of_a_game(regular)
    yield from _jobs()


def _readers(regular: Person) -> Iterator[Reader]:
    """An anonymous user, players, a director, a moderator, and programs of players."""
    yield Reader("an anonymous user", Client(), regular)
    for name in (REGULAR, VETERAN, NEWCOMER, DIRECTOR):
        person = Person.objects.get(name=name)
        yield Reader(name, _signed_in(person), person)
    yield Reader(MODERATOR, _signed_in(Person.objects.get(name=MODERATOR)), regular)
    for name in (REGULAR, VETERAN):
        person = Person.objects.get(name=name)
        yield Reader(f"a program of {name}", _program(person, "reads"), person, is_program=True)


def _signed_in(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def _program(person: Person, use: str) -> Client:
    scopes = [one for one in Scope.values if one != Scope.BOT_BECOME]
    token = token_of(person, f"load {use}", now(), scopes)
    return Client(headers={"authorization": f"Bearer {token}"})


def _pages(reader: Reader, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """The label and the path of all addresses for which a reader's database has values.

    Addresses of the admin, which have a namespace, are left out.
    """
    person, subjects = reader.person, subjects_of(reader.person)
    values = {
        "name": person.name, "board": BOARD, "key": BOARD, "number": 1, "tier": 1, "count": 1,
        "slug": League.objects.earliest("pk").slug,
    }  # fmt: skip
    for one in addresses():
        name, parts = one.name, one.parts().keys()
        if name in STREAMS or not re.fullmatch(r"[\w-]+", name) or (names and name not in names):
            continue
        if reader.is_program and not name.startswith("api-"):
            continue
        if name == EVERYTHING and person.name == VETERAN:
            continue
        about = {ITSELF: values | subjects.get(name, {})}
        if "code" in parts and name not in subjects:
            about = {what: values | {"code": code} for what, code in games_of(person).items()}
        for what, known in about.items():
            if parts <= known.keys():
                path = one.filled({part: quote(str(known[part]), safe="") for part in parts})
                yield f"{name} of {what} by {reader.label}", path


def _moves(person: Person) -> Iterator[Visit]:
    """A move of the person through the form of the page, and through the API with a token."""
    browser, program, seat = _signed_in(person), _program(person, "moves"), seat_to_move(person)
    assert seat is not None
    legal = log.load(seat.game).legal_actions(seat.number)
    action = wire.encode_action(next(iter(legal.listed())))
    form = {"decision": seat.decision, "action": json.dumps(action)}
    act = partial(browser.post, reverse("act", args=[seat.game.code]), form)
    yield Visit("an accepted move", partial(_ask, act, 302))
    body = {"decision": seat.decision, "actions": [action]}
    path = reverse("api-moves", args=[seat.game.code])
    call = partial(program.post, path, body, content_type="application/json")
    yield Visit("an accepted move of a program", partial(_ask, call))


def _ask(request: Callable[[], Any], status: int = 200) -> None:
    answer = request()
    assert answer.status_code == status, f"{answer.status_code}: {answer.content[:1000]!r}"


def _sweep_of_due_games() -> Visit:
    """The sweep that moves in all games of the regular and the veteran, alike in each database."""
    playing = Game.objects.filter(seats__person__name__in=(REGULAR, VETERAN), season_game=None)
    asked = Seat.objects.filter(decision__isnull=False, game__status=GameStatus.RUNNING)
    due = list(asked.filter(game__in=playing).values_list("pk", flat=True))

    def work() -> None:
        moment = now()
        Seat.objects.filter(pk__in=due).update(
            opened_at=moment - 40 * DAY, due_at=moment - DAY, remind_at=None
        )
        assert sweep(now=moment).played == len(due)

    return Visit("a sweep of due games", work)


def _count_of_a_game(person: Person) -> Visit:
    """A game that has just ended, counted into the statistics."""
    played = Game.objects.filter(seats__person=person, status=GameStatus.FINISHED)
    game = played.order_by("ended_at").values_list("pk", flat=True)[0]

    def count() -> None:
        moment = now()
        CountedGame.objects.filter(game=game).delete()
        Game.objects.filter(pk=game).update(ended_at=moment)
        assert count_finished_games(now=moment) == 1

    return Visit("a game into the statistics", count)


def _jobs() -> Iterator[Visit]:
    from ttr_site.celery import app

    app.loader.import_default_modules()

    for entry in app.conf.beat_schedule.values():
        name = entry["task"].removeprefix("games.")
        if name not in THOROUGH:
            yield Visit(f"job {name}", app.tasks[entry["task"]])
