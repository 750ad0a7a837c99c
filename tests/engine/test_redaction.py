"""B-15 for single events: the log is redacted as well as the state."""

from __future__ import annotations

import pytest

import engine
from engine import events, wire
from engine.actions import Keep, RackTicket
from engine.redaction import REDACTORS
from tests.engine.positions import UnshuffledChance, first_turn, position

SECRET_CARDS = ("red", "green")
SECRET_TICKETS = ("boston-miami", "denver-el-paso")

PRIVATE = {
    events.CardsDealt(0, SECRET_CARDS): {"seat": 0, "count": 2},
    events.TicketsDealt(0, SECRET_TICKETS): {"seat": 0, "count": 2},
    events.TicketsChosen(0, SECRET_TICKETS[:1], SECRET_TICKETS[1:]): {"seat": 0},
    events.CardDrawn(0, "red"): {"seat": 0},
    events.TicketsDrawn(0, SECRET_TICKETS): {"seat": 0, "count": 2},
    events.TicketsKept(0, SECRET_TICKETS[:1], SECRET_TICKETS[1:]): {
        "seat": 0,
        "count": 1,
        "returned": 1,
    },
}
HIDDEN_FROM_ALL = {
    events.DeckShuffled(1, SECRET_CARDS): {"shuffle": 1, "count": 2},
    events.TicketsShuffled(2, SECRET_TICKETS): {"shuffle": 2, "count": 2},
    events.LongTicketsShuffled(3, SECRET_TICKETS): {"shuffle": 3, "count": 2},
    events.TicketsReturned(SECRET_TICKETS, 3): {"shuffle": 3, "count": 2},
    events.PilesReshuffled(4, SECRET_CARDS, 5, SECRET_TICKETS): {
        "deck_shuffle": 4,
        "deck_count": 2,
        "ticket_shuffle": 5,
        "ticket_count": 2,
    },
}


def test_every_event_type_has_been_thought_about() -> None:
    assert set(REDACTORS) == {*wire.EVENT_TYPES.values(), events.TableEvent}


def test_private_facts_are_told_to_their_owner_only() -> None:
    """B-15"""
    game = first_turn("usa", 3)
    for event, public in PRIVATE.items():
        assert engine.redact(event, 0, game) == wire.encode(event)[2]
        for reader in (1, 2, None):
            assert engine.redact(event, reader, game) == {**public, "redacted": True}


def test_the_order_of_a_pile_is_told_to_nobody() -> None:
    """B-15"""
    game = first_turn("usa", 2)
    for event, public in HIDDEN_FROM_ALL.items():
        for reader in (0, 1, None):
            assert engine.redact(event, reader, game) == {**public, "redacted": True}


def test_a_card_taken_face_up_is_public() -> None:
    """B-15"""
    event = events.CardTaken(0, 2, "red", "green")
    assert engine.redact(event, None, position()) == wire.encode(event)[2]


def test_after_the_end_the_whole_log_is_public() -> None:
    game = position()
    game.outcome = events.GameEnded("passes", ())
    for event in (*PRIVATE, *HIDDEN_FROM_ALL):
        assert engine.redact(event, None, game) == wire.encode(event)[2]


OWNER, MATE, OPPONENT, SPECTATOR = 0, 1, 2, None
A, B = "delhi-bombay", "xi-an-canton"
TUNNEL = "kabul-sukkur-orange"
NOBODY: dict[str, object] = {}
OF_TEAMS = [
    # The event, what the teammate is told, what the others are told; None is all of it.
    (events.CardsDealt(0, SECRET_CARDS), {"count": 2}, {"count": 2}),
    (events.CardDrawn(0, "red"), NOBODY, NOBODY),
    (events.CardPlaced(0, "hand", "red"), {"place": "hand"}, {"place": "hand"}),
    (events.CardPlaced(0, "rack", "red"), None, {"place": "rack"}),
    (events.TicketsDealt(0, (A, B)), {"count": 2}, {"count": 2}),
    (events.TicketsChosen(0, (A,), (B,)), NOBODY, NOBODY),
    (events.TicketRacked(0, A), NOBODY, NOBODY),
    (events.TicketsDrawn(0, (A, B)), {"count": 2}, {"count": 2}),
    (
        events.TicketsKept(0, (A,), (B,), A),
        {"count": 1, "returned": 1, "rack": A},
        {"count": 1, "returned": 1},
    ),
    (events.TicketsShared(0, (A, B)), None, {"count": 2}),
    (
        events.TunnelOpened(0, TUNNEL, "orange", 1, 1, 1),
        None,
        {"track": TUNNEL, "colour": "orange", "locomotives": 1, "rack": 2},
    ),
    (
        events.TunnelBuilt(0, TUNNEL, 2, 1, 1, 0, ()),
        None,
        {"track": TUNNEL, "points": 2, "locomotives": 1, "closes": [], "rack": 1},
    ),
]


@pytest.mark.parametrize(("event", "to_mate", "to_others"), OF_TEAMS)
def test_what_a_teammate_and_an_opponent_are_told(
    event: engine.Event, to_mate: dict[str, object] | None, to_others: dict[str, object]
) -> None:
    """A-2, A-4, A-5, A-6, B-15: the racks are the team's, hands and offers are one's own."""
    game = first_turn("team-asia", 4)
    whole = wire.encode(event)[2]
    assert engine.redact(event, OWNER, game) == whole
    told = whole if to_mate is None else {"seat": 0, **to_mate, "redacted": True}
    assert engine.redact(event, MATE, game) == told
    for reader in (OPPONENT, 3, SPECTATOR):
        assert engine.redact(event, reader, game) == {"seat": 0, **to_others, "redacted": True}


def test_the_tickets_of_a_rack_are_told_to_their_team_and_their_number_to_all() -> None:
    """A-5, A-6"""
    game = first_turn("team-asia", 4)
    event = events.TeamTicketsPlaced(0, (A, B))
    for reader in (OWNER, MATE):
        assert engine.redact(event, reader, game) == wire.encode(event)[2]
    for reader in (OPPONENT, 3, SPECTATOR):
        assert engine.redact(event, reader, game) == {"team": 0, "count": 2, "redacted": True}


def test_the_log_of_the_first_choice_is_the_same_to_others_whatever_a_seat_chose() -> None:
    """B-2, A-5: nor does the number of events or of decisions tell it."""
    for board, seats in (("usa", 4), ("japan", 4), ("team-asia", 4)):
        told = []
        for extra in (0, 1):
            chance = engine.Chance.from_seed("choice")
            game, _ = engine.new_game(engine.load_board(board), seats, chance, range(seats))
            log: list[engine.Event] = []
            for seat in (0, 1):
                size = game.board.setup_deal.keep + extra
                log += game.play(seat, Keep(game.offered[seat][:size]), UnshuffledChance())
            for seat in (0, 1):
                if game.pending.get(seat) == "rack":
                    log += game.play(
                        seat, RackTicket(game.tickets[seat][extra]), UnshuffledChance()
                    )
            told.append(
                [
                    (
                        [engine.redact(event, reader, game) for event in log],
                        engine.view(game, reader),
                    )
                    for reader in (OPPONENT, SPECTATOR)
                ]
            )
        assert told[0] == told[1]
