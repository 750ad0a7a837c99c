"""Links of the description: what of an answer the next request needs (OpenAPI 3.1, Link Object)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

CODE: Final = {"code": "$request.path.code"}
SEASON: Final = {"slug": "$request.path.slug", "number": "$request.path.number"}
FIRST: Final = {"code": "$response.body#/results/0/code"}


@dataclass(frozen=True, slots=True)
class Link:
    """From an operation, by the status of its answer, to another one."""

    source: str
    target: str
    parameters: Mapping[str, str]
    body: Mapping[str, Any] = field(default_factory=dict)
    status: str = "200"


LINKS: Final = (
    Link("createTable", "getTable", {"code": "$response.body#/code"}, status="201"),
    Link("createTable", "cancelTable", {"code": "$response.body#/code"}, status="201"),
    Link("listTables", "getTable", FIRST),
    Link("listTables", "joinTable", FIRST, {}),
    Link("joinTable", "leaveTable", CODE, {}),
    Link("wishForTable", "cancelWish", {"wish": "$response.body#/id"}, status="201"),
    Link("listTurns", "getGame", FIRST),
    Link("listTurns", "listActions", FIRST),
    Link("listGames", "getTable", FIRST),
    Link("getGame", "listActions", CODE),
    Link("getGame", "listEvents", CODE),
    Link("getGame", "streamGame", {**CODE, "after": "$response.body#/seq"}),
    Link("listEvents", "listEvents", {**CODE, "after": "$response.body#/last"}),
    Link("listActions", "submitMove", CODE, {
        "decision": "$response.body#/decision",
        "actions": ["$response.body#/results/0"],
        "hold": False,
    }),
    Link("submitMove", "listEvents", {**CODE, "after": "$response.body#/first_seq"}),
    Link("submitMove", "getHeldMove", CODE, status="202"),
    Link("submitMove", "withdrawHeldMove", CODE, status="202"),
    Link("giveOrder", "getOrder", CODE),
    Link("giveOrder", "cancelOrder", CODE),
    Link("drawSketch", "listSketches", CODE),
    Link("drawSketch", "deleteSketch", {**CODE, "sketch": "$response.body#/id"}),
    Link("postMessage", "removeMessage", {**CODE, "message": "$response.body#/id"}, status="201"),
    Link("postMessage", "listMessages", CODE, status="201"),
    Link("writeNote", "getNote", CODE),
    Link("listBoards", "getBoard", {"board": "$response.body#/results/0/key"}),
    Link("listRatings", "getPerson", {"name": "$response.body#/results/0/person"}),
    Link("getPerson", "listGamesOfPerson", {"name": "$response.body#/name"}),
    Link("listLeagues", "getLeague", {"slug": "$response.body#/results/0/slug"}),
    Link("getLeague", "getSeason", {
        "slug": "$response.body#/slug", "number": "$response.body#/seasons/0/number",
    }),
    Link("getSeason", "getStandings", SEASON),
    Link("getSeason", "listPairings", SEASON),
    Link("getSeason", "listSeasonGames", SEASON),
    Link("getSeason", "register", SEASON, {}),
    Link("register", "getEntry", SEASON, status="201"),
    Link("register", "changeEntry", SEASON, {}, status="201"),
    Link("register", "withdraw", SEASON, status="201"),
)  # fmt: skip
WITH_BODY: Final = frozenset({"submitMove", "joinTable", "leaveTable", "register", "changeEntry"})


def links_of(operation: str) -> dict[str, dict[str, Any]]:
    """The links from the answers of an operation: by status, each by its name."""
    found: dict[str, dict[str, Any]] = {}
    for link in LINKS:
        if link.source != operation:
            continue
        said: dict[str, Any] = {"operationId": link.target, "parameters": dict(link.parameters)}
        if link.target in WITH_BODY:
            said["requestBody"] = dict(link.body)
        found.setdefault(link.status, {})[link.target] = said
    return found
