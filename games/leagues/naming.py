"""Names of seasons and entries, and numbers of points, in the active language."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.leagues.models import Entry, Season


def full_name(season: Season) -> str:
    """The name of a season with its league."""
    return _("%(league)s, season %(number)d") % {
        "league": season.league.name,
        "number": season.number,
    }


def entry_name(entry: Entry) -> str:
    """Return the name of the player, also if that person has left the site."""
    return entry.person.shown_name if entry.person is not None else _("Somebody who left")


def points_text(points: Fraction) -> str:
    """Return league points with as many decimals as needed, at most two."""
    rounded = round(points, 2)
    return number_format(Decimal(rounded.numerator) / rounded.denominator)


def points_in_words(points: Sequence[int]) -> str:
    """The league points of each place that earns any: "6 for a win, 2 for second"."""
    texts = (
        _("%(points)d for a win"),
        _("%(points)d for second"),
        _("%(points)d for third"),
        _("%(points)d for fourth"),
        _("%(points)d for fifth"),
        _("%(points)d for sixth"),
    )
    pairs = zip(texts, points, strict=False)
    return ", ".join(text % {"points": worth} for text, worth in pairs if worth)
