"""The addresses of the site, and pages to measure the others by.

One has nothing in it; the lists under /plain/ are those of Django without anything of ours.
"""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from games.leagues.models import Division, Entry
from games.people.models import Person
from games.tables.models import Game, Seat
from ttr_site.urls import handler400, handler403, handler404, handler500
from ttr_site.urls import urlpatterns as pages


def bare(request: HttpRequest) -> HttpResponse:
    return render(request, "base.html")


plain = admin.AdminSite(name="plain")
for model in (Person, Division, Entry, Game, Seat):
    ours = admin.site._registry[model]
    columns = [getattr(column, "admin_order_field", column) for column in ours.list_display]
    shown = {
        "list_display": [column for column in columns if not hasattr(ours, str(column))],
        "list_select_related": ours.list_select_related,
        "list_per_page": ours.list_per_page,
    }
    plain.register(model, type("Plain", (admin.ModelAdmin,), shown))

urlpatterns = [*pages, path("bare/", bare), path("plain/", plain.urls)]

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]
