"""Decisions by two people, as rows of the audit log: proposed, then confirmed or withdrawn.

A proposal is an entry, and so is each answer, whose ``proposal`` it is. It is open until an
answer other than an objection. Results are proposed by actions of their own; every other proposal
names its service and holds its arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from games.common.dates import parse_stamp, stamp
from games.common.errors import Refused
from games.leagues.models import Entry
from games.moderation.models import AuditEntry, ModerationAction, Role
from games.moderation.voices import Standing
from games.people.models import Person
from games.tables.models import Game

OBJECTION_TIME: Final = timedelta(days=3)
PROPOSED_AS: Final[Mapping[ModerationAction, ModerationAction]] = {
    ModerationAction.ADJUDICATE: ModerationAction.PROPOSE_ADJUDICATION,
    ModerationAction.VOID: ModerationAction.PROPOSE_VOID,
}
PROPOSALS: Final = (*PROPOSED_AS.values(), ModerationAction.PROPOSE)
SERVICES: Final[dict[str, Callable[..., Any]]] = {}
"""The services whose decisions can be proposed, by the names of their functions."""


def open_proposals() -> QuerySet[AuditEntry]:
    """The proposals that are neither carried out nor withdrawn."""
    answers = AuditEntry.objects.filter(proposal=OuterRef("pk"))
    settled = answers.exclude(action=ModerationAction.OBJECT)
    return AuditEntry.objects.filter(~Exists(settled), action__in=PROPOSALS)


def open_proposal(game: Game, action: ModerationAction) -> AuditEntry | None:
    """The proposal to adjudicate or void a game, while it is open."""
    found = open_proposals().filter(game=game, action=PROPOSED_AS[action])
    return found.order_by("-pk").first()


def require_open(proposal: AuditEntry, *, unopposed: bool = False) -> None:
    """Check that a proposal is open; the caller holds the lock of its game or season.

    :raises Refused: if it is carried out or withdrawn, or has objections though ``unopposed`` is
        set.
    """
    if unopposed and objections_to(proposal).exists():
        raise Refused(_("A player has objected, so a moderator decides about this."))
    if not open_proposals().filter(pk=proposal.pk).exists():
        raise Refused(_("This proposal has already been carried out or withdrawn."))


def require_new(data: Mapping[str, Any], **where: Any) -> None:
    """Check that the same is not proposed already; the caller holds a lock.

    :raises Refused: if it is.
    """
    same = [data["service"], data["arguments"]]
    waiting = open_proposals().filter(**where, action=ModerationAction.PROPOSE)
    if any([one.data["service"], one.data["arguments"]] == same for one in waiting):
        raise Refused(
            _("This has already been proposed. Somebody who does not play here must confirm it.")
        )


def objections_to(proposal: AuditEntry) -> QuerySet[AuditEntry]:
    """The objections of players to a proposal."""
    return AuditEntry.objects.filter(proposal=proposal, action=ModerationAction.OBJECT)


def require_second_voice(actor: Person, standing: Standing, proposal: AuditEntry) -> None:
    """Check that a person may confirm a proposal.

    :raises Refused: if it is their own, they are involved, or a player has objected and they are
        no moderator.
    """
    if proposal.actor_id == actor.pk:
        raise Refused(
            _("This takes two people: another director or moderator must confirm what you propose.")
        )
    if standing.involved:
        raise Refused(
            _(
                "You or your teammate plays here, too. Another director, or a moderator, who "
                "does not play here must confirm this."
            )
        )
    if standing.role == Role.DIRECTOR and objections_to(proposal).exists():
        raise Refused(_("A player has objected, so a moderator decides about this."))


def proposal_data(
    service: str, action: ModerationAction, arguments: Mapping[str, Any], outcome: Mapping[str, Any]
) -> dict[str, Any]:
    """The data of a proposal: what would be done, and what the players read about it."""
    packed = {name: _pack(value) for name, value in arguments.items()}
    return {
        "action": str(action),
        "service": service,
        "arguments": packed,
        "outcome": dict(outcome),
    }


def arguments_of(proposal: AuditEntry) -> dict[str, Any]:
    """The arguments of the proposed service.

    :raises Refused: if a row that they name is gone.
    """
    return {name: _unpack(value) for name, value in proposal.data["arguments"].items()}


def proposed_entry(proposal: AuditEntry) -> AuditEntry:
    """The entry that a proposal would create, unsaved: for its sentence."""
    return AuditEntry(
        at=proposal.at,
        actor_id=proposal.actor_id,
        role=proposal.role,
        action=proposal.data["action"],
        game=proposal.game,
        league=proposal.league,
        subject_id=proposal.subject_id,
        data=proposal.data["outcome"],
        undoes_id=proposal.data.get("undoes"),
    )


def _pack(value: Any) -> Any:
    if isinstance(value, Person):
        return {"person": value.pk}
    if isinstance(value, Entry):
        return {"entry": value.pk}
    if isinstance(value, datetime):
        return {"at": stamp(value)}
    if isinstance(value, timedelta):
        return {"seconds": value.total_seconds()}
    if isinstance(value, Mapping):
        return {"map": {name: _pack(one) for name, one in value.items()}}
    return value


def _unpack(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    [(kind, held)] = value.items()
    if kind == "map":
        return {name: _unpack(one) for name, one in held.items()}
    if kind == "at":
        return parse_stamp(held)
    if kind == "seconds":
        return timedelta(seconds=held)
    rows: QuerySet[Any] = (Person if kind == "person" else Entry).objects.filter(pk=held)
    found = rows.first()
    if found is None:
        raise Refused(_("This account is closed."))
    return found


def due_at(proposal: AuditEntry) -> datetime | None:
    """When a proposal is carried out unless somebody objects; None if that needs a second voice."""
    return parse_stamp(proposal.data["unopposed_at"]) if "unopposed_at" in proposal.data else None
