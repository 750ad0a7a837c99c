"""Confirm, withdraw and object to proposals; carry out those without a timely objection."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games.absence.models import games_ever_played_by
from games.common.errors import Refused
from games.leagues.models import Entry, Season
from games.moderation import audit
from games.moderation.audit import reason_texts
from games.moderation.conflicts import Involvement, conflicts_of_interest
from games.moderation.decision import Decision, DecisionOutcome, decision
from games.moderation.games.result import adjudicate, void
from games.moderation.models import AuditEntry, ModerationAction, Role
from games.moderation.place import InGame, place_of
from games.moderation.proposals import (
    OBJECTION_TIME,
    SERVICES,
    arguments_of,
    due_at,
    objections_to,
    open_proposals,
    require_open,
    require_second_voice,
)
from games.moderation.roles import NotAllowed, site_moderators, site_role
from games.moderation.undo_rules import why_irreversible
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
    return _carry_out(proposal, actor=actor, reason=reason, message=message, now=now)


def _carry_out(proposal: AuditEntry, **words: Any) -> AuditEntry:
    if proposal.action == ModerationAction.PROPOSE:
        service = SERVICES[proposal.data["service"]]
        words |= arguments_of(proposal)
    else:
        results = {ModerationAction.PROPOSE_ADJUDICATION: adjudicate}
        service = results.get(ModerationAction(proposal.action), void)
    if "undoes" in proposal.data:
        entries = AuditEntry.objects.select_for_update(of=("self",), no_key=True)
        words["undoes"] = undoes = entries.get(pk=proposal.data["undoes"])
        if why := why_irreversible(undoes):
            raise Refused(why)
    place = place_of(proposal)
    done = service(proposal=proposal, game=place.game, season=place.season, **words)
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
    place = place_of(proposal)
    if objections_to(proposal).exists() or place.season is None:
        return False
    actor = Person.objects.filter(pk=proposal.actor_id, is_active=True).first()
    return actor is not None and place.accepts(actor)


@transaction.atomic
def _lapse(proposal: AuditEntry, actor: Person, now: datetime) -> None:
    place_of(proposal).lock()
    if objections_to(proposal).exists() or not open_proposals().filter(pk=proposal.pk).exists():
        return
    _answer(proposal, actor, Role(proposal.role), ModerationAction.WITHDRAW, [actor], now)


@transaction.atomic
def object_to(*, person: Person, proposal: AuditEntry, now: datetime) -> AuditEntry:
    """Object, as a player, to a proposal that would be carried out without a second voice.

    A moderator decides then; all moderators who do not play there are asked.

    :raises NotAllowed: if the person is none of the players concerned.
    :raises Refused: if it is too late, or somebody has objected already.
    """
    if not may_object(person, proposal):
        raise NotAllowed(_("Only the players concerned can object to this."))
    place_of(proposal).lock()
    require_open(proposal)
    due = due_at(proposal)
    if due is None or due <= now:
        raise Refused(_("It is too late to object."))
    if objections_to(proposal).exists():
        raise Refused(_("A player has already objected. A moderator will decide."))
    moderators = [one for one in site_moderators() if is_second_voice(one, proposal)]
    author = Person.objects.filter(pk=proposal.actor_id)
    told = [*moderators, *author]
    return _answer(proposal, person, Role.PLAYER, ModerationAction.OBJECT, told, now)


def may_object(person: Person, proposal: AuditEntry) -> bool:
    """Whether a person is among the players whom a proposal concerns, and not its author."""
    if due_at(proposal) is None or person.pk == proposal.actor_id:
        return False
    return person in place_of(proposal).players()


def is_second_voice(person: Person, proposal: AuditEntry) -> bool:
    """Whether a person may confirm a proposal."""
    try:
        require_second_voice(person, place_of(proposal).standing(person), proposal)
    except Refused:
        return False
    return True


def waiting_for(person: Person) -> list[AuditEntry]:
    """The proposals that a person may confirm, oldest first.

    The same as :func:`is_second_voice` of each that can still be carried out, in eight queries.
    """
    live = Q(game=None) | Q(game__status=GameStatus.RUNNING)
    live |= Q(game__status=GameStatus.FINISHED, action=ModerationAction.PROPOSE_VOID)
    found = open_proposals().filter(live).exclude(actor=person)
    found = found.exclude(game__in=games_ever_played_by(person))
    role = site_role(person)
    if role is None:
        role = Role.DIRECTOR
        opposed = AuditEntry.objects.filter(proposal=OuterRef("pk"), action=ModerationAction.OBJECT)
        found = found.filter(~Exists(opposed), league__in=person.directed_leagues.all())
    found = found.select_related("game__season_game__division", "league", "undone_by")
    proposals = list(found.defer("game__secret").order_by("pk"))
    if not proposals:
        return []
    entries = Entry.objects.in_bulk(
        {pk for proposal in proposals for pk in proposal.data.get("entries", ())}
    )
    seasons = Season.objects.filter(adjudicated_at=None, cancelled_at=None).in_bulk(
        {proposal.data["season"] for proposal in proposals if proposal.game is None}
    )
    own = conflicts_of_interest(person, list(entries.values()))
    involvement = Involvement(person)

    def is_free(proposal: AuditEntry) -> bool:
        if proposal.game is not None:
            played = getattr(proposal.game, "season_game", None)
            division = played.division if played is not None else None
            return not involvement.in_game(role, proposal.game, division).involved
        season, concerned = proposal.data["season"], proposal.data.get("entries", ())
        if season not in seasons or own.keys() & set(concerned):
            return False
        rows = [entries[pk] for pk in concerned if pk in entries]
        return not involvement.in_season(role, season, rows, proposal.data.get("action")).involved

    return [proposal for proposal in proposals if is_free(proposal)]


@decision(ModerationAction.WITHDRAW)
def withdraw_proposal(at: Decision) -> DecisionOutcome:
    """Withdraw the proposal to undo; those who are involved withdraw only their own.

    :raises Refused: if it is no longer open, or not theirs to withdraw.
    """
    proposal = at.undone
    place = place_of(proposal)
    place.lock()
    require_open(proposal)
    if proposal.actor_id != at.actor.pk:
        require_second_voice(at.actor, place.standing(at.actor), proposal)
    return DecisionOutcome(recipients=place.players(), withdraws=proposal)


def _answer(
    proposal: AuditEntry,
    actor: Person,
    role: Role,
    action: ModerationAction,
    others: list[Person],
    now: datetime,
) -> AuditEntry:
    """Record an answer to a proposal that has no reason; notify the players and some others."""
    place = place_of(proposal)
    data = {} if isinstance(place, InGame) else {"season": place.season.pk}
    withdrawn = action == ModerationAction.WITHDRAW
    entry = audit.write_entry(
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
    place.notify(entry, [*place.players(), *others], now=now)
    return entry
