"""Common part of every decision in a game: role, reason, audit log, game log, notices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from games.log.models import Event
from games.moderation import audit
from games.moderation.audit import store_reason, tidy_reason
from games.moderation.models import AuditEntry, ModerationAction, Report, Role
from games.moderation.roles import league_of, require_game_role, require_impartial
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.play.transaction import LockedGame, game_transaction
from games.tables.models import Game, GameStatus

DIRECTOR: Final = "director"
"""The actor of these events in the log of a game."""
DECISION_EVENT: Final = "table.decision"
"""Holds the digest of the reason for what was done, beside the events that do it."""

RESULT_ACTIONS: Final = (
    ModerationAction.TAKE_BACK,
    ModerationAction.PROPOSE_ADJUDICATION,
    ModerationAction.WITHDRAW_ADJUDICATION,
    ModerationAction.ADJUDICATE,
    ModerationAction.PROPOSE_VOID,
    ModerationAction.WITHDRAW_VOID,
    ModerationAction.VOID,
)
"""What decides the result of a game: not for those whom that moves up or down."""

Work = Callable[[str], Mapping[str, Any] | None]
"""Does it, given the digest of the reason; gets what the audit log is to say of it."""


def decide_in_game(
    *,
    actor: Person,
    game: Game,
    deed: ModerationAction,
    reason: str,
    now: datetime,
    work: Work,
    subject: Person | None = None,
    report: Report | None = None,
    undoes: AuditEntry | None = None,
    tell: bool = True,
    league: bool = True,
) -> AuditEntry:
    """Do something in a game as its director, all in one transaction.

    :raises NotAllowed: if the actor may not act there, or not decide the result.
    :raises Refused: if there is no reason, or ``work`` refuses. Nothing has happened.
    """
    require: Callable[[Person, Game], Role]
    require = require_impartial if deed in RESULT_ACTIONS else require_game_role
    role = require(actor, game)
    text = tidy_reason(reason)
    with transaction.atomic():
        digest = store_reason(text)
        data = work(digest) or {}
        seq = _note_reason(game, deed, digest, now)
        entry = audit.write_entry(
            actor=actor,
            role=role,
            deed=deed,
            reason=digest,
            now=now,
            game=game,
            league=league_of(game) if league else None,
            subject=subject,
            report=report,
            seq=seq,
            data=data,
            undoes=undoes,
        )
        if tell:
            notify_players(entry, game, subject, now=now)
    return entry


def notify_players(
    entry: AuditEntry, game: Game, subject: Person | None = None, *, now: datetime
) -> None:
    """Tell who sits at a table, and whom it concerns, what was decided there."""
    people = {person.pk: person for person in Person.objects.filter(seats__game=game)}
    if subject is not None:
        people[subject.pk] = subject
    for person in people.values():
        outbox.notify(
            person=person,
            kind=NoticeKind.CORRECTION,
            game=game,
            data={"entry": entry.pk},
            now=now,
        )


def _note_reason(game: Game, deed: ModerationAction, digest: str, now: datetime) -> int | None:
    """Leave the digest of the reason in the log; what ended the game has done so itself."""
    status = Game.objects.values_list("status", flat=True).get(pk=game.pk)
    if status == GameStatus.RUNNING:
        with game_transaction(game=game, now=now) as table:
            note_decision(table, deed, digest)
            return table.game.version
    return Event.objects.filter(game=game).order_by("-seq").values_list("seq", flat=True).first()


def note_decision(table: LockedGame, deed: ModerationAction, digest: str) -> None:
    """Leave the digest of a reason in the log of a game."""
    table.note(DECISION_EVENT, {"deed": str(deed), "reason": digest}, DIRECTOR)
