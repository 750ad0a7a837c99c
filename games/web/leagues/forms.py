"""Forms for decisions about a league or a season."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.leagues.league import LONGEST_ABOUT, LONGEST_NAME, LONGEST_TITLE
from games.leagues.models import Entrance, Entry, Season
from games.leagues.season.dates import DATES_OF_STEPS, movable_dates
from games.leagues.season.messages import LONGEST_MESSAGE
from games.people.models import Person
from games.people.names import LONGEST as LONGEST_PERSON
from games.web.moderation.forms import (
    ArgumentsForm,
    OrderedForm,
    ReasonForm,
    look_up_person,
    reason_field,
)
from games.web.parts.date_fields import MomentField


def _about_field(**options: Any) -> forms.CharField:
    """A field for a description, which is optional; ``options`` are its label."""
    box = forms.Textarea(attrs={"rows": 6})
    return forms.CharField(max_length=LONGEST_ABOUT, required=False, widget=box, **options)


class LeagueForm(ArgumentsForm):
    """Name and description of a league."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    about = _about_field(label=_("About this league"))


class SeasonForm(ArgumentsForm):
    """Title of a season beside its number, and description."""

    title = forms.CharField(
        label=_("Title"),
        max_length=LONGEST_TITLE,
        required=False,
        help_text=_("Shown beside the season's number. Optional."),
    )
    about = _about_field(label=_("About this season"))


class MessageForm(ArgumentsForm):
    """A message to all players of a season."""

    text = forms.CharField(
        label=_("Message"), max_length=LONGEST_MESSAGE, widget=forms.Textarea(attrs={"rows": 6})
    )


def _entrance_field(**options: Any) -> forms.ChoiceField:
    """A field for who may enter a league; ``options`` are its initial value."""
    kinds = Entrance.choices
    return forms.ChoiceField(
        label=_("Who may enter"), choices=kinds, widget=forms.RadioSelect, **options
    )


class FoundingForm(LeagueForm):
    """A new league."""

    entry = _entrance_field(initial=Entrance.OPEN)


class DirectorsReasonForm(OrderedForm):
    """A decision about a league or its directors, and its reason."""

    reason = reason_field(
        label=_("Reason"),
        help_text=_("The directors of the league and the person concerned can read it."),
    )


class EntranceForm(DirectorsReasonForm):
    """Who may enter a league from now on."""

    who = _entrance_field()


class NewDirectorForm(DirectorsReasonForm):
    """Another director of a league, by name."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_PERSON)

    def clean(self) -> dict[str, Any]:
        """Make a person of the name."""
        return look_up_person(self, super().clean() or {})


class DirectorForm(DirectorsReasonForm):
    """One of the directors, chosen by primary key."""

    director = forms.TypedChoiceField(
        label=_("Director"), coerce=lambda pk: Person.objects.get(pk=pk)
    )

    @property
    def arguments(self) -> dict[str, Any]:
        """The director as ``person``, and the reason."""
        return {"person": self.cleaned_data["director"], "reason": self.cleaned_data["reason"]}


class AnnounceForm(ArgumentsForm):
    """An announcement, which needs no reason."""

    reason = reason_field(
        label=_("A word to earlier players"),
        help_text=_("Optional, and public. Earlier players of the league get it by email."),
        required=False,
    )


def _entry_field(**options: Any) -> forms.TypedChoiceField:
    """A field for an entry, chosen by primary key; ``options`` are its label and help text."""
    wrong = _("Choose a player from the list.")
    return forms.TypedChoiceField(
        coerce=lambda pk: Entry.objects.get(pk=pk),
        error_messages={"required": wrong, "invalid_choice": wrong},
        **options,
    )


class EntryForm(ReasonForm):
    """One of these entries, chosen by primary key."""

    entry = _entry_field(label=_("Player"))


class AskingTable(forms.CheckboxSelectMultiple):
    """Boxes to tick beside what is known of each player; the labels are those of `asking_rows`."""

    template_name = "web/leagues/asking.html"


class ApproveForm(ReasonForm):
    """The entries to approve, which needs no reason."""

    entry = forms.ModelMultipleChoiceField(
        label=_("Approve"),
        queryset=Entry.objects.select_related("person", "division"),
        widget=AskingTable,
        error_messages={"required": _("Tick at least one player.")},
    )
    reason = reason_field(
        label=_("Public reason"),
        help_text=_("Optional. All players of the league can read it."),
        required=False,
    )

    @property
    def arguments(self) -> dict[str, Any]:
        """The chosen ``entries``, and the words."""
        found = dict(self.cleaned_data)
        return {"entries": list(found.pop("entry")), **found}


class AdmitForm(EntryForm):
    """An entry to admit, and one whose games it takes over; before the draw there are none."""

    replacing = _entry_field(label=_("Whose games to take over"))


class DatesForm(ReasonForm):
    """The dates of a season that can still be moved, filled in as they are."""

    registration_closes_at = MomentField(label=_("Registration closes and the divisions are drawn"))
    starts_at = MomentField(label=_("The games begin"))
    ends_at = MomentField(
        label=_("The season ends"),
        help_text=_(
            "Games not over by then count as they stand on the board. Open turns keep their time."
        ),
    )

    def __init__(self, *args: Any, season: Season, **options: Any) -> None:
        super().__init__(*args, **options)
        movable = movable_dates(season)
        for name in DATES_OF_STEPS:
            if name in movable:
                # A browser sends whole minutes; seconds would look as if somebody changed them.
                self.initial[name] = getattr(season, name).replace(second=0, microsecond=0)
            else:
                del self.fields[name]

    @property
    def arguments(self) -> dict[str, Any]:
        """The dates that were changed in the form, by the names of their fields, and the reason."""
        found = dict(self.cleaned_data)
        dates = {name: found.pop(name) for name in DATES_OF_STEPS if name in found}
        changed = {name: at for name, at in dates.items() if name in self.changed_data}
        return {"dates": changed, **found}


class ArrangementForm(EntryForm):
    """An entry, its new division, and another that comes back; some need the division alone.

    ``seen`` is the arrangement of divisions that the form was made for.
    """

    tier = forms.TypedChoiceField(label=_("Division"), coerce=int)
    exchange = _entry_field(
        label=_("In exchange for"),
        empty_value=None,
        required=False,
        help_text=_("Optional, for sizes of divisions that have to stay as they are."),
    )
    seen = forms.CharField(widget=forms.HiddenInput)


class DivisionForm(ReasonForm):
    """The next division by its tier, so that a request sent twice opens one."""

    tier = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
