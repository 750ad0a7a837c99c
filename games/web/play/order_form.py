"""Order form without JavaScript: rows of condition and move, and the order text they make.

What is chosen becomes the text of the order, which is then read like one that somebody typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

import engine
from engine.cards import BLIND, CARDS, COLOURS, LOCOMOTIVE
from engine.orders.model import CardFaceUp, CardsHeld
from games.facts.tickets import city_pair
from games.web.parts import phrases
from games.web.play.order_defaults import payment_for
from games.web.play.presenters import mechanics
from games.web.play.presenters.order import condition_text

MAX_ROWS = 5
OptionGroups = list[tuple[str, list[tuple[str, str]]]]
"""Groups of a choice: heading, and value with label. The first group may have no heading."""


@dataclass(frozen=True, slots=True)
class Row:
    """One part of the order as it has been chosen so far."""

    number: int
    condition: str
    also: str
    move: str
    cards: str
    colour: str
    locomotives: str
    more: str
    more_locomotives: str
    withdraw: bool


@dataclass(frozen=True, slots=True)
class OrderForm:
    """The rows and what can be chosen in each of them."""

    rows: list[Row]
    conditions: OptionGroups
    also: OptionGroups
    moves: OptionGroups
    colours: list[tuple[str, str]]
    pay_label: str
    tunnels: bool
    more_rows: int | None
    """The number of rows with one more, None where there are enough."""


def order_form(query: Mapping[str, str], view: engine.View) -> OrderForm:
    """The form as the query has filled it in."""
    count = min(_number(query.get("rows", "")) or 2, MAX_ROWS)
    tracks = free_tracks(view)
    face_up = (
        _("A card is face up"),
        [(f"up:{card}", condition_text(CardFaceUp(card), view.board)) for card in CARDS],
    )
    have = (
        _("You can pay at least …"),
        [
            (f"have:{number}:{card}", condition_text(CardsHeld(number, card), view.board))
            for card in CARDS
            for number in range(1, 7)
        ],
    )
    more = list(mechanics.order_conditions(view))
    return OrderForm(
        rows=[_row(query, number, view) for number in range(count)],
        conditions=[
            ("", [("always", _("always"))]),
            face_up,
            (
                _("A route is free"),
                [(f"free:{key}", _("%(route)s is free") % {"route": name}) for key, name in tracks],
            ),
            have,
            *more,
        ],
        also=[("", [("", _("nothing else"))]), face_up, have, *more],
        moves=[
            ("", [("", _("choose a move"))]),
            (_("Draw cards"), list(_draws(view))),
            ("", [("tickets", _("draw tickets"))]),
            (
                _("Claim a route"),
                [
                    ("it", _("claim the route in the condition")),
                    *((key, _("claim %(route)s") % {"route": name}) for key, name in tracks),
                ],
            ),
            *mechanics.order_moves(view),
        ],
        colours=[(card, phrases.card_name(card)) for card in COLOURS],
        pay_label=mechanics.pay_label(view),
        tunnels=any(track.turns_up for track in view.board.tracks.values()),
        more_rows=count + 1 if count < MAX_ROWS else None,
    )


def order_text(query: QueryDict, view: engine.View) -> str:
    """The text of the order that the query chose, in English, "" where it chose no move."""
    count = min(_number(query.get("rows", "")) or 2, MAX_ROWS)
    parts: list[str] = []
    for number in range(count):
        row = _row(query, number, view)
        if not row.move:
            continue
        conditions = [_condition(part) for part in (row.condition, row.also) if part]
        said = " and ".join(part for part in conditions if part != "always") or "always"
        # What comes last and always holds is the "else" of the parts above it.
        when = "" if said == "always" and parts else f"when {said}: "
        parts.append(f"{when}{_move(row)}")
    return "\nelse ".join(parts)


def _condition(chosen: str) -> str:
    kind, _colon, rest = chosen.partition(":")
    match kind:
        case "free":
            return f"{rest} is free"
        case "up":
            return f"{rest} is face up"
        case "have":
            number, _colon, card = rest.partition(":")
            return f"i have {number} {card}"
    return mechanics.order_condition(kind, rest) or "always"


def _move(row: Row) -> str:
    kind, _colon, rest = row.move.partition(":")
    if kind == "draw":
        return "draw " + rest.replace("+", " ")
    if kind == "tickets":
        return "tickets"
    paid = _payment(row.cards, row.colour, row.locomotives)
    move = f"{kind} in {rest}" if rest else f"claim {row.move}"
    text = f"{move}: {paid}" if paid else move
    if rest:
        return text
    if more := _payment(row.more, row.colour, row.more_locomotives):
        return f"{text}; pay {more}" + (" or withdraw" if row.withdraw else "")
    return f"{text}; withdraw" if row.withdraw else text


def _payment(cards: str, colour: str, locomotives: str) -> str:
    counted = ((cards, colour), (locomotives, LOCOMOTIVE))
    return " ".join(f"{count} {card}" for count, card in counted if count)


def _row(query: Mapping[str, str], number: int, view: engine.View) -> Row:
    def chosen(name: str) -> str:
        return query.get(f"{name}{number}", "")[:60]

    def counted(name: str) -> str:
        return str(_number(chosen(name)) or "")

    paid = {"cards": counted("cards"), "colour": chosen("colour"), "locos": counted("locos")}
    if not paid["cards"] and not paid["locos"]:
        paid |= payment_for(view, _claimed_track(query, number), _named_card(query, number))
    return Row(
        number=number,
        condition=chosen("if") or "always",
        also=chosen("and"),
        move=chosen("do"),
        cards=paid["cards"],
        colour=paid["colour"] if paid["colour"] in COLOURS else COLOURS[0],
        locomotives=paid["locos"],
        more=counted("more"),
        more_locomotives=counted("morelocos"),
        withdraw=bool(chosen("withdraw")),
    )


def _claimed_track(query: Mapping[str, str], number: int) -> str:
    """The track that a row claims, by its own name or that of its condition."""
    move = query.get(f"do{number}", "")
    kind, _colon, rest = query.get(f"if{number}", "").partition(":")
    return rest if move == "it" and kind == "free" else move


def _named_card(query: Mapping[str, str], number: int) -> str:
    """The card that a condition of a row counts: what it pays with."""
    for name in (f"and{number}", f"if{number}"):
        kind, _colon, rest = query.get(name, "").partition(":")
        if kind == "have":
            return rest.partition(":")[2]
    return ""


def free_tracks(view: engine.View) -> list[tuple[str, str]]:
    """The tracks that can still be claimed by somebody: key and label, by label."""
    board = view.board
    found = [
        (
            f"{city_pair(board, track)} ({phrases.route_kind(track)}, {track.length})",
            track.id,
        )
        for track in board.tracks.values()
        if track.id in view.open_tracks.by_id
    ]
    return [(key, label) for label, key in sorted(found)]


def _draws(view: engine.View) -> Iterator[tuple[str, str]]:
    """The draws of a whole turn; with racks, twice: where the first card goes (A-3)."""
    loco = phrases.card_name(LOCOMOTIVE)
    places = ("hand", "rack") if view.teams else ("",)
    for place in places:
        where = {"hand": _("first card to your hand"), "rack": _("first card to the rack")}.get(
            place, ""
        )
        suffix = f" ({where})" if where else ""
        for source in (BLIND, *COLOURS):
            steps = "+".join(filter(None, (source, place, BLIND)))
            if source == BLIND:
                yield f"draw:{steps}", _("draw two cards from the deck") + suffix
            else:
                name = {"card": phrases.card_name(source)}
                yield f"draw:{steps}", _("take %(card)s, then draw from the deck") % name + suffix
    yield f"draw:{LOCOMOTIVE}", _("take the face-up card %(card)s") % {"card": loco}


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
