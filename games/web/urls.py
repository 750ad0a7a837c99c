"""The addresses of all areas. No pattern of one overlaps with one of another."""

from __future__ import annotations

from django.urls import include, path

from games.web.leagues.views_confirm import confirm_by_link

urlpatterns = [
    path("", include("games.web.site.urls")),
    path("", include("games.web.lobby.urls")),
    path("", include("games.web.learn.urls")),
    path("", include("games.web.play.urls")),
    path("", include("games.web.clock.urls")),
    path("", include("games.web.players.urls")),
    path("", include("games.web.people.urls")),
    path("", include("games.web.records.urls")),
    path("", include("games.web.settings.urls")),
    path("", include("games.web.mail.urls")),
    path("", include("games.web.development.urls")),
    path("", include("games.web.moderation.urls")),
    path("", include("games.web.statistics.urls")),
    path("confirm/<str:token>/", confirm_by_link, name="confirm-by-link"),
    path("leagues/", include("games.web.leagues.urls")),
]
