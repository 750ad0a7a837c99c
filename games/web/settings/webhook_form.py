"""The form of a webhook."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.webhooks.guard import LONGEST, Unsafe, parts_of
from games.webhooks.models import Style, Webhook
from games.webhooks.setting_up import TELLABLE


class WebhookForm(forms.Form):
    """What it speaks, where it is, and what it is told."""

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

    kinds = forms.MultipleChoiceField(
        label=_("What it is told"),
        choices=[(kind.value, kind.label) for kind in TELLABLE],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: Any = None, *, webhook: Webhook | None) -> None:
        initial: dict[str, Any] = {"style": Style.DISCORD, "kinds": TELLABLE}
        if webhook:
            kinds = [kind for kind in TELLABLE if webhook.wants(kind)]
            initial = {"style": webhook.style, "url": webhook.url, "kinds": kinds}
        super().__init__(data, initial=initial)

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        try:
            parts_of(url)
        except Unsafe as error:
            raise ValidationError(str(error)) from error
        return url

    @property
    def wanted(self) -> dict[str, Any]:
        """The valid data as arguments of `set_up`."""
        data = self.cleaned_data
        off = [kind for kind in TELLABLE if kind not in data["kinds"]]
        return {"style": data["style"], "url": data["url"], "off": off}
