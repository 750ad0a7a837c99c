"""Addresses of the pages of a game."""

from __future__ import annotations

from django.urls import include, path

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

pages_of_a_game = [
    path("", views.game, name="game"),
    path("move/", views_move.prepare_move, name="prepare-move"),
    path("act/", views_move.make_move, name="act"),
    path("board.png", views_share.small_picture, name="game-picture"),
    path("seen/", views.seen, name="seen"),
    path("pulse/", views.pulse, name="pulse"),
    path("log/", views.full_log, name="story"),
    path("talk/", views_talk.talk, name="talk"),
    path("talk/<int:pk>/remove/", views_talk.remove_message, name="remove-message"),
    path("talk/<int:pk>/report/", views_talk.report_message, name="report-message"),
    path("note/", views_talk.note, name="note"),
    path("plan/", views_plan.plan, name="plan"),
    path("plan/change/", views_plan.change_plan, name="pause-plan"),
    # Addresses of orders before there were plans.
    path("order/", views_plan.plan, {"order": True}, name="order"),
    path("order/cancel/", views_plan.change_plan, {"standing": ""}, name="cancel-order"),
    path("sketches/", views_sketch.sketches, name="sketches"),
    path("sketches/<int:pk>/", views_sketch.sketch, name="sketch"),
    path("sketches/<int:pk>/mark/", views_sketch.mark_sketch, name="mark-sketch"),
    path("sketches/<int:pk>/rename/", views_sketch.rename, name="rename-sketch"),
    path("sketches/<int:pk>/delete/", views_sketch.delete, name="delete-sketch"),
    path("held/withdraw/", views_move.withdraw_held_move, name="withdraw-held"),
    path("hint/", views_move.ask_hint, name="hint"),
    path("review/", views_review.review, name="review"),
    path("review/<int:seat>/", views_review.shared_review, name="shared-review"),
    path("review/share/", views_review.share, name="share-review"),
    path("review/remove/", views_review.remove, name="remove-review"),
    path("replay/", views_replay.replay, name="replay"),
    path("replay/decision/", views_replay.decision_view, name="replay-decision"),
    path("record/", views.record, name="record"),
    path("nudge/", views.nudge, name="nudge"),
    path("embed/", views_embed.embedded_game, name="embed-game"),
    path("share/", views_share.share, name="share"),
    path("share.png", views_share.share_picture, name="share-picture"),
    path("share/animation/", views_share.animation, name="make-animation"),
    path("animation.png", views_share.animation_file, name="animation"),
    path("share/link/", views_share.make_secret_link, name="make-secret-link"),
    path("share/link/revoke/", views_share.revoke_secret_link, name="revoke-secret-link"),
]

urlpatterns = [
    path("games/<str:code>/", include(pages_of_a_game)),
    path("plans/pause/", views_plan.pause_all, name="pause-all-plans"),
    path("oembed", views_embed.oembed_answer, name="oembed"),
    path("shared/<str:token>/", views_share.shared_game, name="shared"),
    path("shared/<str:token>/share.png", views_share.shared_picture_file, name="shared-picture"),
    path("shared/<str:token>/animation.png", views_share.shared_animation, name="shared-animation"),
]
