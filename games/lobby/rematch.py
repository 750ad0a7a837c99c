"""Rematch: the same people, board and options once more."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.lobby.bot_accounts import invite_bot_account
from games.lobby.create import create_game
from games.lobby.options import GameOptions
from games.lobby.seating import join_game
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.blocks import blocked_by, blockers_of
from games.people.models import Person
from games.people.sanctions import suspended_among
from games.tables.models import Game, GameStatus, Seat


@transaction.atomic
def play_again(*, game: Game, person: Person, now: datetime) -> Game:
    """Open the rematch of a finished game, or take a seat there; return the rematch.

    The first player who asks opens a table by invitation and the others are notified; anyone who
    asks later joins it. It begins when all have a seat, against bots alone at once.

    :raises Refused: if the game is not over, the person did not play to its end, the rematch has
        begun without them, or they may not play (:func:`create_game`, :func:`join_game`).
    """
    # Two who ask at once get one table: the second finds the one that the first has opened.
    played = Game.objects.select_for_update().get(pk=game.pk)
    if played.status != GameStatus.FINISHED or played.practice:
        raise Refused(_("A rematch is possible once a game has been played to its end."))
    if not Seat.objects.filter(game=played, person=person).exists():
        raise Refused(
            _("Only players who were there at the end can play again. Open a table yourself.")
        )
    rematch = Game.objects.filter(rematch_of=played).first()
    if rematch is not None and rematch.status != GameStatus.CANCELLED:
        return _take_part(rematch, person, now)
    if rematch is not None:
        Game.objects.filter(pk=rematch.pk).update(rematch_of=None)
    return _open(played, person, now)


def _take_part(rematch: Game, person: Person, now: datetime) -> Game:
    if Seat.objects.filter(game=rematch, person=person).exists():
        return rematch
    if rematch.status != GameStatus.OPEN:
        raise Refused(_("The rematch has begun without you. Open a table to play another."))
    join_game(game=rematch, person=person, invitation=rematch.invitation, present=True, now=now)
    rematch.refresh_from_db()
    return rematch


def _open(played: Game, person: Person, now: datetime) -> Game:
    if Seat.objects.filter(game=played, person__in=blocked_by(person)).exists():
        raise Refused(
            _("You have blocked a player of this game. Open a table to play with the others.")
        )
    options = GameOptions.of_game(played)
    # Players of the first game need not be reliable enough for the second.
    options = replace(options, public=False, least_reliability=None)
    rematch = create_game(organiser=person, options=options, present=True, now=now)
    Game.objects.filter(pk=rematch.pk).update(rematch_of=played)
    others = Person.objects.filter(seats__game=played, is_active=True).exclude(pk=person.pk)
    others = others.exclude(pk__in=blockers_of(person))
    kept_out = suspended_among(others.values_list("pk", flat=True), now=now)
    for other in others.exclude(pk__in=kept_out):
        if other.is_bot_account:
            invite_bot_account(game=rematch, organiser=person, name=other.name, now=now)
            continue
        outbox.notify(
            person=other,
            kind=NoticeKind.REMATCH,
            game=played,
            data={"rematch": rematch.pk},
            now=now,
        )
    return rematch
