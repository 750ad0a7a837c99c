"""Telling the people who keep the site that something is wrong, and settling such a report."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues.models import League
from games.moderation import audit
from games.moderation.models import AuditEntry, Deed, Report, ReportKind, ReportStatus
from games.moderation.reasons import keep_reason, tidy_reason
from games.moderation.roles import (
    NotAllowed,
    is_moderator,
    plays_in,
    require_director,
    require_moderator,
)
from games.moderation.sanctioning import tell_person
from games.people.models import Person
from games.tables.models import Game

MOST_OPEN: Final = 10
"""Reports of one person that may wait at once."""
LONGEST_QUOTE: Final = 2_000


@transaction.atomic
def report(
    *,
    reporter: Person,
    kind: ReportKind,
    subject: Person | None,
    text: str,
    game: Game | None = None,
    message: int | None = None,
    quote: str = "",
    now: datetime,
) -> Report:
    """Puts a complaint in the queue; the same complaint twice is one.

    :param quote: what is complained of, word for word.
    :raises Refused: if nothing is said, it is about oneself, or too many wait already.
    """
    text = tidy_reason(text)
    if subject is not None and subject.pk == reporter.pk:
        raise Refused(_("You cannot report yourself."))
    waiting = Report.objects.filter(reporter=reporter, status=ReportStatus.OPEN)
    same = waiting.filter(kind=kind, subject=subject, game=game, message=message).first()
    if same is not None:
        return same
    if waiting.count() >= MOST_OPEN:
        raise Refused(
            _("%(most)d reports of yours are waiting already. Somebody will look at them first.")
            % {"most": MOST_OPEN}
        )
    return Report.objects.create(
        kind=kind,
        reporter=reporter,
        subject=subject,
        game=game,
        message=message,
        quote=quote[:LONGEST_QUOTE],
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
    """Takes a report out of the queue, dealt with or dismissed, and tells who wrote it.

    :param reason: what the reporter reads.
    :param note: what only those read who may see the report.
    :raises NotAllowed: if the actor may not see it.
    :raises Refused: if somebody has settled it already, there is no reason, or the note is too
        long.
    """
    locked = Report.objects.select_for_update().get(pk=report.pk)
    if not reports_for(actor).filter(pk=locked.pk).exists():
        raise NotAllowed(_("This report is for others to settle."))
    role = (
        require_director(actor, locked.game)
        if locked.game and not is_moderator(actor)
        else require_moderator(actor)
    )
    if locked.status != ReportStatus.OPEN:
        raise Refused(_("Somebody has settled this report already."))
    if status not in (ReportStatus.HANDLED, ReportStatus.DISMISSED):
        raise Refused(_("Choose whether it was dealt with or is dismissed."))
    digest = keep_reason(tidy_reason(reason))
    locked.status, locked.settled_by, locked.settled_at = status, actor, now
    locked.note = tidy_reason(note) if note.strip() else ""
    locked.save(update_fields=["status", "settled_by", "settled_at", "note"])
    entry = audit.write(
        actor=actor,
        role=role,
        deed=Deed.SETTLE,
        reason=digest,
        game=locked.game,
        subject=locked.subject,
        report=locked,
        data={"status": str(status)},
        now=now,
    )
    if locked.reporter is not None:
        tell_person(entry, locked.reporter, now=now)
    return entry


def reports_for(person: Person) -> QuerySet[Report]:
    """Gets the reports that a person is to look at: all, or those from games of own leagues.

    Nobody sees a report about themselves, or from a table at which they sit.
    """
    found = Report.objects.exclude(subject=person).select_related("reporter", "subject", "game")
    found = found.exclude(game__seats__person=person)
    if is_moderator(person):
        return found
    leagues = League.objects.filter(directors=person)
    own = Q(game__season_game__division__season__league__in=leagues)
    return found.filter(own) if person.is_active else found.none()


def may_report_in(person: Person, game: Game) -> bool:
    """Whether a person may report something of a game: who plays there, or may look at it."""
    return game.public or plays_in(person, game)
