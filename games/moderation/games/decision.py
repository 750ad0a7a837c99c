"""Common part of every decision in a game: role, reason, audit log, game log, notices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from typing import Any, Final, Protocol

from django.db import transaction

from games.common import event_types
from games.common.actors import DIRECTOR
from games.leagues.models import Division
from games.log.models import Event
from games.moderation import audit
from games.moderation.audit import store_reason, tidy_reason
from games.moderation.models import AuditEntry, ModerationAction, Role
from games.moderation.roles import league_of, require_game_role, require_impartial
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.play.transaction import LockedGame, game_transaction
from games.tables.models import Game, GameStatus

RESULT_ACTIONS: Final = (
    ModerationAction.TAKE_BACK,
    ModerationAction.PROPOSE_ADJUDICATION,
    ModerationAction.WITHDRAW_ADJUDICATION,
    ModerationAction.ADJUDICATE,
    ModerationAction.PROPOSE_VOID,
    ModerationAction.WITHDRAW_VOID,
    ModerationAction.VOID,
)
"""Actions that decide the result of a game: not for those whom that moves up or down."""


@dataclass(frozen=True, slots=True)
class DecisionOutcome:
    """Data for the audit log, and recipients besides those whom every such decision tells.

    ``subject`` is whom it is about, ``division`` where in a season it changes something, and
    ``undoes`` the entry that it undoes, where the service knows that better than its caller.
    """

    data: Mapping[str, Any] = field(default_factory=dict)
    recipients: Iterable[Person | None] = ()
    subject: Person | None = None
    division: Division | None = None
    undoes: AuditEntry | None = None


@dataclass(frozen=True, slots=True)
class GameDecision:
    """A decision in a game while it is taken; ``digest`` is that of its reason."""

    actor: Person
    game: Game
    now: datetime
    digest: str
    undoes: AuditEntry | None


class GameService(Protocol):
    """A service that decides something in a game.

    :raises NotAllowed: if the actor may not act there, or not decide the result.
    :raises Refused: if there is no reason, or the work refuses. Nothing has happened.
    """

    def __call__(
        self,
        *,
        actor: Person,
        game: Game,
        reason: str,
        now: datetime,
        undoes: AuditEntry | None = None,
        **arguments: Any,
    ) -> AuditEntry: ...


def game_decision(
    action: ModerationAction,
) -> Callable[[Callable[..., DecisionOutcome]], GameService]:
    """Make a service of a function that does the work of a decision.

    Asking for the role, the work, the audit log, the log of the game and the notices to its players
    are one transaction. The function takes a `GameDecision` and the ``arguments`` of the service.
    """
    require: Callable[[Person, Game], Role]
    require = require_impartial if action in RESULT_ACTIONS else require_game_role

    def make(work: Callable[..., DecisionOutcome]) -> GameService:
        @wraps(work)
        def service(
            *,
            actor: Person,
            game: Game,
            reason: str,
            now: datetime,
            undoes: AuditEntry | None = None,
            **arguments: Any,
        ) -> AuditEntry:
            role = require(actor, game)
            text = tidy_reason(reason)
            with transaction.atomic():
                digest = store_reason(text)
                done = work(GameDecision(actor, game, now, digest, undoes), **arguments)
                entry = audit.write_entry(
                    actor=actor,
                    role=role,
                    action=action,
                    reason=digest,
                    game=game,
                    league=league_of(game),
                    subject=done.subject,
                    seq=_note_reason(game, action, digest, now),
                    data=done.data,
                    undoes=done.undoes or undoes,
                    now=now,
                )
                notify_players(entry, game, (done.subject, *done.recipients), now=now)
            return entry

        return service

    return make


def lock_game(game: Game) -> Game:
    """Lock a game and return it as it is now, for a decision that remembers how it found it."""
    return Game.objects.select_for_update().get(pk=game.pk)


def notify_players(
    entry: AuditEntry, game: Game, others: Iterable[Person | None] = (), *, now: datetime
) -> None:
    """Tell who sits at a table, and others whom it concerns, what was decided there."""
    people = {person.pk: person for person in Person.objects.filter(seats__game=game)}
    people |= {person.pk: person for person in others if person is not None}
    for person in people.values():
        outbox.notify(
            person=person,
            kind=NoticeKind.DIRECTOR_DECISION,
            game=game,
            data={"entry": entry.pk},
            now=now,
        )


def _note_reason(game: Game, action: ModerationAction, digest: str, now: datetime) -> int | None:
    """Leave the digest of the reason in the log; what ended the game has done so itself."""
    status = Game.objects.values_list("status", flat=True).get(pk=game.pk)
    if status == GameStatus.RUNNING:
        with game_transaction(game=game, now=now) as locked:
            note_decision(locked, action, digest)
            return locked.game.version
    return Event.objects.filter(game=game).order_by("-seq").values_list("seq", flat=True).first()


def note_decision(locked: LockedGame, action: ModerationAction, digest: str) -> None:
    """Leave the digest of a reason in the log of a game."""
    locked.append_table_event(
        event_types.DECISION, {"deed": str(action), "reason": digest}, DIRECTOR
    )
