"""Two worlds that differ only in what a reader may not know look the same to that reader.

Every page, every form, every answer to a wrong or a late request is fetched in both worlds and
compared byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client

from engine.actions import Claim, Draw, DrawTickets, Keep
from games import log
from games.log import cache
from games.tables.models import Game
from tests.fixtures.games import act
from tests.thinning import one_in

VARYING = ("ETag", "X-Request-ID")

# Alice's cards, Bob's, the row, then the deck: Bob draws the first two, two more fill the row.
OPEN = ["red", "red", "red", "blue"]
ROW = ["white", "white", "green", "black", "yellow"]
WORLDS = {
    "poor": (
        ["purple", "orange", "yellow", "green", "purple", "orange", "red", "green"],
        [],
    ),
    "rich": (
        ["locomotive", "locomotive", "black", "black", "black", "blue", "red", "green"],
        ["vancouver-montreal", "seattle-new-york", "dallas-new-york"],
    ),
}


class Undo(Exception):
    pass


def worlds(stack, begin, monkeypatch, alice, bob, *, stop: str) -> Iterator[tuple[str, Game]]:
    """Build the same public game on two sets of hidden facts, one after the other."""
    monkeypatch.setattr("games.lobby.create.secrets.token_bytes", lambda size: b"s" * size)
    for world, (hidden, tickets) in WORLDS.items():
        cache.clear()
        try:
            with transaction.atomic():
                mine = ["boston-miami-12", "calgary-phoenix-13", "chicago-santa-fe-9"]
                stack([*OPEN, *hidden[:4], *ROW, *hidden[4:]], [*_known(mine), *_known(tickets)])
                game = begin(alice, bob)
                Game.objects.filter(pk=game.pk).update(code="samegame", invitation="same")
                game.refresh_from_db()
                _play(game, stop)
                yield world, game
                raise Undo
        except Undo:
            pass


def _known(tickets: list[str]) -> list[str]:
    """Ids of tickets by their beginning, so that this file does not know their numbers."""
    import engine

    ids = list(engine.load_board("usa").tickets)
    return [
        next((key for key in ids if key.startswith(wanted.rsplit("-", 1)[0])), ids[0])
        for wanted in tickets
    ]


def _play(game: Game, stop: str) -> None:
    def keep(seat: int) -> None:
        act(game, seat, Keep(log.load(game).offered[seat][:2]))

    if stop == "setup":
        # Bob has chosen among tickets that Alice must not know.
        keep(1)
        return
    keep(0)
    keep(1)
    act(game, 0, Claim("atlanta-nashville-gray", "red"))
    act(game, 1, Draw("blind"))
    if stop == "second":
        return
    act(game, 1, Draw("blind"))
    if stop == "turn":
        return
    act(game, 0, Draw("white"))
    act(game, 0, Draw("green"))
    act(game, 1, DrawTickets())


PAGES = [
    "/games/samegame/",
    "/games/samegame/?from=0",
    "/games/samegame/?from=12",
    "/games/samegame/log/",
    "/games/samegame/clock/",
    "/seats/",
    "/settings/vacation/",
    "/games/samegame/replay/",
    *(f"/games/samegame/replay/?at={seq}" for seq in (0, 3, 8, 11, 14)),
    "/games/samegame/record/",
    "/games/samegame/move/?do=tickets",
    "/games/samegame/move/?do=pass",
    "/games/samegame/move/?do=draw&source=blind",
    "/games/samegame/move/?do=claim&track=duluth-omaha-gray-1",
    "/games/samegame/move/?do=keep&ticket=boston-miami",
    "/games/samegame/move/?text=claim+denver+phoenix",
    "/games/samegame/move/?text=keep+1+2+3",
    "/games/samegame/join/",
    "/",
    "/lobby/",
]
FORMS = [
    ("act", {"decision": "3", "text": "draw blind"}),
    ("act", {"decision": "3", "action": '{"type":"claim","track":"denver-phoenix-white"}'}),
    ("act", {"decision": "3", "action": '{"type":"keep","tickets":["x"]}'}),
    ("seen", {"seq": "1"}),
    ("leave", {}),
]


def all_answers(client: Client) -> dict[str, bytes]:
    answers = {}
    for page in PAGES:
        response = client.get(page)
        answers[page] = _plain(response)
    for name, form in FORMS:
        response = client.post(f"/games/samegame/{name}/", form)
        answers[f"{name} {form}"] = _plain(response)
    return answers


def _plain(response) -> bytes:
    body = re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", response.content)
    headers = [f"{key}: {value}" for key, value in response.items() if key not in VARYING]
    return b"\n".join([str(response.status_code).encode(), *map(str.encode, headers), body])


@pytest.mark.parametrize("stop", one_in(2, ["setup", "second", "turn", "keep"]))
@pytest.mark.parametrize("reader", ["alice", "dana", "nobody"])
def test_two_worlds_look_the_same(
    stack, begin, browse, monkeypatch, request, alice, bob, dana, reader, stop
):
    person = None if reader == "nobody" else request.getfixturevalue(reader)
    seen = {}
    for world, _game in worlds(stack, begin, monkeypatch, alice, bob, stop=stop):
        seen[world] = all_answers(browse(person))
    for page, answer in seen["poor"].items():
        assert answer == seen["rich"][page], page


def test_the_worlds_differ_for_who_may_know(stack, begin, browse, monkeypatch, alice, bob):
    seen = {}
    for world, _game in worlds(stack, begin, monkeypatch, alice, bob, stop="keep"):
        seen[world] = all_answers(browse(bob))
    different = [page for page, answer in seen["poor"].items() if answer != seen["rich"][page]]
    assert "/games/samegame/" in different
    assert "/games/samegame/log/" in different
    assert "/games/samegame/record/" in different
