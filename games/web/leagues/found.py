"""Finding what a page of leagues is about."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from games.leagues.directing import directs
from games.leagues.models import Division, League, Season
from games.moderation.roles import office_over


def find_league(slug: str) -> League:
    """Gets the league of an address.

    :raises Http404: if there is none.
    """
    league = League.objects.filter(slug=slug).first()
    if league is None:
        raise Http404
    return league


def find_season(request: HttpRequest, slug: str, number: int) -> Season:
    """Gets a season that the person of this request may look at.

    A plan that was not announced is for those in office only.

    :raises Http404: if there is none.
    """
    seasons = Season.objects.select_related("league")
    season = seasons.filter(league__slug=slug, number=number).first()
    if season is None:
        raise Http404
    if season.announced_at is None and office_over(request.user, season.league) is None:
        raise Http404
    return season


def find_directed(request: HttpRequest, slug: str, number: int) -> Season:
    """Gets a season that the person of this request directs.

    :raises Http404: if there is none, or others direct it: its plans are theirs.
    """
    season = find_season(request, slug, number)
    if not directs(request.user, season.league):
        raise Http404
    return season


def find_overseen(request: HttpRequest, slug: str, number: int) -> Season:
    """Gets a season in which the person of this request holds an office.

    :raises Http404: if there is none, or others do.
    """
    season = find_season(request, slug, number)
    if office_over(request.user, season.league) is None:
        raise Http404
    return season


def find_division(season: Season, tier: int) -> Division:
    """Gets a division of a season.

    :raises Http404: if there is none.
    """
    division = Division.objects.filter(season=season, tier=tier).first()
    if division is None:
        raise Http404
    division.season = season
    return division
