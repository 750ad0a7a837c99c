"""Ratings, reliability and statistics, counted anew."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.management import CommandError, call_command
from django.utils.timezone import now as site_now

from games.demo.simulation.checks import rated_rows, reliability_rows
from games.players import recompute_ratings, recompute_reliability, update_reliability


def recounted() -> Iterator[str]:
    """Count ratings and reliability anew, and see whether anything changes."""
    before = rated_rows()
    recompute_ratings(now=site_now())
    if rated_rows() != before:
        yield "ratings counted anew are others"
    update_reliability(now=site_now())
    conduct = reliability_rows()
    recompute_reliability()
    if reliability_rows() != conduct:
        yield "reliability counted anew is another"


def recounted_statistics() -> list[str]:
    """Count the statistics anew, and see whether anything is different."""
    try:
        call_command("recount_statistics", "--check", verbosity=0)
    except CommandError as error:
        return [f"statistics: {error}"]
    return []
