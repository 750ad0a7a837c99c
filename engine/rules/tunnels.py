"""Tunnels: lay down, turn up, pay or withdraw (A-8, A-9; decision 11)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

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
from engine.rules import claiming, piles, turns
from engine.rules.claiming import check_split, locomotive_counts, split_hand_first
from engine.rules.context import EventEmitter, VisibleGame
from engine.rules.teams import payable_cards
from engine.state import OpenTunnel, count_asking_cards

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.state import State

WITHDRAW: Final = Withdraw()
NOTHING: Final = Pay()
_pay: Final = cache(Pay)
_opened: Final = cache(DecisionOpened)
_laid_down: Final = cache(TunnelOpened)
_built: Final = cache(TunnelBuilt)
_withdrawn: Final = cache(TunnelWithdrawn)


def open_tunnel(emitter: EventEmitter, seat: int, action: Claim, track: Track) -> None:
    """Lay the cards of a claim down and turn cards up; nothing asked completes it (A-8, A-9)."""
    game = emitter.game
    emitter.emit(
        _laid_down(
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
        emitter.emit(TunnelTurnedUp(seat, cards, count_asking_cards(action.colour, cards)))
        left -= len(cards)
        piles.reshuffle_discards(emitter)
    if _open(game).asks:
        emitter.emit(_opened(seat, "tunnel"))
    else:
        _build(emitter, seat, NOTHING)


def legal_answers(game: VisibleGame, seat: int) -> list[Action]:
    """The legal answers to an open tunnel: every payment, and to withdraw (A-8)."""
    tunnel = _open(game)
    counts = locomotive_counts(payable_cards(game, seat), tunnel.colour, tunnel.asks)
    found: list[Action] = []
    for count in counts:
        rack = split_hand_first(game, seat, tunnel.colour, tunnel.asks - count, count)
        found.append(_pay(count, rack[0], rack[1]))
    found.append(WITHDRAW)
    return found


def check_pay(game: VisibleGame, seat: int, action: Pay) -> None:
    """Refuse a payment that is not what the tunnel asks, or that is not held (A-8)."""
    _check_open(game, seat)
    tunnel = _open(game)
    if action.locomotives > tunnel.asks:
        raise IllegalAction("A-8", "pay.too_many", asks=tunnel.asks)
    coloured = tunnel.asks - action.locomotives
    if coloured and tunnel.colour == LOCOMOTIVE:
        raise IllegalAction("A-8", "pay.only_locomotives", asks=tunnel.asks)
    check_split(game, seat, tunnel.colour, coloured, action)


def pay(emitter: EventEmitter, seat: int, action: Pay) -> None:
    """Pay what the tunnel asks, and claim it (A-8)."""
    _build(emitter, seat, action)


def check_withdraw(game: VisibleGame, seat: int, action: Withdraw) -> None:
    """Refuse to withdraw where no tunnel is open (A-8)."""
    _check_open(game, seat)


def withdraw(emitter: EventEmitter, seat: int, action: Withdraw) -> None:
    """Take the cards laid down back where they came from, and end the turn (A-8)."""
    emitter.emit(_withdrawn(seat, _open(emitter.game).track))
    piles.replenish(emitter)
    turns.end_turn(emitter, seat)


def _build(emitter: EventEmitter, seat: int, action: Pay) -> None:
    game = emitter.game
    track = game.board.tracks[_open(game).track]
    emitter.emit(
        _built(
            seat,
            track.id,
            game.board.route_points[track.length],
            action.locomotives,
            action.rack_colour,
            action.rack_locomotives,
            claiming.closed_parallels(game, track),
        )
    )
    piles.replenish(emitter)
    turns.end_turn(emitter, seat)


def _open(game: VisibleGame | State) -> OpenTunnel:
    assert game.tunnel is not None
    return game.tunnel


def _check_open(game: VisibleGame, seat: int) -> None:
    if game.pending[seat] != "tunnel":
        raise IllegalAction("A-8", "tunnel.none_open")
