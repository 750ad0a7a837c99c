"""Every address of the API with requests that knock there; a test finds out who is missing.

The game is "samegame", the person "Alice", the league "cup" with its season 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from games.api.urls import urlpatterns

TUNNEL = "rawalpindi-west-junction-purple"


class Door(NamedTuple):
    """A request: method, path below /api/v1/ with its query, body."""

    method: str
    path: str
    body: Any = None


GAME = "games/samegame/"
SEASON = "leagues/cup/1/"
DOORS: dict[str, list[Door]] = {
    "api-description": [Door("GET", "openapi.json")],
    "api-records": [Door("GET", "records/?limit=1")],
    "api-boards": [Door("GET", "boards/")],
    "api-board": [Door("GET", "boards/usa/")],
    "api-board-statistics": [
        Door("GET", "boards/usa/statistics/"),
        Door("GET", "boards/usa/statistics/?seats=2&with_bots=true"),
    ],
    "api-board-svg": [Door("GET", "boards/usa/picture.svg?theme=dark")],
    "api-board-png": [Door("GET", "boards/usa/picture.png?width=200")],
    "api-tables": [
        Door("GET", "lobby/?limit=5"),
        Door("POST", "lobby/", {"board": "nowhere", "seats": 2}),
    ],
    "api-table": [Door("GET", "lobby/samegame/"), Door("DELETE", "lobby/samegame/")],
    "api-join": [
        Door("POST", "lobby/samegame/join/", {"invitation": "x", "team": 1}),
        Door("POST", "lobby/samegame/join/", {}),
    ],
    "api-invite": [Door("POST", "lobby/samegame/invitations/", {"name": "Nobody"})],
    "api-leave": [Door("POST", "lobby/samegame/leave/", {})],
    "api-games": [Door("GET", "games/?limit=3"), Door("GET", "games/?of=all&status=running")],
    "api-game": [Door("GET", GAME)],
    "api-events": [
        Door("GET", f"{GAME}events/"),
        Door("GET", f"{GAME}events/?after=7&limit=20"),
        Door("GET", f"{GAME}events/?after=0&limit=500"),
    ],
    "api-game-stream": [Door("GET", f"{GAME}stream/"), Door("GET", f"{GAME}stream/?after=7")],
    "api-actions": [
        Door("GET", f"{GAME}actions/"),
        Door("GET", f"{GAME}actions/?type=claim&limit=3"),
        Door("GET", f"{GAME}actions/?decision=9&offset=4"),
    ],
    "api-moves": [
        Door("POST", f"{GAME}moves/", {"decision": 3, "actions": [action], "hold": hold})
        for hold in (False, True)
        for action in (
            {"type": "draw", "source": "blind"},
            {"type": "claim", "track": "denver-phoenix-white", "colour": "white"},
            {"type": "claim", "track": TUNNEL, "colour": "purple", "rack_colour": 1},
            {"type": "keep", "tickets": ["boston-miami-12"]},
            {"type": "share", "tickets": ["delhi-bombay"]},
            {"type": "pay", "locomotives": 1},
            {"type": "pass"},
        )
    ],
    "api-held-move": [Door("GET", f"{GAME}held-move/"), Door("DELETE", f"{GAME}held-move/")],
    "api-order": [
        Door("GET", f"{GAME}order/"),
        Door("PUT", f"{GAME}order/", {"text": "share 1"}),
        Door("DELETE", f"{GAME}order/"),
    ],
    "api-plan": [
        Door("GET", f"{GAME}plan/"),
        Door("PUT", f"{GAME}plan/", {"text": "complete my tickets"}),
        Door("DELETE", f"{GAME}plan/"),
    ],
    "api-plan-paused": [
        Door("POST", f"{GAME}plan/paused/"),
        Door("DELETE", f"{GAME}plan/paused/"),
    ],
    "api-sketches": [
        Door("GET", f"{GAME}sketches/"),
        Door("POST", f"{GAME}sketches/", {"name": "West", "add": ["nowhere"]}),
    ],
    "api-sketch": [Door("DELETE", f"{GAME}sketches/1/")],
    "api-talk": [Door("GET", f"{GAME}talk/"), Door("POST", f"{GAME}talk/", {"text": ""})],
    "api-message": [Door("DELETE", f"{GAME}talk/1/")],
    "api-note": [Door("GET", f"{GAME}note/"), Door("PUT", f"{GAME}note/", {"text": "x" * 5500})],
    "api-record": [Door("GET", f"{GAME}record/")],
    "api-reviews": [Door("GET", f"{GAME}reviews/")],
    "api-game-png": [Door("GET", f"{GAME}picture.png?width=200")],
    "api-person": [Door("GET", "people/Alice/")],
    "api-person-statistics": [Door("GET", "people/Alice/statistics/?board=usa")],
    "api-games-of-person": [Door("GET", "people/Alice/games/")],
    "api-bot-accounts": [Door("GET", "bot-accounts/")],
    "api-ratings": [
        Door("GET", "ratings/?board=usa"),
        Door("GET", "ratings/"),
        Door("GET", "ratings/?bot_accounts=true"),
    ],
    "api-leagues": [Door("GET", "leagues/")],
    "api-league": [Door("GET", "leagues/cup/")],
    "api-season": [Door("GET", SEASON)],
    "api-season-statistics": [Door("GET", f"{SEASON}statistics/?board=usa&seats=2")],
    "api-standings": [Door("GET", f"{SEASON}standings/")],
    "api-pairings": [Door("GET", f"{SEASON}pairings/")],
    "api-entry": [
        Door("GET", f"{SEASON}entry/"),
        Door("POST", f"{SEASON}entry/", {"contribution": "x"}),
        Door("PUT", f"{SEASON}entry/", {"partner": ""}),
        Door("DELETE", f"{SEASON}entry/"),
    ],
    "api-season-games": [Door("GET", f"{SEASON}games/")],
    "api-me": [Door("GET", "me/")],
    "api-become-bot": [Door("POST", "me/bot/", {"run_by": ""})],
    "api-invitations": [Door("GET", "me/invitations/")],
    "api-invitation": [Door("DELETE", "me/invitations/samegame/")],
    "api-wishes": [
        Door("GET", "me/wishes/"),
        Door("POST", "me/wishes/", {"board": "nowhere", "seats": 2, "pace": "3-days"}),
    ],
    "api-wish": [Door("DELETE", "me/wishes/1/")],
    "api-turns": [Door("GET", "me/turns/")],
    "api-my-stream": [Door("GET", "me/stream/")],
    "api-settings": [Door("GET", "me/settings/")],
    "api-data": [Door("GET", "me/data/")],
}
ALL_DOORS = [door for doors in DOORS.values() for door in doors]


def operations() -> list[tuple[str, str, Any]]:
    """Name of the address, method and view of every operation."""
    found = []
    for pattern in urlpatterns:
        view = getattr(pattern.callback, "view_class", None)
        if view is not None:
            found += [(pattern.name, method, view) for method in view.scopes]
    return found
