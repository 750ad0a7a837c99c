"""Addresses of the pages of leagues; games/web/urls.py puts them under /leagues/."""

from __future__ import annotations

from django.urls import path

from games.web.leagues import views, views_division, views_files, views_found, views_risk
from games.web.leagues import views_direct as direct
from games.web.leagues.views_confirm import confirm_view

SEASON = "<slug:slug>/<int:number>"

urlpatterns = [
    path("<slug:slug>/<int:number>/extend/", views_risk.extend_season_page, name="extend-season"),
    path("", views.league_list, name="leagues"),
    path("new/", views_found.found_league, name="found-league"),
    path("<slug:slug>/join/<str:token>/", views_found.join_league, name="join-league"),
    path("<slug:slug>/", views.league_page, name="league"),
    path("<slug:slug>/plan/", direct.plan_season_view, name="plan-season"),
    path("<slug:slug>/direct/", direct.direct_league, name="direct-league"),
    path("<slug:slug>/direct/<slug:key>/", direct.decide_in_league, name="act-in-league"),
    path(f"{SEASON}/", views.season_page, name="season"),
    path(f"{SEASON}/division/<int:tier>/", views_division.division_page, name="division"),
    path(
        f"{SEASON}/division/<int:tier>/cross-table/",
        views_division.cross_table_page,
        name="cross-table",
    ),
    path(f"{SEASON}/register/", views.register_view, name="register"),
    path(f"{SEASON}/withdraw/", views.withdraw_view, name="withdraw"),
    path(f"{SEASON}/confirm/", confirm_view, name="confirm-place"),
    path(f"{SEASON}/stand-by/", views.stand_by_view, name="stand-by"),
    path(f"{SEASON}/partner/", views.choose_partner_view, name="choose-partner"),
    path(f"{SEASON}/standings.csv", views_files.standings_csv, name="standings-csv"),
    path(f"{SEASON}/pairings.csv", views_files.pairings_csv, name="pairings-csv"),
    path(f"{SEASON}/games.csv", views_files.games_csv, name="games-csv"),
    path(f"{SEASON}/season.ics", views_files.season_ics, name="season-ics"),
    path(f"{SEASON}/embed/", views.embedded_standings, name="embed-standings"),
    path(f"{SEASON}/plan/", direct.change_plan_view, name="change-plan"),
    path(f"{SEASON}/direct/", direct.direct_season, name="direct-season"),
    path(f"{SEASON}/direct/run/", direct.run_steps, name="run-steps"),
    path(f"{SEASON}/direct/undo/<int:pk>/", direct.undo_in_season, name="undo-in-season"),
    path(f"{SEASON}/direct/confirm/<int:pk>/", direct.confirm_in_season, name="confirm-in-season"),
    path(f"{SEASON}/decisions/<int:pk>/object/", direct.object_in_season, name="object-in-season"),
    path(f"{SEASON}/direct/<slug:key>/", direct.decide_in_season_view, name="direct-act"),
    path(f"{SEASON}/decisions/", views.season_decisions, name="season-decisions"),
    path(f"{SEASON}/draw/", views.draw_page, name="season-draw"),
    path(f"{SEASON}/risk/", views_risk.risk_page, name="season-risk"),
]
