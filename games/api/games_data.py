"""Games and events as JSON: in lists, in streams, and as one reader sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import get_language
from rest_framework import serializers

import engine
from games import log
from games.api.answers import Answer, Row
from games.facts.seats import seat_numbers
from games.facts.tickets import ticket_lines
from games.language.lexicon import lexicon_for
from games.readers.context import GameForReader
from games.tables.models import GameStatus, PlanChoice, PlanPace, Seat
from games.tables.seat_names import seat_name

KINDS: Final = ("setup", "turn", "second", "place", "keep", "rack", "tunnel")
Held = dict[str, int]


class Shown(NamedTuple):
    """A seat, or a team, by its number in a view."""

    view: engine.View
    number: int


def _held(hand: engine.cards.Hand) -> Held:
    return {card: count for card, count in hand.items() if count}


class SeatData(Answer):
    """A seat, and who holds it. `person` is null for bots and where nobody sits."""

    number = serializers.IntegerField(min_value=0)
    name = serializers.CharField(help_text="The name to show.")
    person = serializers.CharField(allow_null=True, source="person.name")
    bot = serializers.CharField(allow_null=True, help_text="A bot of the site itself.")
    bot_account = serializers.BooleanField(help_text="Whether a program plays for `person`.")
    team = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True, help_text="Once the game is over; 1 is best.")
    points = serializers.IntegerField(allow_null=True, help_text="Once the game is over.")

    def get_name(self, seat: Seat) -> str:
        return seat_name(seat)

    def get_bot(self, seat: Seat) -> str | None:
        return seat.bot or None

    def get_bot_account(self, seat: Seat) -> bool:
        return seat.person is not None and seat.person.is_bot_account


class TermsData(Answer):
    """The clock: days for a turn, or hours and then 0 days, and a bank of hours beside them."""

    days_per_turn = serializers.IntegerField()
    hours_per_turn = serializers.IntegerField(
        help_text="Not 0: nights, 22:00 to 8:00 where the player lives, do not count."
    )
    evening_minutes = serializers.IntegerField(
        help_text="For a turn while everybody is at the page of the game; 0 is no evening table."
    )
    weekends_off = serializers.BooleanField()
    bank_hours = serializers.IntegerField()
    bank_add_hours = serializers.IntegerField()
    bank_cap_hours = serializers.IntegerField()


class GameData(Answer):
    """A game in a list."""

    code = serializers.CharField()
    title = serializers.CharField()
    board = serializers.CharField()
    status = serializers.ChoiceField(choices=GameStatus.values)
    public = serializers.BooleanField()
    rated = serializers.BooleanField()
    bot_accounts = serializers.BooleanField(help_text="Whether bot accounts may join.")
    seats = serializers.IntegerField(source="seat_count")
    players = SeatData(many=True, source="seats")
    terms = TermsData(source="*")
    plans = serializers.ChoiceField(
        choices=PlanChoice.values, help_text="The plans over several turns that players may give."
    )
    plan_pace = serializers.ChoiceField(
        choices=PlanPace.values, help_text="How long the move of a plan waits."
    )
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class SeatView(SeatData):
    """A seat of a game under way. Lists and counts are what the caller may know."""

    trains = serializers.IntegerField(source="numbers.trains")
    points_on_board = serializers.IntegerField(source="numbers.points")
    bullet_progress = serializers.IntegerField(source="numbers.progress")
    mountain_trains = serializers.IntegerField(
        source="numbers.mountain_trains", help_text="On the mountain pile (M-5)."
    )
    stations = serializers.ListField(
        child=serializers.CharField(), help_text="The cities with a station of the seat (M-4)."
    )
    stations_left = serializers.IntegerField()
    cards = serializers.IntegerField(source="numbers.cards", help_text="How many are in the hand.")
    tickets = serializers.IntegerField(
        allow_null=True, source="numbers.tickets", help_text="Null before all have chosen."
    )
    offered = serializers.IntegerField(help_text="Tickets to choose among.")
    deciding = serializers.ChoiceField(choices=KINDS, allow_null=True)
    due_at = serializers.DateTimeField(allow_null=True)

    def get_stations(self, seen: Row) -> Sequence[str]:
        return seen.view.stations[seen.number] if seen.view.stations else []

    def get_stations_left(self, seen: Row) -> int:
        return seen.numbers.stations or 0

    def get_offered(self, seen: Row) -> int:
        return seen.view.offered_counts[seen.number]

    def get_deciding(self, seen: Row) -> str | None:
        return seen.view.pending.get(seen.number)


class RackView(Answer):
    """The rack of a team; `hand` and `ticket_ids` are null for those who may not see them."""

    seats = serializers.ListField(child=serializers.IntegerField())
    cards = serializers.IntegerField()
    tickets = serializers.IntegerField()
    hand = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    ticket_ids = serializers.ListField(child=serializers.CharField(), allow_null=True)

    def get_seats(self, seen: Shown) -> Sequence[int]:
        return seen.view.teams[seen.number]

    def get_cards(self, seen: Shown) -> int:
        return seen.view.rack_sizes[seen.number]

    def get_tickets(self, seen: Shown) -> int:
        return seen.view.ticket_rack_sizes[seen.number]

    def get_hand(self, seen: Shown) -> Held | None:
        return _held(seen.view.racks[seen.number]) if self._is_seen(seen) else None

    def get_ticket_ids(self, seen: Shown) -> Sequence[str] | None:
        return seen.view.ticket_racks[seen.number] if self._is_seen(seen) else None

    def _is_seen(self, seen: Shown) -> bool:
        view = seen.view
        return view.outcome is not None or view.seat in view.teams[seen.number]


class TunnelView(Answer):
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


class HandView(Answer):
    """What a seat holds, where the caller may see it."""

    seat = serializers.IntegerField(source="number")
    cards = serializers.DictField(child=serializers.IntegerField())
    tickets = serializers.ListField(child=serializers.CharField())
    completed = serializers.ListField(child=serializers.CharField())

    def get_cards(self, seen: Shown) -> Held:
        return _held(seen.view.hands[seen.number])

    def get_tickets(self, seen: Shown) -> Sequence[str]:
        return seen.view.tickets[seen.number]

    def get_completed(self, seen: Shown) -> list[str]:
        lines = ticket_lines(seen.view, self.get_tickets(seen), seat=seen.number)
        return [line.id for line in lines if line.completed]


class OwnView(Answer):
    """The caller's own seat."""

    seat = serializers.IntegerField(source="number")
    decision = serializers.IntegerField(
        allow_null=True,
        help_text="The number to answer with; null while you wait.",
    )
    kind = serializers.ChoiceField(choices=KINDS, allow_null=True)
    offered = serializers.ListField(child=serializers.CharField())
    card_to_place = serializers.CharField(allow_null=True)
    chosen_for_rack = serializers.CharField(allow_null=True)
    held_until = serializers.DateTimeField(allow_null=True)

    def get_decision(self, seen: Row) -> int | None:
        return seen.view.decision_seqs.get(seen.number)

    def get_kind(self, seen: Row) -> str | None:
        return seen.view.pending.get(seen.number)

    def get_offered(self, seen: Row) -> Sequence[str]:
        return seen.view.offered[seen.number]

    def get_card_to_place(self, seen: Row) -> str | None:
        return seen.view.card_to_place.get(seen.number)

    def get_chosen_for_rack(self, seen: Row) -> str | None:
        return seen.view.chosen_for_rack.get(seen.number)


class GameView(Answer):
    """A game as the caller sees it."""

    code = serializers.CharField(source="game.code")
    title = serializers.CharField(source="game.title")
    board = serializers.CharField(source="game.board")
    status = serializers.ChoiceField(choices=GameStatus.values, source="game.status")
    evening_since = serializers.DateTimeField(
        allow_null=True,
        source="game.evening_since",
        help_text="Since then everybody is at the page: the minutes of the terms count from here "
        "on, or from the start of the turn.",
    )
    plans = serializers.ChoiceField(choices=PlanChoice.values, source="game.plans")
    plan_pace = serializers.ChoiceField(choices=PlanPace.values, source="game.plan_pace")
    seq = serializers.IntegerField(
        source="view.seq", help_text="The number of the last event in it."
    )
    seats = SeatView(many=True)
    order = serializers.ListField(child=serializers.IntegerField(), source="view.order")
    turn = serializers.IntegerField(source="view.turn")
    turn_seat = serializers.IntegerField(allow_null=True, source="view.turn_seat")
    last_seat = serializers.IntegerField(
        allow_null=True,
        source="view.last_seat",
        help_text="The seat with which the last round ends, once it has begun.",
    )
    row = serializers.ListField(child=serializers.CharField(allow_null=True), source="view.row")
    deck = serializers.IntegerField(source="view.deck_size")
    discards = serializers.DictField(child=serializers.IntegerField())
    ticket_deck = serializers.IntegerField(source="view.ticket_deck_size")
    bullets = serializers.IntegerField(source="view.bullets")
    claims = serializers.DictField(
        child=serializers.IntegerField(),
        source="view.owner",
        help_text="The seat by the track it has claimed.",
    )
    bullet_routes = serializers.ListField(
        child=serializers.CharField(), source="view.bullet_routes"
    )
    racks = RackView(many=True)
    tunnel = TunnelView(allow_null=True, source="view.tunnel")
    hands = HandView(many=True)
    you = OwnView(allow_null=True)
    result = serializers.DictField(
        allow_null=True,
        source="game.result",
        help_text="The scores once the game is over, as in the record.",
    )

    def get_seats(self, seen: Row) -> list[Row]:
        view = seen.view
        return [
            Row(seat, view=view, numbers=seat_numbers(view, seat.number)) for seat in seen.seats
        ]

    def get_discards(self, seen: Row) -> Held:
        return _held(seen.view.discards)

    def get_racks(self, seen: Row) -> list[Shown]:
        return [Shown(seen.view, team) for team in range(len(seen.view.teams))]

    def get_hands(self, seen: Row) -> list[Shown]:
        view = seen.view
        over = view.outcome is not None
        return [Shown(view, seat) for seat in range(view.seats) if over or seat == view.seat]

    def get_you(self, seen: Row) -> Row | None:
        return Row(seen.seat, view=seen.view) if seen.seat else None


class EventData(Answer):
    """An event as you may know it; `data` has `redacted: true` where something was left out."""

    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField(help_text="The number of a seat, or who else caused it.")
    type = serializers.CharField()
    data = serializers.DictField()
    text = serializers.CharField(allow_null=True, help_text="A line of the log, in your language.")

    def get_text(self, row: Row) -> str | None:
        found: GameForReader = row.found
        return log.event_sentence(
            row.row,
            board=found.board,
            names=[found.names[seat] for seat in sorted(found.names)],
            seat=found.seat_number,
            lexicon=lexicon_for(get_language() or "en"),
        )


def event_data(found: GameForReader, event: log.RedactedEvent) -> dict[str, Any]:
    """An event of a game that its reader found, in the active language."""
    return EventData.of(Row(event, found=found))
