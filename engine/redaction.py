"""Redaction of one event for one seat (B-15), as data fit for the wire.

For every event type there is either the word PUBLIC or a function that writes the allow-list of
the data for those who may not see all of it. A type without an entry cannot be redacted, so a
new event cannot be shown before it has one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from engine import events, wire
from engine.events import Event

PUBLIC: Final = None
Data = dict[str, Any]
PaidEvent = (
    events.RouteClaimed | events.BulletTrainPlaced | events.TunnelOpened | events.TunnelBuilt
)


class TableFacts(Protocol):
    """The facts of a game by which its events are redacted; a state has them."""

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]: ...

    @property
    def team_of(self) -> Mapping[int, int]: ...

    @property
    def outcome(self) -> object: ...


Redactor = Callable[[Any], Data]


def _only(*kept: str, **counts: str) -> Redactor:
    """The redactor that keeps some fields, and of others says how many things they hold."""

    def redactor(event: Event) -> Data:
        numbers = {name: len(getattr(event, key)) for name, key in counts.items()}
        return {**{key: getattr(event, key) for key in kept}, **numbers}

    return redactor


_kept = _only("seat", count="kept", returned="returned")


def _kept_by_mate(event: events.TicketsKept) -> Data:
    return {**_kept(event), "rack": event.rack}


def _paid(event: PaidEvent) -> Data:
    """The number of cards from the rack is public; which of them, only the team sees (A-4)."""
    data = wire.encode(event)[2]
    from_rack = data.pop("rack_colour") + data.pop("rack_locomotives")
    return {**data, "rack": from_rack}


def _reshuffled(event: events.PilesReshuffled) -> Data:
    return {
        "deck_shuffle": event.deck_shuffle,
        "deck_count": len(event.deck),
        "ticket_shuffle": event.ticket_shuffle,
        "ticket_count": len(event.tickets),
    }


REDACTORS: Mapping[type, Redactor | None] = {
    events.GameStarted: PUBLIC,
    events.DeckShuffled: _only("shuffle", count="cards"),
    events.TicketsShuffled: _only("shuffle", count="tickets"),
    events.LongTicketsShuffled: _only("shuffle", count="tickets"),
    events.CardsDealt: _only("seat", count="cards"),
    events.RowFilled: PUBLIC,
    events.RowFlushed: PUBLIC,
    events.TicketsDealt: _only("seat", count="tickets"),
    events.TicketsChosen: _only("seat"),
    events.ChoicesRevealed: PUBLIC,
    events.TicketsReturned: _only("shuffle", count="tickets"),
    events.TurnStarted: PUBLIC,
    events.DecisionOpened: PUBLIC,
    events.CardDrawn: _only("seat"),
    events.CardTaken: PUBLIC,
    events.TicketsDrawn: _only("seat", count="tickets"),
    events.TicketsKept: _kept,
    events.RouteClaimed: _paid,
    events.BulletTrainPlaced: _paid,
    events.StationBuilt: PUBLIC,
    events.CardPlaced: _only("seat", "place"),
    events.TicketRacked: _only("seat"),
    events.TeamTicketsPlaced: _only("team", count="tickets"),
    events.TicketsShared: _only("seat", count="tickets"),
    events.TunnelOpened: _paid,
    events.TunnelTurnedUp: PUBLIC,
    events.TunnelBuilt: _paid,
    events.TunnelWithdrawn: PUBLIC,
    events.TurnPassed: PUBLIC,
    events.TurnSkipped: PUBLIC,
    events.FinalRoundStarted: PUBLIC,
    events.GameEnded: PUBLIC,
    events.TakenBack: PUBLIC,
    events.PilesReshuffled: _reshuffled,
    events.TableEvent: PUBLIC,
}


TEAM_REDACTORS: Mapping[type, Redactor | None] = {
    events.CardPlaced: PUBLIC,
    events.TeamTicketsPlaced: PUBLIC,
    events.TicketsShared: PUBLIC,
    events.TicketsKept: _kept_by_mate,
    **dict.fromkeys((events.RouteClaimed, events.BulletTrainPlaced), PUBLIC),
    **dict.fromkeys((events.TunnelOpened, events.TunnelBuilt), PUBLIC),
}
"""The facts that teammates see beyond the others: those about the rack (A-2, A-4, A-6)."""


def public_data(event: Event) -> Data:
    """The data of an event that everybody may see at any time, at every table.

    It is cautious about payments, which hide cards in teams alone (A-4).
    """
    allowed = REDACTORS[type(event)]
    if allowed is PUBLIC:
        return wire.encode(event)[2]
    return {**allowed(event), "redacted": True}


def redact(event: Event, seat: int | None, game: TableFacts) -> Data:
    """The data of an event as a seat may see them; None is a spectator.

    The owner of a private fact and everybody after the end of the game get all of it. Data that
    were cut carry ``"redacted": True``.
    """
    kind = type(event)
    allowed = (
        TEAM_REDACTORS[kind]
        if kind in TEAM_REDACTORS and _is_shared_with(event, seat, game)
        else REDACTORS[kind]
    )
    if allowed is PUBLIC or game.outcome is not None or _is_own(event, seat):
        return wire.encode(event)[2]
    return {**allowed(event), "redacted": True}


def _is_own(event: Event, seat: int | None) -> bool:
    return seat is not None and getattr(event, "seat", None) == seat


def _is_shared_with(event: Event, seat: int | None, game: TableFacts) -> bool:
    """Whether the event is of the reader's team, and about things that the team may see.

    Without teams there is no rack, and nothing about a payment to hide.
    """
    if not game.teams:
        return isinstance(event, PaidEvent)
    if seat is None:
        return False
    team = game.team_of[seat]
    if isinstance(event, events.TeamTicketsPlaced):
        return event.team == team
    if isinstance(event, events.CardPlaced) and event.place == "hand":
        return False
    return game.team_of.get(getattr(event, "seat", -1)) == team
