"""Forms for reports, and for what people in office do."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from engine.bots import BOTS
from games.moderation.audit import LONGEST_REASON
from games.moderation.models import ReportStatus
from games.people.models import Person
from games.people.names import LONGEST as LONGEST_NAME
from games.web.parts.date_fields import MomentField

Choices = Sequence[tuple[str, str]]
SUBSTITUTE = "substitute"
PERSON = "person"


class ReasonForm(forms.Form):
    """Every decision needs a reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Those whom it concerns read it, and it is kept in the audit log."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        # Many forms share a page: each has ids of its own.
        super().__init__(*args, **options)
        self.order_fields([name for name in self.fields if name != "reason"])


class UntilForm(ReasonForm):
    """Something that may end by itself."""

    until = MomentField(
        label=_("Until"),
        required=False,
        help_text=_("Left empty, it lasts until somebody ends it."),
    )


class ExtendForm(ReasonForm):
    """More time for one seat, or for all who are to move."""

    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=90 * 24, initial=24)
    seat = forms.TypedChoiceField(label=_("For whom"), coerce=int, empty_value=None, required=False)

    def __init__(self, *args: Any, seats: Choices, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["seat"].choices = [("", _("everybody who is to move")), *seats]  # type: ignore[attr-defined]

    @property
    def by(self) -> timedelta:
        """The time to add."""
        return timedelta(hours=self.cleaned_data["hours"])


class SeatForm(ReasonForm):
    """Something about one seat."""

    seat = forms.TypedChoiceField(label=_("Player"), coerce=int)

    def __init__(self, *args: Any, seats: Choices, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["seat"].choices = list(seats)  # type: ignore[attr-defined]


class ReplaceForm(SeatForm):
    """A seat, and who goes on in it."""

    by = forms.ChoiceField(
        label=_("Who goes on?"),
        choices=[
            (SUBSTITUTE, _("Whoever takes the seat: it looks for a substitute")),
            (PERSON, _("The person named below, who is asked by mail")),
            # Lazily: the language is that of whoever is shown the form.
            *((bot, format_lazy("{} {}", _("The bot"), bot)) for bot in sorted(BOTS)),
        ],
        widget=forms.RadioSelect,
        initial=SUBSTITUTE,
    )
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, required=False)
    field_order = ("seat", "by", "name", "reason")

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        if found.get("by") != PERSON:
            return found
        person = Person.objects.filter(name=found.get("name", ""), is_active=True).first()
        if person is None:
            self.add_error("name", _("Nobody here has this name. Write it as the site shows it."))
        found["person"] = person
        return found

    @property
    def substitute(self) -> Person | str | None:
        """A person, the name of a bot, or None to look for one."""
        by = self.cleaned_data["by"]
        if by == PERSON:
            person: Person = self.cleaned_data["person"]
            return person
        return None if by == SUBSTITUTE else str(by)


class ExcuseForm(ReasonForm):
    """One of the turns that ran out of time."""

    miss = forms.ChoiceField(label=_("Missed turn"))

    def __init__(self, *args: Any, misses: Choices, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["miss"].choices = list(misses)  # type: ignore[attr-defined]


class ReturnPointForm(forms.Form):
    """The moment to go back to; the next page shows what that means."""

    to = forms.TypedChoiceField(label=_("Back to the moment when"), coerce=int)

    def __init__(self, *args: Any, moments: Choices, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["to"].choices = list(moments)  # type: ignore[attr-defined]


class PlacesForm(ReasonForm):
    """A place for each side; filled in as the points on the board have it."""

    def __init__(
        self, *args: Any, sides: Sequence[str], places: Sequence[int], **options: Any
    ) -> None:
        super().__init__(*args, **options)
        for number, (name, place) in enumerate(zip(sides, places, strict=True)):
            self.fields[f"place-{number}"] = forms.IntegerField(
                label=_("Place of %(name)s") % {"name": name},
                min_value=1,
                max_value=len(sides),
                initial=place,
            )
        self.order_fields([name for name in self.fields if name != "reason"])

    @property
    def places(self) -> list[int]:
        """The places, in the order of the sides."""
        return [value for name, value in self.cleaned_data.items() if name.startswith("place-")]


class SettleReportForm(ReasonForm):
    """What became of a report: a reason for the reporter, and a note for those in office."""

    status = forms.ChoiceField(
        label=_("What became of it"),
        choices=[
            (ReportStatus.HANDLED, _("Something was done")),
            (ReportStatus.DISMISSED, _("Nothing is to be done")),
        ],
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        label=_("Private note"),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only those who may see this report read it."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["reason"].label = _("Answer to the reporter")
        self.fields["reason"].help_text = _(
            "The person who reported this gets it by mail. Say nothing here that is not for them."
        )
        self.order_fields(["status", "reason", "note"])


class ExtendSeasonForm(forms.Form):
    """How much more time a whole season gets."""

    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=90 * 24)

    @property
    def by(self) -> timedelta:
        """The time to add."""
        return timedelta(hours=self.cleaned_data["hours"])
