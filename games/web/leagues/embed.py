"""The standings in a frame on somebody else's page: no cookies, no scripts, nothing to click on
but links that open the site itself."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.leagues.models import Season
from games.leagues.naming import full_name
from games.web.leagues.standings import standings_html
from ttr_site.security import HEADER, POLICY


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What anybody may see; the one page that others may frame. It asks for no session."""
    season = (
        Season.objects.select_related("league")
        .filter(league__slug=slug, number=number, drawn_at__isnull=False)
        .first()
    )
    if season is None:
        raise Http404
    html = render_to_string(
        "web/leagues/embed.html",
        {"season": season, "name": full_name(season), "standings": standings_html(season)},
    )
    response = HttpResponse(html)
    policy = {
        **POLICY,
        "script-src": "'none'",
        "connect-src": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "*",
    }
    response[HEADER] = "; ".join(f"{name} {value}" for name, value in policy.items())
    response["Cache-Control"] = "public, max-age=300"
    return response
