"""Forms for what directors decide in a season."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.leagues.models import Season
from games.leagues.move_dates import movable
from games.web.moderation.forms import Choices, ReasonForm
from games.web.parts.moment_field import Moment

DATES: Final = {
    "registration_closes_at": _("Registration closes, and the divisions are drawn"),
    "starts_at": _("The games begin"),
    "ends_at": _("The season ends"),
}

MEANS: Final = {
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
        self.names: Sequence[str] = movable(season)
        for name in self.names:
            # A browser sends whole minutes; seconds would look as if somebody had changed them.
            before = getattr(season, name).replace(second=0, microsecond=0)
            self.fields[name] = Moment(
                label=DATES[name], initial=before, help_text=MEANS.get(name, "")
            )
        self.order_fields([*self.names, "reason"])

    @property
    def dates(self) -> dict[str, datetime]:
        """The dates that were changed in the form."""
        return {name: self.cleaned_data[name] for name in self.names if name in self.changed_data}


class DivisionForm(ReasonForm):
    """The next division, named, so that to ask for it twice opens one."""

    tier = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
