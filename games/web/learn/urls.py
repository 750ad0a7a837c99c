"""Addresses of the Learn page and of practice games."""

from __future__ import annotations

from django.urls import path

from games.web.learn import views

urlpatterns = [
    path("learn/", views.learn, name="learn"),
    path("learn/bots/", views.bots, name="bots"),
    path("learn/<str:board>/begin/", views.begin_guided, name="begin-guided"),
    path("learn/<str:board>/practice/", views.begin_practice, name="begin-practice"),
    path("games/<str:code>/lesson/read/", views.read_lesson, name="read-lesson"),
    path("games/<str:code>/lesson/show/", views.show_lessons, name="show-lessons"),
    path("games/<str:code>/branch/", views.begin_branch, name="begin-branch"),
    path("games/<str:code>/practice/end/", views.end_practice, name="end-practice"),
    path("games/<str:code>/practice/again/", views.practice_again, name="practice-again"),
]
