"""Addresses of the API, below /api/v1/. They are promises."""

from __future__ import annotations

from django.urls import path, re_path

from games.api.views_boards import BoardFacts, BoardList, BoardPNG, BoardSVG
from games.api.views_bots import Become, BotAccounts, Invitations, OneInvitation
from games.api.views_description import Description, no_such_address
from games.api.views_games import (
    GameEvents,
    GameList,
    GamePicture,
    GameRecord,
    LegalActions,
    OneGame,
)
from games.api.views_leagues import (
    Leagues,
    OneLeague,
    OneSeason,
    PairingsView,
    SeasonGamesView,
    StandingsView,
)
from games.api.views_lobby import Invite, Join, Leave, OneTable, Tables
from games.api.views_me import Data, Me, MyTurns, Settings
from games.api.views_moves import HeldMoveView, Moves, Orders
from games.api.views_people import GamesOfPerson, OnePerson, Rankings
from games.api.views_records import RecordsOfMonths
from games.api.views_registration import OwnEntry
from games.api.views_reviews import Reviews
from games.api.views_statistics import (
    StatisticsOfBoard,
    StatisticsOfPerson,
    StatisticsOfSeason,
)
from games.api.views_stream import GameStream, MyStream
from games.api.views_talk import Note, OneMessage, Talk

GAME = "games/<str:code>"
SEASON = "leagues/<slug:slug>/<int:number>"

urlpatterns = [
    path("openapi.json", Description.as_view(), name="api-description"),
    path("boards/", BoardList.as_view(), name="api-boards"),
    path("boards/<str:board>/", BoardFacts.as_view(), name="api-board"),
    path(
        "boards/<str:board>/statistics/", StatisticsOfBoard.as_view(), name="api-board-statistics"
    ),
    path("boards/<str:board>/picture.svg", BoardSVG.as_view(), name="api-board-svg"),
    path("boards/<str:board>/picture.png", BoardPNG.as_view(), name="api-board-png"),
    path("lobby/", Tables.as_view(), name="api-tables"),
    path("lobby/<str:code>/", OneTable.as_view(), name="api-table"),
    path("lobby/<str:code>/join/", Join.as_view(), name="api-join"),
    path("lobby/<str:code>/invitations/", Invite.as_view(), name="api-invite"),
    path("lobby/<str:code>/leave/", Leave.as_view(), name="api-leave"),
    path("games/", GameList.as_view(), name="api-games"),
    path(f"{GAME}/", OneGame.as_view(), name="api-game"),
    path(f"{GAME}/events/", GameEvents.as_view(), name="api-events"),
    path(f"{GAME}/stream/", GameStream.as_view(), name="api-game-stream"),
    path(f"{GAME}/actions/", LegalActions.as_view(), name="api-actions"),
    path(f"{GAME}/moves/", Moves.as_view(), name="api-moves"),
    path(f"{GAME}/held-move/", HeldMoveView.as_view(), name="api-held-move"),
    path(f"{GAME}/order/", Orders.as_view(), name="api-order"),
    path(f"{GAME}/talk/", Talk.as_view(), name="api-talk"),
    path(f"{GAME}/talk/<int:message>/", OneMessage.as_view(), name="api-message"),
    path(f"{GAME}/note/", Note.as_view(), name="api-note"),
    path(f"{GAME}/record/", GameRecord.as_view(), name="api-record"),
    path(f"{GAME}/reviews/", Reviews.as_view(), name="api-reviews"),
    path(f"{GAME}/picture.png", GamePicture.as_view(), name="api-game-png"),
    path("people/<str:name>/", OnePerson.as_view(), name="api-person"),
    path(
        "people/<str:name>/statistics/",
        StatisticsOfPerson.as_view(),
        name="api-person-statistics",
    ),
    path("people/<str:name>/games/", GamesOfPerson.as_view(), name="api-games-of-person"),
    path("bot-accounts/", BotAccounts.as_view(), name="api-bot-accounts"),
    path("ratings/", Rankings.as_view(), name="api-ratings"),
    path("records/", RecordsOfMonths.as_view(), name="api-records"),
    path("leagues/", Leagues.as_view(), name="api-leagues"),
    path("leagues/<slug:slug>/", OneLeague.as_view(), name="api-league"),
    path(f"{SEASON}/", OneSeason.as_view(), name="api-season"),
    path(f"{SEASON}/statistics/", StatisticsOfSeason.as_view(), name="api-season-statistics"),
    path(f"{SEASON}/standings/", StandingsView.as_view(), name="api-standings"),
    path(f"{SEASON}/pairings/", PairingsView.as_view(), name="api-pairings"),
    path(f"{SEASON}/entry/", OwnEntry.as_view(), name="api-entry"),
    path(f"{SEASON}/games/", SeasonGamesView.as_view(), name="api-season-games"),
    path("me/", Me.as_view(), name="api-me"),
    path("me/bot/", Become.as_view(), name="api-become-bot"),
    path("me/invitations/", Invitations.as_view(), name="api-invitations"),
    path("me/invitations/<str:code>/", OneInvitation.as_view(), name="api-invitation"),
    path("me/turns/", MyTurns.as_view(), name="api-turns"),
    path("me/stream/", MyStream.as_view(), name="api-my-stream"),
    path("me/settings/", Settings.as_view(), name="api-settings"),
    path("me/data/", Data.as_view(), name="api-data"),
    re_path("", no_such_address),
]
