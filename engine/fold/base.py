"""Handlers of the events that every board has, take-backs included."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine import events
from engine.cards import LOCOMOTIVE, ROW_SIZE, Card, empty_hand
from engine.fold.shown import pay_shown
from engine.rules.versions import rules_of
from engine.state import ReturnedTicket

if TYPE_CHECKING:
    from engine.board.model import Track
    from engine.state import State


def _game_started(game: State, event: events.GameStarted) -> None:
    order = event.order
    game.rules = rules_of(event.rules)
    game.order = order
    game.teams = event.teams
    game.team_of = {seat: team for team, seats in enumerate(event.teams) for seat in seats}
    game.racks = [empty_hand() for _ in event.teams]
    game.shown_racks = [empty_hand() for _ in event.teams]
    game.ticket_racks = [[] for _ in event.teams]
    game.next_seat = dict(zip(order, order[1:] + order[:1], strict=True))
    if event.shuffle is not None:
        game.shuffles += 1


def _deck_shuffled(game: State, event: events.DeckShuffled) -> None:
    game.deck = list(event.cards[::-1])
    game.discards = empty_hand()
    game.shuffles += 1


def _tickets_shuffled(game: State, event: events.TicketsShuffled) -> None:
    game.ticket_deck = list(event.tickets[::-1])
    game.shuffles += 1


def _long_tickets_shuffled(game: State, event: events.LongTicketsShuffled) -> None:
    game.long_ticket_deck = list(event.tickets[::-1])
    game.shuffles += 1


def _cards_dealt(game: State, event: events.CardsDealt) -> None:
    hand = game.hands[event.seat]
    for card in event.cards:
        hand[card] += 1
    del game.deck[-len(event.cards) :]


def _row_filled(game: State, event: events.RowFilled) -> None:
    for slot, card in zip(event.slots, event.cards, strict=True):
        game.row[slot] = card
    del game.deck[-len(event.cards) :]


def _row_flushed(game: State, event: events.RowFlushed) -> None:
    for card in event.cards:
        game.discards[card] += 1
    game.row = [None] * ROW_SIZE


def _tickets_dealt(game: State, event: events.TicketsDealt) -> None:
    long = game.board.setup_deal.long
    if long:
        del game.long_ticket_deck[-long:]
    _offer(game, event.seat, event.tickets, long)
    game.pending[event.seat] = "setup"
    game.decision_seqs[event.seat] = game.seq


def _tickets_chosen(game: State, event: events.TicketsChosen) -> None:
    game.tickets[event.seat].extend(event.kept)
    game.offered[event.seat] = event.returned
    del game.pending[event.seat], game.decision_seqs[event.seat]


def _choices_revealed(game: State, event: events.ChoicesRevealed) -> None:
    game.setup_done = True
    if game.board.returned_at_setup == "removed":
        for seat, returned in enumerate(game.offered):
            game.removed[seat] += returned
    else:
        under = [(seat, ticket) for seat in game.order for ticket in game.offered[seat]]
        _put_under(game, under, shuffled=game.board.returned_at_setup == "shuffled")
    game.offered = [()] * game.seats


def _tickets_returned(game: State, event: events.TicketsReturned) -> None:
    game.ticket_deck[:0] = event.tickets[::-1]
    if event.shuffle is not None:
        game.shuffles += 1


def _turn_started(game: State, event: events.TurnStarted) -> None:
    seat = event.seat
    game.turn = event.number
    game.turn_seat = seat
    game.first_card_place = None
    game.pending = {seat: "turn"}
    game.decision_seqs = {seat: game.seq}


def _decision_opened(game: State, event: events.DecisionOpened) -> None:
    seat = event.seat
    game.pending[seat] = event.kind
    game.decision_seqs[seat] = game.seq


def _card_drawn(game: State, event: events.CardDrawn) -> None:
    seat, card = event.seat, event.card
    if game.teams:
        game.card_to_place[seat] = card
    else:
        game.hands[seat][card] += 1
    game.deck.pop()
    game.consecutive_passes = game.idle_turns = 0


def _card_taken(game: State, event: events.CardTaken) -> None:
    seat, card = event.seat, event.card
    if game.teams:
        game.card_to_place[seat] = game.shown_card = card
    else:
        game.hands[seat][card] += 1
        game.shown_hands[seat][card] += 1
    refill = game.row[event.slot] = event.refill
    if refill is not None:
        game.deck.pop()
    game.consecutive_passes = game.idle_turns = 0


def _tickets_drawn(game: State, event: events.TicketsDrawn) -> None:
    _offer(game, event.seat, event.tickets)
    game.pending[event.seat] = "keep"
    game.decision_seqs[event.seat] = game.seq
    game.consecutive_passes = game.idle_turns = 0


def _tickets_kept(game: State, event: events.TicketsKept) -> None:
    kept = [ticket for ticket in event.kept if ticket != event.rack]
    game.tickets[event.seat] += kept
    if event.rack is not None:
        game.ticket_racks[game.team_of[event.seat]].append(event.rack)
    if game.board.returned_later == "removed":
        game.removed[event.seat] += event.returned
    else:
        game.ticket_deck[:0] = event.returned[::-1]
        _put_under(game, [(event.seat, ticket) for ticket in event.returned])
    game.offered[event.seat] = ()


def _route_claimed(game: State, event: events.RouteClaimed) -> None:
    length = _discard_sets(game, event) if event.cards else _discard_payment(game, event)
    seat = event.seat
    game.trains[seat] -= length
    game.points[seat] += event.points
    if event.mountain_points is not None:
        crossings = game.board.tracks[event.track].crossings
        game.trains[seat] -= crossings
        game.mountain_trains[seat] += crossings
        game.points[seat] += event.mountain_points
    game.claims[seat].append(event.track)


def _bullet_train_placed(game: State, event: events.BulletTrainPlaced) -> None:
    length = _discard_payment(game, event)
    game.bullets -= 1
    game.progress[event.seat] += length


def _turn_passed(game: State, event: events.TurnPassed) -> None:
    game.consecutive_passes += 1
    game.idle_turns += 1


def _turn_skipped(game: State, event: events.TurnSkipped) -> None:
    """Count a skip as an idle turn where a seat plays tunnels for itself (M-12), else as none."""
    game.consecutive_passes = 0
    own_tunnels = not game.teams and game.board.has_tunnels
    game.idle_turns = game.idle_turns + 1 if own_tunnels else 0


def _final_round_started(game: State, event: events.FinalRoundStarted) -> None:
    game.last_seat = event.last


def _game_ended(game: State, event: events.GameEnded) -> None:
    game.outcome = event
    game.pending = {}
    game.decision_seqs = {}
    game.turn_seat = None


def _table_event(game: State, event: events.TableEvent) -> None:
    """The rules do not know it; it only takes its number."""


def _offer(game: State, seat: int, tickets: tuple[str, ...], long: int = 0) -> None:
    """Offer tickets off the top of the deck, after n long ones, which are off another."""
    game.offered[seat] = tickets
    del game.ticket_deck[long - len(tickets) :]
    if not game.returned_tickets:
        return
    left = len(game.ticket_deck) - game.tickets_put_under
    game.returned_tickets = [known for known in game.returned_tickets if known.highest < left]


def _put_under(game: State, tickets: list[tuple[int, str]], *, shuffled: bool = False) -> None:
    """Note where the tickets lie that seats have given back, the first of them uppermost (B-10)."""
    count = len(tickets)
    game.tickets_put_under += count
    bottom = -game.tickets_put_under
    for place, (seat, ticket) in enumerate(tickets, 1):
        lowest, highest = (0, count - 1) if shuffled else (count - place, count - place)
        game.returned_tickets.append(
            ReturnedTicket(seat, ticket, bottom + lowest, bottom + highest)
        )


def _discard_payment(game: State, event: events.RouteClaimed | events.BulletTrainPlaced) -> int:
    """Move the cards of a claim to the discards and mark the track; return its length."""
    track = game.board.tracks[event.track]
    length = track.length
    seat, colour, locomotives = event.seat, event.colour, event.locomotives
    if game.racks:
        move_from_rack(game, seat, colour, event.rack_colour, event.rack_locomotives)
    hand = game.hands[seat]
    discards = game.discards
    if locomotives:
        hand[LOCOMOTIVE] -= locomotives
        discards[LOCOMOTIVE] += locomotives
    if coloured := length - locomotives:
        hand[colour] -= coloured
        discards[colour] += coloured
    pay_shown(game, seat, colour, coloured, locomotives, event.rack_colour + event.rack_locomotives)
    take_track(game, seat, track, event.closes)
    game.consecutive_passes = game.idle_turns = 0
    return length


def _discard_sets(game: State, event: events.RouteClaimed) -> int:
    """Move cards that are named by kind to the discards and mark the track (M-3)."""
    track = game.board.tracks[event.track]
    hand, shown, discards = game.hands[event.seat], game.shown_hands[event.seat], game.discards
    for card in event.cards:
        hand[card] -= 1
        discards[card] += 1
        if shown[card]:
            # Cards that everybody saw are paid first, as elsewhere.
            shown[card] -= 1
    take_track(game, event.seat, track, event.closes)
    game.consecutive_passes = game.idle_turns = 0
    return track.length


def move_from_rack(game: State, seat: int, colour: Card, coloured: int, locomotives: int) -> None:
    """Move cards from the rack of a seat's team to its hand, or back where negative (A-4)."""
    if not (coloured or locomotives) or not game.racks:
        return
    rack, hand = game.racks[game.team_of[seat]], game.hands[seat]
    rack[colour] -= coloured
    hand[colour] += coloured
    rack[LOCOMOTIVE] -= locomotives
    hand[LOCOMOTIVE] += locomotives


def take_track(game: State, seat: int, track: Track, closes: tuple[str, ...]) -> None:
    """Mark a track as taken by a seat and close its parallels (B-9)."""
    game.owner[track.id] = seat
    open_tracks = game.open_tracks
    open_tracks.close(track)
    for closed in closes:
        open_tracks.close(game.board.tracks[closed])
    if track.parallel:
        for twin in game.board.groups[track.group]:
            if twin in open_tracks.by_id:
                game.blocked_tracks[seat].add(twin)


BASE_HANDLERS: Mapping[type, Callable[[State, Any], None]] = {
    events.GameStarted: _game_started,
    events.DeckShuffled: _deck_shuffled,
    events.TicketsShuffled: _tickets_shuffled,
    events.LongTicketsShuffled: _long_tickets_shuffled,
    events.CardsDealt: _cards_dealt,
    events.RowFilled: _row_filled,
    events.RowFlushed: _row_flushed,
    events.TicketsDealt: _tickets_dealt,
    events.TicketsChosen: _tickets_chosen,
    events.ChoicesRevealed: _choices_revealed,
    events.TicketsReturned: _tickets_returned,
    events.TurnStarted: _turn_started,
    events.DecisionOpened: _decision_opened,
    events.CardDrawn: _card_drawn,
    events.CardTaken: _card_taken,
    events.TicketsDrawn: _tickets_drawn,
    events.TicketsKept: _tickets_kept,
    events.RouteClaimed: _route_claimed,
    events.BulletTrainPlaced: _bullet_train_placed,
    events.TurnPassed: _turn_passed,
    events.TurnSkipped: _turn_skipped,
    events.FinalRoundStarted: _final_round_started,
    events.GameEnded: _game_ended,
    events.TableEvent: _table_event,
}


def _taken_back(game: State, event: events.TakenBack) -> None:
    """Open the decisions again; ``game`` is the game gone back to (engine.game.replay)."""
    game.shuffles = event.shuffles
    game.decision_seqs = dict.fromkeys(game.decision_seqs, game.seq)


def _piles_reshuffled(game: State, event: events.PilesReshuffled) -> None:
    game.deck = list(event.deck[::-1])
    game.ticket_deck = list(event.tickets[::-1])
    lowest = -game.tickets_put_under
    highest = lowest + len(event.tickets) - 1
    game.returned_tickets = [
        ReturnedTicket(known.seat, known.ticket, lowest, highest) for known in game.returned_tickets
    ]
    game.shuffles += (event.deck_shuffle is not None) + (event.ticket_shuffle is not None)


TAKE_BACK_HANDLERS: Mapping[type, Callable[[State, Any], None]] = {
    events.TakenBack: _taken_back,
    events.PilesReshuffled: _piles_reshuffled,
}
