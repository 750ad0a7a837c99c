"""Files with the records of many games: those of months for all, others on request."""

from __future__ import annotations

from typing import Final

from allauth.core.ratelimit import consume
from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from games.common.work_rows import WorkStatus
from games.leagues.models import Season
from games.leagues.naming import full_name
from games.moderation.roles import seasons_visible_to
from games.people.models import Person
from games.sharing.records.collections import ask_for_collection, data_of
from games.sharing.records.models import Collection, CollectionKind
from games.sharing.records.selecting import MOST_RECORDS, games_of_player, games_of_season
from games.tables.models import Game
from games.web.parts.refusals import show_refusals
from games.web.parts.requests import parse_number, tagged

FIVE_MINUTES: Final = 300


@require_safe
def months(request: HttpRequest) -> HttpResponse:
    """List the files of all months, the latest first."""
    files = Collection.objects.filter(kind=CollectionKind.MONTH, made_at__isnull=False)
    return render(request, "web/records/months.html", {"months": list(files)})


@require_safe
@cache_control(public=True, max_age=FIVE_MINUTES)
def month_file(request: HttpRequest, month: str) -> HttpResponseBase:
    found = get_object_or_404(
        Collection, kind=CollectionKind.MONTH, subject=month, made_at__isnull=False
    )
    return _file(request, found, f"night-mail-{month}.zip")


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def records_of_player(request: HttpRequest, name: str) -> HttpResponse:
    person = get_object_or_404(Person, name=name)
    games = games_of_player(person, request.user)
    return _collections(
        request, CollectionKind.PLAYER, person.pk, games, person.name,
        reverse("player", args=[person.name]),
    )  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def records_of_season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    seasons = seasons_visible_to(request.user)
    season = get_object_or_404(seasons, league__slug=slug, number=number)
    games = games_of_season(season, request.user)
    return _collections(
        request, CollectionKind.SEASON, season.pk, games, full_name(season),
        reverse("season", args=[slug, number]),
    )  # fmt: skip


@require_safe
@cache_control(private=True, no_store=True)
def collection_file(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Download a file that the person of this request has asked for."""
    if not isinstance(request.user, Person):
        raise Http404
    found = get_object_or_404(Collection, pk=pk, person=request.user, status=WorkStatus.READY)
    return _file(request, found, f"night-mail-{_file_name(found)}.zip")


def _collections(
    request: HttpRequest, kind: CollectionKind, subject: int, games: QuerySet[Game], title: str,
    back: str,
) -> HttpResponse:  # fmt: skip
    """The page on which files of a player or season are asked for, and the press on it.

    It lists the first file, and those that were made; all of them only on request, since all
    games have to be counted for it.
    """
    reader = request.user if isinstance(request.user, Person) else None
    if request.method == "POST":
        number = parse_number(request.POST.get("number", ""), 4)
        if reader is None or number is None or not 0 < number <= _files(games.count()):
            raise Http404
        with show_refusals(request):
            if consume(request, action="records", user=reader):
                ask_for_collection(
                    kind=kind, subject=subject, number=number, person=reader, now=now()
                )
            else:
                messages.error(request, _("That was the last file for today. Come back tomorrow."))
        return redirect(request.path)
    made: dict[int, Collection] = {}
    if reader is not None:
        mine = Collection.objects.filter(kind=kind, subject=str(subject), person=reader)
        made = {row.number: row for row in mine}
    counted = games if "all" in request.GET else games.order_by()[: MOST_RECORDS + 1]
    count = counted.count()
    more = "all" not in request.GET and count > MOST_RECORDS
    numbers = sorted({1, *made}) if more else range(1, _files(count) + 1)
    files = [
        {
            "number": number,
            "first": (number - 1) * MOST_RECORDS + 1,
            "last": _last(number, made.get(number), None if more else count),
            "made": made.get(number),
        }
        for number in numbers
    ]
    waiting = any(row.status == WorkStatus.PENDING for row in made.values())
    page = {
        "title": title,
        "back": back,
        "count": count,
        "files": files,
        "more": more,
        "waiting": waiting,
        "mine": kind == CollectionKind.PLAYER and request.user.pk == subject,
    }
    return render(request, "web/records/collections.html", page)


def _files(count: int) -> int:
    """The number of files for a number of games."""
    return -(-count // MOST_RECORDS)


def _last(number: int, made: Collection | None, count: int | None) -> int:
    """The last game of a file; without the ``count`` of all games one that is full is assumed."""
    if count is not None:
        return min(number * MOST_RECORDS, count)
    ready = made is not None and made.status == WorkStatus.READY
    return (number - 1) * MOST_RECORDS + (made.games if made and ready else MOST_RECORDS)


def _file(request: HttpRequest, found: Collection, name: str) -> HttpResponseBase:
    headers = {
        "Content-Type": "application/zip",
        "Content-Length": str(found.size),
        "Content-Disposition": f'attachment; filename="{name}"',
    }

    def whole() -> HttpResponseBase:
        if request.method == "HEAD":
            return HttpResponse(headers=headers)
        return StreamingHttpResponse(data_of(found), headers=headers)

    return tagged(request, found.digest, whole)


def _file_name(found: Collection) -> str:
    end = f"-{found.number}" if found.number > 1 else ""
    if found.kind == CollectionKind.SEASON:
        try:
            season = Season.objects.select_related("league").get(pk=found.subject)
        except ObjectDoesNotExist:
            return f"season{end}"
        return f"{season.league.slug}-{season.number}{end}"
    return f"records{end}"
