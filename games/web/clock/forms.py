"""Form fields about the clock of a game, about absent players and about plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.clock.core import terms as wording
from games.clock.core.evenings import EVENING_MINUTES
from games.clock.core.terms import (
    BANK_PRESETS,
    MAX_DAYS,
    Terms,
    bank_choice,
    parse_bank_choice,
    parse_turn_choice,
    turn_choice,
)
from games.common.durations import count_minutes, count_turn
from games.tables.models import PlanChoice, PlanPace
from games.tables.plan_choice import PLAN_FIELDS

DAYS_PER_TURN = (1, 2, 3, 5, 7, 14)
HOURS_PER_TURN = (1, 2, 4, 8, 12)
assert max(DAYS_PER_TURN) <= MAX_DAYS
TURN_CHOICES = [*(f"{hours}h" for hours in HOURS_PER_TURN), *map(str, DAYS_PER_TURN)]
AUTO_VACATION_DAYS = (0, 3, 7, 14)
MISSES_BEFORE_REPLACEMENT = (2, 3, 5, 0)


def turn_choices() -> list[tuple[str, str]]:
    """The times for a turn that can be chosen."""
    return [(choice, _turn(choice)) for choice in TURN_CHOICES]


def _turn(choice: object) -> str:
    return count_turn(*parse_turn_choice(str(choice)))


def evening_choices() -> list[tuple[int, str]]:
    """The minutes for a turn while everybody is at the page, or none."""
    return [
        (minutes, count_minutes(minutes) if minutes else gettext("No"))
        for minutes in EVENING_MINUTES
    ]


def bank_choices() -> list[tuple[str, str]]:
    """The banks that can be chosen."""
    return [(key, _bank(key)) for key in BANK_PRESETS]


def _bank(key: str) -> str:
    hours, more, most = parse_bank_choice(key)
    if not most:
        return gettext("No time bank")
    terms = Terms(bank_hours=hours, bank_add_hours=more, bank_cap_hours=most)
    text = wording.describe_bank(terms)
    return text[:1].upper() + text[1:]


def auto_vacation_choices() -> list[tuple[int, str]]:
    """For how long a vacation may begin by itself."""
    none = (0, gettext("No"))
    return [none, *((days, _up_to(days)) for days in AUTO_VACATION_DAYS if days)]


def _up_to(days: int) -> str:
    return ngettext("Up to %(count)d day", "Up to %(count)d days", days) % {"count": days}


def replacement_choices() -> list[tuple[int, str]]:
    """After how many automatic moves in a row a seat may be handed on."""
    never = gettext("Never: only a director can do that")
    return [(count, _after(count) if count else never) for count in MISSES_BEFORE_REPLACEMENT]


def _after(count: int) -> str:
    return ngettext(
        "After %(count)d automatic move in a row",
        "After %(count)d automatic moves in a row",
        count,
    ) % {"count": count}


def keep_stored_choice(form: forms.Form, name: str, label: Callable[[Any], str]) -> None:
    """Add what a form was filled in with to the choices of a field, where it is none of them.

    A change of something else in the form then sends back the stored value.
    """
    value, field = form.initial.get(name), form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    choices: list[Any] = list(cast("Any", field.choices))
    if value is None or str(value) in {str(key) for key, _label in choices}:
        return
    field.choices = [*choices, (value, label(value))]


def clock_initial(terms: Terms) -> dict[str, Any]:
    """The initial values of `ClockForm` for these terms."""
    return {
        "days_per_turn": turn_choice(terms),
        "evening_minutes": terms.evening_minutes,
        # Plans store 0 and 1, and a box is not ticked only where it is False.
        "weekends_off": bool(terms.weekends_off),
        "bank": bank_choice(terms),
    }


class ClockForm(forms.Form):
    """Time for a turn."""

    days_per_turn = forms.ChoiceField(
        label=_("Time for each turn"),
        choices=lazy(turn_choices, list),
        help_text=_("With hours, nights do not count: 22:00 to 8:00 where the player lives."),
    )
    evening_minutes = forms.TypedChoiceField(
        label=_("Evening table: time for a turn while everybody is at the page"),
        choices=lazy(evening_choices, list),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Everybody sees that all are there. When somebody leaves, nothing is lost."),
    )
    bank = forms.ChoiceField(
        label=_("Time in the bank"),
        choices=lazy(bank_choices, list),
        required=False,
        help_text=_("Used by turns that take too long, before the clock makes an automatic move."),
    )
    weekends_off = forms.BooleanField(
        label=_("Weekends do not count"),
        required=False,
        help_text=_("Saturday and Sunday in the time zone of the player whose turn it is."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        keep_stored_choice(self, "days_per_turn", _turn)
        keep_stored_choice(self, "bank", _bank)

    @property
    def terms(self) -> Terms:
        """The clock that the valid data describe."""
        hours, more, most = parse_bank_choice(self.cleaned_data["bank"] or "none")
        days, hours_per_turn = parse_turn_choice(self.cleaned_data["days_per_turn"])
        return Terms(
            days_per_turn=days,
            hours_per_turn=hours_per_turn,
            evening_minutes=self.cleaned_data["evening_minutes"] or 0,
            weekends_off=self.cleaned_data["weekends_off"],
            bank_hours=hours,
            bank_add_hours=more,
            bank_cap_hours=most,
        )


class AbsenceForm(forms.Form):
    """Rules for players who are away or do not move."""

    vacation_allowed = forms.BooleanField(
        label=_("The clock stands still while a player is on vacation"), required=False
    )
    auto_vacation_days = forms.TypedChoiceField(
        label=_("A player who runs out of time goes on vacation automatically"),
        choices=lazy(auto_vacation_choices, list),
        coerce=int,
        required=False,
        help_text=_("Once per absence, and only with vacation days left."),
    )
    replace_after = forms.TypedChoiceField(
        label=_("When the others may vote for a substitute or a bot"),
        choices=lazy(replacement_choices, list),
        coerce=int,
        required=False,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        keep_stored_choice(self, "auto_vacation_days", _up_to)
        keep_stored_choice(self, "replace_after", _after)

    @property
    def policy(self) -> dict[str, Any]:
        """The valid data as options of a game."""
        data = self.cleaned_data
        return {
            "vacation_allowed": data["vacation_allowed"],
            "auto_vacation_days": data["auto_vacation_days"] or 0,
            "replace_after": 3 if data["replace_after"] == "" else data["replace_after"],
        }


class PlanChoiceForm(forms.Form):
    """The plans that players may give."""

    plans = forms.ChoiceField(
        label=_("Plans that players may give"),
        choices=[("", _("only draws in a rated game, all in others")), *PlanChoice.choices],
        required=False,
        help_text=_(
            "A plan says what a player is after, and plays their turns until it has a reason to "
            "ask them."
        ),
    )
    plan_pace = forms.ChoiceField(
        label=_("Time before a plan makes a move"),
        choices=PlanPace.choices,
        required=False,
        help_text=_("Drawn by lot for each move, so that it looks like a player’s own."),
    )

    @property
    def plan_options(self) -> dict[str, Any]:
        """The valid data as options of a game, without those that were left open."""
        data = self.cleaned_data
        return {name: data[name] for name in PLAN_FIELDS if data[name]}
