"""Leagues, and what pages with a number or a token in their address are about, made by services.

They are the same in every database, and nobody who plays is concerned: a moderator, with a report
and an appeal to read; a group, a calendar and a file of records of the regular; a webhook that is
off. There is one season that is played, and more leagues the more games.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, Model, OuterRef

from games import log
from games.common.work import COLLECTIONS
from games.leagues.league import create_league
from games.leagues.models import Season
from games.leagues.season.plan import game_kind
from games.lobby.groups.groups import found_group
from games.moderation.appeals import file_appeal, make_token
from games.moderation.models import Report
from games.moderation.offices import appoint_moderator
from games.moderation.reports import report_message
from games.moderation.sanctions import mute
from games.notifications.feeds.deadlines import feed_url, renew_feed
from games.notifications.feeds.models import Feed
from games.notifications.leases import make_row
from games.notifications.mail.buttons import ActionLink, make_action_token
from games.notifications.mail.unsubscribe import TURNS, make_unsubscribe_token
from games.notifications.models import DeliveryStatus, Notice
from games.notifications.webhooks.models import Style, Webhook
from games.people.groups import PlayerGroup
from games.people.models import Person
from games.people.sanctions import Appeal
from games.play.bots import play_as_bot
from games.sharing.records.collections import ask_for_collection
from games.sharing.records.models import Collection, CollectionKind
from games.tables.models import Game, GameStatus, Seat
from games.talk.models import Message
from tools.load.people import REGULAR
from tools.load.templates import DOMAIN
from tools.players.people import DAY, begin_season, make_person

PLAYERS: Final = 12
GAMES_A_LEAGUE: Final = 500
FULL_PAGE: Final = 60
"""Rows that fill a page of any list."""
LEAGUE: Final = "First League"
DIRECTOR: Final = "Dorien"
LEAGUES_OF_DIRECTOR: Final = 10
"""Leagues that have the same director, in a large database as in a small one."""
MODERATOR: Final = "Moira"
MUTED: Final = "Muted Player"
REASON: Final = "Somebody has to for the measurement."
Parameters = dict[str, object]
BY_KEY: Final[dict[str, type[Model]]] = {
    "one-report": Report,
    "one-appeal": Appeal,
    "group": PlayerGroup,
    "webhook": Webhook,
    "records-file": Collection,
}
"""Addresses of what there is one of, by its key."""


def full_page(count: int, games: int) -> int:
    """A number, or as many as fill a page of a list if there are ten times as many games.

    >>> full_page(20, 1_000), full_page(20, 100), full_page(2_000, 100_000)
    (60, 20, 2000)
    """
    return max(count, min(FULL_PAGE, games // 10))


def make_leagues(games: int, now: datetime) -> None:
    """Make a league with a season in play, through the services, and others without one."""
    director, start = make_person(DIRECTOR, DOMAIN), now - DAY
    season = begin_season(
        name=LEAGUE,
        director=director,
        players=[make_person(f"League Player {number}", DOMAIN) for number in range(PLAYERS)],
        kind=game_kind("lantern-island", [2], 3),
        days=60,
        start=start,
        clock={"days_per_turn": 7},
        size=PLAYERS // 2,
        moving=1,
    )
    _choose_tickets(season, start)
    for number in range(full_page(games // GAMES_A_LEAGUE, games)):
        if number % LEAGUES_OF_DIRECTOR == 0 and number:
            number_of = number // LEAGUES_OF_DIRECTOR + 1
            director = make_person(f"{DIRECTOR} {number_of}", DOMAIN)
        name = f"League {number + 2}"
        create_league(name=name, directors=[director], founder=None, now=now - 30 * DAY)
    # They have long been sent, as those of all other games.
    unsent = Notice.objects.filter(status=DeliveryStatus.PENDING)
    unsent.update(status=DeliveryStatus.SENT, fanned_out=True)


def _choose_tickets(season: Season, start: datetime) -> None:
    """Bring the games of a season to their first turn, a minute a choice."""
    dice = random.Random(season.number)
    for game in Game.objects.filter(season_game__division__season=season).order_by("pk"):
        now = start
        while (state := log.load(game)).turn == 0:
            now += timedelta(minutes=1)
            seat = min(state.pending)
            play_as_bot(game=game, state=state, seat=seat, bot="random", now=now, dice=dice)


def make_subjects(now: datetime) -> None:
    """Make one of each in a database of games."""
    administrator = Person.objects.create_superuser(f"administrator@{DOMAIN}", "Administrator")
    moderator, muted = (make_person(name, DOMAIN) for name in (MODERATOR, MUTED))
    appoint_moderator(actor=administrator, person=moderator, reason=REASON, now=now)
    # Another one than the one who reads the appeal: who decides about it then is no question.
    entry = mute(actor=administrator, person=muted, reason=REASON, now=now)
    sanction = muted.sanctions.get(pk=entry.data["sanction"])
    file_appeal(sanction=sanction, text=REASON, now=now)
    Webhook.objects.create(
        person=moderator, style=Style.values[0], url="https://load.example/", created_at=now,
        disabled_at=now,
    )  # fmt: skip
    regular = Person.objects.get(name=REGULAR)
    message = _message_to(regular)
    assert message is not None
    report_message(message=message, reporter=regular, text=REASON, now=now)
    found_group(owner=regular, name="Regulars", now=now)
    renew_feed(person=regular, now=now)
    ask_for_collection(
        kind=CollectionKind.PLAYER, subject=regular.pk, number=1, person=regular, now=now
    )
    waiting = Collection.objects.get(kind=CollectionKind.PLAYER, person=regular)
    make_row(COLLECTIONS, pk=waiting.pk, now=now)


def subjects_of(person: Person) -> dict[str, Parameters]:
    """The parameters of addresses that one person at least is shown, by the name of the address.

    Left out are the file of a month, which takes minutes to make, links to private games, of which
    there are none, and the mailbox of developers.
    """
    found: dict[str, Parameters] = {
        name: {"pk": model._default_manager.earliest("pk").pk} for name, model in BY_KEY.items()
    }
    table = Game.objects.filter(status=GameStatus.OPEN, season_game=None).earliest("pk")
    unsubscribe = make_unsubscribe_token(TURNS, person_id=person.pk)
    found["appeal"] = {"token": make_token(Appeal.objects.earliest("pk").sanction)}
    found["invitation"] = {"invitation": table.invitation}
    found["unsubscribe"] = {"purpose": TURNS, "token": unsubscribe}
    if (message := _message_to(person)) is not None:
        found["report-message"] = {"code": message.game.code, "pk": message.pk}
    if (feed := Feed.objects.filter(person=person).first()) is not None:
        token = feed_url(feed).rpartition("/")[2].removesuffix(".ics")
        found["calendar-feed"] = {"token": token}
    if (seat := seat_to_move(person)) is not None:
        link = ActionLink(person.pk, seat.game.code, seat.decision or 0, "draw blind blind")
        found["action-link"] = {"token": make_action_token(link)}
    return found


def games_of(person: Person) -> dict[str, str]:
    """The codes of a running and a finished game of a person; one of the season for its director.

    The page of a game asks for more where people talked, so in both databases they did.
    """
    if person.name == DIRECTOR:
        directed = Game.objects.filter(season_game__isnull=False)
        return {"a game of the season": directed.earliest("pk").code}
    found = {}
    for status in (GameStatus.RUNNING, GameStatus.FINISHED):
        seats = Seat.objects.filter(person=person, game__status=status).annotate(
            silent=~Exists(Message.objects.filter(game=OuterRef("game")))
        )
        if code := seats.order_by("silent", "game").values_list("game__code", flat=True).first():
            found[f"a {status} game"] = code
    return found


def seat_to_move(person: Person) -> Seat | None:
    """The seat in the first running game in which somebody is to move."""
    mine = Seat.objects.filter(
        person=person, decision__isnull=False, game__status=GameStatus.RUNNING
    )
    return mine.select_related("game").order_by("game").first()


def _message_to(person: Person) -> Message | None:
    """The first message that somebody else wrote at a table of the person."""
    others = Message.objects.filter(game__seats__person=person).exclude(author=person)
    return others.select_related("game").order_by("game", "pk").first()
