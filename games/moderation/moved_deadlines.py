"""Deadlines that a decision moved, as the audit log stores them and as mails show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games.common.dates import parse_stamp, stamp
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.wording import day
from games.people.models import Person
from games.tables.models import Seat
from games.tables.seat_names import seat_names

Due = Mapping[int, datetime | None]
Rows = tuple[tuple[str, ...], ...]


def changes_for_audit(before: Due, after: Due) -> dict[str, list[str | None]]:
    """Moved deadlines as the audit log stores them: by seat, before and after.

    None is a stopped clock.
    """
    return {
        str(seat): [stamp(at) if at else None for at in (before.get(seat), after[seat])]
        for seat in after
    }


def rows_in_game(entry: AuditEntry) -> Rows:
    """The deadlines that an entry moved in its game, for everybody who plays there."""
    assert entry.game is not None
    names = seat_names(entry.game)
    lines = [
        (names[int(seat)], *map(_deadline_text, change))
        for seat, change in entry.data["due"].items()
    ]
    return ((_("Player"), _("Old deadline"), _("New deadline")), *lines)


def rows_in_season(entry: AuditEntry, reader: Person) -> Rows:
    """The last day that the extension of a season moved, and the open turns of a reader."""
    games = AuditEntry.objects.filter(
        action=ModerationAction.EXTEND_SEASON,
        league=entry.league_id,
        data__key=entry.data["key"],
        game__isnull=False,
    )
    at = {one.game_id: one for one in games.select_related("game")}
    seats = Seat.objects.filter(game__in=at, person=reader).order_by("game")
    lines: list[Sequence[str]] = []
    for game, number in seats.values_list("game", "number"):
        change = at[game].data.get("due", {}).get(str(number))
        if change is not None:
            running = at[game].game
            assert running is not None
            lines.append((running.code, *map(_deadline_text, change)))
    last = (_("Last day of the season"), *map(_deadline_text, entry.data["ends_at"]))
    head = (_("Game"), _("Old deadline"), _("New deadline"))
    return (head, *map(tuple, lines), last)


def _deadline_text(at: str | None) -> str:
    return day(parse_stamp(at)) if at else _("no deadline")
