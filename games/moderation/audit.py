"""The audit log and its reasons: the only writer, and the queries that read it (decision 83)."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import connection
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.models import League, Season
from games.moderation import audit_triggers
from games.moderation.conflicts import games_hidden_from
from games.moderation.models import AuditEntry, ModerationAction, Reason, Role
from games.notifications import outbox
from games.notifications.eligibility import ACCOUNT_TOPIC
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.tables.models import Game, Seat

LONGEST_REASON: Final = 1_000
SHORTEST_REASON: Final = 3


def tidy_reason(text: str) -> str:
    """A reason without space around it.

    :raises Refused: if there is none, or it is too long.
    """
    text = text.replace("\x00", "").strip()
    if len(text) < SHORTEST_REASON:
        raise Refused(_("Give a reason: the people concerned will read it."))
    if len(text) > LONGEST_REASON:
        raise Refused(
            _("A reason can have up to %(most)d characters. Shorten it.") % {"most": LONGEST_REASON}
        )
    return text


def store_reason(text: str) -> str:
    """Store a reason; return its digest for the logs."""
    salt = secrets.token_hex(16)
    digest = hashlib.sha256((salt + text).encode()).hexdigest()
    Reason.objects.create(digest=digest, salt=salt, text=text)
    return digest


def tidy_message(text: str) -> str:
    """A private message without space around it; it may be empty.

    :raises Refused: if it is too long.
    """
    return tidy_reason(text) if text.strip() else ""


def reason_texts(digests: Iterable[str]) -> dict[str, str]:
    """The texts of reasons by their digests, without erased ones."""
    return dict(Reason.objects.filter(digest__in=set(digests)).values_list("digest", "text"))


def write_entry(
    *,
    actor: Person,
    role: Role,
    action: ModerationAction,
    reason: str,
    now: datetime,
    **about: Any,
) -> AuditEntry:
    """Record an action of a director or moderator, in the transaction of the action.

    :param reason: the digest of a stored reason.
    :param about: the other fields of the entry.
    """
    return AuditEntry.objects.create(
        at=now, actor=actor, role=role, action=action, reason=reason, **about
    )


def record(
    *, reason: str, notify: Iterable[Person | None], now: datetime, **about: Any
) -> AuditEntry:
    """Record a decision outside games and seasons, and notify people of it, each once.

    They get mails in the conversation about their account.

    :param reason: in words, tidied; "" for none.
    :param about: the rest of the entry, as `write_entry` takes it.
    """
    digest = store_reason(reason) if reason else ""
    entry = write_entry(reason=digest, now=now, **about)
    for person in {one.pk: one for one in notify if one is not None}.values():
        outbox.notify(
            person=person,
            kind=NoticeKind.DIRECTOR_DECISION,
            topic=ACCOUNT_TOPIC,
            data={"entry": entry.pk},
            now=now,
        )
    return entry


def all_entries() -> QuerySet[AuditEntry]:
    """All entries, newest first, with related rows for lists."""
    return AuditEntry.objects.select_related("game", "league", "undone_by").defer("game__secret")


def narrowed(
    entries: QuerySet[AuditEntry],
    *,
    action: str = "",
    name: str = "",
    season: Season | None = None,
) -> QuerySet[AuditEntry]:
    """Those entries of one action, by or about people with this part of a name, in one season.

    A season has its own entries and those of its games.
    """
    if action:
        entries = entries.filter(action=action)
    if name.strip():
        people = Person.objects.named_like(name).order_by().values("pk")
        entries = entries.filter(Q(actor__in=people) | Q(subject__in=people))
    if season is not None:
        games = Game.objects.filter(season_game__division__season=season).values("pk")
        entries = entries.filter(Q(data__season=season.pk) | Q(game__in=games))
    return entries


def visible_to(person: Person, entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    """Leave out entries that a moderator must not read, because they play too.

    A look at the cards of a table is shown to its players when the game is over. The outcome of a
    report is hidden from its subject, and from those who sit at that table.
    """
    looks = Q(action=ModerationAction.LOOK, game__in=games_hidden_from(person).values("pk"))
    own_tables = Seat.objects.filter(person=person).values("game")
    reports = Q(action=ModerationAction.SETTLE) & (Q(subject=person) | Q(game__in=own_tables))
    return entries.exclude(looks | reports)


NOT_LISTED: Final = (ModerationAction.LOOK, ModerationAction.WARN, ModerationAction.SETTLE)
"""Actions in a game that are no decisions about it."""


def entries_of_game(game: Game) -> QuerySet[AuditEntry]:
    """The decisions in a game, latest first."""
    return all_entries().filter(game=game)


def entries_of_season(season: Season) -> QuerySet[AuditEntry]:
    """Decisions in a season as a whole, latest first; each game has a list of its own."""
    entries = all_entries().filter(league=season.league_id, game=None)
    return entries.filter(data__season=season.pk)


def entries_of_league(league: League) -> QuerySet[AuditEntry]:
    """The decisions about a league itself, latest first."""
    return all_entries().filter(league=league, game=None, data__season__isnull=True)


def entries_about_person(person: Person) -> QuerySet[AuditEntry]:
    """The decisions about a person, latest first."""
    return all_entries().filter(subject=person)


def people_of(entries: Sequence[AuditEntry]) -> dict[int, Person]:
    """The actors and subjects of entries by id, without erased people."""
    wanted = {entry.actor_id for entry in entries}
    wanted |= {entry.subject_id for entry in entries if entry.subject_id}
    return Person.objects.in_bulk(wanted)


def missing_triggers() -> str | None:
    """A sentence if the database lacks triggers that protect the audit log."""
    if audit_triggers.is_installed(connection):
        return None
    return (
        "The triggers that keep the audit log append-only are missing. Put them back with"
        " `manage.py restore_triggers`, which touches no row, and find out who took them off."
    )
