"""The standings of a season as they are shown on its page, and in frames of other sites."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override

from games.leagues.models import Season
from games.web.leagues.lines import tables_of

KEPT: Final = 10 * 60
"""Seconds for which standings that nothing has changed are kept; names may change meanwhile."""


def draw_standings() -> None:
    """Draws the standings of all seasons in play, in all languages, where they have changed.

    The worker does so after it has taken over results, so that no reader has to wait for it.
    """
    playing = Season.objects.filter(drawn_at__isnull=False, promoted_at=None, cancelled_at=None)
    for season in playing.select_related("league"):
        for language, _name in settings.LANGUAGES:
            with override(language):
                standings_html(season)


def standings_html(season: Season) -> SafeString:
    """Gets the standings of all divisions as HTML: the same for everybody who reads the language.

    Those of a division are kept until something changes them, so that a result makes nobody draw
    more than one division, however many there are.
    """
    divisions = list(season.divisions.order_by("tier"))
    keys = {
        division.pk: f"standings:{division.pk}:{division.revision}:{get_language()}"
        for division in divisions
    }
    kept = cache.get_many(keys.values())
    changed = [division for division in divisions if keys[division.pk] not in kept]
    if changed:
        drawn = {
            keys[table.division.pk]: str(
                render_to_string("web/leagues/standings.html", {"table": table})
            )
            for table in tables_of(season, changed, lowest=len(divisions))
        }
        cache.set_many(drawn, KEPT)
        kept.update(drawn)
    html = "".join(kept[keys[division.pk]] for division in divisions)
    return mark_safe(html)  # noqa: S308 - rendered by a template
