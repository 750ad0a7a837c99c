"""The forms of notification preferences and of webhooks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.notifications.channels import SettingsSection, channels
from games.notifications.models import NoticeKind, NotificationPreferences
from games.notifications.preferences import DIGEST
from games.notifications.webhooks.models import Style, Webhook
from games.notifications.webhooks.registration import WEBHOOK_KINDS
from games.notifications.webhooks.ssrf_guard import LONGEST, UnsafeAddress, split_url
from games.people.models import Person
from games.tables.models import GameStatus, Seat
from games.web.parts.date_fields import with_zone

DELAYS = (0, 5, 15, 30, 60)
PREFERENCES = ("delay", "digest_hour", "digest_reminders", "quiet_from", "quiet_until")


def mutable_games(person: Person) -> list[Seat]:
    """The person's seats in games that may still tell something, latest first."""
    seats = Seat.objects.filter(
        person=person,
        over_at=None,
        game__practice=False,
        game__status__in=[GameStatus.OPEN, GameStatus.RUNNING],
    )
    return list(seats.select_related("game").defer("game__secret").order_by("-game_id"))


def delay_choices() -> list[tuple[int, str]]:
    """The delays that can be chosen."""
    return [
        (minutes, ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes})
        if minutes
        else (0, gettext("at once"))
        for minutes in DELAYS
    ]


def hour_choices() -> list[tuple[str, str]]:
    """The hours of a day, and none."""
    return [("", gettext("no, an email for each game")), *hours()]


def hours() -> list[tuple[str, str]]:
    """The hours of a day."""
    return [(str(hour), f"{hour:02d}:00") for hour in range(24)]


def quiet_choices() -> list[tuple[str, str]]:
    """The hours at which quiet hours may begin and end, and none."""
    return [("", gettext("never")), *hours()]


def hour_of(value: str) -> time:
    """The time of a chosen hour."""
    return time(int(value))


def _hour(at: time | None) -> str:
    return "" if at is None else str(at.hour)


class NotificationPreferencesForm(forms.Form):
    """The preferences about mails, with a box for each kind of notice and for each game."""

    delay = forms.TypedChoiceField(
        label=_("How long we wait before emailing you"),
        choices=lazy(delay_choices, list),
        coerce=int,
        help_text=_("Move before then and you get no email. Reminders do not wait."),
    )
    digest_hour = forms.TypedChoiceField(
        label=_("One email a day about all games"),
        choices=lazy(hour_choices, list),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=with_zone(
            _("You cannot reply to it with a move. You then get no separate email for each game.")
        ),
    )
    digest_reminders = forms.BooleanField(
        label=_("Still remind me at once when my time is running out"), required=False
    )
    quiet_from = forms.TypedChoiceField(
        label=_("Quiet from"),
        choices=lazy(quiet_choices, list),
        coerce=hour_of,
        empty_value=None,
        required=False,
    )
    quiet_until = forms.TypedChoiceField(
        label=_("until"),
        choices=lazy(quiet_choices, list),
        coerce=hour_of,
        empty_value=None,
        required=False,
    )

    def __init__(
        self, data: Any = None, *, preferences: NotificationPreferences, games: Sequence[Seat]
    ) -> None:
        self.games = games
        initial: dict[str, Any] = {
            "delay": preferences.delay,
            "digest_hour": "" if preferences.digest_hour is None else str(preferences.digest_hour),
            "digest_reminders": preferences.digest_reminders,
            "quiet_from": _hour(preferences.quiet_from),
            "quiet_until": _hour(preferences.quiet_until),
        }
        self.digest_stopped = preferences.digest_hour is not None and not preferences.wants(DIGEST)
        super().__init__(data, initial=initial)
        self.described = {
            one.name: section
            for one in channels()
            if one.is_available() and (section := one.describe())
        }
        # A channel that the site has again finds what was not wanted.
        self.kept_off = [
            one for one in preferences.off if one.partition(":")[0] not in self.described
        ]
        for name in self.described:
            for kind in NoticeKind:
                self.fields[f"{name}-{kind}"] = forms.BooleanField(
                    label=str(kind.label).capitalize(),
                    required=False,
                    initial=preferences.wants(kind, name),
                )
        for seat in games:
            self.fields[f"mute-{seat.pk}"] = forms.BooleanField(
                label=f"{seat.game.board_name} {seat.game.title}",
                required=False,
                initial=seat.muted,
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        begins, ends = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if (begins is None) != (ends is None):
            self.add_error(
                "quiet_until", gettext("Choose both: when the quiet hours begin and when they end.")
            )
        elif begins is not None and begins == ends:
            self.add_error("quiet_until", gettext("Choose two different hours."))
        return cleaned

    @property
    def sections(self) -> list[tuple[str, SettingsSection, list[BoundField]]]:
        """The channels by name, with the boxes of the kinds of notices."""
        return [
            (name, section, [self[f"{name}-{kind}"] for kind in NoticeKind])
            for name, section in self.described.items()
        ]

    @property
    def mutes(self) -> list[BoundField]:
        """The boxes of the games."""
        return [self[f"mute-{seat.pk}"] for seat in self.games]

    @property
    def preferences(self) -> dict[str, Any]:
        """The valid data as the arguments of `change_notification_preferences`."""
        data = self.cleaned_data
        off = [
            f"{name}:{kind}"
            for name in self.described
            for kind in NoticeKind
            if not data[f"{name}-{kind}"]
        ]
        return {
            "off": off + self.kept_off,
            "muted": [seat.pk for seat in self.games if data[f"mute-{seat.pk}"]],
            "audible": [seat.pk for seat in self.games if not data[f"mute-{seat.pk}"]],
            **{name: data[name] for name in PREFERENCES},
        }


class ConfirmNameForm(forms.Form):
    """The name of the account, to confirm something that cannot be undone."""

    name = forms.CharField(
        label=_("The name of this account, to confirm"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Any, *, person: Person) -> None:
        super().__init__(data)
        self.person = person

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"].strip()
        if name != self.person.name:
            raise ValidationError(gettext("That is not the name of this account."))
        return name


class WebhookForm(forms.Form):
    """Style, address and kinds of notices of a webhook."""

    style = forms.ChoiceField(label=_("Service"), choices=Style.choices, widget=forms.RadioSelect)
    url = forms.CharField(
        label=_("Address"),
        max_length=LONGEST,
        help_text=_(
            "Discord: Channel settings, Integrations, Webhooks, Copy URL. Slack: an "
            "app with incoming webhooks. Keep the address to yourself: anybody who "
            "knows it can post there."
        ),
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    kinds = forms.MultipleChoiceField(
        label=_("What we send to it"),
        choices=[(kind.value, kind.label) for kind in WEBHOOK_KINDS],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: Any = None, *, webhook: Webhook | None) -> None:
        initial: dict[str, Any] = {"style": Style.DISCORD, "kinds": WEBHOOK_KINDS}
        if webhook:
            kinds = [kind for kind in WEBHOOK_KINDS if webhook.wants(kind)]
            initial = {"style": webhook.style, "url": webhook.url, "kinds": kinds}
        super().__init__(data, initial=initial)

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        try:
            split_url(url)
        except UnsafeAddress as error:
            raise ValidationError(str(error)) from error
        return url

    @property
    def wanted(self) -> dict[str, Any]:
        """The valid data as arguments of `save_webhook`."""
        data = self.cleaned_data
        off = [kind for kind in WEBHOOK_KINDS if kind not in data["kinds"]]
        return {"style": data["style"], "url": data["url"], "off": off}
