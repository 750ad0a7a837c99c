"""Common part of every decision in a game: role, reason, audit log, game log, notices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from typing import Any, Protocol, TypeVar

from django.db import transaction

from games.common import event_types
from games.common.actors import DIRECTOR
from games.common.dates import stamp
from games.leagues.models import Division
from games.log.models import Event
from games.moderation import audit
from games.moderation.audit import store_reason, tidy_message, tidy_reason
from games.moderation.conflicts import authority
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.proposals import (
    OBJECTION_TIME,
    PROPOSED_AS,
    SERVICES,
    all_accept,
    players_concerned,
    proposal_data,
    require_new,
    require_open,
    require_second_voice,
    season_of_game,
    second_voices,
)
from games.moderation.roles import league_of
from games.moderation.voices import Voice
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.play.transaction import LockedGame, game_transaction
from games.tables.models import Game, GameStatus


@dataclass(frozen=True, slots=True)
class DecisionOutcome:
    """Data for the audit log, and recipients besides the usual ones.

    ``subject`` is the person concerned, ``division`` where in a season it changes something.
    ``undoes`` is the entry that it undoes, and ``proposal`` the one that it answers, if the service
    knows it better than its caller.
    """

    data: Mapping[str, Any] = field(default_factory=dict)
    recipients: Iterable[Person | None] = ()
    subject: Person | None = None
    division: Division | None = None
    undoes: AuditEntry | None = None
    proposal: AuditEntry | None = None


Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class GameDecision:
    """A decision in a game while it is taken; ``digest`` is that of its reason.

    ``proposal`` is the one that it carries out.
    """

    actor: Person
    game: Game
    now: datetime
    digest: str
    undoes: AuditEntry | None
    proposal: AuditEntry | None = None


class GameService(Protocol):
    """A service that decides something in a game, or proposes it if two people must decide.

    :raises NotAllowed: if the actor may never do that there.
    :raises Refused: if there is no reason, or the work refuses. Nothing has changed.
    """

    def __call__(
        self,
        *,
        actor: Person,
        game: Game,
        reason: str,
        message: str = "",
        now: datetime,
        undoes: AuditEntry | None = None,
        proposal: AuditEntry | None = None,
        unopposed: bool = False,
        **arguments: Any,
    ) -> AuditEntry: ...


Work = Callable[..., DecisionOutcome]


def game_decision(
    action: ModerationAction, *, propose: Work | None = None
) -> Callable[[Work], GameService]:
    """Decorate a function that does the work of a decision.

    Authority, work, audit log, log of the game and notices to its players are one transaction. The
    function takes a `GameDecision` and the ``arguments`` of the service. If the actor needs a
    second voice, the service proposes instead: ``propose`` checks whether that is possible, or the
    work is tried and rolled back. The service carries out a ``proposal`` that the actor confirms,
    or that is ``unopposed`` by players who accepted its author.
    """

    def make(work: Work) -> GameService:
        name = getattr(work, "__name__", "")

        @wraps(work)
        def service(
            *,
            actor: Person,
            game: Game,
            reason: str,
            message: str = "",
            now: datetime,
            undoes: AuditEntry | None = None,
            proposal: AuditEntry | None = None,
            unopposed: bool = False,
            **arguments: Any,
        ) -> AuditEntry:
            standing = authority(actor, action, game=game)
            text, private = tidy_reason(reason), tidy_message(message)
            with transaction.atomic():
                digest = store_reason(text)
                at = GameDecision(actor, game, now, digest, undoes, proposal)
                proposes = proposal is None and standing.voice(action) is Voice.SECOND
                if proposal is not None and not unopposed:
                    require_second_voice(actor, standing, proposal)
                if proposes and propose is not None:
                    done = propose(at, **arguments)
                elif proposes:
                    done = rehearse(lambda: work(at, **arguments))
                    done = _proposed(at, action, name, arguments, done)
                else:
                    done = work(at, **arguments)
                if proposal is not None:
                    require_open(proposal, unopposed=unopposed)
                written = PROPOSED_AS.get(action, ModerationAction.PROPOSE) if proposes else action
                entry = audit.write_entry(
                    actor=actor,
                    role=standing.role,
                    action=written,
                    reason=digest,
                    message=private_message(private, proposal),
                    game=game,
                    league=league_of(game),
                    subject=done.subject,
                    seq=_note_reason(game, written, digest, now),
                    data={**standing.marks, **done.data},
                    proposal=done.proposal or proposal,
                    undoes=done.undoes or (None if proposes else undoes),
                    now=now,
                )
                notify_players(entry, game, (done.subject, *done.recipients), now=now)
            return entry

        SERVICES[name] = service
        return service

    return make


class _Rehearsed(Exception):
    """Rolls back the savepoint of a rehearsal."""


def rehearse(work: Callable[[], Outcome]) -> Outcome:
    """Call a function, roll back its changes, and return its result.

    :raises Refused: if the work refuses.
    """
    found: list[Outcome] = []
    try:
        with transaction.atomic():
            found.append(work())
            raise _Rehearsed
    except _Rehearsed:
        return found[0]


def private_message(private: str, proposal: AuditEntry | None) -> str:
    """The digest of the private message: a new one, or that of the proposal."""
    if private:
        return store_reason(private)
    return proposal.message if proposal is not None else ""


def _proposed(
    at: GameDecision,
    action: ModerationAction,
    service: str,
    arguments: Mapping[str, Any],
    done: DecisionOutcome,
) -> DecisionOutcome:
    lock_game(at.game)
    data = proposal_data(service, action, arguments, done.data)
    require_new(data, game=at.game)
    if at.undoes is not None:
        data["undoes"] = at.undoes.pk
    season = season_of_game(at.game)
    assert season is not None  # else nobody is involved
    asked: list[Person] = []
    if all_accept(players_concerned(game=at.game), season, at.actor):
        data["unopposed_at"] = stamp(at.now + OBJECTION_TIME)
    else:
        asked = second_voices(at.actor, season.league, game=at.game)
    return DecisionOutcome(data, asked, done.subject)


def lock_game(game: Game) -> Game:
    """Lock a game and return its present state, for a decision that stores the state before."""
    return Game.objects.select_for_update().get(pk=game.pk)


def notify_players(
    entry: AuditEntry, game: Game, others: Iterable[Person | None] = (), *, now: datetime
) -> None:
    """Notify the players at a table, and others concerned, of a decision."""
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
    """Store the digest of the reason in the log; decisions that end the game have done so."""
    status = Game.objects.values_list("status", flat=True).get(pk=game.pk)
    if status == GameStatus.RUNNING:
        with game_transaction(game=game, now=now) as locked:
            note_decision(locked, action, digest)
            return locked.game.version
    return Event.objects.filter(game=game).order_by("-seq").values_list("seq", flat=True).first()


def note_decision(locked: LockedGame, action: ModerationAction, digest: str) -> None:
    """Store the digest of a reason in the log of a game."""
    locked.append_table_event(
        event_types.DECISION, {"deed": str(action), "reason": digest}, DIRECTOR
    )
