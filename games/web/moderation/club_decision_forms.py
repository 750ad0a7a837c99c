"""Decisions about clubs, which moderators take in the admin."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.moderation.offices import decide_club_end, decide_club_name
from games.people.groups import PlayerGroup
from games.web.moderation.decision_forms import DecisionForm, Decisions
from games.web.moderation.forms import ClubNameForm, PrivateReasonForm

CLUB_DECISIONS: Final = Decisions[PlayerGroup](
    DecisionForm(
        key="rename-club",
        title=_("Rename the club"),
        description=_("Its owners get your reason by email. Seasons show the new name, too."),
        service=decide_club_name,
        form=ClubNameForm,
    ),
    DecisionForm(
        key="end-club",
        title=_("End the club"),
        description=_(
            "Its owners get your reason by email. Its games go on, and seasons keep its name."
        ),
        service=decide_club_end,
        form=PrivateReasonForm,
        irreversible=True,
    ),
    done=_("Done. It is in the audit log, and the people concerned are told."),
)
