"""Other ways to pay for a move, and the queries that prepare them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine import View
from engine.actions import Claim, Pay
from engine.cards import Card
from games.web.parts import phrases
from games.web.play.presenters.payments import (
    claim_options,
    claims_of_track,
    hand_rack_splits,
    payment_cards,
    payment_in_words,
    payment_query,
    tunnel_payments,
)

MOST_PAYMENTS = 24
"""At most this many ways to pay are listed; a form by kind offers the others (M-3)."""


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


class FinalList(NamedTuple):
    """A list below the final scores: each line with the sign of a side."""

    title: str
    lines: Sequence[tuple[SafeString, str]]


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
    sort = _payment_key(chosen)
    return [
        PaymentChoice(
            phrases.cards(payment_cards(view, way)), payment_query(way), _payment_key(way) == sort
        )
        for way in (legal[:MOST_PAYMENTS] if len(legal) > 1 else [])
    ]


def split_choices(view: View, chosen: Claim | Pay) -> list[PaymentChoice]:
    ways = hand_rack_splits(view, chosen)
    return [
        PaymentChoice(payment_in_words(view, way), payment_query(way), way == chosen)
        for way in (ways if len(ways) > 1 else [])
    ]


def _payment_key(action: Claim | Pay) -> tuple[str, int, tuple[Card, ...]]:
    return getattr(action, "colour", ""), action.locomotives, getattr(action, "cards", ())
