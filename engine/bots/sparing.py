"""The payment that takes least from what a seat's open tickets need."""

from __future__ import annotations

from collections.abc import Collection

from engine.actions import BuildStation, Claim
from engine.board.model import Track
from engine.bots.evaluation import payment_cost
from engine.cards import COLOURS, LOCOMOTIVE
from engine.network import is_completed
from engine.rules.teams import payable_cards
from engine.view import View
from engine.ways import tracks_to_lay


def needed_tracks(view: View) -> list[Track]:
    """The open tracks on the shortest ways of the view's own open tickets, each once.

    >>> import engine
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.setup_events(board, seats=2, chance=chance))
    >>> game.tickets[0] = ["new-york-atlanta"]
    >>> [track.id for track in needed_tracks(engine.view(game, 0))]
    ['atlanta-raleigh-gray-1', 'pittsburgh-raleigh-gray', 'new-york-pittsburgh-white']
    """
    seat = view.seat
    assert seat is not None
    own = frozenset(view.network(seat))
    connected = view.parts(seat)
    found: dict[str, Track] = {}
    for key in view.tickets_with_rack(seat):
        ticket = view.board.tickets[key]
        if is_completed(ticket, connected):
            continue
        for track in tracks_to_lay(view.board, own, view.open_tracks.by_id, ticket) or ():
            found[track] = view.board.tracks[track]
    return list(found.values())


Cost = tuple[int, int, float]
"""Cards beyond the length, locomotives, and what is taken from needed tracks: less is better."""


def claim_cost(view: View, claim: Claim, needed: Collection[Track]) -> Cost:
    """What a claim costs beside the other ``needed`` tracks.

    Of equal colours the one of which most are held is cheapest.

    >>> import engine
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.setup_events(board, seats=2, chance=chance))
    >>> game.hands[0] |= {"purple": 3, "red": 1, "locomotive": 1}
    >>> view, needed = engine.view(game, 0), [board.tracks["charleston-miami-purple"]]
    >>> ways = [Claim("atlanta-nashville-gray", colour) for colour in ("purple", "red")]
    >>> min(ways, key=lambda way: claim_cost(view, way, needed)).colour
    'red'
    >>> min(ways, key=lambda way: claim_cost(view, way, [])).colour
    'purple'
    """
    track = view.board.tracks[claim.track]
    return _cost(view, claim, track.length, [other for other in needed if other is not track])


def station_cost(view: View, station: BuildStation, cards: int, needed: Collection[Track]) -> Cost:
    """As :func:`claim_cost`, for a station that takes n ``cards`` (M-4)."""
    return _cost(view, Claim("", station.colour, station.locomotives), cards, needed)


def _cost(view: View, paid: Claim, length: int, needed: Collection[Track]) -> Cost:
    """Coloured tracks count twice: a grey one takes whatever colour is left."""
    assert view.seat is not None
    payable = payable_cards(view, view.seat)
    coloured = [track for track in needed if track.colour in COLOURS]
    taken = sum(payment_cost(payable, paid, length, others, 0) for others in (needed, coloured))
    locomotives = paid.locomotives or paid.cards.count(LOCOMOTIVE)
    return max(0, len(paid.cards) - length), locomotives, taken
