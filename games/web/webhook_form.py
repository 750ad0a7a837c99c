"""The form of a webhook."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.webhooks.guard import LONGEST, Unsafe, parts_of
from games.webhooks.models import Style, Webhook


class WebhookForm(forms.Form):
    """What it speaks, and where it is."""

    style = forms.ChoiceField(
        label=_("What listens there"), choices=Style.choices, widget=forms.RadioSelect
    )
    url = forms.CharField(
        label=_("Address"),
        max_length=LONGEST,
        help_text=_(
            "Discord: Channel settings, Integrations, Webhooks, Copy URL. Slack: an app with"
            " incoming webhooks. Keep it to yourself: who knows it can write there."
        ),
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, data: Any = None, *, webhook: Webhook | None) -> None:
        initial: dict[str, str] = {"style": Style.DISCORD}
        if webhook:
            initial = {"style": webhook.style, "url": webhook.url}
        super().__init__(data, initial=initial)

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        try:
            parts_of(url)
        except Unsafe as error:
            raise ValidationError(str(error)) from error
        return url
