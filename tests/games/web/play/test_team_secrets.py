"""Two worlds that differ in what one player hides: nobody else's page, mail or answer tells.

Bob differs, and his teammate Alice must not see it; Charlie differs, and neither must his teammate
Dana, nor whether he can pay for the tunnel that he has opened (A-2, A-3, A-5, A-8).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction

from engine.actions import Claim, Draw, Keep, Place, RackTicket
from games import log
from games.log import cache
from games.tables.models import Game
from tests.fixtures.games import act
from tests.fixtures.mail import html_of, text_of
from tests.games.notifications.mail.test_privacy import parsed, written
from tests.games.web.play.test_secrets import Undo, _plain

PEOPLE = ("alice", "bob", "charlie", "dana")
ROW = ["red", "red", "blue", "orange", "red"]
TUNNEL = "kabul-rawalpindi-white"
# The first four cards of each, then what each draws blind: the first to the hand, the second to
# the rack, which a teammate may see; so it is the same in both worlds.
HANDS = {
    0: ["purple"] * 4,
    1: ["yellow"] * 4,
    2: ["white", "green", "green", "green"],
    3: ["black"] * 4,
}
DRAWS = {0: ["orange", "red"], 1: ["yellow", "blue"], 2: ["green", "blue"], 3: ["black", "red"]}
OTHERWISE = {
    1: (["locomotive", "blue", "black", "white"], ["green", "blue"]),
    2: (["white", "white", "locomotive", "blue"], ["white", "blue"]),
}
TURNED_UP = ["white", "red", "red", "orange"]


def worlds(stack, begin, monkeypatch, people, *, hider: int, stop: str) -> Iterator[Game]:
    """Build the same public game twice; what ``hider`` hides is different."""
    # A mail with a picture takes a tenth of a second; the picture is a spectator's.
    monkeypatch.setattr("games.notifications.mail.render.board_picture", lambda **_: b"")
    monkeypatch.setattr("games.lobby.create.secrets.token_bytes", lambda size: b"s" * size)
    monkeypatch.setattr("games.notifications.mail.return_addresses.secrets", Still, raising=False)
    for other in (False, True):
        cache.clear()
        try:
            with transaction.atomic():
                hands, draws = dict(HANDS), dict(DRAWS)
                if other:
                    hands[hider], draws[hider] = OTHERWISE[hider]
                cards = [card for seat in range(4) for card in hands[seat]]
                drawn = [card for seat in (0, 1) for card in draws[seat]]
                late = [card for seat in (2, 3) for card in draws[seat]]
                between = TURNED_UP if stop == "tunnel" else []
                stack([*cards, *ROW, *drawn, *between, *late], _tickets(hider, other=other))
                game = begin(*people, board="team-asia")
                Game.objects.filter(pk=game.pk).update(code="samegame", invitation="same")
                game.refresh_from_db()
                _play(game, stop, hider)
                yield game
                raise Undo
        except Undo:
            pass


class Still:
    """Secrets that are no secrets, so that two mails can be compared."""

    @staticmethod
    def token_hex(size: int = 16) -> str:
        return "0" * size

    token_urlsafe = token_hex


def _tickets(hider: int, *, other: bool) -> list[str]:
    """Five tickets for each; of the hider all but the first, which goes to the rack, may differ."""
    import engine

    known = list(engine.load_board("team-asia").tickets)
    dealt = [known[5 * seat : 5 * seat + 5] for seat in range(4)]
    if other:
        dealt[hider] = [dealt[hider][0], *known[30:34]]
    return [ticket for tickets in dealt for ticket in tickets]


def _play(game: Game, stop: str, hider: int) -> None:
    def keep(seat: int) -> None:
        act(game, seat, Keep(log.load(game).offered[seat][:4]))

    mate = hider ^ 1
    if stop == "setup":
        keep(hider)
        return
    for seat in range(4):
        keep(seat)
    if stop == "rack":
        # A ticket that the mate must not see before having chosen too.
        act(game, hider, RackTicket(log.load(game).tickets[hider][1]))
        return
    for seat in (hider, mate, *({0, 1, 2, 3} - {hider, mate})):
        act(game, seat, RackTicket(log.load(game).tickets[seat][0]))
    for seat in range(4):
        if seat == 2 and stop == "tunnel":
            act(game, 2, Claim(TUNNEL, "white"))
            return
        act(game, seat, Draw("blind"))
        if stop == "place" and seat == hider:
            return
        act(game, seat, Place("hand"))
        act(game, seat, Draw("blind"))


PAGES = [
    "",
    "?from=0",
    "log/",
    "record/",
    "move/?do=withdraw",
    "move/?do=pay&locomotives=1",
    "move/?do=place&place=rack",
    "move/?do=rack&ticket=x",
    "move/?do=share&ticket=x",
    "move/?do=keep&ticket=x",
    f"move/?do=claim&track={TUNNEL}",
    "move/?text=pay+1+white",
    "move/?text=rack+1",
    "join/",
]
FORMS = [
    ("act", {"decision": "3", "text": "withdraw"}),
    ("act", {"decision": "3", "action": '{"type":"pay"}'}),
    ("act", {"decision": "3", "action": '{"type":"place","place":"rack"}'}),
    ("team", {"team": "2"}),
    ("seen", {"seq": "1"}),
]


def answers(game: Game, client, seat: int | None) -> dict[str, object]:
    found: dict[str, object] = {
        page: _plain(client.get(f"/games/samegame/{page}")) for page in PAGES
    }
    found |= {page: _plain(client.get(page)) for page in ("/", "/lobby/")}
    for name, form in FORMS:
        found[f"{name} {form}"] = _plain(client.post(f"/games/samegame/{name}/", form))
    if seat is not None:
        for privacy in ("full", "counts"):
            mail = parsed(written(game, seat, privacy))
            found[f"mail {privacy}"] = [text_of(mail), html_of(mail)]
    return found


STOPS = [
    (1, "setup"), (1, "rack"), (1, "place"), (1, "turn"),
    (2, "setup"), (2, "rack"), (2, "place"), (2, "tunnel"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("hider", "stop"), STOPS)
def test_what_one_player_hides_shows_nowhere(
    stack, begin, browse, monkeypatch, alice, bob, charlie, dana, hider, stop
):
    people = (alice, bob, charlie, dana)
    seen: list[dict[object, dict[str, object]]] = []
    for game in worlds(stack, begin, monkeypatch, people, hider=hider, stop=stop):
        readers = {seat: people[seat] for seat in range(4) if seat != hider}
        seen.append(
            {seat: answers(game, browse(person), seat) for seat, person in readers.items()}
            | {None: answers(game, browse(), None)}
        )
    one, two = seen
    for reader, found in one.items():
        for page, answer in found.items():
            assert answer == two[reader][page], (reader, page)


@pytest.mark.slow
@pytest.mark.parametrize(("hider", "stop"), STOPS)
def test_the_worlds_differ_for_who_hides(
    stack, begin, browse, monkeypatch, alice, bob, charlie, dana, hider, stop
):
    """Without this the test above would prove nothing."""
    people = (alice, bob, charlie, dana)
    seen = [
        [
            *(_plain(browse(people[hider]).get(f"/games/samegame/{page}")) for page in PAGES[:4]),
            text_of(parsed(written(game, hider))),
        ]
        for game in worlds(stack, begin, monkeypatch, people, hider=hider, stop=stop)
    ]
    assert not any(one == two for one, two in zip(*seen, strict=True))


def test_only_one_of_the_two_worlds_can_pay_for_the_tunnel(
    stack, begin, browse, monkeypatch, alice, bob, charlie, dana
):
    """A-8"""
    people = (alice, bob, charlie, dana)
    offered = [
        "do=pay" in browse(charlie).get("/games/samegame/").content.decode()
        for _ in worlds(stack, begin, monkeypatch, people, hider=2, stop="tunnel")
    ]
    assert offered == [False, True]
