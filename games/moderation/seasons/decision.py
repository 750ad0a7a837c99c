"""Common part of every decision in a season: role, reason, audit log, recipients."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Protocol

from django.db import transaction

from games.common.dates import stamp
from games.leagues.models import Division, Entry, Season
from games.leagues.season.locking import lock_season
from games.leagues.season.recipients import topic_of
from games.moderation import audit
from games.moderation.audit import store_reason, tidy_message, tidy_reason
from games.moderation.conflicts import authority
from games.moderation.games.decision import DecisionOutcome, private_message, rehearse
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.proposals import (
    OBJECTION_TIME,
    SERVICES,
    all_accept,
    players_concerned,
    proposal_data,
    require_new,
    require_open,
    require_second_voice,
    second_voices,
)
from games.moderation.voices import Standing, Voice
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.models import Person


@dataclass(frozen=True, slots=True)
class SeasonDecision:
    """A decision in a season while it is taken; ``words`` says whether a reason was given."""

    actor: Person
    season: Season
    now: datetime
    words: bool
    undoes: AuditEntry | None


class SeasonService(Protocol):
    """A service that decides or proposes something in a season; None if nothing changes.

    :raises NotAllowed: if the actor holds no role there.
    :raises Refused: if there is no reason, or the work refuses. Nothing has changed.
    """

    def __call__(
        self,
        *,
        actor: Person,
        season: Season,
        reason: str = "",
        message: str = "",
        now: datetime,
        undoes: AuditEntry | None = None,
        proposal: AuditEntry | None = None,
        unopposed: bool = False,
        **arguments: Any,
    ) -> AuditEntry | None: ...


def season_decision(
    action: ModerationAction, *, needs_reason: bool = True
) -> Callable[[Callable[..., DecisionOutcome | None]], SeasonService]:
    """Decorate a function that does the work of a decision.

    Authority, work, audit log and notices are one transaction. The function takes a
    `SeasonDecision` and the ``arguments`` of the service. If nothing changes it returns None, and
    nothing is written. Proposals are as in
    :func:`games.moderation.games.decision.game_decision`.
    """

    def make(work: Callable[..., DecisionOutcome | None]) -> SeasonService:
        name = getattr(work, "__name__", "")

        @wraps(work)
        def service(
            *,
            actor: Person,
            season: Season,
            reason: str = "",
            message: str = "",
            now: datetime,
            undoes: AuditEntry | None = None,
            proposal: AuditEntry | None = None,
            unopposed: bool = False,
            **arguments: Any,
        ) -> AuditEntry | None:
            entries = _entries(arguments, undoes)
            standing = authority(actor, action, season=season, entries=entries)
            text = tidy_reason(reason) if needs_reason or reason.strip() else ""
            private = tidy_message(message)
            with transaction.atomic():
                at = SeasonDecision(actor, season, now, bool(text or private), undoes)
                proposes = proposal is None and standing.voice(action) is Voice.SECOND
                if proposal is not None and not unopposed:
                    require_second_voice(actor, standing, proposal)
                if proposes:
                    done = rehearse(lambda: work(at, **arguments))
                else:
                    done = work(at, **arguments)
                if done is None:
                    return None
                if proposes:
                    done = _proposed(at, action, name, arguments, entries, done)
                if proposal is not None:
                    require_open(proposal, unopposed=unopposed)
                marks = standing_marks(standing, actor, season, done.division)
                entry = audit.write_entry(
                    actor=actor,
                    role=standing.role,
                    action=ModerationAction.PROPOSE if proposes else action,
                    reason=store_reason(text) if text else "",
                    message=private_message(private, proposal),
                    league=season.league,
                    subject=done.subject,
                    data={"season": season.pk, **marks, **done.data},
                    proposal=done.proposal or proposal,
                    undoes=done.undoes or (None if proposes else undoes),
                    now=now,
                )
                notify_in_season(entry, season, done.recipients, now=now)
            return entry

        SERVICES[name] = service
        return service

    return make


def _entries(arguments: Mapping[str, Any], undoes: AuditEntry | None) -> list[Entry]:
    """The entries of a season that a decision concerns."""
    if undoes is not None and "entry" in undoes.data:
        return list(Entry.objects.filter(pk=undoes.data["entry"]).select_related("division"))
    return [value for value in arguments.values() if isinstance(value, Entry)]


def _proposed(
    at: SeasonDecision,
    action: ModerationAction,
    service: str,
    arguments: Mapping[str, Any],
    entries: Sequence[Entry],
    done: DecisionOutcome,
) -> DecisionOutcome:
    season = lock_season(at.season)
    data = proposal_data(service, action, arguments, done.data)
    data["entries"] = [entry.pk for entry in entries]
    require_new(data, data__season=season.pk, game=None)
    if at.undoes is not None:
        data["undoes"] = at.undoes.pk
    concerned = players_concerned(season=season, entries=entries)
    if all_accept(concerned, season, at.actor):
        data["unopposed_at"] = stamp(at.now + OBJECTION_TIME)
        asked = []
    else:
        asked = second_voices(at.actor, season.league, season=season, entries=entries)
    people = [*concerned, *asked, *done.recipients]
    return DecisionOutcome(data, people, done.subject, done.division)


def standing_marks(
    standing: Standing, actor: Person, season: Season, division: Division | None
) -> dict[str, str]:
    """The conflict of interest of an actor, including divisions found only while deciding."""
    if division is not None and standing.plays == "season":
        entries = Entry.objects.filter(season=season, person=actor, division=division)
        if entries.exists():
            return {"plays": "division"}
    return standing.marks


def notify_in_season(
    entry: AuditEntry, season: Season, people: Iterable[Person | None], *, now: datetime
) -> None:
    """Notify people of a decision in a season, each once."""
    for person in {one.pk: one for one in people if one is not None}.values():
        outbox.notify(
            person=person,
            kind=NoticeKind.DIRECTOR_DECISION,
            topic=topic_of(season),
            data={"entry": entry.pk, "season": season.pk},
            now=now,
        )


def season_of(entry: AuditEntry) -> Season:
    """The season that an entry of a :func:`season_decision` is about."""
    return Season.objects.select_related("league").get(pk=entry.data["season"])
