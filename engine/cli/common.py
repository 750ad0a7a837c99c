"""Shared by the commands: the choice of board and seats, and a game as text."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, _SubParsersAction
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from engine.board import board_names, load_board
from engine.board.model import Board
from engine.cards import CARDS, Hand
from engine.errors import BoardError
from engine.text.english import ENGLISH
from engine.view import View

T = TypeVar("T")


def add_board_options(parser: ArgumentParser) -> None:
    """Add ``--board`` and ``--seats`` to a command."""
    parser.add_argument("--board", choices=board_names(), default="usa")
    parser.add_argument("--seats", type=int, default=2)


def board_from_options(options: Namespace) -> Board:
    """The board that was chosen.

    :raises BoardError: if it is not played by that number.
    """
    board = load_board(options.board)
    if options.seats not in board.seat_counts:
        counts = ", ".join(map(str, board.seat_counts))
        raise BoardError(f"{board.name} is played by {counts}: choose --seats among them.")
    return board


Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows as text in columns; what looks like a number is on the right.

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


def hand_as_text(hand: Hand) -> str:
    """A hand as a phrase."""
    return ENGLISH.cards({card: hand[card] for card in CARDS}) or "no cards"


def game_as_text(view: View, names: Sequence[str]) -> str:
    """Everything that a view shows, as text."""
    return "\n".join(_game_lines(view, names))


def _game_lines(view: View, names: Sequence[str]) -> Iterator[str]:
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
            yield f"{whose} hand: {hand_as_text(view.hands[seat])}"
            for number, key in enumerate(shown, 1):
                done = "  (completed)" if view.completed(seat, key) else ""
                yield f"  ticket {number}: {ticket_as_text(view, key)}{done}"
    if view.seat is not None:
        for number, key in enumerate(view.offered[view.seat], 1):
            yield f"  offered {number}: {ticket_as_text(view, key)}"
    if view.outcome:
        for score in view.outcome.scores:
            who = " and ".join(names[seat] for seat in score.seats)
            yield (
                f"{score.place}. {who}: {score.total} points (routes {score.routes}, "
                f"tickets {sum(result.points for result in score.tickets)}, "
                f"bonuses {score.total - score.routes - sum(r.points for r in score.tickets)})"
            )


def ticket_as_text(view: View, key: str) -> str:
    """A ticket as a phrase."""
    known, name = view.board.tickets[key], view.board.place_name
    if known.far:
        ends = " or ".join(f"{name(end.place)}, {end.points} points" for end in known.far)
        return f"{name(known.a)} to {ends}"
    long = ", a long ticket" if known.long else ""
    return f"{name(known.a)} to {name(known.b)}, {known.points} points{long}"


def positive(text: str) -> int:
    """Read a number of at least 1."""
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError("must be a whole number of at least 1")
    return int(text)


def limit(seconds: int | None, megabytes: int | None) -> None:
    """Let the system end this program when it takes more than that of CPU or memory."""
    if seconds is None and megabytes is None:
        return
    import resource

    if seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    if megabytes is not None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def with_progress_bar(items: Iterable[T], total: int) -> Iterator[T]:
    """Pass the items on; on a terminal, show how far it is when there is more than one."""
    shown = total > 1 and sys.stderr.isatty()
    for number, item in enumerate(items):
        if shown:
            bar = f"[{'#' * (40 * number // total):40}] {number}/{total}"
            print(f"\r\033[K{bar}", end="", file=sys.stderr, flush=True)
        yield item
    clear_progress_bar()


def clear_progress_bar() -> None:
    """Empty the line of the terminal with the bar, so that something can be printed."""
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
