"""What waits for a director or moderator, the most urgent first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues.models import League
from games.leagues.naming import full_name
from games.leagues.selectors import leagues_without_director
from games.moderation.appeals import open_appeals_for
from games.moderation.fair_play import FairPlayLine
from games.moderation.models import AuditEntry, Report, ReportKind, ReportStatus
from games.moderation.proposals import due_at
from games.moderation.queue import SeasonWork, Work, work_in_seasons
from games.moderation.reports import reports_for
from games.moderation.roles import is_moderator
from games.moderation.second_voice import waiting_for
from games.people.models import Person
from games.people.sanctions import Appeal, SanctionKind
from games.web.moderation.presenters.history import proposal_rows

SOON: Final = timedelta(days=1)
"""The time in which people expect an answer to a report, an appeal or a proposal."""
LONGEST_QUOTE: Final = 160
NAMES: Final = ("reporter__name", "subject__name", "game__code")


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do, and the moment by which people expect it."""

    by: datetime
    url: str
    title: str
    kind: str = ""
    about: str = ""
    note: str = ""


class Tasks:
    """All that waits for a person, the most urgent first; sliced as a query is."""

    def __init__(self, person: Person, *, now: datetime) -> None:
        reports = reports_for(person).filter(status=ReportStatus.OPEN).order_by("at", "pk")
        self._reports = reports.only("kind", "line", "text", "at", *NAMES)
        self._appeals = open_appeals_for(person)
        self._proposals = sorted(waiting_for(person), key=_expected)
        self._others = [_in_season(work) for work in work_in_seasons(person, now=now)]
        if is_moderator(person):
            self._others += [_without_director(league) for league in leagues_without_director(now)]

    def count(self) -> int:
        """How many there are."""
        listed = [*self._appeals, *self._proposals, *self._others]
        return self._reports.count() + len(listed)

    def __getitem__(self, part: slice) -> list[Task]:
        first = slice(part.stop)  # of each kind, since each is sorted
        tasks = [
            *map(_report, self._reports[first]),
            *map(_appeal, self._appeals[first]),
            *_to_confirm(self._proposals[first]),
            *self._others,
        ]
        return sorted(tasks, key=lambda task: task.by)[part]


def _report(report: Report) -> Task:
    return Task(
        by=report.at + SOON,
        url=reverse("one-report", args=[report.pk]),
        title=_report_title(report),
        kind=str(FairPlayLine(report.line).label) if report.line else _("report"),
        about=_quote(report.text),
        note=" · ".join(str(one) for one in (report.reporter, report.game) if one),
    )


def _report_title(report: Report) -> str:
    kind = capfirst(str(ReportKind(report.kind).label))
    return f"{kind}: {report.subject.name}" if report.subject else kind


def _appeal(appeal: Appeal) -> Task:
    return Task(
        by=appeal.at + SOON,
        url=reverse("one-appeal", args=[appeal.pk]),
        title=appeal.sanction.person.name,
        kind=_("appeal"),
        about=_quote(appeal.text),
        note=str(SanctionKind(appeal.sanction.kind).label),
    )


def _expected(proposal: AuditEntry) -> datetime:
    return due_at(proposal) or proposal.at + SOON


def _to_confirm(proposals: list[AuditEntry]) -> list[Task]:
    return [
        Task(
            by=_expected(proposal),
            url=url,
            title=text,
            kind=_("needs a second voice"),
        )
        for proposal, (url, text) in zip(proposals, proposal_rows(proposals), strict=True)
    ]


def _in_season(work: SeasonWork) -> Task:
    address = [work.season.league.slug, work.season.number]
    count = {"count": work.count}
    match work.kind:
        case Work.APPLICANTS:
            page = "direct-season"
            title = ngettext(
                "%(count)d player waits for approval",
                "%(count)d players wait for approval",
                work.count,
            )
        case Work.OPEN_SEATS:
            page = "season-risk"
            title = ngettext(
                "%(count)d seat is open to substitutes",
                "%(count)d seats are open to substitutes",
                work.count,
            )
        case Work.DEADLINES:
            page = "season-risk"
            title = ngettext(
                "%(count)d deadline is less than a day away",
                "%(count)d deadlines are less than a day away",
                work.count,
            )
    return Task(
        by=work.by,
        url=reverse(page, args=address),
        title=title % count,
        kind=full_name(work.season),
    )


def _without_director(league: League) -> Task:
    return Task(
        by=(league.archived_at or league.created_at) + SOON,
        url=reverse("direct-league", args=[league.slug]),
        title=league.name,
        kind=_("a league without a director"),
    )


def _quote(text: str) -> str:
    return Truncator(text).chars(LONGEST_QUOTE)
