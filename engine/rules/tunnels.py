"""Tunnels: lay down, turn up, pay or withdraw (A-8, A-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Claim, Pay, Withdraw
from engine.board.model import Track
from engine.cards import LOCOMOTIVE
from engine.errors import IllegalAction
from engine.events import (
    DecisionOpened,
    TunnelBuilt,
    TunnelOpened,
    TunnelTurnedUp,
    TunnelWithdrawn,
)
from engine.rules import parallels, piles, turns
from engine.rules.payment import check_split, hand_first
from engine.rules.scribe import Scribe
from engine.rules.sight import Sight
from engine.rules.teams import funds
from engine.tunnel import OpenTunnel, asking

if TYPE_CHECKING:
    from engine.state import State

WITHDRAW = Withdraw()


def open_tunnel(scribe: Scribe, seat: int, action: Claim, track: Track) -> None:
    """Lays the cards of a claim down and turns cards up; nothing asked completes it (A-8, A-9)."""
    game = scribe.game
    scribe.write(
        TunnelOpened(
            seat,
            track.id,
            action.colour,
            action.locomotives,
            action.rack_colour,
            action.rack_locomotives,
        )
    )
    left = track.turns_up
    while left and game.deck:
        cards = tuple(game.deck[: -left - 1 : -1])
        scribe.write(TunnelTurnedUp(seat, cards, asking(action.colour, cards)))
        left -= len(cards)
        piles.rebuild(scribe)
    if _open(game).asks:
        scribe.write(DecisionOpened(seat, "tunnel"))
    else:
        _build(scribe, seat, Pay())


def answers(game: Sight, seat: int) -> list[Pay | Withdraw]:
    """Gets the legal answers to an open tunnel: every payment, and to withdraw (A-8)."""
    tunnel = _open(game)
    held = funds(game, seat)
    locomotives = held[LOCOMOTIVE]
    if tunnel.colour == LOCOMOTIVE:
        counts = [tunnel.asks] if locomotives >= tunnel.asks else []
    else:
        fewest = max(0, tunnel.asks - held[tunnel.colour])
        counts = list(range(fewest, min(tunnel.asks, locomotives) + 1))
    found: list[Pay | Withdraw] = [
        Pay(count, *hand_first(game, seat, tunnel.colour, tunnel.asks - count, count))
        for count in counts
    ]
    return [*found, WITHDRAW]


def check_pay(game: Sight, seat: int, action: Pay) -> None:
    """Refuses a payment that is not what the tunnel asks, or that is not held (A-8)."""
    _check_open(game, seat)
    tunnel = _open(game)
    if action.locomotives > tunnel.asks:
        raise IllegalAction("A-8", "pay.too_many", asks=tunnel.asks)
    coloured = tunnel.asks - action.locomotives
    if coloured and tunnel.colour == LOCOMOTIVE:
        raise IllegalAction("A-8", "pay.only_locomotives", asks=tunnel.asks)
    check_split(game, seat, tunnel.colour, coloured, action)


def pay(scribe: Scribe, seat: int, action: Pay) -> None:
    """Pays what the tunnel asks, and claims it (A-8)."""
    _build(scribe, seat, action)


def check_withdraw(game: Sight, seat: int, action: Withdraw) -> None:
    """Refuses to withdraw where no tunnel is open (A-8)."""
    _check_open(game, seat)


def withdraw(scribe: Scribe, seat: int, action: Withdraw) -> None:
    """Takes the cards laid down back where they came from, and ends the turn (A-8)."""
    scribe.write(TunnelWithdrawn(seat, _open(scribe.game).track))
    piles.settle(scribe)
    turns.end(scribe, seat)


def _build(scribe: Scribe, seat: int, action: Pay) -> None:
    game = scribe.game
    track = game.board.tracks[_open(game).track]
    scribe.write(
        TunnelBuilt(
            seat,
            track.id,
            game.board.route_points[track.length],
            action.locomotives,
            action.rack_colour,
            action.rack_locomotives,
            closes=parallels.closes(game, track),
        )
    )
    piles.settle(scribe)
    turns.end(scribe, seat)


def _open(game: Sight | State) -> OpenTunnel:
    assert game.tunnel is not None
    return game.tunnel


def _check_open(game: Sight, seat: int) -> None:
    if game.pending[seat] != "tunnel":
        raise IllegalAction("A-8", "tunnel.none_open")
