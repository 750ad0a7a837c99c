"""Leagues, seasons and divisions by the address of a page; 404 where the reader may not see one."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from games.leagues.league import is_director_of
from games.leagues.models import Division, League, Season
from games.moderation.roles import league_role


def find_league(slug: str) -> League:
    """The league of an address.

    :raises Http404: if there is none.
    """
    league = League.objects.filter(slug=slug).first()
    if league is None:
        raise Http404
    return league


def find_season(request: HttpRequest, slug: str, number: int) -> Season:
    """A season that the person of this request may look at.

    A plan that was not announced is for its directors and moderators only.

    :raises Http404: if there is none.
    """
    seasons = Season.objects.select_related("league")
    season = seasons.filter(league__slug=slug, number=number).first()
    if season is None:
        raise Http404
    if season.announced_at is None and league_role(request.user, season.league) is None:
        raise Http404
    return season


def find_directed_season(request: HttpRequest, slug: str, number: int) -> Season:
    """A season that the person of this request directs.

    :raises Http404: if there is none, or others direct it: its plans are theirs.
    """
    season = find_season(request, slug, number)
    if not is_director_of(request.user, season.league):
        raise Http404
    return season


def find_overseen_season(request: HttpRequest, slug: str, number: int) -> Season:
    """A season in which the person of this request holds a role.

    :raises Http404: if there is none, or others do.
    """
    season = find_season(request, slug, number)
    if league_role(request.user, season.league) is None:
        raise Http404
    return season


def find_division(season: Season, tier: int) -> Division:
    """A division of a season.

    :raises Http404: if there is none.
    """
    division = Division.objects.filter(season=season, tier=tier).first()
    if division is None:
        raise Http404
    division.season = season
    return division
