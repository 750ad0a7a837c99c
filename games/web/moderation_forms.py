"""Forms for reports, and for what people in office do."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.moderation.models import ReportKind
from games.moderation.reasons import LONGEST


class ReportForm(forms.Form):
    """A complaint about a player."""

    kind = forms.ChoiceField(
        label=_("What is it about?"),
        choices=[
            (ReportKind.PLAYER, _("How this player behaves")),
            (ReportKind.NAME, _("The name of this player")),
        ],
        widget=forms.RadioSelect,
        initial=ReportKind.PLAYER,
    )
    text = forms.CharField(
        label=_("What is wrong?"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Only those who keep the site, or direct the league, read this."),
    )


class ReasonForm(forms.Form):
    """Every decision needs a reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Those whom it concerns read it, and it is kept in the audit log."),
    )
