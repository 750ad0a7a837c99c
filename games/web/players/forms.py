"""The form with which a player is reported."""

from __future__ import annotations

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games.moderation.audit import LONGEST_REASON
from games.moderation.fair_play import line_choices
from games.moderation.models import ReportKind


class ReportForm(forms.Form):
    """A complaint about a player."""

    kind = forms.ChoiceField(
        label=_("What is it about?"),
        choices=[
            (ReportKind.PLAYER, _("How this player behaves")),
            (ReportKind.NAME, _("This player's name")),
        ],
        widget=forms.RadioSelect,
        initial=ReportKind.PLAYER,
    )
    line = forms.ChoiceField(
        label=_("Which line of fair play was broken?"),
        choices=lazy(line_choices, list),
        required=False,
    )
    text = forms.CharField(
        label=_("What is wrong?"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Only moderators and the league's directors read this."),
    )
