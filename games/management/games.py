"""The games that a command works on."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.management.base import CommandError
from django.db.models import QuerySet

from games.tables.models import Game


def games_named(codes: Sequence[str], games: QuerySet[Game]) -> QuerySet[Game]:
    """Those of these games that have one of the codes; without a code, all of them.

    :raises CommandError: if there is no game of a code among them.
    """
    if not codes:
        return games
    found = games.filter(code__in=codes)
    if missing := set(codes) - set(found.values_list("code", flat=True)):
        raise CommandError(f"There is no game {', '.join(sorted(missing))}.")
    return found
