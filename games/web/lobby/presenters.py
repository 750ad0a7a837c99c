"""Tables of the lobby: those that wait for players, open seats, tables with bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.clock.core import terms
from games.clock.core.terms import terms_of
from games.common.links import site_url
from games.lobby.bot_accounts import bots_invited_to
from games.lobby.invitations.models import EmailInvitation
from games.lobby.invitations.selectors import invitations_by
from games.lobby.models import BotInvitation
from games.lobby.removal import removed_from
from games.log.horizon import is_delayed
from games.people.groups import groups_of
from games.people.models import Person
from games.players.selectors import Reliability, paces_of, reliability_of
from games.tables.models import Game, Seat
from games.tables.seat_names import seat_name
from games.web.parts import phrases
from games.web.parts.durations import (
    DeadlineText,
    deadline_text,
    describe_spectator_delay,
    usual_pace,
)
from games.web.parts.game_clock import format_moment
from games.web.parts.phrases import joined


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """A seat that is taken, by whom, and whether the reader may free it.

    ``url`` is the page of the player, ``on_time`` the share of turns made in time and
    ``usual_pace`` how long a turn takes; all are empty for bots, and the latter two while they are
    not known.
    """

    number: int
    name: str
    removable: bool
    url: str = ""
    on_time: str = ""
    usual_pace: str = ""


@dataclass(frozen=True, slots=True)
class LobbyTeam:
    """The places of a team that the players choose: names, None for a free one.

    ``number`` counts from 1; ``name`` says who is in it; ``invitation`` is a link to join it,
    shown to those who sit at the table.
    """

    number: int
    name: str
    places: list[TakenSeat | None]
    mine: bool
    free: bool
    invitation: str


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """``seats`` holds what is known of each seat that is taken, and None for a free one.

    ``absence`` says what happens when somebody does not move. ``teams`` is empty where the players
    do not choose them; ``chance_pairs`` says that chance does. ``spectators`` says how late they
    see the game, "" where they see the present. ``invited`` are the addresses that the reader has
    invited, ``invited_bots`` the bot accounts and ``removed`` the people who were removed, for the
    organiser alone.
    """

    game: Game
    board: str
    seats: list[TakenSeat | None]
    pace: str
    absence: list[str]
    seated: bool
    organises: bool
    teams: list[LobbyTeam]
    chance_pairs: bool
    spectators: str
    group: str
    join_url: str
    invitation: str
    invited: list[EmailInvitation]
    invited_bots: list[BotInvitation]
    removed: list[Person]
    new_people: bool


@dataclass(frozen=True, slots=True)
class _Lobby:
    """Reader of the lobby, with the reliability and the pace of those who sit at its tables, the
    invitations that the reader has sent, and who is invited to, or was removed from, their tables.
    """

    reader: Person | None
    reliability: Mapping[int, Reliability]
    paces: Mapping[int, timedelta]
    invited: Mapping[int, list[EmailInvitation]]
    groups: Set[int]
    invited_bots: Mapping[int, list[BotInvitation]]
    removed: Mapping[int, list[Person]]

    def table(self, game: Game) -> LobbyTable:
        held = {seat.number: seat for seat in game.seats.all()}
        reader = self.reader
        own = [seat for seat in held.values() if reader and seat.person_id == reader.pk]
        seated = own[0] if own else None
        board = engine.load_board(game.board)
        return LobbyTable(
            game=game,
            board=board.name,
            seats=[
                self._taken_seat(game, held[number]) if number in held else None
                for number in range(game.seat_count)
            ],
            pace=terms.describe_terms(terms_of(game)),
            absence=terms.absence_rules(game),
            seated=seated is not None,
            organises=self._organises(game),
            teams=self._teams(game, board, held.values(), seated) if game.teams_chosen else [],
            chance_pairs=board.teams is not None and not game.teams_chosen,
            spectators=describe_spectator_delay(game.spectator_turns, game.spectator_hours),
            group=self._group_of(game),
            join_url=reverse("join-game", args=[game.code]),
            invitation=_join_url(game, seated) if seated else "",
            invited=self.invited.get(game.pk, []),
            invited_bots=self.invited_bots.get(game.pk, []),
            removed=self.removed.get(game.pk, []),
            new_people=settings.SIGN_UP_OPEN,
        )

    def _group_of(self, game: Game) -> str:
        """The name of the group that the table is for, to its members alone."""
        if game.public or game.group_id not in self.groups:
            return ""
        return game.group.name if game.group else ""

    def _organises(self, game: Game) -> bool:
        return self.reader is not None and game.organiser_id == self.reader.pk

    def _taken_seat(self, game: Game, seat: Seat) -> TakenSeat:
        if seat.person is None:
            return TakenSeat(seat.number, seat_name(seat), removable=False)
        known = self.reliability.get(seat.person.pk, Reliability())
        return TakenSeat(
            seat.number,
            seat_name(seat),
            removable=self._organises(game) and seat.person_id != game.organiser_id,
            url=reverse("player", args=[seat.person.name]),
            on_time=_("%(percent)d%% on time") % {"percent": known.percent} if known.known else "",
            usual_pace=usual_pace(self.paces.get(seat.person.pk)),
        )

    def _teams(
        self, game: Game, board: engine.Board, held: Iterable[Seat], seated: Seat | None
    ) -> list[LobbyTeam]:
        assert board.teams is not None
        size = board.teams.size
        found = []
        for number in range(game.seat_count // size):
            mates = [seat for seat in held if seat.team == number]
            free = size - len(mates)
            found.append(
                LobbyTeam(
                    number=number + 1,
                    name=_team_name(number + 1, mates),
                    places=[*(self._taken_seat(game, seat) for seat in mates), *[None] * free],
                    mine=seated in mates,
                    free=free > 0,
                    invitation=_join_url(game, seated, number + 1) if seated and free else "",
                )
            )
        return found


def lobby_tables(games: Iterable[Game], reader: Person | None) -> list[LobbyTable]:
    """The tables of open games, with a constant number of queries.

    Only who sits at a table gets a link to send to others.
    """
    found = list(games)
    if not found:
        return []
    seated = {seat.person_id for game in found for seat in game.seats.all() if seat.person_id}
    # Only who sits there has invited anybody.
    there = reader is not None and reader.pk in seated
    invited = invitations_by(reader, found) if reader and there else {}
    # Whoever comes by a link to a table of a group does not learn of the group.
    of_groups = reader is not None and any(game.group_id for game in found)
    groups = set(groups_of(reader)) if reader is not None and of_groups else set()
    own = [game.pk for game in found if reader is not None and game.organiser_id == reader.pk]
    bots = bots_invited_to(own) if own else {}
    removed = removed_from(own) if own else {}
    lobby = _Lobby(reader, reliability_of(seated), paces_of(seated), invited, groups, bots, removed)
    return [lobby.table(game) for game in found]


def _join_url(game: Game, seat: Seat, team: int = 0) -> str:
    """The address of joining a table, or one of its teams, for the holder of a seat to send.

    A person who came from the lobby does not learn the invitation of a public table: they could
    leave, come back by it, and hold any number of seats (games/lobby/admission.py). Its page is
    open to everybody.
    """
    if game.public and seat.from_lobby:
        page = reverse("join-game", args=[game.code])
        return f"{settings.SITE_URL}{page}{f'?team={team}' if team else ''}"
    if team:
        return site_url("invitation-to-team", game.invitation, team)
    return site_url("invitation", game.invitation)


def _team_name(number: int, mates: Sequence[Seat]) -> str:
    names = phrases.joined(seat_name(seat) for seat in mates)
    if not names:
        return _("Team %(number)d, still empty") % {"number": number}
    return _("Team %(number)d, with %(names)s") % {"number": number, "names": names}


@dataclass(frozen=True, slots=True)
class OpenSeatLine:
    """``player`` is who holds it until somebody takes it, ``others`` who else plays."""

    title: str
    board: str
    number: int
    player: str
    others: str
    pace: str
    absence: list[str]
    since: str
    clock: DeadlineText | None
    game_url: str
    take_url: str


def open_seat_line(seat: Seat, now: datetime) -> OpenSeatLine:
    """The line of a seat."""
    game = seat.game
    others = [other for other in game.seats.all() if other.number != seat.number]
    return OpenSeatLine(
        title=game.title,
        board=engine.load_board(game.board).name,
        number=seat.number,
        player=seat_name(seat),
        others=joined(seat_name(other) for other in others),
        pace=terms.describe_terms(terms_of(game)),
        absence=terms.absence_rules(game),
        since=format_moment(seat.open_since),
        clock=None if is_delayed(game) else deadline_text(seat.due_at, now),
        game_url=reverse("game", args=[game.code]),
        take_url=reverse("take-seat", args=[game.code, seat.number]),
    )


@dataclass(frozen=True, slots=True)
class BotTable:
    """A board with the fewest players that it is made for, bots but for one."""

    key: str
    board: str
    bots: int
    who: str


def bot_tables() -> list[BotTable]:
    """One table for each board."""
    return [_bot_table(engine.load_board(key)) for key in engine.board_names()]


def bots_for(board: engine.Board) -> int:
    """The number of bots that fill the smallest table of a board beside one person."""
    return min(board.seat_counts) - 1


def _bot_table(board: engine.Board) -> BotTable:
    count = bots_for(board)
    if board.teams:
        who = ngettext("you with a bot, in teams", "you and %(count)d bots, in teams", count)
    else:
        who = ngettext("you and a bot", "you and %(count)d bots", count)
    return BotTable(board.key, board.name, count, who % {"count": count})
