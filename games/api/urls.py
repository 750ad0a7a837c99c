"""Addresses of the API, below /api/v1/. They are promises."""

from __future__ import annotations

from django.urls import path, re_path

from games.api import views_boards as boards
from games.api import views_bots as bots
from games.api import views_description as description
from games.api import views_games as games
from games.api import views_leagues as leagues
from games.api import views_lobby as lobby
from games.api import views_me as me
from games.api import views_moves as moves
from games.api import views_pairing as pairing
from games.api import views_people as people
from games.api import views_plans as plans
from games.api import views_registration as registration
from games.api import views_reviews as reviews
from games.api import views_sketches as sketches
from games.api import views_statistics as statistics
from games.api import views_stream as stream
from games.api import views_talk as talk

GAME = "games/<str:code>"
SEASON = "leagues/<slug:slug>/<int:number>"

urlpatterns = [
    path("openapi.json", description.Description.as_view(), name="api-description"),
    path("boards/", boards.BoardList.as_view(), name="api-boards"),
    path("boards/<str:board>/", boards.BoardFacts.as_view(), name="api-board"),
    path(
        "boards/<str:board>/statistics/",
        statistics.StatisticsOfBoard.as_view(),
        name="api-board-statistics",
    ),
    path("boards/<str:board>/picture.svg", boards.BoardSVG.as_view(), name="api-board-svg"),
    path("boards/<str:board>/picture.png", boards.BoardPNG.as_view(), name="api-board-png"),
    path("lobby/", lobby.Tables.as_view(), name="api-tables"),
    path("lobby/<str:code>/", lobby.OneTable.as_view(), name="api-table"),
    path("lobby/<str:code>/join/", lobby.Join.as_view(), name="api-join"),
    path("lobby/<str:code>/invitations/", lobby.Invite.as_view(), name="api-invite"),
    path("lobby/<str:code>/leave/", lobby.Leave.as_view(), name="api-leave"),
    path("games/", games.GameList.as_view(), name="api-games"),
    path(f"{GAME}/", games.OneGame.as_view(), name="api-game"),
    path(f"{GAME}/events/", games.GameEvents.as_view(), name="api-events"),
    path(f"{GAME}/stream/", stream.GameStream.as_view(), name="api-game-stream"),
    path(f"{GAME}/actions/", games.LegalActions.as_view(), name="api-actions"),
    path(f"{GAME}/moves/", moves.Moves.as_view(), name="api-moves"),
    path(f"{GAME}/held-move/", moves.HeldMoveView.as_view(), name="api-held-move"),
    path(f"{GAME}/order/", plans.Orders.as_view(), name="api-order"),
    path(f"{GAME}/plan/", plans.Plans.as_view(), name="api-plan"),
    path(f"{GAME}/plan/paused/", plans.PausedPlan.as_view(), name="api-plan-paused"),
    path(f"{GAME}/sketches/", sketches.Sketches.as_view(), name="api-sketches"),
    path(f"{GAME}/sketches/<int:sketch>/", sketches.OneSketch.as_view(), name="api-sketch"),
    path(f"{GAME}/talk/", talk.Talk.as_view(), name="api-talk"),
    path(f"{GAME}/talk/<int:message>/", talk.OneMessage.as_view(), name="api-message"),
    path(f"{GAME}/note/", talk.Note.as_view(), name="api-note"),
    path(f"{GAME}/record/", games.GameRecord.as_view(), name="api-record"),
    path(f"{GAME}/reviews/", reviews.Reviews.as_view(), name="api-reviews"),
    path(f"{GAME}/picture.png", games.GamePicture.as_view(), name="api-game-png"),
    path("people/<str:name>/", people.OnePerson.as_view(), name="api-person"),
    path(
        "people/<str:name>/statistics/",
        statistics.StatisticsOfPerson.as_view(),
        name="api-person-statistics",
    ),
    path("people/<str:name>/games/", people.GamesOfPerson.as_view(), name="api-games-of-person"),
    path("bot-accounts/", bots.BotAccounts.as_view(), name="api-bot-accounts"),
    path("ratings/", people.Rankings.as_view(), name="api-ratings"),
    path("records/", games.RecordsOfMonths.as_view(), name="api-records"),
    path("leagues/", leagues.Leagues.as_view(), name="api-leagues"),
    path("leagues/<slug:slug>/", leagues.OneLeague.as_view(), name="api-league"),
    path(f"{SEASON}/", leagues.OneSeason.as_view(), name="api-season"),
    path(
        f"{SEASON}/statistics/",
        statistics.StatisticsOfSeason.as_view(),
        name="api-season-statistics",
    ),
    path(f"{SEASON}/standings/", leagues.StandingsView.as_view(), name="api-standings"),
    path(f"{SEASON}/pairings/", leagues.PairingsView.as_view(), name="api-pairings"),
    path(f"{SEASON}/entry/", registration.OwnEntry.as_view(), name="api-entry"),
    path(f"{SEASON}/games/", leagues.SeasonGamesView.as_view(), name="api-season-games"),
    path("me/", me.Me.as_view(), name="api-me"),
    path("me/bot/", bots.Become.as_view(), name="api-become-bot"),
    path("me/invitations/", bots.Invitations.as_view(), name="api-invitations"),
    path("me/invitations/<str:code>/", bots.OneInvitation.as_view(), name="api-invitation"),
    path("me/wishes/", pairing.Wishes.as_view(), name="api-wishes"),
    path("me/wishes/<int:wish>/", pairing.OneWish.as_view(), name="api-wish"),
    path("me/turns/", me.MyTurns.as_view(), name="api-turns"),
    path("me/stream/", stream.MyStream.as_view(), name="api-my-stream"),
    path("me/settings/", me.Settings.as_view(), name="api-settings"),
    path("me/data/", me.Data.as_view(), name="api-data"),
    re_path("", description.no_such_address),
]
