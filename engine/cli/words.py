"""What the commands print alike: tables, and a game as text."""

from __future__ import annotations

from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from engine.cards import CARDS, Hand
from engine.text.english import ENGLISH
from engine.view import View

Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Gets rows as text in columns; what looks like a number stands to the right.

    >>> print(columns([["seat", "points"], ["red", "7"]]))
    seat  points
    red        7
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if cell.lstrip("-")[:1].isdecimal() else cell.ljust(width)
            for cell, width in zip(row, widths, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def cards(hand: Hand) -> str:
    """Gets a hand as a phrase."""
    return ENGLISH.cards({card: hand[card] for card in CARDS}) or "no cards"


def table(view: View, names: Sequence[str]) -> str:
    """Gets everything that a view shows, as text."""
    return "\n".join(_table(view, names))


def _table(view: View, names: Sequence[str]) -> Iterator[str]:
    board = view.board
    bullets = board.bullet_trains is not None
    head = ["seat", "points", "trains", "cards", "tickets", *(["progress"] if bullets else [])]
    rows = [head]
    for seat in view.order:
        kept = view.ticket_counts[seat]
        rows.append(
            [
                f"{'>' if seat in view.pending else ' '} {names[seat]}",
                str(view.points[seat]),
                str(view.trains[seat]),
                str(view.hand_sizes[seat]),
                "-" if kept is None else str(kept),
                *([str(view.progress[seat])] if bullets else []),
            ]
        )
    yield columns(rows)
    lying = ", ".join(ENGLISH.say(f"card.{card}") if card else "-" for card in view.row)
    supply = f"; bullet trains: {view.bullets}" if bullets else ""
    yield f"Face up: {lying}; deck: {view.deck_size}; tickets: {view.ticket_deck_size}{supply}"
    for seat in view.order:
        shown = view.tickets[seat]
        if seat == view.seat or view.outcome:
            whose = "Your" if seat == view.seat else f"{names[seat]}'s"
            yield f"{whose} hand: {cards(view.hands[seat])}"
            for number, key in enumerate(shown, 1):
                done = "  (completed)" if view.completed(seat, key) else ""
                yield f"  ticket {number}: {ticket(view, key)}{done}"
    if view.seat is not None:
        for number, key in enumerate(view.offered[view.seat], 1):
            yield f"  offered {number}: {ticket(view, key)}"
    if view.outcome:
        for score in view.outcome.scores:
            who = " and ".join(names[seat] for seat in score.seats)
            yield (
                f"{score.place}. {who}: {score.total} points (routes {score.routes}, "
                f"tickets {sum(result.points for result in score.tickets)}, "
                f"bonuses {score.total - score.routes - sum(r.points for r in score.tickets)})"
            )


def ticket(view: View, key: str) -> str:
    """Gets a ticket as a phrase."""
    known = view.board.tickets[key]
    a, b = view.board.cities[known.a].name, view.board.cities[known.b].name
    return f"{a} to {b}, {known.points} points"
