"""A person's deadlines for calendar programs. The address is the whole authority."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from games.feeds.addresses import person_of
from games.feeds.deadlines import deadlines_of


@require_safe
def calendar_feed(request: HttpRequest, token: str) -> HttpResponse:
    person = person_of(token)
    if person is None:
        raise Http404
    content = deadlines_of(person=person, now=now())
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="night-mail.ics"'
    response["Cache-Control"] = "private, no-store"
    return response
