"""Leave all games and seasons; close an account for good."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils.translation import gettext as _

from games import lobby
from games.absence.substitution import open_seat
from games.accounts.models import ApiToken, GameSession
from games.common.actors import PERSON
from games.common.errors import Refused
from games.leagues.models import Entry, EntryStatus, SeasonMessage
from games.leagues.season.withdrawal import withdraw
from games.lobby.groups.groups import give_up_groups
from games.lobby.invitations.expiry import forget_inviter
from games.lobby.models import BotInvitation, RemovedPlayer
from games.lobby.pairing.models import Fate, Wish
from games.lobby.pairing.wishes import end_wishes
from games.notifications.feeds.models import Feed
from games.notifications.models import (
    AccountMail,
    Bounce,
    Delivery,
    Mail,
    Notice,
    NotificationPreferences,
    ReplyAddress,
)
from games.notifications.webhooks.models import Webhook
from games.people import names
from games.people.blocks import Block
from games.people.locking import lock_person
from games.people.models import LoginLink, Person
from games.people.sanctions import Appeal
from games.people.sign_ins import SignIn
from games.people.traces import DeviceTrace
from games.plans.ending import delete_plans
from games.plans.models import UsualAnswers
from games.play.models import HeldMove
from games.players.follows.models import Favourite, Follow
from games.practice.guests import remove_practice_games
from games.review.models import Review
from games.sharing.animations import delete_animations_of
from games.sharing.records.models import CheckedRecord, Collection
from games.statistics import forget_person
from games.tables.models import Game, GameStatus, Seat
from games.talk.messages import erase_talk_of


def leave_everything(*, person: Person, actor: str, now: datetime) -> None:
    """Give up a person's wishes and tables in the lobby, their seasons, plans and seats.

    In seasons the reserve list takes over. Every other seat looks for a substitute, and the clock
    moves until there is one. ``actor`` is one of :mod:`games.common.actors`.
    """
    end_wishes([person.pk], fate=Fate.MAY_NOT_PLAY, now=now)
    waiting = Game.objects.filter(status=GameStatus.OPEN).order_by("pk")
    for game in waiting.filter(organiser=person):
        lobby.cancel_game(game=game, person=person, now=now)
    for game in waiting.filter(seats__person=person).exclude(organiser=person):
        lobby.leave_game(game=game, person=person, now=now)
    entries = Entry.objects.filter(
        person=person, season__adjudicated_at=None, season__cancelled_at=None
    ).exclude(status=EntryStatus.WITHDRAWN)
    for entry in entries.select_related("season").order_by("season"):
        withdraw(season=entry.season, person=person, now=now)
    # Before the seats, because games are locked by id (decision 178).
    delete_plans(person)
    seats = Seat.objects.filter(
        person=person, open_since=None, game__practice=False, game__status=GameStatus.RUNNING
    ).select_related("game")
    for seat in seats.order_by("game"):
        open_seat(game=seat.game, seat=seat.number, actor=actor, now=now)


CLOSED_DOMAIN = "closed.invalid"
"""RFC 2606: no mail ever goes there."""

PRIVATE_MODELS = (
    Mail, Delivery, Notice, ReplyAddress, NotificationPreferences, Bounce, Feed, Webhook, LoginLink,
    UsualAnswers, HeldMove, DeviceTrace, Block, SignIn, ApiToken, GameSession,
    Follow, Favourite, Collection, CheckedRecord, Review, RemovedPlayer, Wish,
)  # fmt: skip


@transaction.atomic
def close_account(*, person: Person, now: datetime) -> None:
    """Leave all tables and erase who the person was: name, addresses, words, mails.

    Rows that a game needs stay, under a meaningless name: seats, results, ratings. Sessions end
    with the password, and links and addresses with their rows. The mail address can sign up
    again.

    :raises Refused: if the person holds an office, which somebody else must take over first.
    """
    locked = lock_person(person)
    if locked.is_staff or locked.is_superuser or locked.groups.exists():
        raise Refused(
            _(
                "You are a moderator or administrator of this site. Ask an administrator to "
                "end that first."
            )
        )
    if locked.directed_leagues.filter(archived_at=None).exists():
        raise Refused(
            _(
                "You are the director of a league. Hand it over to another director first, or "
                "archive it."
            )
        )
    locked.directed_leagues.clear()
    locked.leagues_invited_to.clear()
    locked.founded_leagues.update(founder=None)
    leave_everything(person=locked, actor=PERSON, now=now)
    give_up_groups(person=locked, leave=True, now=now)
    remove_practice_games(person=locked)
    erase_talk_of(person=locked, now=now)
    forget_inviter(person=locked)
    delete_animations_of(locked)
    forget_person(person=locked, now=now)
    addresses = EmailAddress.objects.filter(user=locked)
    AccountMail.objects.filter(recipient__in=addresses.values("email")).delete()
    addresses.delete()
    Authenticator.objects.filter(user=locked).delete()
    for model in PRIVATE_MODELS:
        model.objects.filter(person=locked).delete()
    BotInvitation.objects.filter(bot=locked).delete()
    Block.objects.filter(blocked=locked).delete()
    Follow.objects.filter(followed=locked).delete()
    Favourite.objects.filter(opponent=locked).delete()
    SeasonMessage.objects.filter(author=locked).delete()
    Appeal.objects.filter(sanction__person=locked).delete()
    locked.name = f"{names.CLOSED_NAME_PREFIX}{locked.pk}"
    # Nobody can take such a name, so no lookalike needs a guard.
    locked.name_key = locked.name_skeleton = f"#{locked.pk}"
    locked.email = f"{locked.name}@{CLOSED_DOMAIN}"
    locked.run_by = ""
    locked.is_active = False
    locked.set_unusable_password()
    locked.save()
