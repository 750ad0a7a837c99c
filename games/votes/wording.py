"""Proposals in words, in the active language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clock.core.terms import Terms, describe_terms
from games.votes.models import Vote, VoteKind
from games.votes.voting import OPEN_SEAT


def describe_proposal(vote: Vote, names: Sequence[str]) -> str:
    """The proposal of a vote, as the end of "Alice proposes:"."""
    match vote.kind:
        case VoteKind.PAUSE:
            return ngettext(
                "pause the game for %(count)d day",
                "pause the game for %(count)d days",
                vote.data["days"],
            ) % {"count": vote.data["days"]}
        case VoteKind.RESUME:
            return _("end the pause now")
        case VoteKind.CLOCK:
            return _("play on by another clock: %(pace)s") % {
                "pace": describe_terms(Terms(**vote.data))
            }
        case VoteKind.REPLACE if vote.data["by"] == OPEN_SEAT:
            return _("look for a substitute for %(name)s") % {"name": names[vote.data["seat"]]}
    return _("let a bot play on for %(name)s") % {"name": names[vote.data["seat"]]}
