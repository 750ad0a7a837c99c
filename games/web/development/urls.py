"""Addresses of the mailbox and the log-in links; 404 in production."""

from __future__ import annotations

from django.urls import path

from games.web.development.views import (
    login_link,
    mail,
    mail_html,
    mail_picture,
    mailbox,
    reply_to_mail,
)

urlpatterns = [
    path("enter/<str:token>/", login_link, name="login-link"),
    path("mailbox/", mailbox, name="mailbox"),
    path("mailbox/<int:pk>/", mail, name="mailbox-mail"),
    path("mailbox/<int:pk>/reply/", reply_to_mail, name="mailbox-reply"),
    path("mailbox/<int:pk>/html/", mail_html, name="mailbox-html"),
    path("mailbox/<int:pk>/picture/<str:content_id>", mail_picture, name="mailbox-picture"),
]
