"""Streams of events: who may have which one.

These views run in two places. The process of the streams (games/api/stream) asks them for an
admission. Pages and lists come from other processes, which check the same and then say that there
are no streams.
"""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from games.accounts.devices import client_address
from games.accounts.models import Scope
from games.api.base import ApiView, Strict
from games.api.problems import ApiProblem
from games.api.schema import describe
from games.api.stream.watching import Admitted, AnyWatch, GameWatch, PersonWatch, read_decisions
from games.api.views_games import LARGEST_SEQ, GameEndpoint
from games.common.rates import network_name
from games.tables.selectors import plays_now

EVENT_STREAM: Final = "text/event-stream"
HEADER: Final = "Last-Event-ID"
LAST_EVENT_ID: Final = OpenApiParameter(
    HEADER,
    str,
    OpenApiParameter.HEADER,
    description="The `id` of the last message that you have: the stream goes on after it.",
)


class StreamQuery(Strict):
    """Where a stream begins; without `after` with what happens next."""

    after = serializers.IntegerField(
        min_value=-1, max_value=LARGEST_SEQ, required=False, help_text="-1 is from the beginning."
    )


def _whose(request: Request) -> dict[str, Any]:
    """The language and the reader of a stream."""
    return {
        "language": get_language() or settings.LANGUAGE_CODE,
        "token": request.auth.pk if request.auth else None,
        "person": request.auth.person_id if request.auth else None,
        "network": "" if request.auth else network_name(client_address(request._request)),
        "plays": request.auth is not None and plays_now(request.auth.person),
    }


def _admit(request: Request, watch: AnyWatch) -> HttpResponse:
    """The admission to a stream.

    :raises ApiProblem: in a process that has none.
    """
    if getattr(request._request, "takes_streams", False):
        return Admitted(watch)
    more = {"stream": f"{settings.STREAM_URL}{request.path}"} if settings.STREAM_URL else {}
    raise ApiProblem(
        "no-stream",
        404,
        _("Streams are served by a process of its own, and this is another one. Poll instead."),
        **more,
    )


class GameStream(GameEndpoint):
    @describe(
        "streamGame", str, tag="streams", query=StreamQuery, headers=(LAST_EVENT_ID,),
        media_type=EVENT_STREAM, problems=("503",),
    )  # fmt: skip
    def get(self, request: Request, code: str) -> HttpResponse:
        """The events of a game as they happen, as server-sent events.

        `data` of a message is an event as in `listEvents`, `id` its seq. A message `end` says why
        the stream ends.
        """
        found = self.begun()
        after = self.wanted.get("after", found.last_seq)
        if text := request.headers.get(HEADER):
            try:
                after = StreamQuery().fields["after"].run_validation(text)
            except serializers.ValidationError as error:
                raise serializers.ValidationError({HEADER: error.detail}) from error
        seat = found.seat_number
        return _admit(request, GameWatch(**_whose(request), code=code, seat=seat, position=after))


class MyStream(ApiView):
    scopes = {"GET": Scope.GAMES_READ}

    @describe(
        "streamTurns", str, tag="streams", headers=(LAST_EVENT_ID,), media_type=EVENT_STREAM,
        problems=("503",),
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse:
        """What becomes your turn and ceases to be it, as server-sent events.

        It begins with the decisions that wait for you. `type` in `data` is `turn`, `waiting`,
        `over` or `left`. A message `end` says why the stream ends.
        """
        try:
            known = read_decisions(request.headers.get(HEADER) or "0")
        except ValueError as error:
            raise serializers.ValidationError({HEADER: [_("This id leads nowhere.")]}) from error
        return _admit(request, PersonWatch(**_whose(request), position=known))
