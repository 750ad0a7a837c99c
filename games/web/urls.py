"""Addresses of the pages."""

from __future__ import annotations

from django.urls import include, path

from games.web.board import board
from games.web.board_picture import board_picture
from games.web.clock.clock import clock
from games.web.clock.vote import propose, vote
from games.web.health import health
from games.web.home import home
from games.web.icon import icon
from games.web.lobby.cancel_game import cancel_game
from games.web.lobby.choose_team import choose_team
from games.web.lobby.create_game import create_game
from games.web.lobby.join_game import invitation, invitation_to_team, join_game
from games.web.lobby.leave_game import leave_game
from games.web.lobby.lobby import lobby
from games.web.lobby.open_seats import come_back, open_seats, take_seat
from games.web.lobby.play_bots import play_bots
from games.web.lobby.remove_player import remove_player
from games.web.mail.action_link import action_link
from games.web.mail.inbound_bounces import inbound_bounces
from games.web.mail.inbound_mail import inbound_mail
from games.web.mail.login_link import login_link
from games.web.mail.mailbox import mail, mail_html, mail_picture, mailbox
from games.web.mail.mailbox_reply import reply_to_mail
from games.web.people.player import player
from games.web.people.ranking import ranking
from games.web.people.report_player import report_player
from games.web.play.act import act
from games.web.play.game import game
from games.web.play.held import withdraw_held
from games.web.play.message import remove_message, report_message
from games.web.play.move import prepare_move
from games.web.play.note import note
from games.web.play.nudge import nudge
from games.web.play.order import cancel_order, order
from games.web.play.pulse import pulse
from games.web.play.record import record
from games.web.play.replay import replay
from games.web.play.seen import seen
from games.web.play.story import story
from games.web.play.talk import talk
from games.web.rules import rules
from games.web.settings.appearance import choose_language, choose_theme
from games.web.settings.belongings import belongings
from games.web.settings.calendar import calendar, remove_calendar, renew_calendar
from games.web.settings.calendar_feed import calendar_feed
from games.web.settings.close_account import close_account
from games.web.settings.notices import notices
from games.web.settings.preferences import preferences
from games.web.settings.unsubscribe import unsubscribe
from games.web.settings.vacation import change_vacation, vacation
from games.web.settings.webhook import remove_webhook, try_webhook, webhook, webhooks

urlpatterns = [
    path("", home, name="home"),
    path("lobby/", lobby, name="lobby"),
    path("lobby/new/", create_game, name="create-game"),
    path("lobby/bots/<str:board>/", play_bots, name="play-bots"),
    path("join/<str:invitation>/", invitation, name="invitation"),
    path("join/<str:invitation>/team/<int:team>/", invitation_to_team, name="invitation-to-team"),
    path("games/<str:code>/", game, name="game"),
    path("games/<str:code>/join/", join_game, name="join-game"),
    path("games/<str:code>/team/", choose_team, name="choose-team"),
    path("games/<str:code>/leave/", leave_game, name="leave-game"),
    path("games/<str:code>/remove/", remove_player, name="remove-player"),
    path("games/<str:code>/cancel/", cancel_game, name="cancel-game"),
    path("games/<str:code>/move/", prepare_move, name="prepare-move"),
    path("games/<str:code>/act/", act, name="act"),
    path("games/<str:code>/seen/", seen, name="seen"),
    path("games/<str:code>/pulse/", pulse, name="pulse"),
    path("games/<str:code>/log/", story, name="story"),
    path("games/<str:code>/talk/", talk, name="talk"),
    path("games/<str:code>/talk/<int:pk>/remove/", remove_message, name="remove-message"),
    path("games/<str:code>/talk/<int:pk>/report/", report_message, name="report-message"),
    path("games/<str:code>/note/", note, name="note"),
    path("games/<str:code>/order/", order, name="order"),
    path("games/<str:code>/order/cancel/", cancel_order, name="cancel-order"),
    path("games/<str:code>/held/withdraw/", withdraw_held, name="withdraw-held"),
    path("games/<str:code>/replay/", replay, name="replay"),
    path("games/<str:code>/record/", record, name="record"),
    path("games/<str:code>/clock/", clock, name="clock"),
    path("games/<str:code>/clock/propose/", propose, name="propose"),
    path("games/<str:code>/clock/votes/<int:pk>/", vote, name="vote"),
    path("games/<str:code>/seats/<int:number>/take/", take_seat, name="take-seat"),
    path("games/<str:code>/return/", come_back, name="come-back"),
    path("seats/", open_seats, name="open-seats"),
    path("boards/<str:key>/", board, name="board"),
    path("boards/<str:key>/picture.png", board_picture, name="board-picture"),
    path("people/<str:name>/", player, name="player"),
    path("people/<str:name>/report/", report_player, name="report-player"),
    path("ranking/", ranking, name="ranking"),
    path("ranking/<str:board>/", ranking, name="ranking-of-board"),
    path("", include("games.web.moderation.urls")),
    path("leagues/", include("games.web.leagues.urls")),
    path("rules/", rules, name="rules"),
    path("settings/", preferences, name="preferences"),
    path("settings/notices/", notices, name="notices"),
    path("settings/webhook/", webhooks, name="webhooks"),
    path("settings/webhook/<int:pk>/", webhook, name="webhook"),
    path("settings/webhook/<int:pk>/test/", try_webhook, name="try-webhook"),
    path("settings/webhook/<int:pk>/remove/", remove_webhook, name="remove-webhook"),
    path("settings/calendar/", calendar, name="calendar"),
    path("settings/calendar/new/", renew_calendar, name="renew-calendar"),
    path("settings/calendar/remove/", remove_calendar, name="remove-calendar"),
    path("calendar/<str:token>.ics", calendar_feed, name="calendar-feed"),
    path("games/<str:code>/nudge/", nudge, name="nudge"),
    path("settings/vacation/", vacation, name="vacation"),
    path("settings/vacation/<int:pk>/", change_vacation, name="change-vacation"),
    path("settings/belongings/", belongings, name="belongings"),
    path("settings/close/", close_account, name="close-account"),
    path("settings/language/", choose_language, name="choose-language"),
    path("settings/theme/", choose_theme, name="choose-theme"),
    path("unsubscribe/<str:purpose>/<str:token>/", unsubscribe, name="unsubscribe"),
    path("do/<str:token>/", action_link, name="action-link"),
    path("inbound/mail/<str:secret>/", inbound_mail, name="inbound-mail"),
    path("inbound/bounces/<str:secret>/", inbound_bounces, name="inbound-bounces"),
    path("icon/<int:count>.svg", icon, name="icon"),
    path("healthz", health, name="health"),
    # Development only
    path("enter/<str:token>/", login_link, name="login-link"),
    path("mailbox/", mailbox, name="mailbox"),
    path("mailbox/<int:pk>/", mail, name="mailbox-mail"),
    path("mailbox/<int:pk>/reply/", reply_to_mail, name="mailbox-reply"),
    path("mailbox/<int:pk>/html/", mail_html, name="mailbox-html"),
    path("mailbox/<int:pk>/picture/<str:content_id>", mail_picture, name="mailbox-picture"),
]
