"""Begin practice games, give a guest's games to a new person, record that a guest is active.

Decision 125 says why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

import engine
from games.common.actors import VOTE
from games.common.errors import Refused
from games.common.event_types import BRANCHED
from games.language.bots import EVEN
from games.lobby import GameOptions, store_game
from games.log.models import Event
from games.people.locking import lock_person
from games.people.models import Person
from games.play.end_game import PLAYER_ENDS, adjudicate_game
from games.play.transaction import LockedGame, game_transaction
from games.practice.guests import check_new_guest, network_digest, remove_games
from games.practice.models import Guest, PracticeGame
from games.tables.models import Game, GameStatus, PlanChoice, Seat

SEEN_AGAIN: Final = timedelta(hours=1)
MAX_OF_A_PERSON: Final = 20
"""Practice games that a person may have; above that the oldest finished ones are removed."""

IS_BRANCH: Final = Exists(Event.objects.filter(game=OuterRef("game"), type=BRANCHED))
"""The condition on practice games that they are branches."""

Player = Person | Guest


@dataclass(frozen=True, slots=True)
class Opening:
    """A secret with its contributions, and the moves of all seats from the first choice on."""

    secret: bytes
    contributions: Sequence[str]
    moves: Sequence[tuple[int, engine.Action]]


def new_guest(*, address: str, now: datetime) -> Guest:
    """Create a guest who comes from an IP address.

    :raises Refused: if there are too many.
    """
    network = network_digest(address, now)
    check_new_guest(network=network, now=now)
    return Guest.objects.create(network=network, created_at=now, seen_at=now)


def mark_guest_seen(*, guest: Guest, now: datetime) -> None:
    """Record that a guest is active, at most once an hour."""
    if now - guest.seen_at > SEEN_AGAIN:
        Guest.objects.filter(pk=guest.pk).update(seen_at=now)


@transaction.atomic
def begin_practice_game(
    *,
    player: Player,
    board: str,
    lessons: bool = False,
    opening: Opening | None = None,
    bot: str = EVEN,
    bots: Sequence[str] = (),
    now: datetime,
) -> Game:
    """Begin a game against bots, or return the running one on this board.

    ``bots`` are those of a new game; without them it has the fewest that the board takes, all of
    the kind ``bot``.

    A guest has one such game, and one with lessons for each board; a new one replaces a finished
    one. With an ``opening``, its moves have been made.

    :raises Refused: if a guest plays against bots on another board, or the board is unknown.
    """
    lock_player(player)
    if running := _running(player, board=board, lessons=lessons):
        return running
    bots = bots or [bot] * (min(engine.load_board(board).seat_counts) - 1)

    def begin(locked: LockedGame) -> None:
        facts, seats = engine.load_board(board), len(bots) + 1
        rules = locked.game.rules_version
        locked.start(engine.setup_events(facts, seats, locked.chance, range(seats), rules=rules))
        for seat, action in opening.moves if opening else ():
            locked.play(seat, action, str(seat))

    _remove_finished(player, board=board, lessons=lessons)
    game = store_practice_game(
        player=player,
        board=board,
        bots=bots,
        lessons=lessons,
        secret=opening.secret if opening else b"",
        contributions=opening.contributions if opening else (),
        begin=begin,
        now=now,
    )
    if opening:
        game.seats.filter(bot="").update(seen=game.version)
    return game


def play_again(*, player: Player, practice: PracticeGame, now: datetime) -> Game:
    """Begin a game with the board and the bots of another one, or return the running one.

    :raises Refused: as :func:`begin_practice_game` does.
    """
    bots = practice.game.seats.exclude(bot="").order_by("number").values_list("bot", flat=True)
    return begin_practice_game(player=player, board=practice.game.board, bots=list(bots), now=now)


def store_practice_game(
    *,
    player: Player,
    board: str,
    bots: Sequence[str],
    seat: int = 0,
    lessons: bool = False,
    secret: bytes = b"",
    contributions: Sequence[str] = (),
    begin: Callable[[LockedGame], None],
    now: datetime,
) -> Game:
    """Store a practice game of a player in a seat, with these bots in the others, and begin it.

    The caller has locked the player; ``begin`` starts the locked game.

    :raises Refused: if the board is unknown, or not for that many players.
    """
    options = GameOptions(
        board=board,
        seats=len(bots) + 1,
        bots=list(bots),
        public=False,
        order_fixed=True,
        rated=False,
        vacation_allowed=False,
        plans=PlanChoice.OFF,
    )
    game = store_game(
        options.check(),
        options,
        secret=secret,
        practice=True,
        created_at=now,
        started_at=now,
    )
    Seat.objects.bulk_create(
        Seat(
            game=game,
            number=number,
            person=player if number == seat and isinstance(player, Person) else None,
            bot=bot,
            contribution=contribution,
            joined_at=now,
        )
        for number, (bot, contribution) in enumerate(
            zip(
                [*bots[:seat], "", *bots[seat:]], contributions or [""] * options.seats, strict=True
            )
        )
    )
    practice = PracticeGame.objects.create(
        game=game, guest=player if isinstance(player, Guest) else None, lessons=lessons
    )
    with game_transaction(game=game, now=now, start=True) as locked:
        locked.game.status = GameStatus.RUNNING
        locked.game.save(update_fields=["status"])
        begin(locked)
        for number, team in locked.state.team_of.items():
            game.seats.filter(number=number).update(team=team)
    game.refresh_from_db()
    practice.first_seq = game.version + 1
    practice.save(update_fields=["first_seq"])
    return game


def practice_games_of(player: Player) -> QuerySet[PracticeGame]:
    """The practice games of a guest or a person, the latest first."""
    if isinstance(player, Guest):
        found = PracticeGame.objects.filter(guest=player)
    else:
        found = PracticeGame.objects.filter(game__seats__person=player)
    return found.select_related("game").defer("game__secret").order_by("-game_id")


def reserve_guest(*, guest: Guest, person: Person) -> None:
    """Record that the games of a guest go to the person who signs up in this browser."""
    Guest.objects.filter(pk=guest.pk).update(reserved_for=person)


@transaction.atomic
def keep_guest_games(*, person: Person, guest: Guest | None = None) -> int:
    """Give the games of this guest, and those reserved, to a person who signs in.

    Return how many games.
    """
    mine = Guest.objects.filter(reserved_for=person)
    if guest is not None:
        mine = mine | Guest.objects.filter(pk=guest.pk)
    guests = list(mine.select_for_update().values_list("pk", flat=True))
    games = list(PracticeGame.objects.filter(guest__in=guests).values_list("game", flat=True))
    Seat.objects.filter(game__in=games, bot="", person=None).update(person=person)
    PracticeGame.objects.filter(game__in=games).update(guest=None)
    Guest.objects.filter(pk__in=guests).delete()
    return len(games)


def end_practice_game(*, practice: PracticeGame, now: datetime) -> None:
    """End a practice game early, with places by the points on the board.

    :raises Refused: if it is over.
    """
    adjudicate_game(game=practice.game, places=None, actor=VOTE, reason="", by=PLAYER_ENDS, now=now)


def lock_player(player: Player) -> None:
    """Lock a player, so that two requests at once begin one game."""
    if isinstance(player, Guest):
        Guest.objects.select_for_update().get(pk=player.pk)
    else:
        lock_person(player)


def _running(player: Player, *, board: str, lessons: bool) -> Game | None:
    same = practice_games_of(player).filter(game__status=GameStatus.RUNNING, lessons=lessons)
    same = same.exclude(IS_BRANCH)
    if not lessons and isinstance(player, Guest):
        other = same.exclude(game__board=board).first()
        if other is not None:
            raise Refused(
                _(
                    "You are already playing a game against bots. Finish it, or sign up to "
                    "start another."
                )
            )
    found = same.filter(game__board=board).first()
    return found.game if found else None


def _remove_finished(player: Player, *, board: str, lessons: bool) -> None:
    """Remove finished games: the same one of a guest, the oldest of a person."""
    own = practice_games_of(player).exclude(IS_BRANCH).exclude(game__status=GameStatus.RUNNING)
    if isinstance(player, Guest):
        same = own.filter(lessons=lessons)
        old = same.filter(game__board=board) if lessons else same
    else:
        old = own[MAX_OF_A_PERSON - 1 :]
    remove_games(list(old.values_list("game", flat=True)))
