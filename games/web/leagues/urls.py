"""Addresses of the pages of leagues; games/web/urls.py puts them under /leagues/."""

from __future__ import annotations

from django.urls import path

from games.web.leagues.views import (
    embedded_standings,
    league_list,
    league_page,
    season_decisions,
    season_page,
)
from games.web.leagues.views_direct import (
    change_plan_view,
    confirm_in_season,
    decide_in_league,
    decide_in_season_view,
    direct_league,
    direct_season,
    object_in_season,
    plan_season_view,
    run_steps,
    undo_in_season,
)
from games.web.leagues.views_division import cross_table_page, division_page
from games.web.leagues.views_extend import extend_season_page
from games.web.leagues.views_files import games_csv, pairings_csv, season_ics, standings_csv
from games.web.leagues.views_registration import (
    choose_partner_view,
    register_view,
    stand_by_view,
    withdraw_view,
)
from games.web.leagues.views_risk import risk_page

SEASON = "<slug:slug>/<int:number>"

urlpatterns = [
    path("<slug:slug>/<int:number>/extend/", extend_season_page, name="extend-season"),
    path("", league_list, name="leagues"),
    path("<slug:slug>/", league_page, name="league"),
    path("<slug:slug>/plan/", plan_season_view, name="plan-season"),
    path("<slug:slug>/direct/", direct_league, name="direct-league"),
    path("<slug:slug>/direct/<slug:key>/", decide_in_league, name="act-in-league"),
    path(f"{SEASON}/", season_page, name="season"),
    path(f"{SEASON}/division/<int:tier>/", division_page, name="division"),
    path(f"{SEASON}/division/<int:tier>/cross-table/", cross_table_page, name="cross-table"),
    path(f"{SEASON}/register/", register_view, name="register"),
    path(f"{SEASON}/withdraw/", withdraw_view, name="withdraw"),
    path(f"{SEASON}/stand-by/", stand_by_view, name="stand-by"),
    path(f"{SEASON}/partner/", choose_partner_view, name="choose-partner"),
    path(f"{SEASON}/standings.csv", standings_csv, name="standings-csv"),
    path(f"{SEASON}/pairings.csv", pairings_csv, name="pairings-csv"),
    path(f"{SEASON}/games.csv", games_csv, name="games-csv"),
    path(f"{SEASON}/season.ics", season_ics, name="season-ics"),
    path(f"{SEASON}/embed/", embedded_standings, name="embed-standings"),
    path(f"{SEASON}/plan/", change_plan_view, name="change-plan"),
    path(f"{SEASON}/direct/", direct_season, name="direct-season"),
    path(f"{SEASON}/direct/run/", run_steps, name="run-steps"),
    path(f"{SEASON}/direct/undo/<int:pk>/", undo_in_season, name="undo-in-season"),
    path(f"{SEASON}/direct/confirm/<int:pk>/", confirm_in_season, name="confirm-in-season"),
    path(f"{SEASON}/decisions/<int:pk>/object/", object_in_season, name="object-in-season"),
    path(f"{SEASON}/direct/<slug:key>/", decide_in_season_view, name="direct-act"),
    path(f"{SEASON}/decisions/", season_decisions, name="season-decisions"),
    path(f"{SEASON}/risk/", risk_page, name="season-risk"),
]
