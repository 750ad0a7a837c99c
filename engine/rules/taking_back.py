"""A director takes moves back, past what has been seen (P-1; decision 30)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine import events
from engine.cards import CARDS
from engine.errors import IllegalAction
from engine.events import Event, GameEnded, PilesReshuffled, TableEvent, TakenBack
from engine.game import Game, replay, replay_steps
from engine.rules.context import EventEmitter

if TYPE_CHECKING:
    from engine.board.model import Board
    from engine.state import Shuffler, State

ANSWERED_DECISIONS: Mapping[type, frozenset[str]] = {
    events.TicketsChosen: frozenset({"setup"}),
    events.TicketRacked: frozenset({"rack"}),
    events.CardDrawn: frozenset({"turn", "second"}),
    events.CardTaken: frozenset({"turn", "second"}),
    events.CardPlaced: frozenset({"place"}),
    events.TicketsKept: frozenset({"keep"}),
    events.TunnelBuilt: frozenset({"tunnel"}),
    events.TunnelWithdrawn: frozenset({"tunnel"}),
    **dict.fromkeys(
        (
            events.RouteClaimed,
            events.BulletTrainPlaced,
            events.StationBuilt,
            events.TunnelOpened,
            events.TicketsDrawn,
            events.TicketsShared,
            events.TurnPassed,
            events.TurnSkipped,
        ),
        frozenset({"turn"}),
    ),
}
"""The events that begin what an action causes, with the kinds of decision that it answers."""


def take_back(
    board: Board, log: Sequence[Event], to: int, chance: Shuffler
) -> tuple[Game, list[Event]]:
    """The game as it was after event ``to``, its unseen piles shuffled again (P-1).

    ``log`` holds all its events. With the game come the two events to append to it. The game may go
    back to any moment at which it waited for decisions, also to one that was itself taken back:
    a director who went too far can repair that.

    :raises IllegalAction: if the game is over, or there is no such moment.
    """
    now = replay(board, log)
    if now.outcome is not None:
        raise IllegalAction("P-1", "back.over")
    if not 0 <= to < len(log):
        raise IllegalAction("P-1", "back.no_such_event", event=to, last=len(log) - 1)
    since = log[to + 1 :]
    if all(isinstance(event, TableEvent) for event in since):
        raise IllegalAction("P-1", "back.nothing")
    game = replay(board, log[: to + 1])
    if not _awaits_decisions(game, since[0]):
        raise IllegalAction("P-1", "back.between", event=to)
    learnt = sorted({seat for event in since for seat in _seats_shown(event, game)})
    game.seq = now.seq
    emitter = EventEmitter(game, chance)
    emitter.emit(TakenBack(to, tuple(learnt), now.shuffles))
    emitter.emit(_reshuffled(game, chance))
    return game, emitter.events


def return_points(board: Board, log: Sequence[Event]) -> list[int]:
    """The numbers of the events that :func:`take_back` can go back to, oldest first."""
    if any(isinstance(event, GameEnded) for event in log):
        return []
    found = waiting_points(board, log)
    while found and all(isinstance(event, TableEvent) for event in log[found[-1] + 1 :]):
        found.pop()
    return found


def waiting_points(board: Board, log: Sequence[Event]) -> list[int]:
    """The numbers of the events after which a game waited for decisions, oldest first.

    What it waits for at its last event is not among them.
    """
    return [
        seq
        for seq, (_event, game) in enumerate(replay_steps(board, log[:-1]))
        if game.pending and _awaits_decisions(game, log[seq + 1])
    ]


def reshuffle(game: Game, chance: Shuffler) -> Event:
    """Shuffle the two decks of a game again, and return the event that did it.

    So begins a game that plays on from a moment of another one, whose decks everybody may know.
    """
    event = _reshuffled(game, chance)
    game.apply(event)
    return event


def _awaits_decisions(game: State, following: Event) -> bool:
    """Whether a game waits for decisions, and is not in the midst of what an action causes."""
    if isinstance(following, TableEvent | TakenBack):
        return True
    seat = getattr(following, "seat", None)
    return seat in game.pending and game.pending[seat] in ANSWERED_DECISIONS.get(
        type(following), ()
    )


def _seats_shown(event: Event, game: State) -> Iterable[int]:
    """The seats to whom an event shows what was hidden from them before (B-15, A-2, A-6)."""
    match event:
        case events.CardTaken(refill=None):
            return ()
        case events.CardTaken() | events.RowFilled() | events.TunnelTurnedUp():
            return range(game.seats)
        case events.ChoicesRevealed():
            return range(game.seats)
        case events.CardDrawn(seat=seat) | events.TicketsDrawn(seat=seat):
            return (seat,)
        case events.RouteClaimed(seat=seat) | events.BulletTrainPlaced(seat=seat):
            return _others(game, seat)
        case events.TunnelOpened(seat=seat) | events.TunnelBuilt(seat=seat):
            return _others(game, seat)
        case events.StationBuilt(seat=seat):
            return _others(game, seat)
        case events.CardPlaced(seat=seat, place="rack") | events.TicketsShared(seat=seat):
            return _mates(game, seat)
        case events.TicketsKept(seat=seat, rack=str()):
            return _mates(game, seat)
        case events.TeamTicketsPlaced(team=team):
            return game.teams[team]
    return ()


def _others(game: State, seat: int) -> list[int]:
    return [other for other in range(game.seats) if other != seat]


def _mates(game: State, seat: int) -> list[int]:
    return [mate for mate in game.teams[game.team_of[seat]] if mate != seat]


def _reshuffled(game: State, chance: Shuffler) -> PilesReshuffled:
    """Shuffle the two decks; what goes in has an order that anybody can tell."""
    number = game.shuffles
    deck = sorted(game.deck, key=CARDS.index)
    tickets = sorted(game.ticket_deck, key=[*game.board.tickets].index)
    deck_shuffle = ticket_shuffle = None
    if deck:
        deck_shuffle, number = number, number + 1
        deck = chance.shuffle(deck, deck_shuffle)
    if tickets:
        ticket_shuffle = number
        tickets = chance.shuffle(tickets, ticket_shuffle)
    return PilesReshuffled(deck_shuffle, tuple(deck), ticket_shuffle, tuple(tickets))
