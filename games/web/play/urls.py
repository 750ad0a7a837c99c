"""Addresses of the pages of a game."""

from __future__ import annotations

from django.urls import path

from games.web.play.views import full_log, game, nudge, pulse, record, seen
from games.web.play.views_embed import embedded_game, oembed_answer
from games.web.play.views_hint import ask_hint
from games.web.play.views_move import make_move, prepare_move, withdraw_held_move
from games.web.play.views_picture import picture
from games.web.play.views_plan import change_plan, pause_all, plan
from games.web.play.views_replay import decision_view, replay
from games.web.play.views_review import remove as remove_review
from games.web.play.views_review import review, shared_review
from games.web.play.views_review import share as share_own_review
from games.web.play.views_share import (
    animation,
    animation_file,
    make_secret_link,
    revoke_secret_link,
    share,
    share_picture,
    shared_animation,
    shared_game,
    shared_picture_file,
)
from games.web.play.views_sketch import delete as delete_sketch
from games.web.play.views_sketch import mark_sketch, sketch, sketches
from games.web.play.views_sketch import rename as rename_sketch
from games.web.play.views_talk import note, remove_message, report_message, talk

urlpatterns = [
    path("games/<str:code>/", game, name="game"),
    path("games/<str:code>/move/", prepare_move, name="prepare-move"),
    path("games/<str:code>/act/", make_move, name="act"),
    path("games/<str:code>/board.png", picture, name="game-picture"),
    path("games/<str:code>/seen/", seen, name="seen"),
    path("games/<str:code>/pulse/", pulse, name="pulse"),
    path("games/<str:code>/log/", full_log, name="story"),
    path("games/<str:code>/talk/", talk, name="talk"),
    path("games/<str:code>/talk/<int:pk>/remove/", remove_message, name="remove-message"),
    path("games/<str:code>/talk/<int:pk>/report/", report_message, name="report-message"),
    path("games/<str:code>/note/", note, name="note"),
    path("games/<str:code>/plan/", plan, name="plan"),
    path("games/<str:code>/plan/change/", change_plan, name="pause-plan"),
    path("plans/pause/", pause_all, name="pause-all-plans"),
    # Addresses of orders before there were plans.
    path("games/<str:code>/order/", plan, {"order": True}, name="order"),
    path("games/<str:code>/order/cancel/", change_plan, {"standing": ""}, name="cancel-order"),
    path("games/<str:code>/sketches/", sketches, name="sketches"),
    path("games/<str:code>/sketches/<int:pk>/", sketch, name="sketch"),
    path("games/<str:code>/sketches/<int:pk>/mark/", mark_sketch, name="mark-sketch"),
    path("games/<str:code>/sketches/<int:pk>/rename/", rename_sketch, name="rename-sketch"),
    path("games/<str:code>/sketches/<int:pk>/delete/", delete_sketch, name="delete-sketch"),
    path("games/<str:code>/held/withdraw/", withdraw_held_move, name="withdraw-held"),
    path("games/<str:code>/hint/", ask_hint, name="hint"),
    path("games/<str:code>/review/", review, name="review"),
    path("games/<str:code>/review/<int:seat>/", shared_review, name="shared-review"),
    path("games/<str:code>/review/share/", share_own_review, name="share-review"),
    path("games/<str:code>/review/remove/", remove_review, name="remove-review"),
    path("games/<str:code>/replay/", replay, name="replay"),
    path("games/<str:code>/replay/decision/", decision_view, name="replay-decision"),
    path("games/<str:code>/record/", record, name="record"),
    path("games/<str:code>/nudge/", nudge, name="nudge"),
    path("games/<str:code>/embed/", embedded_game, name="embed-game"),
    path("oembed", oembed_answer, name="oembed"),
    path("games/<str:code>/share/", share, name="share"),
    path("games/<str:code>/share.png", share_picture, name="share-picture"),
    path("games/<str:code>/share/animation/", animation, name="make-animation"),
    path("games/<str:code>/animation.png", animation_file, name="animation"),
    path("games/<str:code>/share/link/", make_secret_link, name="make-secret-link"),
    path("games/<str:code>/share/link/revoke/", revoke_secret_link, name="revoke-secret-link"),
    path("shared/<str:token>/", shared_game, name="shared"),
    path("shared/<str:token>/share.png", shared_picture_file, name="shared-picture"),
    path("shared/<str:token>/animation.png", shared_animation, name="shared-animation"),
]
