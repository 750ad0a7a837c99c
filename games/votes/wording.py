"""Proposals in words, in the active language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.clock.core.terms import Terms, describe_terms
from games.language.bots import bot_label
from games.language.lexicon import lexicon_for
from games.votes.ending import Ranking
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
            return _("play on with another clock: %(pace)s") % {
                "pace": describe_terms(Terms(**vote.data))
            }
        case VoteKind.REPLACE if vote.data["by"] == OPEN_SEAT:
            return _("look for a substitute for %(name)s") % {"name": names[vote.data["seat"]]}
        case VoteKind.END:
            return _("end the game now, with these places: %(places)s") % {
                "places": describe_ranking(vote.data["ranking"], names)
            }
    return _("let the bot %(bot)s play on for %(name)s") % {
        "bot": bot_label(vote.game.replacement_bot),
        "name": names[vote.data["seat"]],
    }


def describe_ranking(ranking: Ranking, names: Sequence[str]) -> str:
    """The places of the sides, best first.

    >>> describe_ranking([[2, [0]], [1, [1, 2]]], ["Alice", "Bob", "Charlie"])
    '1 Bob and Charlie, 2 Alice'
    """
    say = lexicon_for(get_language() or "en").enumerate
    best_first = sorted(ranking, key=lambda side: side[0])
    return ", ".join(
        f"{place} {say([names[seat] for seat in seats])}" for place, seats in best_first
    )
