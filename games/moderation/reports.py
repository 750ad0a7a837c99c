"""Report players and messages, settle reports, remove messages and names of games."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.models import League
from games.moderation import audit
from games.moderation.audit import store_reason, tidy_message, tidy_reason
from games.moderation.conflicts import authority
from games.moderation.decision import Decision, DecisionOutcome, decision
from games.moderation.fair_play import check_line
from games.moderation.models import AuditEntry, ModerationAction, Report, ReportKind, ReportStatus
from games.moderation.roles import (
    NotAllowed,
    is_moderator,
    require_game_role,
    require_site_role,
)
from games.people.models import Person
from games.tables.models import Game
from games.tables.selectors import games_visible_to
from games.talk import messages
from games.talk.messages import clean_text
from games.talk.models import Message

MAX_OPEN_REPORTS: Final = 10
"""Open reports that one person may have at once."""
LONGEST_QUOTE: Final = 2_000


@transaction.atomic
def file_report(
    *,
    reporter: Person,
    kind: ReportKind,
    subject: Person | None,
    text: str,
    game: Game | None = None,
    message: int | None = None,
    quote: str = "",
    line: str = "",
    now: datetime,
) -> Report:
    """Add a report to the queue; the same report twice is one.

    :param quote: the words complained about.
    :param line: the line of fair play that was broken, "" for none.
    :raises Refused: if the text is empty, it is about oneself, there is no such line, or too many
        wait already.
    """
    text, line = tidy_reason(text), check_line(line)
    if subject is not None and subject.pk == reporter.pk:
        raise Refused(_("You cannot report yourself."))
    waiting = Report.objects.filter(reporter=reporter, status=ReportStatus.OPEN)
    same = waiting.filter(kind=kind, subject=subject, game=game, message=message, line=line).first()
    if same is not None:
        return same
    if waiting.count() >= MAX_OPEN_REPORTS:
        raise Refused(
            _("You already have %(most)d open reports. A moderator will look at them first.")
            % {"most": MAX_OPEN_REPORTS}
        )
    return Report.objects.create(
        kind=kind,
        reporter=reporter,
        subject=subject,
        game=game,
        message=message,
        quote=quote[:LONGEST_QUOTE],
        line=line,
        text=text,
        at=now,
    )


@transaction.atomic
def settle_report(
    *,
    actor: Person,
    report: Report,
    status: ReportStatus,
    reason: str,
    note: str = "",
    now: datetime,
) -> AuditEntry:
    """Close a report as settled or dismissed, and notify its reporter.

    :param reason: what the reporter reads.
    :param note: for people who may see the report only.
    :raises NotAllowed: if the actor may not see it.
    :raises Refused: if somebody has settled it already, there is no reason, or the note is too
        long.
    """
    locked = Report.objects.select_for_update().get(pk=report.pk)
    if not reports_for(actor).filter(pk=locked.pk).exists():
        raise NotAllowed(_("Others have to settle this report."))
    role = (
        require_game_role(actor, locked.game)
        if locked.game and not is_moderator(actor)
        else require_site_role(actor)
    )
    if locked.status != ReportStatus.OPEN:
        raise Refused(_("This report has already been settled."))
    if status not in (ReportStatus.HANDLED, ReportStatus.DISMISSED):
        raise Refused(_("Choose whether you took action or dismissed the report."))
    text = tidy_reason(reason)
    locked.status, locked.settled_by, locked.settled_at = status, actor, now
    locked.note = tidy_reason(note) if note.strip() else ""
    locked.save(update_fields=["status", "settled_by", "settled_at", "note"])
    return audit.record(
        actor=actor,
        role=role,
        action=ModerationAction.SETTLE,
        reason=text,
        game=locked.game,
        subject=locked.subject,
        report=locked,
        data={"status": str(status)},
        notify=[locked.reporter],
        now=now,
    )


def reports_for(person: Person) -> QuerySet[Report]:
    """The reports that a person should look at: all, or those from games of own leagues.

    Nobody sees a report about themselves, or from a table at which they sit.
    """
    found = Report.objects.exclude(subject=person).select_related("reporter", "subject", "game")
    found = found.exclude(game__seats__person=person)
    if is_moderator(person):
        return found
    leagues = League.objects.filter(directors=person)
    own = Q(game__season_game__division__season__league__in=leagues)
    return found.filter(own) if person.is_active else found.none()


REPORT_SPAN: Final = timedelta(days=1)
MAX_MESSAGE_REPORTS: Final = 20
LONGEST_COMPLAINT: Final = 1_000


def report_message(
    *, message: Message, reporter: Person, text: str, line: str = "", now: datetime
) -> Report:
    """Report a message to the moderators; repeating it changes nothing.

    The report keeps the words, because their author may take them back.

    :param line: the line of fair play that it breaks, "" for none.
    :raises Refused: if the reporter may not read the message, wrote it, or has reported too much,
        or there is no such line.
    """
    line = check_line(line)
    if not games_visible_to(reporter).filter(pk=message.game_id).exists():
        raise Refused(_("You cannot read this message, so you cannot report it."))
    if message.author_id == reporter.pk:
        raise Refused(_("This is your own message. You can remove it."))
    earlier = Report.objects.filter(reporter=reporter, message=message.pk).first()
    if earlier is not None:
        return earlier
    if message.author_id is None or message.removed_at is not None:
        raise Refused(_("This message has already been removed."))
    if (
        Report.objects.filter(reporter=reporter, at__gt=now - REPORT_SPAN).count()
        >= MAX_MESSAGE_REPORTS
    ):
        raise Refused(_("You have made a lot of reports today. A moderator will look at them."))
    return Report.objects.create(
        kind=ReportKind.MESSAGE,
        reporter=reporter,
        subject=message.author,
        game_id=message.game_id,
        message=message.pk,
        quote=message.text,
        line=line,
        text=clean_text(text)[:LONGEST_COMPLAINT],
        at=now,
    )


@transaction.atomic
def remove_message(
    *,
    actor: Person,
    message: Message,
    reason: str,
    to_author: str = "",
    report: Report | None = None,
    now: datetime,
) -> AuditEntry:
    """Remove the text of a message and notify its author; the message stays as removed.

    :param reason: for everybody at the table; ``to_author`` is for the author alone.

    A report keeps the words.

    :raises NotAllowed: if the actor may not act in that game.
    :raises Refused: if there is no reason, or the message is removed already.
    """
    role = authority(actor, ModerationAction.REMOVE, game=message.game).role
    text = tidy_reason(reason)
    private = tidy_message(to_author)
    locked = Message.objects.select_for_update().get(pk=message.pk)
    if locked.removed_at is not None:
        raise Refused(_("This message has already been removed."))
    messages.remove_message(message=locked, now=now)
    return audit.record(
        actor=actor,
        role=role,
        action=ModerationAction.REMOVE,
        reason=text,
        message=store_reason(private) if private else "",
        game=message.game,
        subject=message.author,
        report=report,
        data={"message": message.pk},
        notify=[message.author],
        now=now,
    )


@decision(ModerationAction.REMOVE_NAME)
def remove_name(at: Decision) -> DecisionOutcome:
    """Remove the name that the organiser gave to a game; its code stays.

    The audit log does not repeat the name.

    :raises Refused: if the game has no name.
    """
    if not Game.objects.filter(pk=at.game.pk).exclude(name="").update(name=""):
        raise Refused(_("This game has no name."))
    return DecisionOutcome(subject=at.game.organiser)
