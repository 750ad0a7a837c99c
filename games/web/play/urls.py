"""Addresses of the pages of a game."""

from __future__ import annotations

from django.urls import path

from games.web.play import (
    views,
    views_embed,
    views_move,
    views_plan,
    views_replay,
    views_review,
    views_share,
    views_sketch,
    views_talk,
)

urlpatterns = [
    path("games/<str:code>/", views.game, name="game"),
    path("games/<str:code>/move/", views_move.prepare_move, name="prepare-move"),
    path("games/<str:code>/act/", views_move.make_move, name="act"),
    path("games/<str:code>/board.png", views_share.small_picture, name="game-picture"),
    path("games/<str:code>/seen/", views.seen, name="seen"),
    path("games/<str:code>/pulse/", views.pulse, name="pulse"),
    path("games/<str:code>/log/", views.full_log, name="story"),
    path("games/<str:code>/talk/", views_talk.talk, name="talk"),
    path(
        "games/<str:code>/talk/<int:pk>/remove/", views_talk.remove_message, name="remove-message"
    ),
    path(
        "games/<str:code>/talk/<int:pk>/report/", views_talk.report_message, name="report-message"
    ),
    path("games/<str:code>/note/", views_talk.note, name="note"),
    path("games/<str:code>/plan/", views_plan.plan, name="plan"),
    path("games/<str:code>/plan/change/", views_plan.change_plan, name="pause-plan"),
    path("plans/pause/", views_plan.pause_all, name="pause-all-plans"),
    # Addresses of orders before there were plans.
    path("games/<str:code>/order/", views_plan.plan, {"order": True}, name="order"),
    path(
        "games/<str:code>/order/cancel/",
        views_plan.change_plan,
        {"standing": ""},
        name="cancel-order",
    ),
    path("games/<str:code>/sketches/", views_sketch.sketches, name="sketches"),
    path("games/<str:code>/sketches/<int:pk>/", views_sketch.sketch, name="sketch"),
    path("games/<str:code>/sketches/<int:pk>/mark/", views_sketch.mark_sketch, name="mark-sketch"),
    path("games/<str:code>/sketches/<int:pk>/rename/", views_sketch.rename, name="rename-sketch"),
    path("games/<str:code>/sketches/<int:pk>/delete/", views_sketch.delete, name="delete-sketch"),
    path("games/<str:code>/held/withdraw/", views_move.withdraw_held_move, name="withdraw-held"),
    path("games/<str:code>/hint/", views_move.ask_hint, name="hint"),
    path("games/<str:code>/review/", views_review.review, name="review"),
    path("games/<str:code>/review/<int:seat>/", views_review.shared_review, name="shared-review"),
    path("games/<str:code>/review/share/", views_review.share, name="share-review"),
    path("games/<str:code>/review/remove/", views_review.remove, name="remove-review"),
    path("games/<str:code>/replay/", views_replay.replay, name="replay"),
    path("games/<str:code>/replay/decision/", views_replay.decision_view, name="replay-decision"),
    path("games/<str:code>/record/", views.record, name="record"),
    path("games/<str:code>/nudge/", views.nudge, name="nudge"),
    path("games/<str:code>/embed/", views_embed.embedded_game, name="embed-game"),
    path("oembed", views_embed.oembed_answer, name="oembed"),
    path("games/<str:code>/share/", views_share.share, name="share"),
    path("games/<str:code>/share.png", views_share.share_picture, name="share-picture"),
    path("games/<str:code>/share/animation/", views_share.animation, name="make-animation"),
    path("games/<str:code>/animation.png", views_share.animation_file, name="animation"),
    path("games/<str:code>/share/link/", views_share.make_secret_link, name="make-secret-link"),
    path(
        "games/<str:code>/share/link/revoke/",
        views_share.revoke_secret_link,
        name="revoke-secret-link",
    ),
    path("shared/<str:token>/", views_share.shared_game, name="shared"),
    path("shared/<str:token>/share.png", views_share.shared_picture_file, name="shared-picture"),
    path("shared/<str:token>/animation.png", views_share.shared_animation, name="shared-animation"),
]
