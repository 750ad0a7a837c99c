"""Forms of the sign-up and of the preferences."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import lazy
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.people import names
from games.people.models import MailPrivacy, Person, Theme, zones
from games.people.profile import PREFERENCES, clean_free_name


def zone_choices() -> list[tuple[str, Any]]:
    """The time zones grouped by continent, as a choice field wants them."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(zones()):
        region, _slash, place = zone.partition("/")
        if place and region != "Etc":
            groups.setdefault(region, []).append((zone, place.replace("_", " ")))
    return [*groups.items(), ("UTC", "UTC")]


class _PersonForm(forms.Form):
    """The fields of a sign-up that are preferences later."""

    name = forms.CharField(
        label=_("Name"),
        max_length=names.LONGEST,
        help_text=_("Others see this name. Nobody sees your email address."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    language = forms.ChoiceField(
        label=_("Language"), choices=settings.LANGUAGES, help_text=_("For pages and emails.")
    )
    timezone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lazy(zone_choices, list),
        help_text=_("Deadlines are shown in this time zone."),
    )


class SignupForm(_PersonForm):
    """The fields beside mail address and password; django-allauth adds those."""

    field_order = ("name", "email", "password1", "language", "timezone")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, initial in (("language", get_language()), ("timezone", settings.TIME_ZONE)):
            self.fields[name].initial, self.fields[name].required = initial, False
        self.fields["timezone"].widget.attrs["data-own-zone"] = settings.TIME_ZONE

    def clean_name(self) -> str:
        return clean_free_name(self.cleaned_data["name"])

    def signup(self, request: HttpRequest, user: Person) -> None:
        """Do nothing: the adapter has stored everything with the person."""


class PreferencesForm(_PersonForm):
    """All preferences of a person for pages and mails."""

    theme = forms.ChoiceField(label=_("Colours"), choices=Theme.choices, widget=forms.RadioSelect)
    hold_moves = forms.BooleanField(
        label=_("Hold my moves for ten minutes"),
        required=False,
        help_text=_(
            "Moves that show you nothing hidden count as made, and you can withdraw "
            "them for ten minutes."
        ),
    )
    confirm_draws = forms.BooleanField(
        label=_("Ask me before I draw a card"),
        required=False,
        help_text=_("We always ask before any other move. A drawn card cannot be put back."),
    )
    mail_privacy = forms.ChoiceField(
        label=_("What emails may show of my hand"),
        choices=MailPrivacy.choices,
        widget=forms.RadioSelect,
        help_text=_("Emails pass through other people's servers and appear on locked phones."),
    )
    tells_shared_network = forms.BooleanField(
        label=_("Tell the others at a table when I share a network with one of them"),
        required=False,
        help_text=_(
            "For people who live or work together. It is shown only if both of you allow it, and "
            "only to players at your table."
        ),
    )
    mail_again = forms.BooleanField(
        label=_("My address works again: send me email"), required=False
    )

    def __init__(self, data: Any = None, *, person: Person) -> None:
        self.person = person
        initial = {field: getattr(person, field) for field in ("name", *PREFERENCES)}
        super().__init__(data, initial=initial)
        if not person.mail_bounced:
            del self.fields["mail_again"]

    def clean_name(self) -> str:
        return clean_free_name(self.cleaned_data["name"], self.person)

    @property
    def preferences(self) -> dict[str, Any]:
        """The valid data as the arguments of `change_preferences`."""
        preferences = dict(self.cleaned_data)
        again = preferences.pop("mail_again", False)
        return {**preferences, "mail_bounced": self.person.mail_bounced and not again}
