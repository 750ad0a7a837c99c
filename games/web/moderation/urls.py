"""Addresses of the pages of directors and moderators."""

from __future__ import annotations

from django.urls import path

from games.web.moderation.act import direct_act, direct_undo
from games.web.moderation.appeal import appeal_page, one_appeal
from games.web.moderation.audit_log import audit_log
from games.web.moderation.decisions import decisions
from games.web.moderation.direct import direct
from games.web.moderation.extend_season import extend_season_page
from games.web.moderation.look import direct_look
from games.web.moderation.one_report import one_report, remove_reported
from games.web.moderation.person import lift_sanction, moderate_person
from games.web.moderation.queue import queue
from games.web.moderation.take_back import take_back_page

urlpatterns = [
    path("games/<str:code>/decisions/", decisions, name="decisions"),
    path("direct/<str:code>/", direct, name="direct"),
    path("direct/<str:code>/look/", direct_look, name="direct-look"),
    path("direct/<str:code>/take-back/", take_back_page, name="direct-take-back"),
    path("direct/<str:code>/undo/<int:pk>/", direct_undo, name="direct-undo"),
    path("direct/<str:code>/<str:key>/", direct_act, name="decide"),
    path("leagues/<slug:slug>/<int:number>/extend/", extend_season_page, name="extend-season"),
    path("moderation/", queue, name="moderation"),
    path("moderation/reports/<int:pk>/", one_report, name="one-report"),
    path("moderation/reports/<int:pk>/remove/", remove_reported, name="remove-reported"),
    path("appeal/<str:token>/", appeal_page, name="appeal"),
    path("moderation/appeals/<int:pk>/", one_appeal, name="one-appeal"),
    path("moderation/audit/", audit_log, name="audit-log"),
    path("moderation/people/<str:name>/", moderate_person, name="moderate-person"),
    path("moderation/sanctions/<int:pk>/lift/", lift_sanction, name="lift-sanction"),
]
