"""Look at hidden cards: logged at once, disclosed after the game, and a bar to playing in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games import log
from games.common import sql
from games.moderation import audit
from games.moderation.audit import store_reason, tidy_reason
from games.moderation.conflicts import authority
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.roles import league_of
from games.people.models import Person
from games.tables.models import Game, GameStatus


@transaction.atomic
def look_at_hidden_cards(
    *, actor: Person, game: Game, reason: str, now: datetime
) -> list[engine.View]:
    """Return the game as each seat sees it: hands and tickets, not the piles.

    :raises NotAllowed: if the actor may not, with the reason.
    :raises Refused: if no reason is given.
    """
    role = authority(actor, ModerationAction.LOOK, game=game).role
    state = log.load(game)
    audit.write_entry(
        actor=actor,
        role=role,
        action=ModerationAction.LOOK,
        reason=store_reason(tidy_reason(reason)),
        game=game,
        league=league_of(game),
        seq=state.seq,
        now=now,
    )
    return [engine.view(state, seat) for seat in range(state.seats)]


def disclosed_looks(game: Game) -> Sequence[AuditEntry]:
    """The looks at hidden facts of a game, oldest first; none are shown while it runs."""
    if game.status not in (GameStatus.FINISHED, GameStatus.VOID):
        return []
    return list(
        audit.entries_of_game(game).filter(action=ModerationAction.LOOK).order_by("at", "pk")
    )


_listed: Final = sql.PreparedValues(
    lambda game: (
        AuditEntry.objects.filter(game=game)
        .exclude(action__in=audit.NOT_LISTED)
        .order_by()
        .values_list("pk")[:1]
    )
)


def has_decisions_to_read(game: Game) -> bool:
    """Whether the page of decisions in a game shows any: looks count once it is over."""
    return _listed.first(game.pk) is not None or bool(disclosed_looks(game))


def why_barred(game: Game, person: Person, _number: int) -> str | None:
    """Return why a person may not take a seat: they saw hidden cards there."""
    looks = AuditEntry.objects.filter(game=game, action=ModerationAction.LOOK, actor=person)
    if not looks.exists():
        return None
    return _(
        "Anybody who has looked at a game's hidden cards cannot play in it. Choose another game."
    )
