"""Addresses of the pages of directors and moderators."""

from __future__ import annotations

from django.urls import path

from games.web.moderation import views, views_game, views_person

urlpatterns = [
    path("games/<str:code>/decisions/", views_game.game_decisions, name="decisions"),
    path("direct/<str:code>/", views_game.direct_game, name="direct"),
    path("direct/<str:code>/look/", views_game.look_page, name="direct-look"),
    path("direct/<str:code>/take-back/", views_game.take_back_page, name="direct-take-back"),
    path("direct/<str:code>/undo/<int:pk>/", views_game.undo_in_game, name="undo-in-game"),
    path("direct/<str:code>/confirm/<int:pk>/", views_game.confirm_in_game, name="confirm-in-game"),
    path(
        "games/<str:code>/decisions/<int:pk>/object/",
        views_game.object_in_game,
        name="object-in-game",
    ),
    path("direct/<str:code>/<str:key>/", views_game.decide_in_game_view, name="decide"),
    path("moderation/", views.queue_page, name="moderation"),
    path("moderation/reports/<int:pk>/", views.report_page, name="one-report"),
    path(
        "moderation/reports/<int:pk>/remove/", views.remove_reported_message, name="remove-reported"
    ),
    path("appeal/<str:token>/", views.appeal_page, name="appeal"),
    path("moderation/appeals/<int:pk>/", views.decide_appeal_page, name="one-appeal"),
    path("moderation/audit/", views.audit_log_page, name="audit-log"),
    path("moderation/people/<str:name>/", views_person.person_page, name="moderate-person"),
    path("moderation/clubs/<int:pk>/", views_person.club_page, name="moderate-club"),
    path("moderation/sanctions/<int:pk>/lift/", views_person.lift_sanction, name="lift-sanction"),
]
