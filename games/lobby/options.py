"""Options of a new game, and their validation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

import engine
from engine.bots import BOTS
from engine.bots.levels import LEVELS
from games.clock.core.terms import check_terms, terms_of
from games.common.errors import Refused
from games.language.boards import board_name
from games.language.bots import named_bots
from games.lobby.admission import RELIABILITY_LEVELS
from games.lobby.game_names import clean_game_name
from games.tables.models import REPLACEMENT_BOT, Game, PlanPace
from games.tables.plan_choice import check_plans, usual_plans

MAX_VACATION_DAYS: Final = 14
MAX_AUTOMATIC_MOVES: Final = 10
SPECTATOR_DELAYS: Final = (
    (0, 0), (1, 0), (2, 0), (5, 0), (10, 0), (0, 12), (0, 24), (0, 72),
)  # fmt: skip
"""The delay of spectators of a running game, in turns or in hours: one of the two."""
SAME_FIELDS: Final = (
    "board", "vacation_allowed", "auto_vacation_days", "replace_after", "replacement_bot",
    "public", "order_fixed", "teams_chosen", "least_reliability", "spectator_turns",
    "spectator_hours", "bot_accounts", "plan_pace",
)  # fmt: skip
"""The options that are fields of a game under the same name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """The board and its seats, the clock, what happens in absences, and who may join.

    ``bots`` sit in the last seats; a game with bots counts for no rating. On a board with teams
    chance pairs the players (A-16), or they choose their teams where ``teams_chosen``; the
    organiser then sits in the first, with the first bot where ``bot_partner``.
    ``replacement_bot`` is the level that may play on for a player who does not move.
    ``least_reliability`` is required of those who join: turns on time, in percent. Spectators see
    the running game as it was some turns or hours ago, or now. ``bot_accounts`` says whether bot
    accounts may join; they are not among the ``bots``. ``plans`` are those that players may give;
    None allows plans that only draw where the game is rated, and all where it is not.
    """

    board: str
    seats: int
    name: str = ""
    bots: Sequence[str] = ()
    days_per_turn: int = 3
    weekends_off: bool = False
    bank_hours: int = 0
    bank_add_hours: int = 0
    bank_cap_hours: int = 0
    hours_per_turn: int = 0
    evening_minutes: int = 0
    vacation_allowed: bool = True
    auto_vacation_days: int = 0
    replace_after: int = 3
    replacement_bot: str = REPLACEMENT_BOT
    public: bool = True
    order_fixed: bool = False
    teams_chosen: bool = False
    bot_partner: bool = False
    rated: bool = True
    least_reliability: int | None = None
    spectator_turns: int = 0
    spectator_hours: int = 0
    bot_accounts: bool = False
    plans: str | None = None
    plan_pace: str = PlanPace.MINUTES

    @classmethod
    def of_game(cls, game: Game) -> GameOptions:
        """Return the options of a game, with the bots that sit there now."""
        return cls(
            seats=game.seat_count,
            bots=[seat.bot for seat in game.seats.order_by("number") if seat.bot],
            rated=game.rated,
            plans=game.plans,
            name=game.name,
            **{field: getattr(game, field) for field in SAME_FIELDS},
            **terms_of(game).as_data(),
        )

    def as_fields(self) -> dict[str, Any]:
        """Return the fields of a game with these options."""
        rated = self.rated and not self.bots
        return {
            **{field: getattr(self, field) for field in SAME_FIELDS},
            **terms_of(self).as_data(),
            "name": clean_game_name(self.name),
            "seat_count": self.seats,
            "rated": rated,
            "plans": self.plans or usual_plans(rated=rated),
        }

    def check(self) -> engine.Board:
        """Check that a game can be played with these options; return its board.

        :raises Refused: if the board is unknown or not for that many seats, there is no such bot or
            no seat for the organiser, a number is out of range, the name is not allowed, teams are
            to be chosen on a board without, or plans are none of the list.
        """
        board = known_board(self.board)
        if self.seats not in board.seat_counts:
            raise Refused(takes_players(board))
        clean_game_name(self.name)
        unknown = [bot for bot in self.bots if bot not in BOTS]
        if unknown:
            raise Refused(
                _("There is no bot “%(bot)s”. Choose one of: %(bots)s.")
                % {"bot": unknown[0][:20], "bots": named_bots(BOTS)}
            )
        if self.replacement_bot not in LEVELS:
            raise Refused(
                _("Choose one of these bots to play on for a player: %(bots)s.")
                % {"bots": named_bots(LEVELS)}
            )
        if len(self.bots) >= self.seats:
            raise Refused(_("There is no seat left for you: choose fewer bots or more seats."))
        if self.teams_chosen and board.teams is None:
            raise Refused(_("%(board)s cannot be played in teams.") % {"board": board_name(board)})
        check_terms(terms_of(self))
        if not (
            0 <= self.auto_vacation_days <= MAX_VACATION_DAYS
            and 0 <= self.replace_after <= MAX_AUTOMATIC_MOVES
        ):
            raise Refused(
                _(
                    "Choose at most %(days)d days of vacation, and at most %(moves)d "
                    "automatic moves before a seat may be handed over."
                )
                % {"days": MAX_VACATION_DAYS, "moves": MAX_AUTOMATIC_MOVES}
            )
        if self.least_reliability not in (None, *RELIABILITY_LEVELS):
            raise Refused(
                _("Choose one of these percentages of turns on time: %(shares)s.")
                % {"shares": ", ".join(f"{share}%" for share in RELIABILITY_LEVELS)}
            )
        if (self.spectator_turns, self.spectator_hours) not in SPECTATOR_DELAYS:
            raise Refused(_("Choose from the list how late spectators see the game."))
        check_plans(self.plans, self.plan_pace)
        return board


def known_board(key: str) -> engine.Board:
    """The board of a key.

    :raises Refused: if there is none; it names those there are.
    """
    if key not in engine.board_names():
        names = ", ".join(board_name(engine.load_board(name)) for name in engine.board_names())
        raise Refused(
            _("There is no board “%(board)s”. Choose one of: %(boards)s.")
            % {"board": key[:30], "boards": names}
        )
    return engine.load_board(key)


def takes_players(board: engine.Board) -> str:
    """A sentence with the numbers of players that a board is made for."""
    counts = [str(count) for count in board.seat_counts]
    name = board_name(board)
    if len(counts) == 1:
        return _("%(board)s takes %(count)s players.") % {"board": name, "count": counts[0]}
    return _("%(board)s takes %(counts)s or %(last)s players.") % {
        "board": name,
        "counts": ", ".join(counts[:-1]),
        "last": counts[-1],
    }
