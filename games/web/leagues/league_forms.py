"""Forms for what directors decide about a league itself."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.leagues.describe import LONGEST_ABOUT, LONGEST_NAME, LONGEST_TITLE
from games.leagues.write_to_players import LONGEST
from games.people.models import Person
from games.people.names import LONGEST as LONGEST_PERSON
from games.web.moderation.forms import Choices, ReasonForm


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
        label=_("Message"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 6})
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
