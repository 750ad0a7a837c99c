"""Addresses of the mailbox and the log-in links; 404 in production."""

from __future__ import annotations

from django.urls import path

from games.web.development import views

urlpatterns = [
    path("enter/<str:token>/", views.login_link, name="login-link"),
    path("mailbox/", views.mailbox, name="mailbox"),
    path("mailbox/<int:pk>/", views.mail, name="mailbox-mail"),
    path("mailbox/<int:pk>/reply/", views.reply_to_mail, name="mailbox-reply"),
    path("mailbox/<int:pk>/html/", views.mail_html, name="mailbox-html"),
    path("mailbox/<int:pk>/picture/<str:content_id>", views.mail_picture, name="mailbox-picture"),
]
