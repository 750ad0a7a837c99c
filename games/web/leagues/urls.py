"""Addresses of the pages of leagues; games/web/urls.py puts them under /leagues/."""

from __future__ import annotations

from django.urls import path

from games.web.leagues.cross_table import cross_table_page
from games.web.leagues.decisions import decisions
from games.web.leagues.direct import act, direct, run_steps, undo_decision
from games.web.leagues.direct_league import act_in_league, direct_league
from games.web.leagues.division import division
from games.web.leagues.embed import embed
from games.web.leagues.exports import season_ics, standings_csv
from games.web.leagues.games_csv import games_csv, pairings_csv
from games.web.leagues.league import league
from games.web.leagues.leagues import leagues
from games.web.leagues.plan import change_plan, new_plan
from games.web.leagues.register import partner, register, stand_by, withdraw
from games.web.leagues.risk import risk
from games.web.leagues.season import season

SEASON = "<slug:slug>/<int:number>"

urlpatterns = [
    path("", leagues, name="leagues"),
    path("<slug:slug>/", league, name="league"),
    path("<slug:slug>/plan/", new_plan, name="plan-season"),
    path("<slug:slug>/direct/", direct_league, name="direct-league"),
    path("<slug:slug>/direct/<slug:deed>/", act_in_league, name="act-in-league"),
    path(f"{SEASON}/", season, name="season"),
    path(f"{SEASON}/division/<int:tier>/", division, name="division"),
    path(f"{SEASON}/division/<int:tier>/cross-table/", cross_table_page, name="cross-table"),
    path(f"{SEASON}/register/", register, name="register"),
    path(f"{SEASON}/withdraw/", withdraw, name="withdraw"),
    path(f"{SEASON}/stand-by/", stand_by, name="stand-by"),
    path(f"{SEASON}/partner/", partner, name="choose-partner"),
    path(f"{SEASON}/standings.csv", standings_csv, name="standings-csv"),
    path(f"{SEASON}/pairings.csv", pairings_csv, name="pairings-csv"),
    path(f"{SEASON}/games.csv", games_csv, name="games-csv"),
    path(f"{SEASON}/season.ics", season_ics, name="season-ics"),
    path(f"{SEASON}/embed/", embed, name="embed-standings"),
    path(f"{SEASON}/plan/", change_plan, name="change-plan"),
    path(f"{SEASON}/direct/", direct, name="direct-season"),
    path(f"{SEASON}/direct/run/", run_steps, name="run-steps"),
    path(f"{SEASON}/direct/undo/<int:pk>/", undo_decision, name="undo-in-season"),
    path(f"{SEASON}/direct/<slug:deed>/", act, name="direct-act"),
    path(f"{SEASON}/decisions/", decisions, name="season-decisions"),
    path(f"{SEASON}/risk/", risk, name="season-risk"),
]
