"""Forms for opening and joining a table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from games.common.durations import count_days
from games.language.boards import board_name
from games.language.bots import level_lines, other_lines
from games.lobby.admission import RELIABILITY_LEVELS
from games.lobby.company import DAYS_FOR_GROUP
from games.lobby.groups.members import my_groups
from games.lobby.options import SPECTATOR_DELAYS, takes_players
from games.lobby.search import LONGEST_SEARCH, TableSearch
from games.lobby.seating import LONGEST_CONTRIBUTION
from games.people.groups import PlayerGroup
from games.people.models import Person
from games.players.follows.opponents import favourites_of
from games.tables.models import LONGEST_NAME, PlanChoice
from games.web.clock.forms import DAYS_PER_TURN, AbsenceForm, ClockForm, PlanChoiceForm
from games.web.parts.durations import describe_spectator_delay
from games.web.parts.phrases import joined


def board_choices() -> list[tuple[str, str]]:
    """Key and name of every board, with the numbers of players it is made for."""
    boards = [engine.load_board(key) for key in engine.board_names()]
    return [(board.key, f"{board_name(board)} ({_seat_counts(board)})") for board in boards]


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
    names = joined(board_name(board) for board in boards if board.teams)
    return gettext("Teams (%(boards)s)") % {"boards": names}


def reliability_choices() -> list[tuple[str, str]]:
    """The least reliability that a table can ask of those who join."""
    levels = [
        (str(share), _("%(share)d%% or more") % {"share": share}) for share in RELIABILITY_LEVELS
    ]
    return [("", gettext("everyone")), *((value, str(label)) for value, label in levels)]


def group_day_choices() -> list[tuple[int, str]]:
    """The times for which a table is for a group alone."""
    return [
        (days, _("%(days)s, then everyone") % {"days": count_days(days)})
        if days
        else (0, gettext("For good"))
        for days in DAYS_FOR_GROUP
    ]


def spectator_choices() -> list[tuple[str, str]]:
    """The delays of spectators, as "turns-hours"."""
    return [
        (f"{turns}-{hours}", describe_spectator_delay(turns, hours) or gettext("The game as it is"))
        for turns, hours in SPECTATOR_DELAYS
    ]


def bot_choices() -> list[tuple[str, str]]:
    """The levels, gentle first, and then the other bots."""
    return [(line.key, line.label) for line in (*level_lines(), *other_lines())]


def level_choices() -> list[tuple[str, str]]:
    """The levels, gentle first."""
    return [(line.key, line.label) for line in level_lines()]


class ContributionForm(forms.Form):
    """The contribution of a player to the shuffles."""

    contribution = forms.CharField(
        label=_("Your contribution to the shuffles"),
        required=False,
        max_length=LONGEST_CONTRIBUTION,
        help_text=_(
            "Every shuffle is derived from a secret that the server fixed beforehand "
            "and from what the players enter here. Enter something nobody could guess, "
            "and you know that the server did not choose the order of the cards on its "
            "own; anybody can check this after the game. You may leave it empty."
        ),
        widget=forms.TextInput(
            attrs={"data-propose": "", "autocomplete": "off", "spellcheck": "false"}
        ),
    )


class JoinForm(ContributionForm):
    """A seat at a table; where the players choose their teams, the team too."""

    def __init__(self, table: dict[str, Any], *args: Any, team: int | None = None) -> None:
        super().__init__(*args)
        free = [(str(one["number"]), one["name"]) for one in table["teams"] if one["free"]]
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


def _chosen_board(key: object) -> engine.Board | None:
    return engine.load_board(key) if isinstance(key, str) and key in engine.board_names() else None


class CreateGameForm(ContributionForm, ClockForm, AbsenceForm, PlanChoiceForm):
    """Everything about a new table."""

    board = forms.ChoiceField(
        label=_("Board"), choices=lazy(board_choices, list), widget=forms.RadioSelect
    )
    seats = forms.TypedChoiceField(
        label=_("Players, including you and any bots"), choices=lazy(seat_choices, list), coerce=int
    )
    bots = forms.TypedChoiceField(
        label=_("Number of bots"),
        choices=lazy(bot_counts, list),
        coerce=int,
        help_text=_("A bot moves within seconds."),
    )
    bot = forms.ChoiceField(
        label=_("Level of the bots"),
        choices=lazy(bot_choices, list),
        help_text=_("From gentle to strong; the number is the strength against other bots."),
    )
    name = forms.CharField(
        label=_("Name of the game"),
        required=False,
        max_length=LONGEST_NAME,
        help_text=_("Shown in the lobby and in the subject of every email. Optional."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    public = forms.TypedChoiceField(
        label=_("Who may join"),
        choices=[("yes", _("Everyone")), ("", _("Only people with the invitation link"))],
        coerce=bool,
        required=False,
        widget=forms.RadioSelect,
    )
    spectators = forms.ChoiceField(
        label=_("What spectators see while the game runs"),
        choices=lazy(spectator_choices, list),
        required=False,
        help_text=_(
            "Only games that everyone may join have spectators. Once a game is over, "
            "everybody sees all of it."
        ),
    )
    group = forms.ChoiceField(label=_("For a club"), required=False)
    days_for_group = forms.TypedChoiceField(
        label=_("How long only the club may join"),
        choices=lazy(group_day_choices, list),
        coerce=int,
        empty_value=None,
        required=False,
    )
    invite = forms.MultipleChoiceField(
        label=_("Invite favourites"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("They get an email with a link to the table."),
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_("Games with bots are never rated."),
    )
    bot_accounts = forms.BooleanField(
        label=_("Bot accounts may join"),
        required=False,
        help_text=_(
            "Programs that people have written. A game with one counts in a rating of its own."
        ),
    )
    replacement_bot = forms.ChoiceField(
        label=_("Bot that may take the seat of an absent player"),
        choices=lazy(level_choices, list),
        required=False,
        help_text=_("Everybody sees it before they join."),
    )
    least_reliability = forms.TypedChoiceField(
        label=_("Turns on time required to join"),
        choices=lazy(reliability_choices, list),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Newcomers with too few turns to judge may always join."),
    )
    order_fixed = forms.BooleanField(
        label=_("Take turns in the order of joining instead of at random"), required=False
    )
    teams = forms.ChoiceField(
        label=lazy(teams_label, str)(),
        choices=[
            ("chance", _("Pair players at random when the game begins")),
            ("chosen", _("Let players choose their partners")),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    bot_partner = forms.BooleanField(
        label=_("If players choose their teams, a bot plays on mine"), required=False
    )

    def __init__(self, *args: Any, person: Person, **options: Any) -> None:
        super().__init__(*args, **options)
        self.chosen_board = _chosen_board(self["board"].value())
        if self.chosen_board is not None:
            self._offer_only_what_fits(self.chosen_board)
        groups = [(str(group.pk), group.name) for group in my_groups(person)]
        if groups:
            self.fields["group"].choices = [("", gettext("No club")), *groups]  # type: ignore[attr-defined]
        else:
            del self.fields["group"], self.fields["days_for_group"]
        favourites = [(other.name, other.name) for other in favourites_of(person)]
        if favourites:
            self.fields["invite"].choices = favourites  # type: ignore[attr-defined]
        else:
            del self.fields["invite"]

    def _offer_only_what_fits(self, board: engine.Board) -> None:
        counts = board.seat_counts
        self.fields["seats"].choices = [(count, str(count)) for count in counts]  # type: ignore[attr-defined]
        self.fields["bots"].choices = [(count, str(count)) for count in range(counts[-1])]  # type: ignore[attr-defined]
        self.fields["seats"].error_messages["invalid_choice"] = takes_players(board)

    @property
    def has_teams(self) -> bool:
        """Whether the chosen board is played in teams, or none is chosen yet."""
        return self.chosen_board is None or self.chosen_board.teams is not None

    def boards(self) -> dict[str, dict[str, Any]]:
        """What each board allows, for the script of the page."""
        boards = [engine.load_board(key) for key in engine.board_names()]
        return {
            board.key: {"seats": board.seat_counts, "teams": board.teams is not None}
            for board in boards
        }

    @property
    def chosen_group(self) -> PlayerGroup | None:
        """The group that the table is for, as it was a moment ago."""
        pk = self.cleaned_data.get("group")
        return PlayerGroup(pk=int(pk)) if pk else None

    of_teams = ("teams", "bot_partner")
    """The fields that only boards with teams have."""
    first = ("board", "seats", "bots", "bot", "days_per_turn", "evening_minutes", "public",
             "group", "days_for_group", "invite", "name")  # fmt: skip
    """The fields that nearly everybody looks at; the rest has good values and can wait."""
    field_order = (
        "board", "seats", "bots", "bot", "teams", "bot_partner", "days_per_turn",
        "evening_minutes", "bank", "weekends_off", "vacation_allowed", "auto_vacation_days",
        "replace_after", "replacement_bot", "plans", "plan_pace", "public", "group",
        "days_for_group", "invite", "name", "spectators", "least_reliability", "bot_accounts",
        "rated", "order_fixed", "contribution",
    )  # fmt: skip

    @property
    def spectator_delay(self) -> tuple[int, int]:
        """The turns and hours that spectators are to be behind."""
        turns, _dash, hours = (self.cleaned_data["spectators"] or "0-0").partition("-")
        return int(turns), int(hours)

    def first_fields(self) -> list[forms.BoundField]:
        """The fields that are always in sight."""
        return [self[name] for name in self.first if name in self.fields]

    def more_fields(self) -> list[forms.BoundField]:
        """The fields that are folded away at first."""
        return [field for field in self if field.name not in self.first]

    def more_is_wrong(self) -> bool:
        """Whether a field that is folded away has an error."""
        return any(field.errors for field in self.more_fields())


YES_OR_NO = [("", _("Does not matter")), ("yes", _("Yes")), ("no", _("No"))]


def _yes_or_no(choice: str) -> bool:
    return choice == "yes"


class TableSearchForm(forms.Form):
    """Conditions of the tables that the lobby shows, in its address."""

    text = forms.CharField(
        label=_("Name of the table or its organiser"), required=False, max_length=LONGEST_SEARCH
    )
    board = forms.ChoiceField(label=_("Board"), required=False)
    seats = forms.TypedChoiceField(label=_("Players"), required=False, coerce=int, empty_value=None)
    days = forms.TypedChoiceField(
        label=_("Time for a turn, at most"), required=False, coerce=int, empty_value=None
    )
    evening = forms.TypedChoiceField(
        label=_("Evening table"),
        choices=YES_OR_NO,
        required=False,
        coerce=_yes_or_no,
        empty_value=None,
    )
    rated = forms.TypedChoiceField(
        label=_("Rated"), choices=YES_OR_NO, required=False, coerce=_yes_or_no, empty_value=None
    )
    bots = forms.TypedChoiceField(
        label=_("With bots"), choices=YES_OR_NO, required=False, coerce=_yes_or_no, empty_value=None
    )
    bot_accounts = forms.TypedChoiceField(
        label=_("Bot accounts may join"),
        choices=YES_OR_NO,
        required=False,
        coerce=_yes_or_no,
        empty_value=None,
    )
    plans = forms.ChoiceField(
        label=_("Plans"), choices=[("", _("Does not matter")), *PlanChoice.choices], required=False
    )
    followed = forms.BooleanField(label=_("With people I follow"), required=False)

    def __init__(self, data: Any, *, person: Person | None) -> None:
        super().__init__(data)
        choices: dict[str, list[tuple[Any, Any]]] = {
            "board": [(key, board_name(engine.load_board(key))) for key in engine.board_names()],
            "seats": [*seat_choices()],
            "days": [(0, gettext("Hours")), *((days, count_days(days)) for days in DAYS_PER_TURN)],
        }
        for name, found in choices.items():
            self.fields[name].choices = [("", gettext("Any")), *found]  # type: ignore[attr-defined]
        if person is None:
            del self.fields["followed"]

    @property
    def search(self) -> TableSearch:
        """The conditions that could be read; others ask nothing."""
        self.is_valid()
        return TableSearch(**self.cleaned_data)

    @property
    def query(self) -> str:
        """The conditions as a part of an address, to which the number of a page is added."""
        kept = {name: self.data[name] for name in self.fields if self.data.get(name)}
        return f"{urlencode(kept)}&" if kept else ""
