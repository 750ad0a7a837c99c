"""Forms for decisions about a league or a season."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.leagues.league import LONGEST_ABOUT, LONGEST_NAME, LONGEST_TITLE
from games.leagues.models import Season
from games.leagues.season.dates import movable_dates
from games.leagues.season.messages import LONGEST_MESSAGE
from games.people.models import Person
from games.people.names import LONGEST as LONGEST_PERSON
from games.web.moderation.forms import Choices, ReasonForm
from games.web.parts.date_fields import MomentField


class LeagueForm(forms.Form):
    """What a league is called, and what is said about it."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    about = forms.CharField(
        label=_("About this league"),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
    )


class SeasonForm(forms.Form):
    """What a season is called beside its number, and what is said about it."""

    title = forms.CharField(
        label=_("Title"),
        max_length=LONGEST_TITLE,
        required=False,
        help_text=_("Stands beside the number of the season. May stay empty."),
    )
    about = forms.CharField(
        label=_("About this season"),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
    )


class MessageForm(forms.Form):
    """What all players of a season are to read."""

    text = forms.CharField(
        label=_("Message"), max_length=LONGEST_MESSAGE, widget=forms.Textarea(attrs={"rows": 6})
    )


class NewDirectorForm(ReasonForm):
    """Who is to direct the league, too."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_PERSON)

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        person = Person.objects.filter(name=found.get("name", ""), is_active=True).first()
        if person is None:
            self.add_error("name", _("Nobody here has this name. Write it as the site shows it."))
        found["person"] = person
        return found


class DirectorForm(ReasonForm):
    """One of the directors."""

    director = forms.TypedChoiceField(label=_("Director"), coerce=int)

    def __init__(self, *args: Any, directors: Choices, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["director"].choices = list(directors)  # type: ignore[attr-defined]


DATE_LABELS: Final = {
    "registration_closes_at": _("Registration closes, and the divisions are drawn"),
    "starts_at": _("The games begin"),
    "ends_at": _("The season ends"),
}

DATE_HELP: Final = {
    "ends_at": _(
        "What is not over then counts as it stands on the board. Open turns keep their time."
    ),
}


class AnnounceForm(ReasonForm):
    """What speaks for itself; a word with it may be said."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["reason"].required = False
        self.fields["reason"].label = _("A word with it")
        self.fields["reason"].help_text = _("May stay empty. Who played here before reads it.")


class EntryForm(ReasonForm):
    """One of these players."""

    entry = forms.TypedChoiceField(
        label=_("Player"),
        coerce=int,
        error_messages={
            "required": _("Choose a player from the list."),
            "invalid_choice": _("Choose a player from the list."),
        },
    )

    def __init__(self, *args: Any, entries: Choices, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["entry"].choices = list(entries)  # type: ignore[attr-defined]


class ApproveForm(EntryForm):
    """Who is let in; a word with it may be said."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["reason"].required = False
        self.fields["reason"].label = _("A word with it")
        self.fields["reason"].help_text = _("May stay empty.")


class AdmitForm(EntryForm):
    """Who comes in; ``gone`` are those whose games can be taken over, None before the draw."""

    replacing = forms.TypedChoiceField(
        label=_("Whose games are taken over"),
        coerce=int,
        error_messages={"invalid_choice": _("Choose a player from the list.")},
    )

    def __init__(self, *args: Any, gone: Choices | None, **options: Any) -> None:
        super().__init__(*args, **options)
        if gone is None:
            del self.fields["replacing"]
        else:
            self.fields["replacing"].choices = list(gone)  # type: ignore[attr-defined]


class DatesForm(ReasonForm):
    """The dates of a season that can still be moved, filled in as they are."""

    def __init__(self, *args: Any, season: Season, **options: Any) -> None:
        super().__init__(*args, **options)
        self.names: Sequence[str] = movable_dates(season)
        for name in self.names:
            # A browser sends whole minutes; seconds would look as if somebody had changed them.
            before = getattr(season, name).replace(second=0, microsecond=0)
            self.fields[name] = MomentField(
                label=DATE_LABELS[name], initial=before, help_text=DATE_HELP.get(name, "")
            )
        self.order_fields([*self.names, "reason"])

    @property
    def dates(self) -> dict[str, datetime]:
        """The dates that were changed in the form."""
        return {name: self.cleaned_data[name] for name in self.names if name in self.changed_data}


class DivisionForm(ReasonForm):
    """The next division, named, so that to ask for it twice opens one."""

    tier = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
