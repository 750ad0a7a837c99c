"""Addresses of the Learn page and of practice games."""

from __future__ import annotations

from django.urls import path

from games.web.learn.views import (
    begin_branch,
    begin_guided,
    begin_practice,
    bots,
    end_practice,
    learn,
    read_lesson,
    show_lessons,
)

urlpatterns = [
    path("learn/", learn, name="learn"),
    path("learn/bots/", bots, name="bots"),
    path("learn/<str:board>/begin/", begin_guided, name="begin-guided"),
    path("learn/<str:board>/practice/", begin_practice, name="begin-practice"),
    path("games/<str:code>/lesson/read/", read_lesson, name="read-lesson"),
    path("games/<str:code>/lesson/show/", show_lessons, name="show-lessons"),
    path("games/<str:code>/branch/", begin_branch, name="begin-branch"),
    path("games/<str:code>/practice/end/", end_practice, name="end-practice"),
]
