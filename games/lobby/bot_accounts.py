"""Bot accounts at tables: whether one may join, how many games it plays, invitations by name.

Decision 141 says why.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.lobby.models import BotInvitation, RemovedPlayer
from games.people.blocks import is_blocked
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat

MAX_INVITED: Final = 10
"""The maximum number of bot accounts that are invited to one table."""
GOING: Final = (GameStatus.OPEN, GameStatus.RUNNING)


def check_admitted(bot: Person, game: Game) -> None:
    """Check that a bot account may join a table.

    :raises Refused: if the table admits none, and its organiser has not invited this one.
    """
    invited = BotInvitation.objects.filter(game=game, bot=bot, declined_at=None)
    if not (game.bot_accounts or invited.exists()):
        raise Refused(
            _(
                "This table does not admit bot accounts. Choose one that does, or ask its organiser"
                " to invite you by name."
            )
        )


def check_games_at_once(bot: Person) -> None:
    """Check that a bot account may take one more seat; the caller holds its lock.

    :raises Refused: if it holds as many as it may.
    """
    most = settings.BOT_ACCOUNT_GAMES
    if games_at_once(bot) >= most:
        raise Refused(
            _(
                "This bot account has %(most)d games, the most for one. Finish a game, or leave a "
                "table that has not begun."
            )
            % {"most": most}
        )


def games_at_once(bot: Person) -> int:
    """Return the number of seats that a bot account holds in open and running games."""
    return Seat.objects.filter(person=bot, over_at=None, game__status__in=GOING).count()


@transaction.atomic
def invite_bot_account(*, game: Game, organiser: Person, name: str, now: datetime) -> BotInvitation:
    """Invite a bot account to a table by its name. Repeating it changes nothing.

    The program finds the invitation through the API; no mail is sent.

    :raises Refused: if another person asks, the game has begun, too many are invited, or there is
            no such bot account that can come.
    """
    locked = Game.objects.select_for_update().get(pk=game.pk)
    if locked.organiser_id != organiser.pk:
        raise Refused(_("Only the organiser can invite a bot account."))
    if locked.status != GameStatus.OPEN:
        raise Refused(_("This game has already begun."))
    found = Person.objects.filter(
        name__iexact=name.strip(), bot_since__isnull=False, is_active=True
    ).first()
    if found is None:
        raise Refused(_("There is no bot account of this name."))
    if is_blocked(by=organiser, person=found):
        raise Refused(_("You have blocked %(name)s. Unblock them first.") % {"name": found.name})
    if locked.seats.filter(person=found).exists():
        raise Refused(_("%(name)s has a seat at this table.") % {"name": found.name})
    RemovedPlayer.objects.filter(game=locked, person=found).delete()
    earlier = BotInvitation.objects.filter(game=locked, bot=found).first()
    if earlier is not None:
        if earlier.declined_at is not None:
            raise Refused(_("%(name)s has declined.") % {"name": found.name})
        return earlier
    if BotInvitation.objects.filter(game=locked).count() >= MAX_INVITED:
        raise Refused(
            _("You can invite up to %(most)d bot accounts to a table.") % {"most": MAX_INVITED}
        )
    return BotInvitation.objects.create(game=locked, bot=found, at=now)


def invitations_of(bot: Person) -> QuerySet[BotInvitation]:
    """Return the invitations that a bot account can still accept, oldest first."""
    waiting = BotInvitation.objects.filter(
        bot=bot, declined_at=None, game__status=GameStatus.OPEN
    ).exclude(game__seats__person=bot)
    return waiting.select_related("game__organiser").prefetch_related("game__seats__person")


def bots_invited_to(games: Iterable[int]) -> dict[int, list[BotInvitation]]:
    """Return the invitations of bot accounts to many games by the id of the game: one query."""
    found: dict[int, list[BotInvitation]] = {}
    for one in BotInvitation.objects.filter(game__in=list(games)).select_related("bot"):
        found.setdefault(one.game_id, []).append(one)
    return found


def decline_invitation(*, bot: Person, code: str, now: datetime) -> None:
    """Let a bot account decline the invitation to the table of a code.

    :raises Refused: if there is none that waits.
    """
    waiting = invitations_of(bot).filter(game__code=code).values_list("pk", flat=True)
    if not BotInvitation.objects.filter(pk__in=list(waiting)).update(declined_at=now):
        raise Refused(_("There is no such invitation."))
