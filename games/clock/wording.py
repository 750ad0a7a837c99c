"""The clock of a game in words, in the active language: for tables, mails and votes."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clock.terms import Terms, terms_of
from games.tables.models import Game

HOUR = timedelta(hours=1)


def pace(terms: Terms) -> str:
    """Gets how fast a game is played: "3 days per turn, weekends do not count, a bank of …"."""
    parts = [
        ngettext("%(count)d day per turn", "%(count)d days per turn", terms.days_per_turn)
        % {"count": terms.days_per_turn}
    ]
    if terms.weekends_off:
        parts.append(_("weekends do not count"))
    if terms.bank_cap_hours:
        parts.append(bank(terms))
    return ", ".join(parts)


def bank(terms: Terms) -> str:
    """Gets what the bank of a clock holds."""
    first = span(timedelta(hours=terms.bank_hours))
    if not terms.bank_add_hours:
        return _("a reserve of %(first)s for the whole game") % {"first": first}
    return _("a bank of %(first)s, each move adds %(more)s, up to %(most)s") % {
        "first": first,
        "more": span(timedelta(hours=terms.bank_add_hours)),
        "most": span(timedelta(hours=terms.bank_cap_hours)),
    }


def span(time: timedelta) -> str:
    """Gets a time in days and hours: "2 days 4 hours"; in minutes where it is less than an hour."""
    hours, rest = divmod(time, HOUR)
    days, hours = divmod(hours, 24)
    words = []
    if days:
        words.append(ngettext("%(count)d day", "%(count)d days", days) % {"count": days})
    if hours:
        words.append(ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours})
    if not words:
        minutes = int(rest / timedelta(minutes=1))
        words.append(
            ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
        )
    return " ".join(words)


def absence(game: Game) -> list[str]:
    """Gets what happens at this table when somebody is away or does not move, step by step."""
    steps = []
    if game.vacation_allowed:
        steps.append(_("While you are on vacation, your clock stands still."))
    else:
        steps.append(_("Vacations do not stop the clock in this game."))
    if terms_of(game).bank_cap_hours:
        steps.append(_("When the time of a turn is used up, the bank is drained."))
    if game.vacation_allowed and game.auto_vacation_days:
        steps.append(
            ngettext(
                "Then a vacation of up to %(count)d day begins by itself, if you have any left.",
                "Then a vacation of up to %(count)d days begins by itself, if you have any left.",
                game.auto_vacation_days,
            )
            % {"count": game.auto_vacation_days}
        )
    steps.append(
        _("Then a smallest possible move is made for you: usually two cards from the deck.")
    )
    if game.replace_after:
        steps.append(
            ngettext(
                "After %(count)d such move in a row the others may vote for a substitute or a bot.",
                "After %(count)d such moves in a row the others may vote for a substitute or a"
                " bot.",
                game.replace_after,
            )
            % {"count": game.replace_after}
        )
    else:
        steps.append(_("Only a director may put somebody else in your seat."))
    return steps
