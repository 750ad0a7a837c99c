"""Tables that are opened over the API, in place of those at which the game is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.tables.models import Game, GameStatus
from tools.faults.players import Players
from tools.faults.world import TABLES


def open_tables(players: Players) -> list[str]:
    """See that each kind of table is played at; return what was answered wrongly."""
    wrong = []
    for table in TABLES:
        name = "-".join(table["people"])[:40]
        at_it = Game.objects.filter(name=name, status__in=(GameStatus.RUNNING, GameStatus.OPEN))
        if not at_it.exists():
            wrong += _open(players, table, name)
    return wrong


def _open(players: Players, table: Mapping[str, Any], name: str) -> list[str]:
    first, *others = (players.world.people[person].pk for person in table["people"])
    body = {
        "name": name,
        "board": table["board"],
        "seats": table["seats"],
        "bots": table["bots"],
        "days_per_turn": 14,
        "replace_after": 0,
        "public": True,
    }
    opened = players.ask(first, "lobby/", body)
    if opened.status != 201:
        return [f"a table could not be opened: {opened}"]
    code = opened.data["code"]
    for person in others:
        joined = players.ask(person, f"lobby/{code}/join/", {})
        if joined.status != 200:
            return [f"nobody could join {code}: {joined}"]
    return []
