"""Confirm, withdraw and object to proposals; carry out those without a timely objection."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.models import Entry, Season
from games.moderation import audit
from games.moderation.audit import reason_texts
from games.moderation.conflicts import standing_in_game, standing_in_season
from games.moderation.games.decision import (
    DecisionOutcome,
    GameDecision,
    game_decision,
    lock_game,
    notify_players,
)
from games.moderation.games.result import adjudicate, void
from games.moderation.models import AuditEntry, ModerationAction, Role
from games.moderation.proposals import (
    OBJECTION_TIME,
    SERVICES,
    all_accept,
    arguments_of,
    due_at,
    objections_to,
    open_proposals,
    players_concerned,
    require_open,
    require_second_voice,
    season_of_game,
)
from games.moderation.roles import NotAllowed, site_moderators
from games.moderation.seasons.decision import (
    SeasonDecision,
    notify_in_season,
    season_decision,
    season_of,
)
from games.moderation.undo_rules import why_irreversible
from games.moderation.voices import Standing
from games.people.models import Person
from games.tables.models import GameStatus

logger = logging.getLogger(__name__)


@transaction.atomic
def confirm(
    *, actor: Person, proposal: AuditEntry, reason: str, message: str = "", now: datetime
) -> AuditEntry:
    """Carry out what somebody else proposed, as they proposed it.

    :raises NotAllowed: if the actor may not decide that.
    :raises Refused: if the actor proposed it or is involved, it is no longer open or possible, or
        there is no reason.
    """
    require_open(proposal)
    words: dict[str, Any] = {"actor": actor, "reason": reason, "message": message, "now": now}
    if proposal.action == ModerationAction.PROPOSE:
        return _carry_out(proposal, **words)
    assert proposal.game is not None
    decide = adjudicate if proposal.action == ModerationAction.PROPOSE_ADJUDICATION else void
    return decide(game=proposal.game, **words)


def _carry_out(proposal: AuditEntry, **words: Any) -> AuditEntry:
    service = SERVICES[proposal.data["service"]]
    words |= arguments_of(proposal)
    if "undoes" in proposal.data:
        entries = AuditEntry.objects.select_for_update(of=("self",), no_key=True)
        words["undoes"] = undoes = entries.get(pk=proposal.data["undoes"])
        if why := why_irreversible(undoes):
            raise Refused(why)
    about = {"season": season_of(proposal)} if proposal.game is None else {"game": proposal.game}
    done: AuditEntry | None = service(proposal=proposal, **about, **words)
    if done is None:
        raise Refused(_("This has already been done."))
    return done


def carry_out_unopposed(*, now: datetime) -> int:
    """Carry out the proposals to which no player objected in time; return how many.

    If a new player has not accepted the author, a second voice is required after all. What is no
    longer possible is withdrawn.
    """
    done = 0
    due = open_proposals().filter(action=ModerationAction.PROPOSE, at__lte=now - OBJECTION_TIME)
    for proposal in due.select_related("game", "league").defer("game__secret"):
        if due_at(proposal) is None or not _is_unopposed(proposal):
            continue
        actor = Person.objects.get(pk=proposal.actor_id)
        reason = reason_texts([proposal.reason]).get(proposal.reason) or _("As proposed.")
        try:
            with transaction.atomic():
                _carry_out(proposal, actor=actor, reason=reason, unopposed=True, now=now)
            done += 1
        except Refused as refusal:
            logger.info("Proposal %s lapses: %s", proposal.pk, refusal)
            _lapse(proposal, actor, now)
        except Exception:  # one broken proposal must not stop the others
            logger.exception("Proposal %s failed; it is tried again at the next run.", proposal.pk)
    return done


def _is_unopposed(proposal: AuditEntry) -> bool:
    if objections_to(proposal).exists():
        return False
    season = season_of_game(proposal.game) if proposal.game else season_of(proposal)
    if season is None:
        return False
    actor = Person.objects.filter(pk=proposal.actor_id, is_active=True).first()
    return actor is not None and all_accept(_concerned(proposal), season, actor)


@transaction.atomic
def _lapse(proposal: AuditEntry, actor: Person, now: datetime) -> None:
    _lock(proposal)
    if objections_to(proposal).exists() or not open_proposals().filter(pk=proposal.pk).exists():
        return
    entry = _write(proposal, actor, Role(proposal.role), ModerationAction.WITHDRAW, now)
    _notify(entry, [*_concerned(proposal), actor], now)


@transaction.atomic
def object_to(*, person: Person, proposal: AuditEntry, now: datetime) -> AuditEntry:
    """Object, as a player, to a proposal that would be carried out without a second voice.

    A moderator decides then; all moderators who do not play there are asked.

    :raises NotAllowed: if the person is none of the players concerned.
    :raises Refused: if it is too late, or somebody has objected already.
    """
    if not may_object(person, proposal):
        raise NotAllowed(_("Only the players concerned can object to this."))
    _lock(proposal)
    require_open(proposal)
    due = due_at(proposal)
    if due is None or due <= now:
        raise Refused(_("It is too late to object."))
    if objections_to(proposal).exists():
        raise Refused(_("A player has already objected. A moderator will decide."))
    entry = _write(proposal, person, Role.PLAYER, ModerationAction.OBJECT, now)
    moderators = [one for one in site_moderators() if is_second_voice(one, proposal)]
    _notify(entry, [*_concerned(proposal), *moderators, *_author(proposal)], now)
    return entry


def may_object(person: Person, proposal: AuditEntry) -> bool:
    """Whether a person is among the players whom a proposal concerns, and not its author."""
    if due_at(proposal) is None or person.pk == proposal.actor_id:
        return False
    return person in _concerned(proposal)


def is_second_voice(person: Person, proposal: AuditEntry) -> bool:
    """Whether a person may confirm a proposal."""
    try:
        require_second_voice(person, _standing(person, proposal), proposal)
    except Refused:
        return False
    return True


def waiting_for(person: Person) -> list[AuditEntry]:
    """The proposals that a person may confirm, oldest first."""
    found = open_proposals().select_related("game", "league", "undone_by")
    found = found.defer("game__secret").order_by("pk")
    return [one for one in found if _is_live(one) and is_second_voice(person, one)]


def _is_live(proposal: AuditEntry) -> bool:
    if proposal.game is None:
        season = season_of(proposal)
        return season.adjudicated_at is None and season.cancelled_at is None
    voiding = proposal.action == ModerationAction.PROPOSE_VOID
    running = proposal.game.status == GameStatus.RUNNING
    return running or (voiding and proposal.game.status == GameStatus.FINISHED)


@game_decision(ModerationAction.WITHDRAW)
def withdraw_in_game(at: GameDecision) -> DecisionOutcome:
    """Withdraw the proposal to undo; those who are involved withdraw only their own.

    :raises Refused: if it is no longer open, or not theirs to withdraw.
    """
    return _withdraw(at.actor, at.undoes)


@season_decision(ModerationAction.WITHDRAW)
def withdraw_in_season(at: SeasonDecision) -> DecisionOutcome:
    """Withdraw the proposal to undo, as in a game.

    :raises Refused: if it is no longer open, or not theirs to withdraw.
    """
    outcome = _withdraw(at.actor, at.undoes)
    assert at.undoes is not None
    return DecisionOutcome(
        {}, _concerned(at.undoes), undoes=outcome.undoes, proposal=outcome.proposal
    )


def _withdraw(actor: Person, proposal: AuditEntry | None) -> DecisionOutcome:
    assert proposal is not None
    _lock(proposal)
    require_open(proposal)
    if proposal.actor_id != actor.pk:
        require_second_voice(actor, _standing(actor, proposal), proposal)
    return DecisionOutcome(undoes=proposal, proposal=proposal)


def _standing(person: Person, proposal: AuditEntry) -> Standing:
    if proposal.game is not None:
        return standing_in_game(person, proposal.game)
    return standing_in_season(person, season_of(proposal), _entries(proposal))


def _entries(proposal: AuditEntry) -> list[Entry]:
    """The entries of the season that a proposal is about."""
    wanted = proposal.data["entries"]
    return list(Entry.objects.filter(pk__in=wanted).select_related("division"))


def _concerned(proposal: AuditEntry) -> list[Person]:
    if proposal.game is not None:
        return players_concerned(game=proposal.game)
    return players_concerned(season=season_of(proposal), entries=_entries(proposal))


def _author(proposal: AuditEntry) -> QuerySet[Person]:
    return Person.objects.filter(pk=proposal.actor_id)


def _lock(proposal: AuditEntry) -> None:
    if proposal.game is not None:
        lock_game(proposal.game)
    else:
        Season.objects.select_for_update().get(pk=proposal.data["season"])


def _write(
    proposal: AuditEntry, actor: Person, role: Role, action: ModerationAction, now: datetime
) -> AuditEntry:
    """Record an answer to a proposal that has no reason."""
    data = {"season": proposal.data["season"]} if "season" in proposal.data else {}
    withdrawn = action == ModerationAction.WITHDRAW
    return audit.write_entry(
        actor=actor,
        role=role,
        action=action,
        reason="",
        game=proposal.game,
        league=proposal.league,
        data={**data, "lapsed": True} if withdrawn else data,
        proposal=proposal,
        undoes=proposal if withdrawn else None,
        now=now,
    )


def _notify(entry: AuditEntry, people: list[Person], now: datetime) -> None:
    if entry.game is not None:
        notify_players(entry, entry.game, people, now=now)
    else:
        notify_in_season(entry, season_of(entry), people, now=now)
