"""Where a season stands, in a sentence and a badge."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.language.moments import moment as in_words
from games.leagues.models import Season


@dataclass(frozen=True, slots=True)
class State:
    """What a season is at now; ``badge`` is the class of the stylesheet for it."""

    key: str
    label: str
    told: str
    badge: str = "badge-quiet"

    @property
    def open(self) -> bool:
        """Whether people can register and play, so that it matters today."""
        return self.key in ("registering", "drawn", "running")


def state_of(season: Season, now: datetime) -> State:
    """Gets where a season stands."""
    if season.cancelled_at:
        return State("cancelled", _("cancelled"), _("This season was called off."), "badge-bad")
    if season.announced_at is None:
        return State("planned", _("planned"), _("Only directors see this plan."))
    if season.closed_at:
        return State("over", _("over"), _("Ended on %(date)s.") % {"date": day(season.closed_at)})
    if season.started_at:
        told = _("Goes on until %(date)s at the latest.") % {"date": day(season.ends_at)}
        return State("running", _("running"), told, "badge-lamp")
    if season.drawn_at:
        told = _("The divisions are drawn. The games begin on %(date)s.") % {
            "date": moment(season.starts_at)
        }
        return State("drawn", _("drawn"), told, "badge-good")
    if now < season.registration_opens_at:
        told = _("Registration opens on %(date)s.") % {"date": moment(season.registration_opens_at)}
        return State("announced", _("announced"), told)
    if now < season.registration_closes_at:
        told = _("Register until %(date)s.") % {"date": moment(season.registration_closes_at)}
        return State("registering", _("registration open"), told, "badge-good")
    told = _("Registration is over; the divisions are being drawn.")
    return State("drawing", _("being drawn"), told)


def day(at: datetime) -> str:
    """Gets a date in the zone of the reader."""
    return date_format(localtime(at), "j F Y")


def moment(at: datetime) -> str:
    """Gets a date with the time, in the zone of the reader, which is named."""
    return in_words(at)
