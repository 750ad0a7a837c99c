"""The deck, the face-up row and the discards between two decisions (B-5, B-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import CARDS, LOCOMOTIVE
from engine.events import DeckShuffled, RowFilled, RowFlushed

if TYPE_CHECKING:
    from engine.rules.context import EventEmitter, VisibleGame
    from engine.state import State

MIN_COLOURED: Final = 3
"""With fewer cards than these that are no locomotives a flush is held back (B-5)."""
MAX_FLUSHES: Final = 100


def replenish(emitter: EventEmitter) -> None:
    """Put the piles in order after cards were drawn, taken or discarded.

    Rebuilds an empty deck from the discards, fills the gaps of the row, and flushes the row while
    it shows as many locomotives as the board says and the flush is not held back (B-5, B-6, M-2).
    """
    game = emitter.game
    row = game.row
    flush_at = game.board.flush_at
    if game.deck and None not in row and row.count(LOCOMOTIVE) < flush_at:
        return
    reshuffle_discards(emitter)
    _fill_row(emitter)
    for _ in range(MAX_FLUSHES):
        if game.row.count(LOCOMOTIVE) < flush_at or _flush_is_held_back(game):
            return
        emitter.emit(RowFlushed(tuple(card for card in game.row if card)))
        reshuffle_discards(emitter)
        _fill_row(emitter)


def reshuffle_discards(emitter: EventEmitter) -> None:
    """Shuffle the discards into a new deck where the deck is empty (B-6)."""
    game = emitter.game
    if game.deck or not any(game.discards.values()):
        return
    cards = [card for card in CARDS for _ in range(game.discards[card])]
    order = emitter.chance.shuffle(cards, game.shuffles)
    emitter.emit(DeckShuffled(game.shuffles, tuple(order)))


def _fill_row(emitter: EventEmitter) -> None:
    """Fill the gaps of the row, rebuilding the deck whenever its last card has gone."""
    game = emitter.game
    while game.deck and None in game.row:
        gaps = [slot for slot, card in enumerate(game.row) if card is None]
        slots = gaps[: len(game.deck)]
        cards = game.deck[: -len(slots) - 1 : -1]
        emitter.emit(RowFilled(tuple(slots), tuple(cards)))
        reshuffle_discards(emitter)


def _flush_is_held_back(game: State) -> bool:
    """Whether fewer than three cards outside the hands are no locomotives (B-5)."""
    others = sum(1 for card in game.deck if card != LOCOMOTIVE)
    others += sum(1 for card in game.row if card and card != LOCOMOTIVE)
    others += sum(n for card, n in game.discards.items() if card != LOCOMOTIVE)
    return others < MIN_COLOURED


def second_may_be_locomotive(game: VisibleGame) -> bool:
    """Whether an open locomotive may be the second card: where locomotives are bound (B-4, M-2)."""
    return game.board.locomotives is not None or game.rules.second_locomotive


def second_exists(game: State) -> bool:
    """Whether a legal second card exists: one in the deck, or an open one (B-4, B-6)."""
    if second_may_be_locomotive(game):
        return bool(game.deck) or any(game.row)
    return bool(game.deck) or any(card and card != LOCOMOTIVE for card in game.row)
