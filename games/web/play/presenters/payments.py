"""Claims, and payments for a route or a tunnel. Derived from the hand: for its owner only.

A payment is listed once for each colour and number of locomotives, from the hand first; which cards
come from the team's rack instead can be chosen for each of them (A-4). Where sets of any cards pay,
the cards can be chosen by kind (M-3).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from engine import Board, View
from engine.actions import Claim, Pay
from engine.board.model import Track
from engine.bots.sparing import claim_cost, needed_tracks
from engine.cards import CARDS, COLOURS, LOCOMOTIVE, Card
from engine.rules.teams import payable_cards
from games.common.markup import escape
from games.facts.tickets import city_pair
from games.language.amounts import sets_rule
from games.web.parts.phrases import card_name, cards, from_hand_and_rack, route_size

MOST_PAYMENTS = 24
"""At most this many ways to pay are listed; a form by kind offers the others (M-3)."""


def claims_by_track(view: View) -> Mapping[str, list[Claim]]:
    """The legal claims of the view's own seat by track; none for a spectator."""
    found: dict[str, list[Claim]] = defaultdict(list)
    if view.seat is not None:
        for action in view.legal_actions():
            if isinstance(action, Claim):
                found[action.track].append(action)
    return found


def claims_of_track(view: View, track: str) -> list[Claim]:
    """The legal claims of one track, first those that take least from the reader's tickets."""
    legal = claims_by_track(view).get(track, [])
    if len(legal) < 2:
        return legal
    needed = needed_tracks(view)
    return sorted(legal, key=lambda claim: claim_cost(view, claim, needed))


def cheapest_claim(view: View, track: str) -> Claim:
    """The claim of a track that costs least; if none is legal, the one that was meant."""
    legal = claims_of_track(view, track)
    if legal:
        return legal[0]
    colour = view.board.tracks[track].colour
    if colour == "gray":
        hand = view.hands[view.own_seat]
        colour = max((card for card in hand if card != LOCOMOTIVE), key=lambda card: hand[card])
    return Claim(track, colour)


def missing_cards(view: View, track: str) -> str:
    """What the view's own seat lacks to claim an open track: "3 purple: you have 1."; "" where it
    does not lack cards.
    """
    seat = view.own_seat
    if view.pending.get(seat) != "turn" or track not in view.open_tracks.by_id:
        return ""
    route = view.board.tracks[track]
    if route.length + route.crossings > view.trains[seat] or claims_of_track(view, track):
        return ""
    held = payable_cards(view, seat)
    locomotives = held[LOCOMOTIVE]
    if locomotives < route.least_locomotives:
        asked, have = cards({LOCOMOTIVE: route.least_locomotives}), locomotives
        return _("%(cards)s: you have %(count)d.") % {"cards": asked, "count": have}
    colours = [route.colour] if route.colour in COLOURS else COLOURS
    have = max(held[colour] for colour in colours)
    asked = cards({route.colour: route.length})
    if route.colour not in COLOURS:
        asked = _("%(count)d cards of one colour") % {"count": route.length}
    if not locomotives or not route.most_locomotives:
        return _("%(cards)s: you have %(count)d.") % {"cards": asked, "count": have}
    return _("%(cards)s: you have %(count)d, and %(locomotives)s.") % {
        "cards": asked,
        "count": have,
        "locomotives": cards({LOCOMOTIVE: locomotives}),
    }


class MoveForm(NamedTuple):
    """A form that prepares the move ``do`` with one of the ``options``: value, and words.

    ``past`` is their heading where the decision is over; ``completes`` says that they are tracks,
    which may complete tickets.
    """

    do: str
    field: str
    label: str
    note: str
    button: str
    past: str
    options: Sequence[tuple[str, str]]
    completes: bool = False


def claim_form(view: View, tracks: Collection[str]) -> MoveForm:
    """The form that claims one of these tracks."""
    return MoveForm(
        do="claim",
        field="track",
        label=_("Claim a route"),
        note=str(len(tracks)),
        button=pgettext("button", "Claim"),
        past=_("Routes you could claim"),
        options=claim_options(view, tracks),
        completes=True,
    )


def claim_options(view: View, tracks: Iterable[str]) -> list[tuple[str, SafeString]]:
    """Claimable tracks as options of a choice, by name: id, and name with length and colour."""
    chosen, names = frozenset(tracks), _option_names(view.board, get_language() or "")
    return [(key, name) for key, name in names.items() if key in chosen]


@lru_cache(maxsize=16)
def _option_names(board: Board, language: str) -> Mapping[str, SafeString]:
    """What an option says of each track, by name, once for each board and language."""
    names = {
        key: f"{city_pair(board, track)}: {route_size(track)}"
        for key, track in board.tracks.items()
    }
    return {key: escape(names[key]) for key in sorted(names, key=names.__getitem__)}


def tunnel_payments(view: View) -> list[Pay]:
    """The ways to pay what the open tunnel of the view's own seat asks, cheapest first."""
    return [action for action in view.legal_actions() if isinstance(action, Pay)]


def hand_rack_splits(view: View, action: Claim | Pay) -> list[Claim | Pay]:
    """The ways to take the same cards from hand and rack, those with few of the rack first."""
    if not view.teams:
        return [action]
    colour, coloured = payment_colour(view, action)
    shares = [
        (from_rack, locomotives)
        for from_rack in _from_rack(view, colour, coloured)
        for locomotives in _from_rack(view, LOCOMOTIVE, action.locomotives)
    ]
    return [
        replace(action, rack_colour=from_rack, rack_locomotives=locomotives)
        for from_rack, locomotives in sorted(shares, key=lambda share: (sum(share), share[1]))
    ]


def payment_colour(view: View, action: Claim | Pay) -> tuple[Card, int]:
    """The colour of a payment and how many of its cards are of it."""
    if isinstance(action, Claim):
        return action.colour, view.board.tracks[action.track].length - action.locomotives
    assert view.tunnel is not None
    return view.tunnel.colour, view.tunnel.asks - action.locomotives


def payment_cards(view: View, action: Claim | Pay) -> dict[Card, int]:
    """The cards of a payment by kind."""
    if isinstance(action, Claim) and action.cards:
        return Counter(action.cards)
    colour, coloured = payment_colour(view, action)
    cards = {colour: coloured}
    cards[LOCOMOTIVE] = cards.get(LOCOMOTIVE, 0) + action.locomotives
    return cards


def payment_in_words(view: View, action: Claim | Pay) -> str:
    """A payment in words; with teams, which cards come from where."""
    colour, _coloured = payment_colour(view, action)
    rack = {colour: action.rack_colour}
    rack[LOCOMOTIVE] = rack.get(LOCOMOTIVE, 0) + action.rack_locomotives
    return from_hand_and_rack(view, payment_cards(view, action), rack)


def payment_query(action: Claim | Pay) -> str:
    """The query that prepares a move with this payment."""
    named = {"do": "pay"}
    if isinstance(action, Claim) and action.cards:
        return urlencode({"do": "claim", "track": action.track, **Counter(action.cards)})
    if isinstance(action, Claim):
        named = {"do": "claim", "track": action.track, "colour": action.colour}
    named["locomotives"] = str(action.locomotives)
    rack = {"rack_colour": action.rack_colour, "rack_locomotives": action.rack_locomotives}
    return urlencode({**named, **rack} if any(rack.values()) else named)


class PaymentChoice(NamedTuple):
    """Another way to pay for the same: its words and the query that prepares it."""

    words: str
    query: str
    chosen: bool


def payment_choices(view: View, chosen: Claim | Pay) -> list[PaymentChoice]:
    """One payment for each colour and number of locomotives, if there is a choice."""
    legal: Sequence[Claim | Pay]
    legal = (
        claims_of_track(view, chosen.track) if isinstance(chosen, Claim) else tunnel_payments(view)
    )
    paid = payment_cards(view, chosen)
    return [
        PaymentChoice(cards(found), payment_query(way), found == paid)
        for way in (legal[:MOST_PAYMENTS] if len(legal) > 1 else [])
        for found in [payment_cards(view, way)]
    ]


def split_choices(view: View, chosen: Claim | Pay) -> list[PaymentChoice]:
    """The ways to take the chosen cards from hand and rack, if there is a choice (A-4)."""
    ways = hand_rack_splits(view, chosen)
    return [
        PaymentChoice(payment_in_words(view, way), payment_query(way), way == chosen)
        for way in (ways if len(ways) > 1 else [])
    ]


def sets_lines(track: Track, action: Claim) -> list[str]:
    """The lines of a preview about the sets of a track, and those in this payment."""
    lines = [rule for rule in (sets_rule(track),) if rule]
    if action.cards:
        count = (len(action.cards) - track.length) // (track.set_size - 1)
        lines.append(
            ngettext(
                "You pay with %(count)d set of %(size)d cards.",
                "You pay with %(count)d sets of %(size)d cards.",
                count,
            )
            % {"count": count, "size": track.set_size}
        )
    return lines


def kind_fields(view: View, action: Claim) -> list[tuple[str, str, int, int]]:
    """The cards in the hand, where sets may pay: key, name, held and chosen of each kind."""
    if not view.board.tracks[action.track].most_sets:
        return []
    paid, hand = payment_cards(view, action), view.hands[view.own_seat]
    return [(card, card_name(card), hand[card], paid.get(card, 0)) for card in CARDS if hand[card]]


def _from_rack(view: View, card: Card, count: int) -> Iterator[int]:
    """The numbers of ``count`` cards of a kind that the rack can give, the rest from the hand."""
    hand, rack = view.hands[view.own_seat], view.racks[view.team_of[view.own_seat]]
    yield from range(max(0, count - hand[card]), min(count, rack[card]) + 1)
