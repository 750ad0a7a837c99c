"""Forms for opening and joining a table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from engine.bots import BOTS
from games.lobby.admission import RELIABILITY_LEVELS
from games.lobby.seating import LONGEST_CONTRIBUTION
from games.web.clock.forms import AbsenceForm, ClockForm
from games.web.lobby.presenters import LobbyTable
from games.web.parts.phrases import joined


def board_choices() -> list[tuple[str, str]]:
    """Key and name of every board, with the numbers of players it is made for."""
    boards = [engine.load_board(key) for key in engine.board_names()]
    return [(board.key, f"{board.name} ({_seat_counts(board)})") for board in boards]


def _seat_counts(board: engine.Board) -> str:
    """The numbers of players: "2–5", or "4, 6" where one between them is not possible."""
    counts = board.seat_counts
    if len(counts) == counts[-1] - counts[0] + 1:
        return f"{counts[0]}–{counts[-1]}"
    return ", ".join(map(str, counts))


def seat_choices() -> list[tuple[int, str]]:
    """The numbers of seats that some board is made for."""
    boards = [engine.load_board(key) for key in engine.board_names()]
    counts = sorted({count for board in boards for count in board.seat_counts})
    return [(count, str(count)) for count in counts]


def bot_counts() -> list[tuple[int, str]]:
    """The numbers of seats that bots may take."""
    return [(count, str(count)) for count in range(max(seat_choices())[0])]


def teams_label() -> str:
    """The name of the choice of teams, with the boards that are played in teams."""
    boards = [engine.load_board(key) for key in engine.board_names()]
    names = joined(board.name for board in boards if board.teams)
    return gettext("Teams (%(boards)s)") % {"boards": names}


def reliability_choices() -> list[tuple[str, str]]:
    """The least reliability that a table can ask of who joins."""
    asked = [
        (str(share), _("%(share)d %% or more") % {"share": share}) for share in RELIABILITY_LEVELS
    ]
    return [("", gettext("everyone")), *((value, str(label)) for value, label in asked)]


BOT_NAMES = {
    "planner": _("Planner: picks tickets that fit together and saves for them"),
    "random": _("Random: does anything that is allowed"),
}


def bot_choices() -> list[tuple[str, Any]]:
    """The bots, the able one first."""
    return [(key, BOT_NAMES.get(key, key)) for key in sorted(BOTS)]


class ContributionForm(forms.Form):
    """The contribution of a player to the shuffles."""

    contribution = forms.CharField(
        label=_("Your contribution to the shuffles"),
        required=False,
        max_length=LONGEST_CONTRIBUTION,
        help_text=_(
            "Every shuffle follows from a secret that the server fixed beforehand and from what"
            " the players write here. Write anything that nobody can foresee, and you know that"
            " the server did not choose the order of the cards by itself; after the game everybody"
            " can check it. It may stay empty."
        ),
        widget=forms.TextInput(
            attrs={"data-propose": "", "autocomplete": "off", "spellcheck": "false"}
        ),
    )


class JoinForm(ContributionForm):
    """A seat at a table; where the players choose their teams, the team too."""

    def __init__(self, table: LobbyTable, *args: Any, team: int | None = None) -> None:
        super().__init__(*args)
        free = [(str(place.number), place.name) for place in table.teams if place.free]
        if not free:
            return
        numbers = [number for number, _name in free]
        self.fields["team"] = forms.TypedChoiceField(
            label=_("Your team"),
            choices=free,
            coerce=int,
            required=False,
            initial=str(team) if str(team) in numbers else numbers[0],
            widget=forms.RadioSelect,
        )
        self.order_fields(["team", "contribution"])


class CreateGameForm(ContributionForm, ClockForm, AbsenceForm):
    """Everything about a new table."""

    board = forms.ChoiceField(
        label=_("Board"), choices=lazy(board_choices, list), widget=forms.RadioSelect
    )
    seats = forms.TypedChoiceField(
        label=_("Players, with you and the bots"), choices=lazy(seat_choices, list), coerce=int
    )
    bots = forms.TypedChoiceField(
        label=_("How many of them are bots"),
        choices=lazy(bot_counts, list),
        coerce=int,
        help_text=_("A bot answers at once."),
    )
    bot = forms.ChoiceField(label=_("Which bot"), choices=lazy(bot_choices, list))
    public = forms.TypedChoiceField(
        label=_("Who may join"),
        choices=[("yes", _("Everyone")), ("", _("Only who has the invitation link"))],
        coerce=bool,
        required=False,
        widget=forms.RadioSelect,
    )
    rated = forms.BooleanField(
        label=_("Count the result for the ratings"),
        required=False,
        help_text=_("Games with bots never count."),
    )
    least_reliability = forms.TypedChoiceField(
        label=_("Who may join, by turns on time"),
        choices=lazy(reliability_choices, list),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Who has played too few turns to tell may always join."),
    )
    order_fixed = forms.BooleanField(
        label=_("Play in the order of joining, not in a random order"), required=False
    )
    teams = forms.ChoiceField(
        label=lazy(teams_label, str)(),
        choices=[
            ("chance", _("Chance pairs the players when the game begins")),
            ("chosen", _("Players choose beside whom they sit")),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    bot_partner = forms.BooleanField(
        label=_("Where teams are chosen, a bot plays with me"), required=False
    )
    first = ("board", "seats", "bots", "bot", "days_per_turn", "public")
    """The fields that nearly everybody looks at; the rest has good values and can wait."""
    field_order = (
        "board", "seats", "bots", "bot", "teams", "bot_partner", "days_per_turn", "bank",
        "weekends_off", "vacation_allowed", "auto_vacation_days", "replace_after", "public",
        "least_reliability", "rated", "order_fixed", "contribution",
    )  # fmt: skip

    def first_fields(self) -> list[forms.BoundField]:
        """The fields that are always in sight."""
        return [self[name] for name in self.first]

    def more_fields(self) -> list[forms.BoundField]:
        """The fields that are folded away at first."""
        return [field for field in self if field.name not in self.first]

    def more_is_wrong(self) -> bool:
        """Whether something is to be mended that is folded away."""
        return any(field.errors for field in self.more_fields())
