"""Join, change team, leave, substitute; start the game when the last seat is taken.

Teams are counted from 0 while a table is open; the log numbers them again, in playing order.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games.absence.substitution import take_seat
from games.clock.core.bank import first_bank
from games.common.errors import Refused
from games.common.handlers import before_seat_is_taken
from games.lobby.admission import (
    check_not_removed,
    check_reliable,
    check_seat_cap,
    check_welcome,
)
from games.lobby.bot_accounts import check_admitted, check_games_at_once
from games.people.groups import is_member
from games.people.locking import lock_person
from games.people.models import Person
from games.people.sanctions import check_not_suspended
from games.play.transaction import game_transaction
from games.tables.models import Game, GameStatus, Seat
from games.tables.selectors import chosen_teams, is_invited

LONGEST_CONTRIBUTION: Final = 200


def clean_contribution(text: str) -> str:
    """Return a contribution without surrounding space; it may be empty.

    :raises Refused: if it is too long, or has unprintable characters.
    """
    text = text.strip()
    if len(text) > LONGEST_CONTRIBUTION or not text.isprintable():
        raise Refused(
            _("A contribution can have up to %(most)d visible characters.")
            % {"most": LONGEST_CONTRIBUTION}
        )
    return text


def team_for_newcomer(game: Game, wanted: int | None) -> int | None:
    """Return the team of a newcomer: the wanted one, or the first with a free place.

    None if chance pairs the players, or the board has no teams. The caller holds the lock of the
    game.

    :raises Refused: if that team is full or there is no such team.
    """
    if not game.teams_chosen:
        if wanted is not None:
            raise Refused(
                _("You cannot choose a team at this table. Take a seat without choosing one.")
            )
        return None
    size = team_size(game)
    taken = Counter(game.seats.values_list("team", flat=True))
    teams = range(game.seat_count // size)
    if wanted is None:
        return next((team for team in teams if taken[team] < size), None)
    if wanted not in teams:
        raise Refused(_("This table has no such team. Choose one from the list."))
    if taken[wanted] >= size:
        raise Refused(_("This team is full. Choose another."))
    return wanted


def teams_of_bots(game: Game, bots: int, *, beside_organiser: bool) -> list[int]:
    """Return the team of each bot: the last places, but the organiser's side first if wanted."""
    size = team_size(game)
    places = [seat // size for seat in range(1, game.seat_count)]
    mates = 1 if beside_organiser and bots else 0
    return places[:mates] + places[len(places) - (bots - mates) :]


def team_size(game: Game) -> int:
    """Return the number of players in a team, at a table whose players choose their teams."""
    teams = engine.load_board(game.board).teams
    assert teams is not None
    return teams.size


def lock_open_game(game: Game) -> Game:
    """Lock the row of a game until the transaction ends, so that requests change it one at a time.

    :raises Refused: if the game has begun or was cancelled.
    """
    locked = Game.objects.select_for_update().get(pk=game.pk)
    if locked.status == GameStatus.CANCELLED:
        raise Refused(_("This game was cancelled. Find another in the lobby."))
    if locked.status != GameStatus.OPEN:
        raise Refused(_("This game has already begun. Find another in the lobby."))
    return locked


def lock_organised(game: Game, organiser: Person, refusal: str) -> Game:
    """Lock the row of a game that has not begun, for its organiser.

    :raises Refused: as `lock_open_game`, or with this sentence if somebody else organises it.
    """
    locked = lock_open_game(game)
    if locked.organiser_id != organiser.pk:
        raise Refused(refusal)
    return locked


def start_if_full(*, game: Game, now: datetime) -> bool:
    """Start a game whose seats are all taken; return whether it did.

    The caller holds the lock of the game. The game keeps the board and the rules of this moment.
    """
    if game.seats.count() < game.seat_count:
        return False
    board = engine.load_board(game.board)
    game.seats.update(bank=first_bank(game))
    Game.objects.filter(pk=game.pk).update(
        rules_version=engine.RULES_VERSION,
        board_digest=board.digest,
        with_bot_account=game.seats.filter(person__bot_since__isnull=False).exists(),
    )
    with game_transaction(game=game, now=now, start=True) as locked:
        locked.game.status = GameStatus.RUNNING
        locked.game.started_at = now
        locked.game.save(update_fields=["status", "started_at"])
        order = range(game.seat_count) if game.order_fixed else None
        teams = chosen_teams(game)
        rules = locked.game.rules_version
        locked.start(
            engine.setup_events(board, game.seat_count, locked.chance, order, teams, rules)
        )
        for number, team in locked.state.team_of.items():
            game.seats.filter(number=number).update(team=team)
    return True


@transaction.atomic
def join_game(
    *,
    game: Game,
    person: Person,
    contribution: str = "",
    invitation: str = "",
    team: int | None = None,
    admission: bool = True,
    present: bool = False,
    now: datetime,
) -> Seat:
    """Give a person the lowest free seat, and start the game if that was the last one.

    If the players choose their teams, ``team`` says which one; it defaults to the first with a
    free place. ``admission`` False means that the caller has checked that the person may begin
    games. ``present`` says that the person is at the page.

    :raises Refused: if the person has a seat already (P-4), needs an invitation, is suspended or
        not reliable enough for this table, is not welcome to its organiser or was removed, holds as
        many seats from the lobby as they may, was too late, or wants a place in a complete team; or
        a bot account that is not admitted.
    """
    from_lobby = admission and not is_invited(game, invitation)
    if admission:
        # Read the row again: an account with a seat can no longer become a bot account.
        person = lock_person(person)
    # Checked first: a second request may have taken the last place and started the game.
    if game.seats.filter(person=person).exists():
        raise Refused(_("You already have a seat in this game: one seat per player."))
    locked = lock_open_game(game)
    taken = dict(locked.seats.values_list("number", "person"))
    if person.pk in taken.values():
        raise Refused(_("You already have a seat in this game: one seat per player."))
    of_group = locked.group_id is not None and is_member(locked.group_id, person)
    if not (locked.public or of_group or is_invited(locked, invitation)):
        raise Refused(_("This game is by invitation only. Ask its organiser for the link."))
    if admission:
        check_not_suspended(person, now=now)
        check_not_removed(person, locked)
        check_reliable(person, locked)
        check_welcome(person, locked, now=now)
        if person.is_bot_account:
            check_admitted(person, locked)
            check_games_at_once(person)
    if from_lobby and not person.is_bot_account:
        check_seat_cap(person)
    free = [number for number in range(locked.seat_count) if number not in taken]
    if not free:
        raise Refused(_("All the seats in this game are taken. Find another in the lobby."))
    seat = Seat.objects.create(
        game=locked,
        number=free[0],
        person=person,
        contribution=clean_contribution(contribution),
        joined_at=now,
        present_at=now if present else None,
        team=team_for_newcomer(locked, team),
        from_lobby=from_lobby,
    )
    if start_if_full(game=locked, now=now):
        seat.refresh_from_db()
    return seat


@transaction.atomic
def choose_team(*, game: Game, person: Person, team: int, now: datetime) -> None:
    """Give a person who has a seat a free place in another team.

    :raises Refused: if the game has begun, the person has no seat, chance pairs the players, or
        the team is complete.
    """
    locked = lock_open_game(game)
    seat = locked.seats.filter(person=person).first()
    if seat is None:
        raise Refused(_("You have no seat in this game. Join it first."))
    if seat.team == team:
        return
    seat.team = team_for_newcomer(locked, team)
    seat.save(update_fields=["team"])


@transaction.atomic
def leave_game(*, game: Game, person: Person, now: datetime) -> None:
    """Take a person out of a game that has not begun.

    :raises Refused: if the game has begun, the person has no seat, or organises it.
    """
    locked = lock_open_game(game)
    if locked.organiser_id == person.pk:
        raise Refused(_("You are the organiser of this game. Cancel it instead."))
    deleted, __ = locked.seats.filter(person=person).delete()
    if not deleted:
        raise Refused(_("You have no seat in this game."))


@transaction.atomic
def take_open_seat(
    *, game: Game, seat: int, person: Person, invitation: str = "", now: datetime
) -> None:
    """Give a person a seat that looks for a substitute, if they may hold one more.

    A person who comes by the invitation of the game may hold any number.

    :raises Refused: if the person holds as many as they may, plays here already, is suspended, is
        not welcome to the organiser or was removed, or was too late.
    """
    check_not_removed(person, game)
    check_welcome(person, game, now=now)
    from_lobby = not is_invited(game, invitation)
    before_seat_is_taken(game, seat, person)
    person = lock_person(person)
    if person.is_bot_account:
        check_games_at_once(person)
    elif from_lobby:
        check_seat_cap(person)
    take_seat(game=game, seat=seat, person=person, invitation=invitation, now=now)
    Seat.objects.filter(game=game, number=seat).update(from_lobby=from_lobby)
