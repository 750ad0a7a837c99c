"""What all that is done in a game has in common: office, reason, audit log, game log, notices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from games.log.models import Event
from games.moderation import audit
from games.moderation.models import AuditEntry, Deed, Report, Role
from games.moderation.reasons import keep_reason, tidy_reason
from games.moderation.roles import league_of, require_director, require_impartial
from games.notices import outbox
from games.notices.models import NoticeKind
from games.people.models import Person
from games.play.door import Table, door
from games.tables.models import Game, GameStatus

DIRECTOR: Final = "director"
"""The actor of these events in the log of a game."""
DECISION: Final = "table.decision"
"""Holds the digest of the reason for what was done, beside the events that do it."""

OF_RESULTS: Final = (
    Deed.TAKE_BACK,
    Deed.PROPOSE_ADJUDICATION,
    Deed.WITHDRAW_ADJUDICATION,
    Deed.ADJUDICATE,
    Deed.PROPOSE_VOID,
    Deed.WITHDRAW_VOID,
    Deed.VOID,
)
"""What decides the result of a game: not for those whom that moves up or down."""

Work = Callable[[str], Mapping[str, Any] | None]
"""Does it, given the digest of the reason; gets what the audit log is to say of it."""


def act(
    *,
    actor: Person,
    game: Game,
    deed: Deed,
    reason: str,
    now: datetime,
    work: Work,
    subject: Person | None = None,
    report: Report | None = None,
    undoes: AuditEntry | None = None,
    tell: bool = True,
    league: bool = True,
) -> AuditEntry:
    """Does something in a game as its director, all in one transaction.

    :raises NotAllowed: if the actor may not act there, or not decide the result.
    :raises Refused: if there is no reason, or ``work`` refuses. Nothing has happened.
    """
    require: Callable[[Person, Game], Role]
    require = require_impartial if deed in OF_RESULTS else require_director
    role = require(actor, game)
    text = tidy_reason(reason)
    with transaction.atomic():
        digest = keep_reason(text)
        data = work(digest) or {}
        seq = _note(game, deed, digest, now)
        entry = audit.write(
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
            tell_players(entry, game, subject, now=now)
    return entry


def tell_players(
    entry: AuditEntry, game: Game, subject: Person | None = None, *, now: datetime
) -> None:
    """Tells who sits at a table, and whom it concerns, what was decided there."""
    people = {person.pk: person for person in Person.objects.filter(seats__game=game)}
    if subject is not None:
        people[subject.pk] = subject
    for person in people.values():
        outbox.tell(
            person=person,
            kind=NoticeKind.CORRECTION,
            game=game,
            data={"entry": entry.pk},
            now=now,
        )


def _note(game: Game, deed: Deed, digest: str, now: datetime) -> int | None:
    """Leaves the digest of the reason in the log; what ended the game has done so itself."""
    status = Game.objects.values_list("status", flat=True).get(pk=game.pk)
    if status == GameStatus.RUNNING:
        with door(game=game, now=now) as table:
            note_decision(table, deed, digest)
            return table.game.version
    return Event.objects.filter(game=game).order_by("-seq").values_list("seq", flat=True).first()


def note_decision(table: Table, deed: Deed, digest: str) -> None:
    """Leaves the digest of a reason in the log of a game."""
    table.note(DECISION, {"deed": str(deed), "reason": digest}, DIRECTOR)
