"""Remove a player from a table that has not begun, invite them again; cancel the table."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.common.jobs import for_each
from games.lobby.company import notify_invited
from games.lobby.models import BotInvitation, RemovedPlayer
from games.lobby.seating import lock_organised
from games.people.models import Person
from games.tables.models import Game, GameStatus, new_invitation


@transaction.atomic
def remove_player(*, game: Game, organiser: Person, seat: int, now: datetime) -> None:
    """Remove a player from a game that has not begun, as its organiser.

    The player cannot join again unless the organiser invites them. All earlier invitations end.

    :raises Refused: if another person asks, or the seat is the organiser's own or a bot's.
    """
    locked = lock_organised(game, organiser, _("Only the organiser can remove a player."))
    others = locked.seats.exclude(person=organiser).select_related("person")
    row = others.filter(number=seat).first()
    if row is None or row.person is None:
        raise Refused(_("No other player has that seat."))
    RemovedPlayer.objects.get_or_create(game=locked, person=row.person, defaults={"at": now})
    BotInvitation.objects.filter(game=locked, bot=row.person_id).delete()
    row.delete()
    locked.invitation = new_invitation()
    locked.save(update_fields=["invitation"])


@transaction.atomic
def invite_again(*, game: Game, organiser: Person, name: str, now: datetime) -> None:
    """Let somebody who was removed join again, and notify them.

    A bot account finds the invitation through the API.

    :raises Refused: if another person asks, the game has begun, or nobody of this name was removed.
    """
    locked = lock_organised(game, organiser, _("Only the organiser can invite somebody again."))
    removed = RemovedPlayer.objects.filter(game=locked, person__name=name)
    row = removed.select_related("person").first()
    if row is None:
        raise Refused(_("No player of this name was removed from the table."))
    person, data = row.person, {"again": row.pk}
    row.delete()
    if person.is_bot_account:
        BotInvitation.objects.create(game=locked, bot=person, at=now)
    else:
        chosen = Person.objects.filter(pk=person.pk)
        notify_invited(game=locked, organiser=organiser, chosen=chosen, now=now, **data)


def removed_from(games: Iterable[int]) -> dict[int, list[Person]]:
    """Return those who were removed from tables by the id of the game: one query."""
    found: dict[int, list[Person]] = {}
    for row in RemovedPlayer.objects.filter(game__in=list(games)).select_related("person"):
        found.setdefault(row.game_id, []).append(row.person)
    return found


logger = logging.getLogger(__name__)


@transaction.atomic
def cancel_game(*, game: Game, person: Person, now: datetime) -> None:
    """Cancel a game that has not begun.

    :raises Refused: if the game has begun, or the person does not organise it.
    """
    refusal = _("Only the organiser can cancel this game. You can leave it.")
    _cancel(lock_organised(game, person, refusal), now)


def expire_lobbies(*, now: datetime) -> int:
    """Cancel the games whose time in the lobby is over; return how many."""
    due = Game.objects.filter(status=GameStatus.OPEN, expires_at__lte=now)
    pks = due.values_list("pk", flat=True)
    return for_each(pks, lambda pk: _expire(pk, now), logger, "Game %s could not be expired")[0]


@transaction.atomic
def _expire(pk: int, now: datetime) -> bool:
    # A locked row means that somebody is joining or cancelling: the next sweep tries again.
    games = Game.objects.select_for_update(skip_locked=True)
    game = games.filter(pk=pk, status=GameStatus.OPEN, expires_at__lte=now).first()
    if game is None:
        return False
    _cancel(game, now)
    return True


def _cancel(game: Game, now: datetime) -> None:
    game.status = GameStatus.CANCELLED
    game.ended_at = now
    game.save(update_fields=["status", "ended_at"])
    game.seats.update(over_at=now)
