"""Addresses behind the links in mails, and those that mail services post to."""

from __future__ import annotations

from django.urls import path

from games.web.mail.views_continue import continue_game, end_session
from games.web.mail.views_inbound import inbound_bounces, inbound_mail
from games.web.mail.views_links import action_link, unsubscribe

urlpatterns = [
    path("unsubscribe/<str:purpose>/<str:token>/", unsubscribe, name="unsubscribe"),
    path("continue/<str:token>/<str:code>/", continue_game, name="continue"),
    path("end-session/<str:token>/", end_session, name="end-game-session"),
    path("do/<str:token>/", action_link, name="action-link"),
    path("inbound/mail/<str:secret>/", inbound_mail, name="inbound-mail"),
    path("inbound/bounces/<str:secret>/", inbound_bounces, name="inbound-bounces"),
]
