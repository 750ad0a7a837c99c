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

from games.clock.terms import Terms, bank_key
from games.leagues.models import Partners, Season
from games.leagues.plan import Plan, kind_of
from games.leagues.points import USUAL
from games.web.clock.forms import AbsenceForm, ClockForm
from games.web.lobby.forms import board_choices

ROWS: Final = (1, 2, 3)
SIDES: Final = (2, 3, 4, 5)
PICKER = "%Y-%m-%dT%H:%M"


def _boards() -> list[tuple[str, str]]:
    return [("", "–"), *board_choices()]


class Moment(forms.DateTimeField):
    """A moment in the time zone of who fills in the form."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=PICKER)

    def __init__(self, **options: Any) -> None:
        super().__init__(input_formats=[PICKER, "%Y-%m-%d %H:%M"], **options)


class Numbers(forms.CharField):
    """Whole numbers with blanks or commas between them."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return [int(word) for word in text.replace(",", " ").split()]
        except ValueError:
            raise forms.ValidationError(
                gettext("Write whole numbers with spaces between them, such as: 4 3")
            ) from None


class PlanForm(ClockForm, AbsenceForm):
    """Everything about a season; `check_plan` has the last word."""

    partners = forms.ChoiceField(
        label=_("On boards with teams"), choices=Partners.choices, widget=forms.RadioSelect
    )
    division_size = forms.IntegerField(
        label=_("Players in a division"),
        min_value=2,
        help_text=_("Divisions become as near to it as the number of players allows."),
    )
    promote = forms.IntegerField(label=_("How many go up from each division"), min_value=0)
    relegate = forms.IntegerField(label=_("How many go down"), min_value=0)
    most_players = forms.IntegerField(
        label=_("Players at most"),
        required=False,
        min_value=2,
        help_text=_("Who comes later goes on the reserve list. Empty: no limit."),
    )
    registration_opens_at = Moment(label=_("Registration opens"))
    registration_closes_at = Moment(label=_("Registration closes, and the divisions are drawn"))
    starts_at = Moment(label=_("The games begin"))
    ends_at = Moment(
        label=_("The season ends"),
        help_text=_("What is not over then counts as it stands on the board."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for row in ROWS:
            first = row == 1
            self.fields[f"board_{row}"] = forms.ChoiceField(
                label=gettext("Board %(row)d") % {"row": row},
                choices=lazy(_boards, list)(),
                required=first,
            )
            self.fields[f"seats_{row}"] = Numbers(
                label=gettext("Players at a table of board %(row)d") % {"row": row},
                required=False,
                max_length=20,
                help_text=gettext("The wanted number first, then those that may fill up: 4 3")
                if first
                else "",
            )
            self.fields[f"games_{row}"] = forms.IntegerField(
                label=gettext("Games that everybody plays on board %(row)d") % {"row": row},
                required=first,
                min_value=1,
            )
        for sides in SIDES:
            self.fields[f"points_{sides}"] = Numbers(
                label=gettext("Points by place at a table with %(sides)d sides") % {"sides": sides},
                max_length=40,
            )
        kinds = [f"{part}_{row}" for row in ROWS for part in ("board", "seats", "games")]
        points = [f"points_{sides}" for sides in SIDES]
        self.order_fields(
            [
                *kinds,
                "partners",
                "division_size",
                "promote",
                "relegate",
                "most_players",
                "registration_opens_at",
                "registration_closes_at",
                "starts_at",
                "ends_at",
                *points,
                "days_per_turn",
                "bank",
            ]
        )

    def plan(self) -> Plan:
        """Gets the plan that the valid data describe.

        :raises Refused: if a board is unknown.
        """
        wanted = self.cleaned_data
        return Plan(
            kinds=tuple(
                kind_of(wanted[f"board_{row}"], wanted[f"seats_{row}"], wanted[f"games_{row}"] or 0)
                for row in ROWS
                if wanted[f"board_{row}"]
            ),
            points={sides: wanted[f"points_{sides}"] for sides in SIDES},
            clock={
                name: int(value) for name, value in {**self.terms.as_data(), **self.policy}.items()
            },
            partners=Partners(wanted["partners"]),
            division_size=wanted["division_size"],
            promote=wanted["promote"],
            relegate=wanted["relegate"],
            most_players=wanted["most_players"],
            registration_opens_at=wanted["registration_opens_at"],
            registration_closes_at=wanted["registration_closes_at"],
            starts_at=wanted["starts_at"],
            ends_at=wanted["ends_at"],
        )


def usual(now: datetime) -> dict[str, Any]:
    """Gets what the form proposes for the first season of a league."""
    day = timedelta(days=1)
    morning = localtime(now).replace(hour=9, minute=0, second=0, microsecond=0)
    return {
        "board_1": "usa",
        "seats_1": "4 3",
        "games_1": 3,
        "partners": Partners.ROTATING,
        "division_size": 8,
        "promote": 2,
        "relegate": 2,
        "days_per_turn": 3,
        "bank": "small",
        "vacation_allowed": True,
        "auto_vacation_days": 0,
        "replace_after": 3,
        "registration_opens_at": morning + day,
        "registration_closes_at": morning + 15 * day,
        "starts_at": morning + 17 * day,
        "ends_at": morning + 17 * day + timedelta(weeks=26),
        **{f"points_{sides}": " ".join(map(str, USUAL[sides])) for sides in SIDES},
    }


def as_before(season: Season, now: datetime, *, same_dates: bool) -> dict[str, Any]:
    """Gets what the form proposes from an earlier plan, at new dates unless they still hold."""
    clock: Mapping[str, int] = season.clock
    terms = Terms(
        **{name: clock[name] for name in Terms.__dataclass_fields__ if name in clock}  # type: ignore[arg-type]
    )
    proposed = {
        **usual(now),
        "partners": season.partners,
        "division_size": season.division_size,
        "promote": season.promote,
        "relegate": season.relegate,
        "most_players": season.most_players,
        "days_per_turn": terms.days_per_turn,
        "weekends_off": terms.weekends_off,
        "bank": bank_key(terms) or "none",
        **{
            name: clock[name]
            for name in ("vacation_allowed", "auto_vacation_days", "replace_after")
            if name in clock
        },
        **{f"points_{sides}": " ".join(map(str, worth)) for sides, worth in season.points.items()},
    }
    for row, kind in enumerate(season.kinds[: len(ROWS)], 1):
        proposed[f"board_{row}"] = kind["board"]
        proposed[f"seats_{row}"] = " ".join(map(str, kind["seats"]))
        proposed[f"games_{row}"] = kind["games"]
    if same_dates:
        for name in ("registration_opens_at", "registration_closes_at", "starts_at", "ends_at"):
            proposed[name] = getattr(season, name)
    return proposed
