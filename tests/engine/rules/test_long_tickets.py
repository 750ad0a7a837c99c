"""Long tickets, of which each seat is offered one at first and nobody any more later (M-6)."""

from __future__ import annotations

import engine
from engine import wire
from engine.actions import DrawTickets, Keep
from engine.events import ChoicesRevealed, LongTicketsShuffled, TicketsDealt, TicketsShuffled
from engine.game import Game
from tests.engine.mechanics import long_tickets, ring
from tests.engine.positions import UnshuffledChance

BOARD = ring(long_tickets)
LONG = BOARD.ticket_decks[1]


def dealt(seats: int = 3) -> tuple[Game, list[engine.Event]]:
    return engine.new_game(BOARD, seats, engine.Chance.from_seed("long"), range(seats))


def test_long_tickets_are_shuffled_right_after_the_others_by_an_event_of_their_own() -> None:
    """M-6, P-2"""
    _, events = dealt()
    place = next(n for n, event in enumerate(events) if isinstance(event, TicketsShuffled))
    ordinary, long = events[place : place + 2]
    assert isinstance(ordinary, TicketsShuffled)
    assert isinstance(long, LongTicketsShuffled)
    assert set(ordinary.tickets) == {*BOARD.tickets} - {*LONG}
    assert long.shuffle == ordinary.shuffle + 1
    assert long.tickets == tuple(engine.Chance.from_seed("long").shuffle([*LONG], long.shuffle))
    assert wire.encode(long)[0] == "game.long_tickets_shuffled"


def test_each_seat_is_offered_one_of_them_first() -> None:
    """M-6"""
    game, events = dealt()
    long = next(event.tickets for event in events if isinstance(event, LongTicketsShuffled))
    deals = [event for event in events if isinstance(event, TicketsDealt)]
    assert [deal.tickets[0] for deal in deals] == [*long[:3]]
    assert all(len(deal.tickets) == 4 for deal in deals)
    assert not any(BOARD.tickets[key].long for deal in deals for key in deal.tickets[1:])
    assert game.long_ticket_deck == [*long[:2:-1]]


def test_any_of_the_first_tickets_may_be_kept_and_the_least_counts_all_of_them() -> None:
    """M-6, B-2"""
    game, _ = dealt()
    keeps = {action.tickets for action in game.legal_actions(0) if isinstance(action, Keep)}
    long, *others = game.offered[0]
    assert (long, others[0]) in keeps
    assert (others[0], others[1]) in keeps
    assert (long,) not in keeps
    assert len(keeps) == 6 + 4 + 1


def test_long_tickets_not_kept_or_not_dealt_never_enter_the_game() -> None:
    """M-6, M-7"""
    game, _ = dealt()
    undealt = [*game.long_ticket_deck]
    given_back = [game.offered[seat][0] for seat in range(3)]
    events: list[engine.Event] = []
    for seat in range(3):
        events += game.play(seat, Keep(game.offered[seat][1:3]), UnshuffledChance())
    revealed = next(event for event in events if isinstance(event, ChoicesRevealed))
    assert revealed.kept == (2, 2, 2)
    assert [removed[0] for removed in game.removed] == given_back
    assert game.long_ticket_deck == undealt
    assert not {*game.ticket_deck} & {*LONG}


def test_the_deck_shows_its_size_without_long_tickets_before_all_have_chosen() -> None:
    """M-7, B-2"""
    game, _ = dealt()
    before = len(BOARD.tickets) - len(LONG) - 9
    assert engine.view(game, 1).ticket_deck_size == len(game.ticket_deck) == before
    game.play(0, Keep(game.offered[0][:2]), UnshuffledChance())
    assert engine.view(game, 1).ticket_deck_size == before


def test_nobody_but_its_seat_learns_who_holds_a_long_ticket() -> None:
    """M-6, B-15: which tickets are long shows neither in a view nor in the log."""
    shown = []
    for kept in (slice(0, 2), slice(1, 3)):
        game, _ = dealt()
        events: list[engine.Event] = []
        for seat in range(3):
            choice = game.offered[seat][kept] if seat == 0 else game.offered[seat][:2]
            events += game.play(seat, Keep(choice), UnshuffledChance())
        shown.append(([engine.redact(event, 1, game) for event in events], engine.view(game, 1)))
    assert shown[0] == shown[1]


def test_a_take_back_shuffles_no_long_ticket_into_the_deck() -> None:
    """M-6, M-7, P-1"""
    game, log = dealt()
    for seat in range(3):
        log += game.play(seat, engine.automatic_action(game, seat), UnshuffledChance())
    to = len(log) - 1
    log += game.play(0, DrawTickets(), UnshuffledChance())
    back, events = engine.take_back(BOARD, log, to, UnshuffledChance())
    assert not {*back.ticket_deck} & {*LONG}
    assert back.long_ticket_deck == game.long_ticket_deck
    start, _ = dealt()
    _, log = dealt()
    log += start.play(0, engine.automatic_action(start, 0), UnshuffledChance())
    again, _ = engine.take_back(BOARD, log, len(log) - 2, UnshuffledChance())
    assert again.offered == dealt()[0].offered
    assert len(events) == 2


def test_the_clock_prices_long_tickets_like_the_others() -> None:
    """M-6: it keeps the cheapest, and long tickets are dear."""
    game, _ = dealt()
    action = engine.automatic_action(game, 0)
    assert isinstance(action, Keep)
    assert not {*action.tickets} & {*LONG}
