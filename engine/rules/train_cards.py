"""Drawing train cards (B-4, B-6)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from engine.actions import Draw
from engine.cards import BLIND, CARDS, LOCOMOTIVE, Card
from engine.errors import IllegalAction
from engine.events import CardDrawn, CardTaken, DecisionOpened
from engine.rules import piles, teams, turns
from engine.rules.context import EventEmitter, VisibleGame

if TYPE_CHECKING:
    from engine.actions import Action

# Events are frozen, so one object serves every time that the same thing happens.
_drawn: Final = cache(CardDrawn)
_taken: Final = cache(CardTaken)
_opened: Final = cache(DecisionOpened)
DRAWS: Final[dict[str | None, Draw]] = {source: Draw(source) for source in (BLIND, *CARDS)}


def legal_draws(game: VisibleGame, seat: int) -> list[Action]:
    """The draws that are legal for a seat at a turn or its second card, deck first (B-4, M-2)."""
    found: list[Action] = [DRAWS[BLIND]] if game.deck_size else []
    listed: set[Card | None] = {None}
    if game.pending[seat] == "second" and not piles.second_may_be_locomotive(game):
        listed.add(LOCOMOTIVE)
    for card in game.row:
        if card not in listed:
            listed.add(card)
            found.append(DRAWS[card])
    return found


def check_draw(game: VisibleGame, seat: int, action: Draw) -> None:
    """Refuse a draw that B-4 or B-6 does not allow."""
    kind = game.pending[seat]
    if kind != "turn" and kind != "second":
        raise IllegalAction("P-1", f"decision.{kind}")
    source = action.source
    if source == BLIND:
        if not game.deck_size:
            raise IllegalAction("B-6", "draw.deck_empty")
    elif source not in game.row:
        raise IllegalAction("B-4", "draw.not_in_row", card=source)
    elif kind == "second" and source == LOCOMOTIVE and not piles.second_may_be_locomotive(game):
        raise IllegalAction("B-4", "draw.locomotive_second")


def draw(emitter: EventEmitter, seat: int, action: Draw) -> None:
    """Draw a card, refill the row, and open what comes next (B-4, B-6, A-3).

    A face-up locomotive is the only card of its turn, unless locomotives are bound (M-2).
    """
    game = emitter.game
    first = game.pending[seat] == "turn"
    source = action.source
    alone = source == LOCOMOTIVE and game.board.locomotives is None
    if source == BLIND:
        emitter.emit(_drawn(seat, game.deck[-1]))
        if not game.deck:
            piles.reshuffle_discards(emitter)
    else:
        refill = game.deck[-1] if game.deck else None
        emitter.emit(_taken(seat, game.row.index(source), source, refill))
        piles.replenish(emitter)
    if game.teams:
        _put_or_ask(emitter, seat, first=first, alone=alone)
    elif first and not alone and (game.deck or piles.second_exists(game)):
        emitter.emit(_opened(seat, "second"))
    else:
        turns.end_turn(emitter, seat)


def _put_or_ask(emitter: EventEmitter, seat: int, *, first: bool, alone: bool) -> None:
    """Ask where the first card goes; the second and a lone locomotive have no choice (A-3)."""
    if first and not alone:
        emitter.emit(_opened(seat, "place"))
        return
    if first:
        teams.place_drawn_card(emitter, seat, "rack")
    else:
        teams.place_second_card(emitter, seat)
    turns.end_turn(emitter, seat)
