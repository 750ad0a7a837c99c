"""Forms for reports, and for the decisions of directors and moderators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django import forms
from django.utils.functional import Promise, lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.language.bots import BOT_RANKS
from games.moderation.audit import LONGEST_REASON
from games.moderation.fair_play import line_choices
from games.moderation.models import ReportStatus
from games.people.groups import LONGEST_GROUP_NAME
from games.people.models import Person
from games.people.names import LONGEST as LONGEST_NAME
from games.people.names import name_key
from games.web.parts.date_fields import MomentField

Text = str | Promise
Choices = Sequence[tuple[str, Text]]
SUBSTITUTE = "substitute"
PERSON = "person"


class ArgumentsForm(forms.Form):
    """A form for a service: its fields, or what ``arguments`` makes of them.

    ``choices`` are those of its fields by their names; a field whose choices are None goes away.
    """

    def __init__(
        self, *args: Any, choices: Mapping[str, Choices | None] | None = None, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        for name, values in (choices or {}).items():
            if values is None:
                del self.fields[name]
            else:
                self.fields[name].choices = list(values)  # type: ignore[attr-defined]

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of the service, once the form is valid."""
        return self.cleaned_data


def reason_field(**options: Any) -> forms.CharField:
    """A field for the reason of a decision; ``options`` are its label and help text."""
    return forms.CharField(
        max_length=LONGEST_REASON, widget=forms.Textarea(attrs={"rows": 3}), **options
    )


def message_field(**options: Any) -> forms.CharField:
    """A field for a private message; ``options`` are its label and help text."""
    texts = {
        "label": _("Private message"),
        "help_text": _(
            "Optional. Not published: only the player concerned, or everybody at the table, gets "
            "it by email. Directors and moderators can read it."
        ),
    }
    return reason_field(**{**texts, **options}, required=False)


WORDS: Final = ("reason", "message", "note")
"""The fields that come last."""


class OrderedForm(ArgumentsForm):
    """A form whose words come last."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        first = [name for name in self.fields if name not in WORDS]
        self.order_fields(self.field_order or [*first, *WORDS])


class ReasonForm(OrderedForm):
    """A decision with its public reason and a private message."""

    reason = reason_field(
        label=_("Public reason"),
        help_text=_(
            "Everybody who can see these decisions reads it, and it is kept in the audit log. "
            "Write nothing here that is meant for one player only."
        ),
    )
    message = message_field()


class PrivateReasonForm(OrderedForm):
    """A decision about a person, whose reason is not published."""

    reason = reason_field(
        label=_("Reason"),
        help_text=_("Not published: only the person concerned and moderators can read it."),
    )


class ClubNameForm(PrivateReasonForm):
    """Another name for a club."""

    name = forms.CharField(label=_("Name of the club"), max_length=LONGEST_GROUP_NAME)


def until_field() -> MomentField:
    """A field for the end of something that may end by itself."""
    return MomentField(
        label=_("Until"),
        required=False,
        help_text=_("If empty, it lasts until somebody ends it."),
    )


class SanctionForm(PrivateReasonForm):
    """A sanction of a person, and the line of fair play that they broke."""

    line = forms.ChoiceField(
        label=_("Which line of fair play was broken?"),
        choices=lazy(line_choices, list),
        required=False,
        help_text=_("The person sees it with the reason."),
    )


class LookForm(OrderedForm):
    """A look at hidden cards, and its reason."""

    reason = reason_field(
        label=_("Public reason"), help_text=_("The players can read it when the game is over.")
    )


class UntilForm(ReasonForm):
    """A measure in a game that may end by itself."""

    until = until_field()


class SanctionUntilForm(SanctionForm):
    """A sanction that may end by itself."""

    until = until_field()


class ExtendForm(ReasonForm):
    """More time for one seat, or for all who are to move."""

    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=90 * 24, initial=24)
    seat = forms.TypedChoiceField(label=_("For whom"), coerce=int, empty_value=None, required=False)

    @property
    def arguments(self) -> dict[str, Any]:
        """The time to add as ``by``, the seat and the reason."""
        found = dict(self.cleaned_data)
        return {"by": timedelta(hours=found.pop("hours")), **found}


class SeatForm(ReasonForm):
    """One seat of a game."""

    seat = forms.TypedChoiceField(label=_("Player"), coerce=int)


class WarnPlayerForm(SanctionForm):
    """A player of a game, and the line of fair play that they broke."""

    seat = forms.TypedChoiceField(label=_("Player"), coerce=int)


class VoteForm(ReasonForm):
    """A vote on which all players have agreed."""

    vote = forms.TypedChoiceField(label=_("Vote"), coerce=int)


MOST_NAMES: Final = 5
"""The most names that are proposed for a part of a name."""


def look_up_person(form: forms.Form, found: dict[str, Any]) -> dict[str, Any]:
    """Put the ``person`` whose ``name`` was typed, in whatever case, in the place of the name.

    A part of a name is an error that proposes the whole ones: nobody is decided about by guess.
    """
    typed = found.pop("name", "")
    alike = list(Person.objects.named_like(typed).filter(is_active=True)[: MOST_NAMES + 1])
    found["person"] = Person.objects.filter(name_key=name_key(typed), is_active=True).first()
    if found["person"] is None and not form.has_error("name"):
        form.add_error("name", _why_nobody([person.name for person in alike]))
    return found


def _why_nobody(names: list[str]) -> str:
    if not names:
        return gettext("Nobody here has this in their name.")
    if len(names) > MOST_NAMES:
        return gettext("Many names have this in them. Write more of the name.")
    return gettext("Write the whole name. Do you mean: %(names)s?") % {"names": ", ".join(names)}


class ReplaceForm(SeatForm):
    """A seat, and its next player."""

    by = forms.ChoiceField(
        label=_("Who plays on?"),
        choices=[
            (SUBSTITUTE, _("Anybody: the seat is offered to substitutes")),
            (PERSON, _("The person named below, who is asked by email")),
            # Lazily: the language is that of the reader of the form.
            *((bot, format_lazy("{}: {}", _("A bot"), rank)) for bot, rank in BOT_RANKS),
        ],
        widget=forms.RadioSelect,
        initial=SUBSTITUTE,
    )
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, required=False)

    def clean(self) -> dict[str, Any]:
        """Make ``by`` a person, the name of a bot, or None to look for a substitute."""
        found: dict[str, Any] = super().clean() or {}
        if found.get("by") == PERSON:
            found["by"] = look_up_person(self, found).pop("person")
        elif found.get("by") == SUBSTITUTE:
            found["by"] = None
        found.pop("name", None)
        return found


class ExcuseForm(ReasonForm):
    """One of the turns that ran out of time."""

    miss = forms.ChoiceField(label=_("Missed turn"))

    @property
    def arguments(self) -> dict[str, Any]:
        """The seat and the number of the decision that was missed, and the reason."""
        found = dict(self.cleaned_data)
        seat, decision = map(int, found.pop("miss").split("-"))
        return {"seat": seat, "decision": decision, **found}


class ReturnPointForm(ArgumentsForm):
    """The moment to go back to; the next page shows what that means."""

    to = forms.TypedChoiceField(label=_("Back to"), coerce=int)


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
        self.order_fields([name for name in self.fields if name not in WORDS])

    @property
    def arguments(self) -> dict[str, Any]:
        """The places in the order of the sides, and the words."""
        found = dict(self.cleaned_data)
        places = [found.pop(name) for name in self.cleaned_data if name not in WORDS]
        return {"places": places, **found}


class SettleReportForm(PrivateReasonForm):
    """The outcome of a report: an answer to the reporter, and a note for moderators."""

    status = forms.ChoiceField(
        label=_("Outcome"),
        choices=[
            (ReportStatus.HANDLED, _("Action taken")),
            (ReportStatus.DISMISSED, _("No action needed")),
        ],
        widget=forms.RadioSelect,
    )
    reason = reason_field(
        label=_("Answer to the reporter"),
        help_text=_("Emailed to the person who made the report. Write only what they may know."),
    )
    note = reason_field(
        label=_("Private note"),
        required=False,
        help_text=_("Visible only to those who may see this report."),
    )
    field_order = ("status", "reason", "note")


class ExtendSeasonForm(forms.Form):
    """The time that a whole season gets more."""

    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=90 * 24)

    @property
    def by(self) -> timedelta:
        """The time to add."""
        return timedelta(hours=self.cleaned_data["hours"])
