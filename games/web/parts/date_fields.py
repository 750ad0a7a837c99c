"""Form fields for dates and times that name the time zone they are read in."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django import forms
from django.utils.functional import lazy
from django.utils.timezone import localtime

from games.common.dates import zone_hint

PICKER_FORMAT: Final = "%Y-%m-%dT%H:%M"
DAY_FORMAT: Final = "%Y-%m-%d"


class _Zoned(forms.Field):
    """A field whose help names the time zone of the reader."""

    def __init__(self, *, help_text: Any = "", **options: Any) -> None:
        super().__init__(help_text=with_zone(help_text), **options)


class MomentField(_Zoned, forms.DateTimeField):
    """A moment in the time zone of the reader.

    A browser sends whole minutes, and knows an hour that comes twice in a year only once. A value
    that comes back as it was ``stored`` means the same moment as before.
    """

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=PICKER_FORMAT)
    stored: datetime | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(input_formats=[PICKER_FORMAT, "%Y-%m-%d %H:%M"], **options)

    def clean(self, value: Any) -> Any:
        if self.stored is not None and value == localtime(self.stored).strftime(PICKER_FORMAT):
            return self.stored
        return super().clean(value)


class DayField(_Zoned, forms.DateField):
    """A day where lives who fills in the form."""

    widget = forms.DateInput(attrs={"type": "date"}, format=DAY_FORMAT)


def _with_zone_note(help_text: object) -> str:
    return f"{help_text} {zone_hint()}".strip()


# Asked when the field is shown: a form is declared once, for people of all zones.
with_zone = lazy(_with_zone_note, str)
