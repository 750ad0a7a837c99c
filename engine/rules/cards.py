"""Drawing train cards (B-4, B-6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.actions import Draw
from engine.cards import BLIND, CARDS, LOCOMOTIVE, Card
from engine.errors import IllegalAction
from engine.events import CardDrawn, CardTaken, DecisionOpened
from engine.rules import piles, teams, turns
from engine.rules.scribe import Scribe
from engine.rules.sight import Sight

# Events are frozen, so one object serves every time that the same thing happens.
_drawn = cache(CardDrawn)
_taken = cache(CardTaken)
_opened = cache(DecisionOpened)
DRAWS: Mapping[Card | None, Draw] = {source: Draw(source) for source in (BLIND, *CARDS)}
SECOND_DRAWS = {source: draw for source, draw in DRAWS.items() if source != LOCOMOTIVE}


def sources(game: Sight, seat: int) -> list[Draw]:
    """Gets the draws that are legal for a seat at a turn or its second card, deck first (B-4)."""
    allowed = DRAWS if game.pending[seat] == "turn" else SECOND_DRAWS
    found = [allowed[card] for card in dict.fromkeys(game.row) if card in allowed]
    return [DRAWS[BLIND], *found] if game.deck_size else found


def check_draw(game: Sight, seat: int, action: Draw) -> None:
    """Refuses a draw that B-4 or B-6 does not allow."""
    kind = game.pending[seat]
    if kind != "turn" and kind != "second":
        raise IllegalAction("P-1", f"decision.{kind}")
    source = action.source
    if source == BLIND:
        if not game.deck_size:
            raise IllegalAction("B-6", "draw.deck_empty")
    elif source not in game.row:
        raise IllegalAction("B-4", "draw.not_in_row", card=source)
    elif kind == "second" and source == LOCOMOTIVE:
        raise IllegalAction("B-4", "draw.locomotive_second")


def draw(scribe: Scribe, seat: int, action: Draw) -> None:
    """Draws a card, refills the row, and opens what comes next (B-4, B-6, A-3)."""
    game = scribe.game
    first = game.pending[seat] == "turn"
    source = action.source
    if source == BLIND:
        scribe.write(_drawn(seat, game.deck[-1]))
        piles.rebuild(scribe)
    else:
        refill = game.deck[-1] if game.deck else None
        scribe.write(_taken(seat, game.row.index(source), source, refill))
        piles.settle(scribe)
    if game.teams:
        _place(scribe, seat, source, first=first)
    elif first and source != LOCOMOTIVE and piles.second_exists(game):
        scribe.write(_opened(seat, "second"))
    else:
        turns.end(scribe, seat)


def _place(scribe: Scribe, seat: int, source: str, *, first: bool) -> None:
    """Asks where the first card goes; the second and a lone locomotive have no choice (A-3)."""
    if first and source != LOCOMOTIVE:
        scribe.write(_opened(seat, "place"))
        return
    if first:
        teams.put(scribe, seat, "rack")
    else:
        teams.put_second(scribe, seat)
    turns.end(scribe, seat)
