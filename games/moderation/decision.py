"""Common part of every decision in a game or a season: role, reason, audit log, notices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import update_wrapper
from typing import Any

from django.db import transaction

from games.common.dates import stamp
from games.leagues.models import Division, Entry, Season
from games.moderation import audit
from games.moderation.audit import store_reason, tidy_message, tidy_reason
from games.moderation.conflicts import authority
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.place import InGame, InSeason
from games.moderation.proposals import (
    OBJECTION_TIME,
    PROPOSED_AS,
    SERVICES,
    open_proposal,
    proposal_data,
    require_new,
    require_open,
    require_second_voice,
)
from games.moderation.voices import Standing, Voice
from games.people.models import Person
from games.tables.models import Game


@dataclass(frozen=True, slots=True)
class DecisionOutcome:
    """Data for the audit log, and recipients besides the usual ones.

    ``subject`` is the person concerned, ``division`` where in a season it changes something.
    ``withdraws`` is the proposal that it withdraws.
    """

    data: Mapping[str, Any] = field(default_factory=dict)
    recipients: Iterable[Person | None] = ()
    subject: Person | None = None
    division: Division | None = None
    withdraws: AuditEntry | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision while it is taken; ``digest`` is that of its reason, "" if it has none.

    ``words`` says whether a reason or a private message was given, ``proposal`` is the one that it
    carries out.
    """

    actor: Person
    place: InGame | InSeason
    now: datetime
    digest: str
    words: bool
    undoes: AuditEntry | None
    proposal: AuditEntry | None

    @property
    def game(self) -> Game:
        """The game in which it is taken."""
        assert self.place.game is not None
        return self.place.game

    @property
    def season(self) -> Season:
        """The season in which it is taken."""
        assert self.place.season is not None
        return self.place.season

    @property
    def undone(self) -> AuditEntry:
        """The entry that it undoes, for services that do nothing else."""
        assert self.undoes is not None
        return self.undoes


Work = Callable[..., DecisionOutcome | None]


class DecisionService:
    """A service that decides something, or proposes it if two people must decide.

    It is called with the ``game``, or the ``season`` as a whole, and the arguments of its work.
    Authority, work, audit log, log of the game and notices are one transaction. If nothing changes
    it returns None, and nothing is written. The service carries out a ``proposal`` that the actor
    confirms, or that is ``unopposed`` by players who accepted its author.
    """

    def __init__(
        self,
        action: ModerationAction,
        work: Work,
        *,
        needs_reason: bool = True,
        propose: Work | None = None,
    ) -> None:
        self.action, self.needs_reason = action, needs_reason
        self._work, self._propose = work, propose
        update_wrapper(self, work)
        self.name: str = getattr(work, "__name__", "")
        SERVICES[self.name] = self

    def __call__(
        self,
        *,
        actor: Person,
        game: Game | None = None,
        season: Season | None = None,
        reason: str = "",
        message: str = "",
        now: datetime,
        undoes: AuditEntry | None = None,
        proposal: AuditEntry | None = None,
        unopposed: bool = False,
        **arguments: Any,
    ) -> AuditEntry | None:
        """Return the entry of the audit log.

        :raises NotAllowed: if the actor may never do that there.
        :raises Refused: if there is no reason, or the work refuses. Nothing has changed.
        """
        entries = _entries(arguments, undoes)
        if game is not None and game.rated and self.action in PROPOSED_AS:
            proposal = open_proposal(game, self.action)
        standing = authority(actor, self.action, game=game, season=season, entries=entries)
        text = tidy_reason(reason) if self.needs_reason or reason.strip() else ""
        private = tidy_message(message)
        with transaction.atomic():
            if game is not None:
                place: InGame | InSeason = InGame(game)
            else:
                assert season is not None
                place = InSeason(season, entries, self.action)
            digest = store_reason(text) if text else ""
            at = Decision(actor, place, now, digest, bool(text or private), undoes, proposal)
            proposes = proposal is None and standing.voice(self.action) is Voice.SECOND
            if proposal is not None and not unopposed:
                require_second_voice(actor, standing, proposal)
            done = self._try(at, arguments) if proposes else self._work(at, **arguments)
            if done is None:
                transaction.set_rollback(True)
                return None
            if proposal is not None:
                require_open(proposal, unopposed=unopposed)
            proposed_as = PROPOSED_AS.get(self.action, ModerationAction.PROPOSE)
            written = proposed_as if proposes else self.action
            about = {} if game is not None else {"season": at.season.pk}
            entry = audit.write_entry(
                actor=actor,
                role=standing.role,
                action=written,
                reason=digest,
                message=_private_message(private, proposal),
                game=game,
                league=place.league,
                subject=done.subject,
                seq=place.note(written, digest, now=now),
                data={**about, **_marks(standing, actor, done.division), **done.data},
                proposal=done.withdraws or proposal,
                undoes=done.withdraws or (None if proposes else undoes),
                now=now,
            )
            place.notify(entry, done.recipients, now=now)
        return entry

    def _try(self, at: Decision, arguments: Mapping[str, Any]) -> DecisionOutcome | None:
        """Check that it can be done, and return a proposal instead."""
        if self._propose is not None:
            return self._propose(at, **arguments)
        done = rehearse(lambda: self._work(at, **arguments))
        if done is None:
            return None
        place = at.place
        place.lock()
        data = proposal_data(self.name, self.action, arguments, done.data)
        recipients: list[Person | None] = []
        if isinstance(place, InSeason):
            data["entries"] = [entry.pk for entry in place.entries]
            recipients = [*place.players(), *done.recipients]
        require_new(data, **place.fields)
        if at.undoes is not None:
            data["undoes"] = at.undoes.pk
        if place.accepts(at.actor):
            data["unopposed_at"] = stamp(at.now + OBJECTION_TIME)
        else:
            recipients += place.second_voices(at.actor)
        return DecisionOutcome(data, recipients, done.subject, done.division)


def decision(
    action: ModerationAction, *, needs_reason: bool = True, propose: Work | None = None
) -> Callable[[Work], DecisionService]:
    """Decorate a function that does the work of a decision in a game or a season.

    The function takes a `Decision` and the arguments of the service; None says that nothing
    changes. If the actor needs a second voice, ``propose`` checks whether that is possible, or the
    work is tried and rolled back.
    """

    def make(work: Work) -> DecisionService:
        return DecisionService(action, work, needs_reason=needs_reason, propose=propose)

    return make


class _Rehearsed(Exception):
    """Rolls back the savepoint of a rehearsal."""


def rehearse(work: Callable[[], DecisionOutcome | None]) -> DecisionOutcome | None:
    """Call a function, roll back its changes, and return its result.

    :raises Refused: if the work refuses.
    """
    found = None
    try:
        with transaction.atomic():
            found = work()
            raise _Rehearsed
    except _Rehearsed:
        return found


def _entries(arguments: Mapping[str, Any], undoes: AuditEntry | None) -> list[Entry]:
    """The entries of a season that a decision concerns."""
    if undoes is not None and "entry" in undoes.data:
        return list(Entry.objects.filter(pk=undoes.data["entry"]).select_related("division"))
    return [value for value in arguments.values() if isinstance(value, Entry)]


def _private_message(private: str, proposal: AuditEntry | None) -> str:
    """The digest of the private message: a new one, or that of the proposal."""
    if private:
        return store_reason(private)
    return proposal.message if proposal is not None else ""


def _marks(standing: Standing, actor: Person, division: Division | None) -> dict[str, str]:
    """The conflict of interest of an actor, including divisions found only while deciding."""
    own = Entry.objects.filter(person=actor, division=division)
    if division is not None and standing.plays == "season" and own.exists():
        return {"plays": "division"}
    return standing.marks
