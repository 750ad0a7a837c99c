"""A game as one reader finds it at a page."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet
from django.http import Http404, HttpRequest

import engine
from games.drawing.palette import seat_tints
from games.readers.context import GameForReader, Snapshot, find_game, game_visible_to
from games.tables.models import Game
from games.web.parts.event_formatter import EventFormatter
from games.web.parts.player_addresses import player_address
from games.web.parts.players import player_of

__all__ = ["GameContext", "Snapshot", "game_context_or_404", "visible_game"]


class GameContext(GameForReader):
    """A game and its reader in one request for a page."""

    @property
    def player_urls(self) -> Mapping[int, str]:
        """The addresses of the pages of those who sit here, by the number of the seat."""
        return {
            seat.number: player_address(seat.person.name)
            for seat in self.seats
            if seat.person is not None
        }

    def formatter(self, view: engine.View) -> EventFormatter:
        """A formatter that tells events to the reader of this view."""
        return formatter_of(self.names, view)


def formatter_of(names: Mapping[int, str], view: engine.View) -> EventFormatter:
    """A formatter that words events for the reader of a view, with these names of the seats."""
    in_order = [names[seat] for seat in range(view.seats)]
    return EventFormatter(view.board, in_order, view.seat, seat_tints(view.teams))


def game_context_or_404(request: HttpRequest, code: str) -> GameContext:
    """The game of a code as the person or guest of this request finds it, in one query.

    :raises Http404: if there is no such game, or the reader may not look at it.
    """
    found = find_game(code, player_of(request), GameContext)
    if found is None:
        raise Http404
    return found


def visible_game(request: HttpRequest, code: str) -> QuerySet[Game]:
    """The game of a code if the person or guest of this request may look at it."""
    return game_visible_to(code, player_of(request))
