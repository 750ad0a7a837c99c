"""Status of a season as a sentence and a badge, and its steps with their times."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.common.dates import format_datetime, format_local
from games.leagues.models import Season
from games.leagues.season.confirmation import ASKED_BEFORE, LEAST_NOTICE, asks_to_confirm


@dataclass(frozen=True, slots=True)
class SeasonStatus:
    """The state of a season as a label and a sentence; ``badge`` is its class in the stylesheet."""

    key: str
    label: str
    sentence: str
    badge: str = "badge-quiet"

    @property
    def open(self) -> bool:
        """Whether people can register and play, so that it matters today."""
        return self.key in ("registering", "drawn", "running")


def season_status(season: Season, now: datetime) -> SeasonStatus:
    """The state of a season."""
    if season.cancelled_at:
        return SeasonStatus(
            "cancelled", _("cancelled"), _("This season was cancelled."), "badge-bad"
        )
    if season.announced_at is None:
        return SeasonStatus("planned", _("planned"), _("Only directors can see this plan."))
    if season.closed_at:
        return SeasonStatus(
            "over", _("over"), _("Ended on %(date)s.") % {"date": format_local(season.closed_at)}
        )
    if season.started_at:
        sentence = _("Ends on %(date)s at the latest.") % {"date": format_local(season.ends_at)}
        return SeasonStatus("running", _("running"), sentence, "badge-lamp")
    if season.drawn_at:
        sentence = _("The divisions are drawn. The games begin on %(date)s.") % {
            "date": format_datetime(season.starts_at)
        }
        return SeasonStatus("drawn", _("drawn"), sentence, "badge-good")
    if now < season.registration_opens_at:
        sentence = _("Registration opens on %(date)s.") % {
            "date": format_datetime(season.registration_opens_at)
        }
        return SeasonStatus("announced", _("announced"), sentence)
    if now < season.registration_closes_at:
        sentence = _("Register until %(date)s.") % {
            "date": format_datetime(season.registration_closes_at)
        }
        return SeasonStatus("registering", _("registration open"), sentence, "badge-good")
    sentence = _("Registration is over; the divisions are being drawn.")
    return SeasonStatus("drawing", _("being drawn"), sentence)


def season_timeline(season: Season, now: datetime) -> list[dict[str, Any]]:
    """The steps of a season: when each was taken or will be, and whether it waits though due."""
    named = [
        (_("planned"), season.planned_at, None),
        (_("announced"), season.announced_at, season.registration_opens_at),
        (_("divisions drawn"), season.drawn_at, season.registration_closes_at),
        (_("games started"), season.started_at, season.starts_at),
        (_("all games counted"), season.adjudicated_at, season.ends_at),
        (_("ranks final"), season.closed_at, season.ends_at),
        (_("promoted and relegated"), season.promoted_at, season.ends_at),
    ]
    asked = season.registration_closes_at - ASKED_BEFORE
    still = season.registration_closes_at - now >= LEAST_NOTICE
    if asks_to_confirm(season) and (season.confirm_by or still):
        named.insert(2, (_("players asked to confirm"), season.confirm_by and asked, asked))
    return [
        {
            "name": name,
            "done": format_datetime(done),
            "due": format_datetime(due),
            "overdue": not done and due is not None and now >= due and not season.cancelled_at,
        }
        for name, done, due in named
    ]
