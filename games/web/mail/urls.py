"""Addresses behind the links in mails, and those that mail services post to."""

from __future__ import annotations

from django.urls import path

from games.web.mail import views_continue, views_inbound, views_links

urlpatterns = [
    path("unsubscribe/<str:purpose>/<str:token>/", views_links.unsubscribe, name="unsubscribe"),
    path("continue/<str:token>/<str:code>/", views_continue.continue_game, name="continue"),
    path("end-session/<str:token>/", views_continue.end_session, name="end-game-session"),
    path("do/<str:token>/", views_links.action_link, name="action-link"),
    path("inbound/mail/<str:secret>/", views_inbound.inbound_mail, name="inbound-mail"),
    path("inbound/bounces/<str:secret>/", views_inbound.inbound_bounces, name="inbound-bounces"),
]
