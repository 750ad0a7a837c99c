"""The ledger of a game as lines of a table, the latest first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.clock.models import ClockChange, ClockEntry
from games.clock.wording import span
from games.tables.models import Game
from games.web.parts.clocks import moment


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One change of one clock; ``bank`` is "" where the bank did not change."""

    at: str
    name: str
    what: str
    before: str
    after: str
    bank: str
    note: str
    seq: int


def ledger_lines(game: Game, names: Mapping[int, str], *, page: int, size: int) -> list[LedgerLine]:
    """Gets a page of the ledger, counted from 1, and one line more if there is another page."""
    entries = ClockEntry.objects.filter(game=game).order_by("-pk")
    return [_line(entry, names) for entry in entries[(page - 1) * size : page * size + 1]]


def _line(entry: ClockEntry, names: Mapping[int, str]) -> LedgerLine:
    changed = entry.bank_before != entry.bank_after
    return LedgerLine(
        at=moment(entry.at),
        name=names.get(entry.seat, str(entry.seat + 1)),
        what=str(ClockChange(entry.what).label),
        before=moment(entry.before),
        after=moment(entry.after),
        bank=f"{span(entry.bank_before)} → {span(entry.bank_after)}" if changed else "",
        note=entry.note,
        seq=entry.seq,
    )
