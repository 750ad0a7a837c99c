"""Notices of votes: proposals and outcomes."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.common.dates import DateFormat, format_datetime
from games.common.handlers import why_director_confirms
from games.common.links import site_url
from games.notifications.models import Notice, NoticeKind
from games.notifications.registry import Content, register
from games.tables.models import GameStatus
from games.tables.seat_names import seat_name, seat_names
from games.votes.models import Vote, VoteKind, VoteOutcome
from games.votes.selectors import affected_seats
from games.votes.wording import describe_proposal


def render(notice: Notice) -> Content:
    """The content of a notice: a proposal, or the outcome of its vote."""
    vote = Vote.objects.select_related("game", "proposer__person").get(pk=notice.data["vote"])
    what = {"proposal": describe_proposal(vote, seat_names(vote.game))}
    url = site_url("clock", vote.game.code)
    match notice.data["outcome"]:
        case VoteOutcome.OPEN:
            proposer = seat_name(vote.proposer) if vote.proposer else _("Somebody")
            until = format_datetime(vote.expires_at, DateFormat.LONG_WEEKDAY_TIME)
            if any(seat.person_id == notice.person_id for seat in affected_seats(vote)):
                return Content(
                    _("%(name)s proposes: %(proposal)s.") % {"name": proposer, **what},
                    (_("Make a move, and you will not be replaced."),),
                    link=(_("To the game"), site_url("game", vote.game.code)),
                )
            confirmed = why_director_confirms(vote.game)
            return Content(
                _("%(name)s proposes: %(proposal)s.") % {"name": proposer, **what},
                (
                    _("It goes ahead once everybody has voted yes; a single no rejects it."),
                    *([confirmed] if confirmed else []),
                    _("You can vote until %(until)s.") % {"until": until},
                ),
                link=(_("Vote"), url),
            )
        case VoteOutcome.AGREED:
            until = format_datetime(vote.expires_at, DateFormat.LONG_WEEKDAY_TIME)
            return Content(
                _("Everybody has agreed: %(proposal)s.") % what,
                (
                    _("A director of the league decides now, by %(until)s at the latest.")
                    % {"until": until},
                    _("Until then nothing changes."),
                ),
                link=(_("The clock of this game"), url),
            )
        case VoteOutcome.CARRIED:
            headline = _("Accepted: %(proposal)s.") % what
            if vote.kind == VoteKind.END:
                link = (_("To the game"), site_url("game", vote.game.code))
                return Content(headline, link=link)
        case VoteOutcome.REJECTED:
            headline = _("Rejected: %(proposal)s.") % what
        case VoteOutcome.EXPIRED if vote.agreed_at:
            headline = _("No director confirmed it in time: %(proposal)s.") % what
        case VoteOutcome.EXPIRED:
            headline = _("Not everybody voted in time: %(proposal)s.") % what
        case _other:
            headline = _("No longer needed: %(proposal)s.") % what
    return Content(headline, link=(_("The clock of this game"), url))


def is_relevant(notice: Notice) -> bool:
    """Whether a vote still waits for this person; its outcome is always relevant."""
    if notice.data["outcome"] != VoteOutcome.OPEN:
        return True
    vote = Vote.objects.filter(
        pk=notice.data["vote"], outcome=VoteOutcome.OPEN, game__status=GameStatus.RUNNING
    )
    return vote.exclude(ballots__person=notice.person_id).exists()


register(
    NoticeKind.VOTE,
    render=render,
    is_relevant=is_relevant,
    public_sentence=lambda notice: _("There is news about a vote at your table."),
)
