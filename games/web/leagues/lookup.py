"""Seasons by the address of a page; 404 where the reader may not see one."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games.leagues.models import League, Season
from games.moderation.roles import league_role, leagues_visible_to, seasons_visible_to


def find_season(request: HttpRequest, slug: str, number: int) -> Season:
    """A season that the person of this request may look at.

    :raises Http404: if there is none.
    """
    seasons = seasons_visible_to(request.user)
    return get_object_or_404(seasons, league__slug=slug, number=number)


def find_league(request: HttpRequest, slug: str) -> League:
    """A league that the person of this request may look at.

    :raises Http404: if there is none.
    """
    return get_object_or_404(leagues_visible_to(request.user), slug=slug)


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
    league = find_league(request, slug)
    require_role(request, league)
    return league


def require_role(request: HttpRequest, league: League) -> None:
    """Make sure that the person of this request holds a role in a league.

    :raises Http404: if not.
    """
    if league_role(request.user, league) is None:
        raise Http404
