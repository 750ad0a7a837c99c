"""The form in which a director plans a season."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils.functional import lazy
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from games.clock.core.terms import Terms
from games.common.errors import Refused
from games.leagues.models import Entrance, League, Partners, Season
from games.leagues.rules.standings import DEFAULT_POINTS
from games.leagues.season.plan import (
    DATES,
    HIGHEST_RATING,
    Plan,
    check_plan,
    game_kind,
    points_by_place,
)
from games.tables.models import Game, PlanChoice, PlanPace
from games.tables.plan_choice import PLAN_FIELDS, usual_plans
from games.web.clock.forms import AbsenceForm, ClockForm, PlanChoiceForm, clock_initial
from games.web.lobby.forms import board_choices
from games.web.parts.date_fields import MomentField

ROWS: Final = (1, 2, 3)
DIVISIONS: Final = ("division_size", "promote", "relegate", "most_players", "clubmates_apart")
ADMISSION: Final = ("least_rating", "most_rating", "least_reliability", "by_approval",
             "bot_accounts", "confirmation")  # fmt: skip
PACE: Final = ("days_per_turn", "evening_minutes", "bank")
POLICY: Final = ("vacation_allowed", "auto_vacation_days", "replace_after")


def table_sides() -> list[int]:
    """The numbers of sides, seats or teams, that a table of some board can have."""
    boards = [engine.load_board(key) for key in engine.board_names()]
    return sorted(
        {
            count // (board.teams.size if board.teams else 1)
            for board in boards
            for count in board.seat_counts
        }
    )


def _boards() -> list[tuple[str, str]]:
    return [("", "–"), *board_choices()]


class NumberListField(forms.CharField):
    """Whole numbers with blanks or commas between them."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return [int(word) for word in text.replace(",", " ").split()]
        except ValueError:
            raise forms.ValidationError(
                gettext("Write whole numbers separated by spaces, such as: 4 3")
            ) from None


class PlanForm(ClockForm, AbsenceForm, PlanChoiceForm):
    """Everything about a season; `check_plan` has the last word."""

    partners = forms.ChoiceField(
        label=_("On boards with teams"), choices=Partners.choices, widget=forms.RadioSelect
    )
    division_size = forms.IntegerField(
        label=_("Players in a division"),
        min_value=2,
        help_text=_("Divisions come as close to this as the number of players allows."),
    )
    promote = forms.IntegerField(label=_("Promoted from each division"), min_value=0)
    relegate = forms.IntegerField(label=_("Relegated from each division"), min_value=0)
    most_players = forms.IntegerField(
        label=_("Maximum number of players"),
        required=False,
        min_value=2,
        help_text=_("Later players go on the reserve list. Empty: no limit."),
    )
    clubmates_apart = forms.BooleanField(
        label=_("Keep clubmates apart at tables"),
        required=False,
        help_text=_("Players who register for the same club meet only where the numbers force it."),
    )
    least_rating = forms.IntegerField(
        label=_("Minimum rating"),
        required=False,
        min_value=0,
        max_value=HIGHEST_RATING,
        help_text=_("Over all boards; players with too few rated games have none. Empty: any."),
    )
    most_rating = forms.IntegerField(
        label=_("Maximum rating"), required=False, min_value=0, max_value=HIGHEST_RATING
    )
    least_reliability = forms.IntegerField(
        label=_("Minimum share of turns on time, in percent"),
        required=False,
        min_value=1,
        max_value=100,
        help_text=_("Newcomers may register. Empty: any."),
    )
    by_approval = forms.BooleanField(
        label=_("A director approves each registration"), required=False
    )
    bot_accounts = forms.BooleanField(
        label=_("Bot accounts may register"),
        required=False,
        help_text=_(
            "Programs that play through the API. Games with one count in a rating of their own."
        ),
    )
    confirmation = forms.BooleanField(
        label=_("Players confirm before the draw"),
        required=False,
        help_text=_(
            "We ask three days before registration closes, and those who do not answer go on the "
            "reserve list. Nobody is asked where registration is open for less than a week."
        ),
    )
    registration_opens_at = MomentField(label=_("Registration opens"))
    registration_closes_at = MomentField(label=_("Registration closes and the divisions are drawn"))
    starts_at = MomentField(label=_("The games begin"))
    ends_at = MomentField(
        label=_("The season ends"),
        help_text=_("Games not over by then count as they stand on the board."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # All games of a season are rated.
        self.fields["plans"].choices = PlanChoice.choices  # type: ignore[attr-defined]
        for name in DATES:
            self.fields[name].stored = self.initial.get(name)  # type: ignore[attr-defined]
        for row in ROWS:
            first = row == 1
            self.fields[f"board_{row}"] = forms.ChoiceField(
                label=gettext("Board %(row)d") % {"row": row},
                choices=lazy(_boards, list)(),
                required=first,
            )
            self.fields[f"seats_{row}"] = NumberListField(
                label=gettext("Players at a table of board %(row)d") % {"row": row},
                required=False,
                max_length=20,
                help_text=gettext("Preferred number first, then others to fill up with: 4 3")
                if first
                else "",
            )
            self.fields[f"games_{row}"] = forms.IntegerField(
                label=gettext("Games per player on board %(row)d") % {"row": row},
                required=first,
                min_value=1,
            )
        for sides in table_sides():
            self.fields[f"points_{sides}"] = NumberListField(
                label=gettext("Points by place at a table with %(sides)d sides") % {"sides": sides},
                max_length=40,
            )
        # What every season has comes first.
        boards = [f"{part}_{row}" for row in ROWS for part in ("board", "seats", "games")]
        own, more = boards[:3], boards[3:]
        points = [f"points_{sides}" for sides in table_sides()]
        self.order_fields([*own, *DIVISIONS, *DATES, *PACE, *ADMISSION, *more, "partners", *points])

    def plan(self) -> Plan:
        """The plan that the valid data describe.

        :raises Refused: if a board is unknown.
        """
        wanted = self.cleaned_data
        return Plan(
            kinds=tuple(
                game_kind(
                    wanted[f"board_{row}"], wanted[f"seats_{row}"], wanted[f"games_{row}"] or 0
                )
                for row in ROWS
                if wanted[f"board_{row}"]
            ),
            points={
                **DEFAULT_POINTS,
                **{sides: wanted[f"points_{sides}"] for sides in table_sides()},
            },
            clock={
                name: int(value) for name, value in {**self.terms.as_data(), **self.policy}.items()
            }
            | self.plan_options,
            partners=Partners(wanted["partners"]),
            **{name: wanted[name] for name in (*DIVISIONS, *ADMISSION, *DATES)},
        )


def default_plan(now: datetime, league: League) -> dict[str, Any]:
    """The initial values of the form for the first season of a league."""
    day = timedelta(days=1)
    morning = localtime(now).replace(hour=9, minute=0, second=0, microsecond=0)
    return {
        "board_1": "usa",
        "seats_1": "4 3",
        "games_1": 3,
        "partners": Partners.ROTATING,
        "by_approval": league.entry == Entrance.APPROVAL,
        "division_size": 8,
        "promote": 2,
        "relegate": 2,
        "days_per_turn": 3,
        "bank": "small",
        "vacation_allowed": True,
        "auto_vacation_days": 0,
        "replace_after": 3,
        "plans": usual_plans(rated=True),
        "plan_pace": PlanPace.MINUTES,
        "confirmation": True,
        "registration_opens_at": morning + day,
        "registration_closes_at": morning + 15 * day,
        "starts_at": morning + 17 * day,
        "ends_at": morning + 17 * day + timedelta(weeks=26),
        **{f"points_{sides}": " ".join(map(str, DEFAULT_POINTS[sides])) for sides in table_sides()},
    }


def plan_like(season: Season, now: datetime, *, same_dates: bool) -> dict[str, Any]:
    """The initial values of the form from an earlier plan: all of it as it is stored.

    The dates of a copy begin tomorrow and keep their distances.
    """
    clock: Mapping[str, Any] = season.clock
    # A plan leaves out what is as in any game.
    policy = {
        field.name: clock.get(field.name, field.get_default())
        for field in Game._meta.concrete_fields
        if field.name in POLICY
    }
    proposed = {
        **default_plan(now, season.league),
        "partners": season.partners,
        **{name: getattr(season, name) for name in (*DIVISIONS, *ADMISSION)},
        **clock_initial(Terms.from_data(clock)),
        **policy,
        "vacation_allowed": bool(policy["vacation_allowed"]),
        **{name: clock[name] for name in PLAN_FIELDS if name in clock},
        **{f"points_{sides}": " ".join(map(str, worth)) for sides, worth in season.points.items()},
    }
    for row, kind in enumerate(_playable(season)[: len(ROWS)], 1):
        proposed[f"board_{row}"] = kind["board"]
        proposed[f"seats_{row}"] = " ".join(map(str, kind["seats"]))
        proposed[f"games_{row}"] = kind["games"]
    return {**proposed, **_dates(season, now, same_dates=same_dates)}


def _playable(season: Season) -> list[dict[str, Any]]:
    """The kinds of game whose boards there still are, with the table sizes that they still have."""
    found = []
    for kind in season.kinds:
        if kind["board"] in engine.board_names():
            counts = engine.load_board(kind["board"]).seat_counts
            found.append({**kind, "seats": [size for size in kind["seats"] if size in counts]})
    return found


def why_not_again(season: Season, proposed: Mapping[str, Any], now: datetime) -> list[str]:
    """Return a sentence for what an earlier plan has and ``proposed`` cannot have any more."""
    names = engine.board_names()
    left = [kind for kind in season.kinds if kind["board"] in names]
    gone = [kind["board"] for kind in season.kinds if kind not in left]
    sentences = [
        gettext("The board “%(board)s” is gone. Choose another one, or leave it out.")
        % {"board": board[:30]}
        for board in gone
    ]
    plan = Plan(
        kinds=tuple(game_kind(kind["board"], kind["seats"], kind["games"]) for kind in left),
        points=points_by_place(season),
        clock=season.clock,
        partners=Partners(season.partners),
        **{name: getattr(season, name) for name in (*DIVISIONS, *ADMISSION)},
        **{name: proposed[name] for name in DATES},
    )
    try:
        if plan.kinds:
            check_plan(plan, now=now)
    except Refused as refusal:
        sentences.append(str(refusal))
    return sentences


def _dates(season: Season, now: datetime, *, same_dates: bool) -> dict[str, datetime]:
    stored = {name: localtime(getattr(season, name)) for name in DATES}
    if same_dates:
        return stored
    first = stored["registration_opens_at"]
    # Whole days by the clock on the wall: registration that opened at nine opens at nine.
    days = (localtime(now).date() - first.date()) + timedelta(days=1)
    return {name: at + days for name, at in stored.items()}
