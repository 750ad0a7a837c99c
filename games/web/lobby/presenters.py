"""Tables of the lobby: those that wait for players, open seats, tables with bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.clock.core import terms
from games.clock.core.terms import terms_of
from games.common.links import site_url
from games.language.boards import board_name
from games.lobby.bot_accounts import bots_invited_to
from games.lobby.invitations.models import EmailInvitation
from games.lobby.invitations.selectors import invitations_by
from games.lobby.models import BotInvitation
from games.lobby.removal import removed_from
from games.people.groups import groups_of
from games.people.models import Person
from games.players.selectors import Reliability, paces_of, reliability_of
from games.tables.models import Game, Seat
from games.tables.plan_choice import describe_plans
from games.tables.seat_names import seat_name
from games.web.parts import phrases
from games.web.parts.durations import (
    describe_spectator_delay,
    usual_pace,
)
from games.web.parts.phrases import joined

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Lobby:
    """Reader of the lobby, with the reliability and the pace of those who sit at its tables, the
    invitations that the reader has sent, and who is invited to, or was removed from, their tables.
    """

    reader: Person | None
    reliability: Mapping[int, Reliability]
    paces: Mapping[int, timedelta]
    invited: Mapping[int | None, list[EmailInvitation]]
    groups: Set[int]
    invited_bots: Mapping[int, list[BotInvitation]]
    removed: Mapping[int, list[Person]]

    def table(self, game: Game) -> Row:
        """A table as web/lobby/lobby_table.html shows it.

        ``seats`` has what is known of each seat that is taken, and None for a free one. ``teams``
        is empty where the players do not choose them; ``chance_pairs`` says that chance does.
        ``invited`` are the addresses that the reader has invited; ``invited_bots`` and ``removed``
        are for the organiser alone.
        """
        held = {seat.number: seat for seat in game.seats.all()}
        reader = self.reader
        own = [seat for seat in held.values() if reader and seat.person_id == reader.pk]
        seated = own[0] if own else None
        board = engine.load_board(game.board)
        return {
            "game": game,
            "board": board_name(board),
            "seats": [
                self._taken_seat(game, held[number]) if number in held else None
                for number in range(game.seat_count)
            ],
            "pace": terms.describe_terms(terms_of(game)),
            "plans": describe_plans(game.plans, game.plan_pace),
            "absence": terms.absence_rules(game),
            "seated": seated is not None,
            "organises": self._organises(game),
            "teams": self._teams(game, board, held.values(), seated) if game.teams_chosen else [],
            "chance_pairs": board.teams is not None and not game.teams_chosen,
            "spectators": describe_spectator_delay(game.spectator_turns, game.spectator_hours),
            "group": self._group_of(game),
            "invitation": _join_url(game, seated) if seated else "",
            "invited": self.invited.get(game.pk, []),
            "invited_bots": self.invited_bots.get(game.pk, []),
            "removed": self.removed.get(game.pk, []),
            "new_people": settings.SIGN_UP_OPEN,
        }

    def _group_of(self, game: Game) -> str:
        """The name of the group that the table is for, to its members alone."""
        if game.public or game.group_id not in self.groups:
            return ""
        return game.group.name if game.group else ""

    def _organises(self, game: Game) -> bool:
        return self.reader is not None and game.organiser_id == self.reader.pk

    def _taken_seat(self, game: Game, seat: Seat) -> Row:
        """A seat, how reliable its player is, and whether the reader may free it."""
        taken: Row = {"number": seat.number, "name": seat_name(seat)}
        if seat.person is None:
            return taken
        known = self.reliability.get(seat.person.pk, Reliability())
        on_time = _("%(percent)d%% on time") % {"percent": known.percent} if known.known else ""
        return {
            **taken,
            "removable": self._organises(game) and seat.person_id != game.organiser_id,
            "url": reverse("player", args=[seat.person.name]),
            "on_time": on_time,
            "usual_pace": usual_pace(self.paces.get(seat.person.pk)),
        }

    def _teams(
        self, game: Game, board: engine.Board, held: Iterable[Seat], seated: Seat | None
    ) -> list[Row]:
        """The teams, counted from 1; ``invitation`` is a link to one, for those at the table."""
        assert board.teams is not None
        size = board.teams.size
        found = []
        for number in range(game.seat_count // size):
            mates = [seat for seat in held if seat.team == number]
            free = size - len(mates)
            found.append(
                {
                    "number": number + 1,
                    "name": _team_name(number + 1, mates),
                    "places": [*(self._taken_seat(game, seat) for seat in mates), *[None] * free],
                    "mine": seated in mates,
                    "free": free > 0,
                    "invitation": _join_url(game, seated, number + 1) if seated and free else "",
                }
            )
        return found


def lobby_tables(games: Iterable[Game], reader: Person | None) -> list[Row]:
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
    # Those who come by a link to a table of a group do not learn of the group.
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


def open_seat_line(seat: Seat) -> Row:
    """A seat that needs a substitute, with its ``player`` until then, and the ``others``."""
    game = seat.game
    others = [other for other in game.seats.all() if other.number != seat.number]
    return {
        "game": game,
        "number": seat.number,
        "player": seat_name(seat),
        "others": joined(seat_name(other) for other in others),
        "pace": terms.describe_terms(terms_of(game)),
        "plans": describe_plans(game.plans, game.plan_pace),
        "absence": terms.absence_rules(game),
        "since": seat.open_since,
    }


def bot_tables() -> list[Row]:
    """One table for each board: the fewest players that it is made for, bots but for one."""
    return [_bot_table(engine.load_board(key)) for key in engine.board_names()]


def bots_for(board: engine.Board) -> int:
    """The number of bots that fill the smallest table of a board beside one person."""
    return min(board.seat_counts) - 1


def _bot_table(board: engine.Board) -> Row:
    count = bots_for(board)
    if board.teams:
        who = ngettext("you with a bot, in teams", "you and %(count)d bots, in teams", count)
    else:
        who = ngettext("you and a bot", "you and %(count)d bots", count)
    return {"key": board.key, "board": board_name(board), "who": who % {"count": count}}
