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
    path("settings/vacation/", vacation, name="vacation"),
    path("settings/vacation/<int:pk>/", change_vacation, name="change-vacation"),
    path("settings/belongings/", belongings, name="belongings"),
    path("settings/close/", close_account, name="close-account"),
    path("settings/language/", choose_language, name="choose-language"),
    path("settings/theme/", choose_theme, name="choose-theme"),
]
