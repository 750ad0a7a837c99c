"""Seasons by the address of a page; 404 where the reader may not see one."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games.leagues.models import League, Season
from games.moderation.roles import league_role, may_see_season


def find_season(request: HttpRequest, slug: str, number: int) -> Season:
    """A season that the person of this request may look at.

    A plan that was not announced is for its directors and moderators only.

    :raises Http404: if there is none.
    """
    seasons = Season.objects.filter(league__slug=slug, number=number)
    season = seasons.select_related("league").first()
    if season is None or not may_see_season(request.user, season):
        raise Http404
    return season


def find_overseen_season(request: HttpRequest, slug: str, number: int) -> Season:
    """A season in which the person of this request holds a role.

    :raises Http404: if there is none, or others do.
    """
    season = find_season(request, slug, number)
    require_role(request, season.league)
    return season


def find_overseen_league(request: HttpRequest, slug: str) -> League:
    """A league in which the person of this request holds a role.

    :raises Http404: if there is none, or others do.
    """
    league = get_object_or_404(League, slug=slug)
    require_role(request, league)
    return league


def require_role(request: HttpRequest, league: League) -> None:
    """Make sure that the person of this request holds a role in a league.

    :raises Http404: if not.
    """
    if league_role(request.user, league) is None:
        raise Http404
