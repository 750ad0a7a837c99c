"""Addresses of the pages of directors and moderators."""

from __future__ import annotations

from django.urls import path

from games.web.moderation.views import (
    appeal_page,
    audit_log_page,
    decide_appeal_page,
    queue_page,
    remove_reported_message,
    report_page,
)
from games.web.moderation.views_game import (
    confirm_in_game,
    decide_in_game_view,
    direct_game,
    game_decisions,
    look_page,
    object_in_game,
    take_back_page,
    undo_in_game,
)
from games.web.moderation.views_person import lift_sanction, person_page

urlpatterns = [
    path("games/<str:code>/decisions/", game_decisions, name="decisions"),
    path("direct/<str:code>/", direct_game, name="direct"),
    path("direct/<str:code>/look/", look_page, name="direct-look"),
    path("direct/<str:code>/take-back/", take_back_page, name="direct-take-back"),
    path("direct/<str:code>/undo/<int:pk>/", undo_in_game, name="direct-undo"),
    path("direct/<str:code>/confirm/<int:pk>/", confirm_in_game, name="confirm-in-game"),
    path("games/<str:code>/decisions/<int:pk>/object/", object_in_game, name="object-in-game"),
    path("direct/<str:code>/<str:key>/", decide_in_game_view, name="decide"),
    path("moderation/", queue_page, name="moderation"),
    path("moderation/reports/<int:pk>/", report_page, name="one-report"),
    path("moderation/reports/<int:pk>/remove/", remove_reported_message, name="remove-reported"),
    path("appeal/<str:token>/", appeal_page, name="appeal"),
    path("moderation/appeals/<int:pk>/", decide_appeal_page, name="one-appeal"),
    path("moderation/audit/", audit_log_page, name="audit-log"),
    path("moderation/people/<str:name>/", person_page, name="moderate-person"),
    path("moderation/sanctions/<int:pk>/lift/", lift_sanction, name="lift-sanction"),
]
