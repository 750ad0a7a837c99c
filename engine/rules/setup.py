"""From an empty table to the first choice of tickets (B-2, J-2, M-6, P-3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.model import Board
from engine.cards import ROW_SIZE, full_deck
from engine.events import (
    CardsDealt,
    DeckShuffled,
    Event,
    GameStarted,
    LongTicketsShuffled,
    RowFilled,
    TicketsDealt,
    TicketsShuffled,
)
from engine.game import Game
from engine.rules import piles
from engine.rules.context import EventEmitter
from engine.rules.versions import FIRST_VERSION, RULES_VERSION
from engine.state import Shuffler

CARDS_DEALT = 4


def setup_events(
    board: Board,
    seats: int,
    chance: Shuffler,
    order: Sequence[int] | None = None,
    teams: Sequence[Sequence[int]] | None = None,
    rules: str = RULES_VERSION,
) -> list[Event]:
    """The events that set a game up; see :func:`new_game`."""
    return new_game(board, seats, chance, order, teams, rules)[1]


def new_game(
    board: Board,
    seats: int,
    chance: Shuffler,
    order: Sequence[int] | None = None,
    teams: Sequence[Sequence[int]] | None = None,
    rules: str = RULES_VERSION,
) -> tuple[Game, list[Event]]:
    """A game set up for its first decisions, with the events: seat order, shuffle, deals.

    ``order`` is the playing order that the organiser fixed; without it chance decides (P-3).
    ``teams`` are the pairs of seats that play together; without them chance pairs, or, where the
    order is fixed, neighbours do (A-1, A-16). ``rules`` is the version of the rules.

    :raises ValueError: if the board is not made for that number of seats, or the order does not
        name each of them once.
    """
    if seats not in board.seat_counts:
        counts = ", ".join(map(str, board.seat_counts))
        raise ValueError(f"{board.name} is played by {counts}; {seats} seats are not possible.")
    if order is not None and sorted(order) != list(range(seats)):
        raise ValueError("The order must name each seat once.")
    game = Game(board, seats)
    emitter = EventEmitter(game, chance)
    seated = order if order is not None else chance.shuffle(list(range(seats)), 0)
    sides = _teams_in_order(board, seated, teams)
    playing = tuple(seat for side in sides for seat in side) if sides else tuple(seated)
    named = None if rules == FIRST_VERSION else rules
    emitter.emit(GameStarted(playing, sides, 0 if order is None else None, named))
    deck = chance.shuffle(full_deck(), game.shuffles)
    emitter.emit(DeckShuffled(game.shuffles, tuple(deck)))
    ordinary, long = board.ticket_decks
    emitter.emit(TicketsShuffled(game.shuffles, tuple(chance.shuffle([*ordinary], game.shuffles))))
    if long:
        shuffled = tuple(chance.shuffle([*long], game.shuffles))
        emitter.emit(LongTicketsShuffled(game.shuffles, shuffled))
    for seat in game.order:
        emitter.emit(CardsDealt(seat, tuple(game.deck[: -CARDS_DEALT - 1 : -1])))
    row = game.deck[: -ROW_SIZE - 1 : -1]
    emitter.emit(RowFilled(tuple(range(ROW_SIZE)), tuple(row)))
    piles.replenish(emitter)
    for seat in game.order:
        emitter.emit(TicketsDealt(seat, _first_offer(game)))
    return game, emitter.events


def _first_offer(game: Game) -> tuple[str, ...]:
    """The first tickets of a seat: the long ones, then those of the ticket deck (B-2, M-6)."""
    deal = game.board.setup_deal
    long = game.long_ticket_deck[: -deal.long - 1 : -1]
    return (*long, *game.ticket_deck[: deal.long - deal.offer - 1 : -1])


def _teams_in_order(
    board: Board, seated: Sequence[int], teams: Sequence[Sequence[int]] | None
) -> tuple[tuple[int, ...], ...]:
    """The teams in playing order, each with its seats in playing order (A-1, A-16).

    One shuffle of the seats decides all: a team plays when its first member comes up in it.
    """
    if board.teams is None:
        if teams:
            raise ValueError(f"{board.name} is not played in teams.")
        return ()
    size = board.teams.size
    if teams is None:
        return tuple(tuple(seated[n : n + size]) for n in range(0, len(seated), size))
    if sorted(seat for team in teams for seat in team) != sorted(seated) or any(
        len(team) != size for team in teams
    ):
        raise ValueError(f"Each seat must be in one team of {size}.")
    ranked = [sorted(team, key=seated.index) for team in teams]
    return tuple(tuple(team) for team in sorted(ranked, key=lambda team: seated.index(team[0])))
