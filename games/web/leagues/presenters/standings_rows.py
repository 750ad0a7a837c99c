"""Rows of standings as HTML, joined from strings: a season has two hundred of them.

Templates are slow at that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from games.web.leagues.presenters.standings import LiveStanding, StandingsRow

CLASSES = {"up": ' class="goes-up"', "down": ' class="goes-down"'}


def standings_rows(lines: Iterable[StandingsRow], *, in_progress: bool) -> SafeString:
    """The rows of a table; ``in_progress`` adds what the games in progress would change."""
    going = {
        "up": _going("▲", _("would be promoted")),
        "down": _going("▼", _("would be relegated")),
    }
    substitute = f' <span class="badge badge-quiet">{escape(_("substitute"))}</span>'
    withdrawn = f' <span class="badge badge-bad">{escape(_("withdrawn"))}</span>'
    in_play = f'<span class="visually-hidden"> {escape(_("in play"))}</span></span>'
    rows = []
    for line in lines:
        standing = line.standing
        kind = ' class="withdrawn"' if standing.withdrawn else CLASSES.get(line.movement, "")
        name: str = escape(line.name)
        if line.url:
            name = f'<a href="{escape(line.url)}">{name}</a>'
        if standing.uncounted:
            hidden = f'<span class="visually-hidden"> {escape(_("counted by the mean"))}</span>'
            mean = f'<span class="in-play"> ⌀{standing.uncounted}{hidden}</span>'
        else:
            mean = ""
        running = f'<span class="in-play"> +{line.running}{in_play}' if line.running else ""
        rows.append(
            f'<tr{kind}><td class="numbers">{standing.rank}</td>'
            f'<th scope="row">{name}{going.get(line.movement, "")}'
            f"{substitute if line.substitute else ''}"
            f"{withdrawn if standing.withdrawn else ''}</th>"
            f'<td class="numbers"><strong>{line.points}</strong></td>'
            f'<td class="numbers">{standing.played}{mean}{running}</td>'
            f'<td class="numbers">{standing.tie.encounters}</td>'
            f'<td class="numbers">{line.wins}</td>'
            f'<td class="numbers">{line.share}%</td>'
            f'<td class="numbers">{standing.tie.tickets}</td>'
            f"{_prospect(line.prospect) if in_progress else ''}</tr>"
        )
    return mark_safe("".join(rows))  # noqa: S308


def _going(sign: str, what: str) -> str:
    hidden = f'<span class="visually-hidden"> {escape(what)}</span>'
    return f' <span class="going">{sign}{hidden}</span>'


def _prospect(then: LiveStanding | None) -> str:
    if then is None:
        return '<td class="numbers prospect"></td>'
    change = ""
    if then.gained > 0:
        change = f'<span class="gains">↑{then.gained}</span> '
    elif then.gained < 0:
        change = f'<span class="loses">↓{then.lost}</span> '
    place = escape(_("place %(rank)s") % {"rank": then.rank})
    return (
        f'<td class="numbers prospect">{change}{then.points} '
        f'<span class="quiet">({place})</span></td>'
    )
