"""Addresses of a person's settings."""

from __future__ import annotations

from django.urls import path

from games.web.settings import views_account, views_devices, views_notifications, views_tokens

urlpatterns = [
    path("settings/", views_account.preferences, name="preferences"),
    path("settings/notices/", views_notifications.notices, name="notices"),
    path("settings/webhook/", views_notifications.webhooks, name="webhooks"),
    path("settings/webhook/<int:pk>/", views_notifications.webhook, name="webhook"),
    path("settings/webhook/<int:pk>/test/", views_notifications.try_webhook, name="try-webhook"),
    path(
        "settings/webhook/<int:pk>/remove/",
        views_notifications.remove_webhook,
        name="remove-webhook",
    ),
    path("settings/calendar/", views_notifications.calendar, name="calendar"),
    path("settings/calendar/new/", views_notifications.renew_calendar, name="renew-calendar"),
    path("settings/calendar/remove/", views_notifications.remove_calendar, name="remove-calendar"),
    path("calendar/<str:token>.ics", views_notifications.calendar_feed, name="calendar-feed"),
    path("settings/tokens/", views_tokens.api_tokens, name="api-tokens"),
    path("settings/tokens/new/", views_tokens.new_api_token, name="new-api-token"),
    path(
        "settings/tokens/<int:pk>/remove/", views_tokens.remove_api_token, name="remove-api-token"
    ),
    path("settings/bot/", views_tokens.bot_account, name="bot-account"),
    path("settings/vacation/", views_account.vacation, name="vacation"),
    path("settings/vacation/<int:pk>/", views_account.change_vacation, name="change-vacation"),
    path("settings/devices/", views_devices.devices, name="devices"),
    path(
        "settings/devices/<int:pk>/sign-out/", views_devices.sign_out_device, name="sign-out-device"
    ),
    path(
        "settings/devices/others/sign-out/", views_devices.sign_out_others, name="sign-out-others"
    ),
    path("settings/this-device/", views_devices.this_device, name="this-device"),
    path("settings/this-device/app/", views_devices.switch_app, name="switch-app"),
    path("settings/this-device/push/", views_devices.switch_push, name="switch-push"),
    path("settings/this-device/push/test/", views_devices.try_push, name="try-push"),
    path("settings/belongings/", views_account.belongings, name="belongings"),
    path("settings/close/", views_account.close_account, name="close-account"),
    path("settings/language/", views_account.choose_language, name="choose-language"),
    path("settings/theme/", views_account.choose_theme, name="choose-theme"),
]
