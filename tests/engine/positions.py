"""Positions to test the rules from: a real game, brought to the point that a test is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import engine
from engine.actions import Claim, Keep
from engine.cards import CARD_COUNTS, LOCOMOTIVE, Card, empty_hand
from engine.game import Game

Cards = Mapping[Card, int]
NEUTRAL_ROW = ("purple", "white", "blue", "yellow", "orange")


class UnshuffledChance:
    """A chance that leaves every pile in the order it was in, and notes what it was asked."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def shuffle(self, items: list, number: int) -> list:  # type: ignore[type-arg]
        self.numbers.append(number)
        return list(items)


def first_turn(board: str = "usa", seats: int = 2) -> Game:
    """A game in the order 0, 1, 2 … in which all have kept the fewest tickets."""
    game, _ = engine.new_game(
        engine.load_board(board), seats, engine.Chance.from_seed("positions"), range(seats)
    )
    for kind in ("setup", "rack"):
        for seat in range(seats):
            if game.pending.get(seat) == kind:
                game.play(seat, engine.automatic_action(game, seat), UnshuffledChance())
    return game


def position(
    board: str = "usa",
    seats: int = 2,
    *,
    hands: Sequence[Cards] = (),
    row: Sequence[Card | None] | None = NEUTRAL_ROW,
    deck: Sequence[Card] | None = None,
    discards: Cards | None = None,
    trains: Sequence[int] = (),
    tickets: Sequence[Sequence[str]] = (),
    owner: Mapping[str, int] | None = None,
    bullets: int | None = None,
    progress: Sequence[int] = (),
    ticket_deck: Sequence[str] | None = None,
    racks: Sequence[Cards] = (),
    ticket_racks: Sequence[Sequence[str]] = (),
) -> Game:
    """A game at the first turn of seat 0 with these things in it; decks with their top first."""
    game = first_turn(board, seats)
    for seat, cards in enumerate(hands):
        game.hands[seat] = {**empty_hand(), **cards}
    if row is not None:
        game.row = list(row)
    if deck is not None:
        game.deck = list(deck)[::-1]
    if discards is not None:
        game.discards = {**empty_hand(), **discards}
    for seat, kept in enumerate(tickets):
        game.tickets[seat] = list(kept)
    for team, cards in enumerate(racks):
        game.racks[team] = {**empty_hand(), **cards}
    for team, shared in enumerate(ticket_racks):
        game.ticket_racks[team] = list(shared)
    if ticket_deck is not None:
        game.ticket_deck = list(ticket_deck)[::-1]
    if bullets is not None:
        game.bullets = bullets
    for seat, spaces in enumerate(progress):
        game.progress[seat] = spaces
    for track, seat in (owner or {}).items():
        give(game, track, seat)
    for seat, left in enumerate(trains):
        game.trains[seat] = left
    return game


def give(game: Game, track: str, seat: int) -> None:
    """Let a seat claim a track as if it had just drawn the cards for it, whatever it was doing."""
    length = game.board.tracks[track].length
    saved = {name: getattr(game, name) for name in KEPT}
    game.hands = [dict(hand) for hand in game.hands]
    game.hands[seat] = {**empty_hand(), LOCOMOTIVE: length}
    game.pending = {seat: "turn"}
    game.row, game.deck = list(NEUTRAL_ROW), ["red"] * 7
    game.play(seat, Claim(track, LOCOMOTIVE, length), UnshuffledChance())
    for name, value in saved.items():
        setattr(game, name, value)


KEPT = (
    "hands", "pending", "decision_seqs", "turn", "turn_seat", "row", "deck", "discards",
    "last_seat", "consecutive_passes", "idle_turns", "first_card_place",
)  # fmt: skip


def cards_in(game: Game) -> Cards:
    """All train cards of a game, wherever they are."""
    total = empty_hand()
    for pile in (game.deck, [card for card in game.row if card]):
        for card in pile:
            total[card] += 1
    for hand in (*game.hands, *game.racks, game.discards):
        for card, count in hand.items():
            total[card] += count
    for card in game.card_to_place.values():
        total[card] += 1
    if game.tunnel:
        total[game.tunnel.colour] += game.tunnel.coloured
        total[LOCOMOTIVE] += game.tunnel.locomotives
        for card in game.tunnel.turned_up:
            total[card] += 1
    return total


def all_cards() -> Cards:
    return dict(CARD_COUNTS)


def keep_all(game: Game, seat: int) -> None:
    game.play(seat, Keep(game.offered[seat]), UnshuffledChance())
