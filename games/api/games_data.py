"""Games as JSON: in lists, and as one reader sees them."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

import engine
from games.clock.core.terms import TERMS_FIELDS
from games.facts.seats import seat_numbers
from games.facts.tickets import ticket_lines
from games.readers.context import GameForReader
from games.tables.models import Game, GameStatus, Seat
from games.tables.seat_names import seat_name

TUNNEL_FIELDS: Final = (
    "seat", "track", "colour", "coloured", "locomotives", "rack_colour", "rack_locomotives",
    "turned_up", "asks",
)  # fmt: skip
KINDS: Final = ("setup", "turn", "second", "place", "keep", "rack", "tunnel")
Data = dict[str, Any]


class SeatData(serializers.Serializer):
    """A seat, and who holds it. `person` is null for bots and where nobody sits."""

    number = serializers.IntegerField(min_value=0)
    name = serializers.CharField(help_text="The name to show.")
    person = serializers.CharField(allow_null=True)
    bot = serializers.CharField(allow_null=True, help_text="A bot of the site itself.")
    bot_account = serializers.BooleanField(help_text="Whether a program plays for `person`.")
    team = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True, help_text="Once the game is over; 1 is best.")
    points = serializers.IntegerField(allow_null=True, help_text="Once the game is over.")


class TermsData(serializers.Serializer):
    """The clock: days for a turn, and a bank of hours beside them."""

    days_per_turn = serializers.IntegerField()
    weekends_off = serializers.BooleanField()
    bank_hours = serializers.IntegerField()
    bank_add_hours = serializers.IntegerField()
    bank_cap_hours = serializers.IntegerField()


class GameData(serializers.Serializer):
    """A game in a list."""

    code = serializers.CharField()
    title = serializers.CharField()
    board = serializers.CharField()
    status = serializers.ChoiceField(choices=GameStatus.values)
    public = serializers.BooleanField()
    rated = serializers.BooleanField()
    bot_accounts = serializers.BooleanField(help_text="Whether bot accounts may join.")
    seats = serializers.IntegerField()
    players = SeatData(many=True)
    terms = TermsData()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class SeatView(SeatData):
    """A seat of a game under way. Lists and counts are what the caller may know."""

    trains = serializers.IntegerField()
    points_on_board = serializers.IntegerField()
    bullet_progress = serializers.IntegerField()
    mountain_trains = serializers.IntegerField(help_text="On the mountain pile (M-5).")
    stations = serializers.ListField(
        child=serializers.CharField(), help_text="The cities with a station of the seat (M-4)."
    )
    stations_left = serializers.IntegerField()
    cards = serializers.IntegerField(help_text="How many are in the hand.")
    tickets = serializers.IntegerField(allow_null=True, help_text="Null before all have chosen.")
    offered = serializers.IntegerField(help_text="Tickets to choose among.")
    deciding = serializers.ChoiceField(choices=KINDS, allow_null=True)
    due_at = serializers.DateTimeField(allow_null=True)


class RackView(serializers.Serializer):
    """The rack of a team; `hand` and `ticket_ids` are null for those who may not see them."""

    seats = serializers.ListField(child=serializers.IntegerField())
    cards = serializers.IntegerField()
    tickets = serializers.IntegerField()
    hand = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    ticket_ids = serializers.ListField(child=serializers.CharField(), allow_null=True)


class TunnelView(serializers.Serializer):
    """A claim on a tunnel that waits for its extra cards."""

    seat = serializers.IntegerField()
    track = serializers.CharField()
    colour = serializers.CharField()
    coloured = serializers.IntegerField()
    locomotives = serializers.IntegerField()
    rack_colour = serializers.IntegerField()
    rack_locomotives = serializers.IntegerField()
    turned_up = serializers.ListField(child=serializers.CharField())
    asks = serializers.IntegerField()


class HandView(serializers.Serializer):
    """What a seat holds, where the caller may see it."""

    seat = serializers.IntegerField()
    cards = serializers.DictField(child=serializers.IntegerField())
    tickets = serializers.ListField(child=serializers.CharField())
    completed = serializers.ListField(child=serializers.CharField())


class OwnView(serializers.Serializer):
    """The caller's own seat."""

    seat = serializers.IntegerField()
    decision = serializers.IntegerField(
        allow_null=True,
        help_text="The number to answer with; null while you wait.",
    )
    kind = serializers.ChoiceField(choices=KINDS, allow_null=True)
    offered = serializers.ListField(child=serializers.CharField())
    card_to_place = serializers.CharField(allow_null=True)
    chosen_for_rack = serializers.CharField(allow_null=True)
    held_until = serializers.DateTimeField(allow_null=True)


class GameView(serializers.Serializer):
    """A game as the caller sees it."""

    code = serializers.CharField()
    title = serializers.CharField()
    board = serializers.CharField()
    status = serializers.ChoiceField(choices=GameStatus.values)
    seq = serializers.IntegerField(help_text="The number of the last event in it.")
    seats = SeatView(many=True)
    order = serializers.ListField(child=serializers.IntegerField())
    turn = serializers.IntegerField()
    turn_seat = serializers.IntegerField(allow_null=True)
    last_seat = serializers.IntegerField(
        allow_null=True, help_text="The seat with which the last round ends, once it has begun."
    )
    row = serializers.ListField(child=serializers.CharField(allow_null=True))
    deck = serializers.IntegerField()
    discards = serializers.DictField(child=serializers.IntegerField())
    ticket_deck = serializers.IntegerField()
    bullets = serializers.IntegerField()
    claims = serializers.DictField(
        child=serializers.IntegerField(), help_text="The seat by the track it has claimed."
    )
    bullet_routes = serializers.ListField(child=serializers.CharField())
    racks = RackView(many=True)
    tunnel = TunnelView(allow_null=True)
    hands = HandView(many=True)
    you = OwnView(allow_null=True)
    result = serializers.DictField(
        allow_null=True, help_text="The scores once the game is over, as in the record."
    )


def game_data(game: Game) -> Data:
    """A game for a list; its seats and their people are read already."""
    return {
        "code": game.code,
        "title": game.title,
        "board": game.board,
        "status": game.status,
        "public": game.public,
        "rated": game.rated,
        "bot_accounts": game.bot_accounts,
        "seats": game.seat_count,
        "players": [seat_data(seat) for seat in game.seats.all()],
        "terms": {name: getattr(game, name) for name in TERMS_FIELDS},
        "created_at": game.created_at,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
    }


def seat_data(seat: Seat) -> Data:
    """A seat, and who holds it."""
    return {
        "number": seat.number,
        "name": seat_name(seat),
        "person": seat.person.name if seat.person else None,
        "bot": seat.bot or None,
        "bot_account": seat.person is not None and seat.person.is_bot_account,
        "team": seat.team,
        "place": seat.place,
        "points": seat.points,
    }


def game_view(found: GameForReader, view: engine.View) -> Data:
    """A game that has begun, as its reader sees it."""
    game = found.game
    return {
        "code": game.code,
        "title": game.title,
        "board": game.board,
        "status": game.status,
        "seq": view.seq,
        "seats": [_seat_view(seat, view) for seat in found.seats],
        "order": view.order,
        "turn": view.turn,
        "turn_seat": view.turn_seat,
        "last_seat": view.last_seat,
        "row": view.row,
        "deck": view.deck_size,
        "discards": _held(view.discards),
        "ticket_deck": view.ticket_deck_size,
        "bullets": view.bullets,
        "claims": view.owner,
        "bullet_routes": view.bullet_routes,
        "racks": [_rack(view, number) for number in range(len(view.teams))],
        "tunnel": _tunnel(view.tunnel),
        "hands": [_hand(view, seat) for seat in range(view.seats) if _sees_hand(view, seat)],
        "you": _own(found.seat, view) if found.seat else None,
        "result": game.result,
    }


def _seat_view(seat: Seat, view: engine.View) -> Data:
    number = seat.number
    public = seat_numbers(view, number)
    return {
        **seat_data(seat),
        "trains": public.trains,
        "points_on_board": public.points,
        "bullet_progress": public.progress,
        "mountain_trains": public.mountain_trains,
        "stations": view.stations[number] if view.stations else [],
        "stations_left": public.stations or 0,
        "cards": public.cards,
        "tickets": public.tickets,
        "offered": view.offered_counts[number],
        "deciding": view.pending.get(number),
        "due_at": seat.due_at,
    }


def _sees_hand(view: engine.View, seat: int) -> bool:
    return view.outcome is not None or seat == view.seat


def _hand(view: engine.View, seat: int) -> Data:
    tickets = view.tickets[seat]
    return {
        "seat": seat,
        "cards": _held(view.hands[seat]),
        "tickets": tickets,
        "completed": [line.id for line in ticket_lines(view, tickets, seat=seat) if line.completed],
    }


def _held(hand: engine.cards.Hand) -> Data:
    return {card: count for card, count in hand.items() if count}


def _rack(view: engine.View, team: int) -> Data:
    seats = view.teams[team]
    seen = view.outcome is not None or view.seat in seats
    return {
        "seats": seats,
        "cards": view.rack_sizes[team],
        "tickets": view.ticket_rack_sizes[team],
        "hand": _held(view.racks[team]) if seen else None,
        "ticket_ids": view.ticket_racks[team] if seen else None,
    }


def _tunnel(tunnel: Any) -> Data | None:
    if tunnel is None:
        return None
    return {name: getattr(tunnel, name) for name in TUNNEL_FIELDS}


def _own(seat: Seat, view: engine.View) -> Data:
    number = seat.number
    return {
        "seat": number,
        "decision": view.decision_seqs.get(number),
        "kind": view.pending.get(number),
        "offered": view.offered[number],
        "card_to_place": view.card_to_place.get(number),
        "chosen_for_rack": view.chosen_for_rack.get(number),
        "held_until": seat.held_until,
    }
