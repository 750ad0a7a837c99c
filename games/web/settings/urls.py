"""Addresses of a person's settings."""

from __future__ import annotations

from django.urls import path

from games.web.settings.views_account import (
    belongings,
    choose_language,
    choose_theme,
    close_account,
    preferences,
)
from games.web.settings.views_app import switch_app, switch_push, this_device, try_push
from games.web.settings.views_bot import bot_account
from games.web.settings.views_devices import devices, sign_out_device, sign_out_others
from games.web.settings.views_notifications import (
    calendar,
    calendar_feed,
    notices,
    remove_calendar,
    remove_webhook,
    renew_calendar,
    try_webhook,
    webhook,
    webhooks,
)
from games.web.settings.views_tokens import api_tokens, new_api_token, remove_api_token
from games.web.settings.views_vacation import change_vacation, vacation

urlpatterns = [
    path("settings/", preferences, name="preferences"),
    path("settings/notices/", notices, name="notices"),
    path("settings/webhook/", webhooks, name="webhooks"),
    path("settings/webhook/<int:pk>/", webhook, name="webhook"),
    path("settings/webhook/<int:pk>/test/", try_webhook, name="try-webhook"),
    path("settings/webhook/<int:pk>/remove/", remove_webhook, name="remove-webhook"),
    path("settings/calendar/", calendar, name="calendar"),
    path("settings/calendar/new/", renew_calendar, name="renew-calendar"),
    path("settings/calendar/remove/", remove_calendar, name="remove-calendar"),
    path("calendar/<str:token>.ics", calendar_feed, name="calendar-feed"),
    path("settings/tokens/", api_tokens, name="api-tokens"),
    path("settings/tokens/new/", new_api_token, name="new-api-token"),
    path("settings/tokens/<int:pk>/remove/", remove_api_token, name="remove-api-token"),
    path("settings/bot/", bot_account, name="bot-account"),
    path("settings/vacation/", vacation, name="vacation"),
    path("settings/vacation/<int:pk>/", change_vacation, name="change-vacation"),
    path("settings/devices/", devices, name="devices"),
    path("settings/devices/<int:pk>/sign-out/", sign_out_device, name="sign-out-device"),
    path("settings/devices/others/sign-out/", sign_out_others, name="sign-out-others"),
    path("settings/this-device/", this_device, name="this-device"),
    path("settings/this-device/app/", switch_app, name="switch-app"),
    path("settings/this-device/push/", switch_push, name="switch-push"),
    path("settings/this-device/push/test/", try_push, name="try-push"),
    path("settings/belongings/", belongings, name="belongings"),
    path("settings/close/", close_account, name="close-account"),
    path("settings/language/", choose_language, name="choose-language"),
    path("settings/theme/", choose_theme, name="choose-theme"),
]
