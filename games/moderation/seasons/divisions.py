"""Decisions about divisions before the games begin: move or add a player, merge, split."""

from __future__ import annotations

from typing import Any

from games.leagues.models import Entry
from games.leagues.season.rearrange import rearrange
from games.moderation.decision import Decision, DecisionOutcome, decision
from games.moderation.models import ModerationAction


@decision(ModerationAction.MOVE_PLAYER)
def move_player(
    at: Decision, *, entry: Entry, tier: int, exchange: Entry | None = None, seen: str
) -> DecisionOutcome | None:
    """Move a player, in seasons of pairs with the partner, to another division.

    :param exchange: who comes from there instead.
    :raises Refused: as :func:`games.leagues.season.rearrange.rearrange` does.
    """
    entries = [one.pk for one in (entry, exchange) if one is not None]
    return _rearrange(at, seen, do="move", entries=entries, tier=tier)


@decision(ModerationAction.ADD_PLAYER)
def add_player(at: Decision, *, entry: Entry, tier: int, seen: str) -> DecisionOutcome | None:
    """Add a player from the reserve list to a drawn division.

    :raises Refused: as for :func:`move_player`, or if the player does not wait there.
    """
    return _rearrange(at, seen, do="add", entries=[entry.pk], tier=tier)


@decision(ModerationAction.MERGE)
def merge_divisions(at: Decision, *, tier: int, seen: str) -> DecisionOutcome | None:
    """Make one division of this one and the next below.

    :raises Refused: as for :func:`move_player`.
    """
    return _rearrange(at, seen, do="merge", tier=tier)


@decision(ModerationAction.SPLIT)
def split_division(at: Decision, *, tier: int, seen: str) -> DecisionOutcome | None:
    """Make two divisions of one, the stronger half above.

    :raises Refused: as for :func:`move_player`.
    """
    return _rearrange(at, seen, do="split", tier=tier)


def _rearrange(at: Decision, seen: str, **change: Any) -> DecisionOutcome | None:
    """Change divisions; everybody in those that are different from before is notified."""
    concerned = rearrange(season=at.season, change=change, seen=seen, now=at.now)
    if concerned is None:
        return None
    data: dict[str, Any] = {"tier": change["tier"]}
    subject = None
    if "entries" in change:
        data |= zip(("entry", "exchange"), change["entries"], strict=False)
        subject = next(one.person for one in concerned if one.pk == data["entry"])
    drawn = {one.division.tier for one in concerned if one.division is not None}
    if drawn:
        data["drawn_again"] = sorted(drawn)
    return DecisionOutcome(data, [one.person for one in concerned], subject)
