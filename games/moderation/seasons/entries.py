"""Decisions about entries: admit, approve, decline, withdraw, reinstate, open a division."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from games.common.errors import Refused
from games.leagues.models import Entry, EntryStatus, Season
from games.leagues.season.draw import open_division
from games.leagues.season.registration import approve_registration, decline_registration
from games.leagues.season.substitutes import admit_reserve
from games.leagues.season.withdrawal import reinstate, withdraw_player
from games.moderation.decision import Decision, DecisionOutcome, decision
from games.moderation.models import ModerationAction
from games.moderation.roles import NotAllowed
from games.people.models import Person


@decision(ModerationAction.ADMIT)
def admit_player(at: Decision, *, entry: Entry, replacing: Entry | None = None) -> DecisionOutcome:
    """Let somebody from the reserve list play; after the draw, in place of a withdrawn player.

    :raises Refused: if the actor is that person or sits at a table whose seat is handed over, the
        entry is not on the reserve list, or has nobody's games to take over.
    """
    newcomer = admit_reserve(season=at.season, entry=entry, replacing=replacing, now=at.now)
    data = {"entry": newcomer.pk}
    if replacing is not None and newcomer.substitute_for_id == replacing.pk:
        data["gone"] = replacing.pk
    return DecisionOutcome(data, [newcomer.person], newcomer.person, newcomer.division)


@decision(ModerationAction.APPROVE, needs_reason=False)
def approve_player(at: Decision, *, entry: Entry) -> DecisionOutcome:
    """Approve a registration; the person is notified.

    :raises Refused: if it is the actor's, does not wait (any more), or cannot be approved.
    """
    found = approve_registration(season=at.season, entry=entry, now=at.now)
    return DecisionOutcome({"entry": found.pk}, [found.person] if at.words else [], found.person)


@dataclass(frozen=True, slots=True)
class Approvals:
    """The entries that were approved, and the others with the reason why each was not."""

    approved: list[Entry]
    refused: list[tuple[Entry, str]]


def approve_players(
    *,
    actor: Person,
    season: Season,
    entries: Sequence[Entry],
    reason: str = "",
    message: str = "",
    now: datetime,
) -> Approvals:
    """Approve many entries, each by itself: one that cannot come in keeps nobody else out.

    :raises NotAllowed: if the actor holds no role there.
    :raises Refused: if none of them could be approved.
    """
    found = Approvals([], [])
    for entry in entries:
        try:
            approve_player(
                actor=actor, season=season, entry=entry, reason=reason, message=message, now=now
            )
        except NotAllowed:
            raise
        except Refused as refusal:
            found.refused.append((entry, str(refusal)))
        else:
            found.approved.append(entry)
    if not found.approved:
        raise Refused(" ".join(dict.fromkeys(why for _entry, why in found.refused)))
    return found


@decision(ModerationAction.DECLINE)
def decline_player(at: Decision, *, entry: Entry) -> DecisionOutcome:
    """Decline a registration; the person is notified with the reason.

    :raises Refused: if it is the actor's, or does not wait (any more).
    """
    found = decline_registration(season=at.season, entry=entry, now=at.now)
    return DecisionOutcome({"entry": found.pk}, [found.person], found.person)


@decision(ModerationAction.TAKE_OUT)
def withdraw_player_by_director(at: Decision, *, entry: Entry) -> DecisionOutcome:
    """Withdraw a player from a season; players who take over the games are notified, too.

    :raises Refused: if the actor is that person or sits at a table with them, or the player is not
        in the season (any more).
    """
    partnered = list(at.season.entries.filter(partner=entry).values_list("pk", flat=True))
    leaver = withdraw_player(season=at.season, entry=entry, now=at.now)
    newcomer = leaver.substitutes.select_related("person").first()
    data: dict[str, object] = {"entry": leaver.pk}
    if partnered:
        data["partnered"] = partnered
    if newcomer is not None:
        data["substitute"] = newcomer.pk
    recipients = [leaver.person, newcomer.person if newcomer else None]
    return DecisionOutcome(data, recipients, leaver.person, leaver.division)


@decision(ModerationAction.ADMIT)
def reinstate_player(at: Decision) -> DecisionOutcome:
    """Undo a withdrawal, if nobody has taken anything over.

    :raises Refused: if the actor is that person or sits at a table with them, or it is too late.
    """
    leaver = Entry.objects.get(pk=at.undone.data["entry"])
    partnered = at.undone.data.get("partnered", ())
    back = reinstate(season=at.season, entry=leaver, partnered=partnered, now=at.now)
    return DecisionOutcome({"entry": back.pk}, [back.person], back.person, back.division)


@decision(ModerationAction.OPEN_DIVISION)
def open_another_division(at: Decision, *, tier: int) -> DecisionOutcome | None:
    """Open the division of this tier below the others; None if it exists.

    Its players are notified, and those of the division above, who can be relegated from now on.

    :raises Refused: if too few wait, or it is too early or too late.
    """
    division = open_division(season=at.season, tier=tier, now=at.now)
    if division is None:
        return None
    players = at.season.entries.filter(
        Q(division=division) | Q(division__tier=tier - 1), status=EntryStatus.PLAYING
    )
    return DecisionOutcome(
        {"tier": tier, "players": division.entries.count()},
        [entry.person for entry in players.select_related("person")],
        division=division,
    )
