"""The addresses of the site, and a page with nothing in it by which the others are measured."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from ttr_site.urls import handler400, handler403, handler404, handler500
from ttr_site.urls import urlpatterns as pages


def bare(request: HttpRequest) -> HttpResponse:
    return render(request, "base.html")


urlpatterns = [*pages, path("bare/", bare)]

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]
