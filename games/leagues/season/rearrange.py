"""Change the divisions of a season until its games begin; after the draw, draw them again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.models import Division, Entry, EntryStatus, Season, SeasonGame, SeasonSeat
from games.leagues.season.draw import draw_division, require_drawn
from games.leagues.season.draw_preview import previewed_groups
from games.leagues.season.groups import Change, Group, change_groups
from games.leagues.season.locking import lock_season, store
from games.leagues.season.reserve_list import willing_reserves
from games.leagues.season.standings import bump_revision


def can_rearrange(season: Season, now: datetime) -> bool:
    """Whether the divisions can still be changed: from the announcement to the first day."""
    announced = season.announced_at is not None and season.cancelled_at is None
    return announced and season.started_at is None and now < season.starts_at


def arrangement(season: Season) -> str:
    """What a decision about divisions was made for: another text once they have changed."""
    return f"{len(season.changes)}-{season.drawn_at is not None:d}"


def current_groups(season: Season, now: datetime) -> list[Group]:
    """Return the divisions of a season, before the draw those of its preview.

    :raises SeasonCannotBePaired: if there are none because those registered cannot be paired.
    """
    if season.drawn_at is None:
        return previewed_groups(season, now)
    drawn = season.entries.filter(substitute_for=None, strength__isnull=False)
    entries = list(drawn.order_by("strength").values_list("division", "pk"))
    return [
        Group(tuple(pk for place, pk in entries if place == division.pk), division.draw_lot)
        for division in season.divisions.order_by("tier")
    ]


@transaction.atomic
def rearrange(*, season: Season, change: Change, seen: str, now: datetime) -> list[Entry] | None:
    """Change the divisions of a season; return the entries of those changed, or None if it is done.

    Before the draw the change waits for it. Afterwards the divisions that it concerns are drawn
    again, without those who have left. ``seen`` is the `arrangement` that the change is for.

    :raises Refused: if it is too early or too late, the divisions have changed since, or one would
        have a number of players that cannot be paired.
    """
    locked = lock_season(season)
    if not can_rearrange(locked, now):
        raise Refused(
            _("Divisions can only be changed between the announcement and the first day.")
        )
    if seen != arrangement(locked):
        if locked.changes and change.items() <= locked.changes[-1].items():
            return None
        raise Refused(
            _("The divisions have changed in the meantime. Look at them, and decide again.")
        )
    named = {*change.get("entries", ())}
    if change["do"] == "add":
        require_drawn(locked)
        if named - {one.pk for one in willing_reserves(locked, now)}:
            raise Refused(_("Only players on the reserve list who take over games can come in."))
    if locked.entries.filter(pk__in=named, status=EntryStatus.WITHDRAWN).exists():
        raise Refused(_("This player is no longer in the season."))
    before = current_groups(locked, now)
    number = len(locked.changes) + 1
    if locked.drawn_at is not None:
        change = {**change, "gone": _gone(locked)}
    after = change_groups(locked, before, change, number)
    if locked.drawn_at is not None:
        _draw_again(locked, before, after, now)
    store(locked, changes=[*locked.changes, change])
    concerned = [entry for group in after if group not in before for entry in group.entries]
    return list(Entry.objects.filter(pk__in=concerned).select_related("person", "division"))


def _gone(season: Season) -> list[tuple[int, int | None]]:
    """The entries that have withdrawn, each with who plays for it, or None."""
    left = season.entries.filter(status=EntryStatus.WITHDRAWN, strength__isnull=False)
    taken = SeasonSeat.objects.filter(drawn_for__in=left, entry__status=EntryStatus.PLAYING)
    newcomers = dict(taken.values_list("drawn_for", "entry"))
    return [(entry, newcomers.get(entry)) for entry in left.values_list("pk", flat=True)]


def _draw_again(
    season: Season, before: Sequence[Group], after: Sequence[Group], now: datetime
) -> None:
    """Store divisions after a change; draw those that have other entries than before."""
    rows = dict(zip(before, season.divisions.order_by("tier"), strict=True))
    old = [row.pk for group, row in rows.items() if group not in after]
    games = SeasonGame.objects.select_for_update().filter(division__in=old)
    if any(game.started_at is not None for game in games):
        raise Refused(_("The games have begun."))
    season.entries.filter(division__in=old).update(strength=None)
    Division.objects.filter(pk__in=old).delete()
    kept = [(tier, rows[group]) for tier, group in enumerate(after, 1) if group in rows]
    if len(after) > len(before):
        # Tiers are unique: those that go down make room from the bottom.
        kept.reverse()
    for tier, row in kept:
        store(row, lot=row.draw_lot, tier=tier)
    order = [entry for group in after for entry in group.entries]
    entries = season.entries.select_related("person").in_bulk(order)
    for tier, group in enumerate(after, 1):
        if group not in rows:
            draw_division(season, tier, [entries[pk] for pk in group.entries], now, lot=group.lot)
    for strength, pk in enumerate(order, 1):
        entries[pk].strength = strength
    Entry.objects.bulk_update(entries.values(), ["strength"])
    bump_revision(season.divisions.all())
