"""The base of all views of the API: who may ask, what may come in, and the head of each answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import IO, Any, ClassVar, Final, Never

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.accounts.rate_limits import DRAWING, dear_work
from games.api.authentication import READING, HasScope, RequestLimit, SiteLimit, TokenAuthentication
from games.api.problems import ApiProblem, handle
from games.api.schema import ApiSchema
from games.people.models import Person

MOST_BYTES: Final = 16 * 1024
"""Of a body: several times what any request needs."""


def _no_constant(name: str) -> Never:
    raise ValueError(f"{name} is no JSON")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name is there twice")
    return found


class JSONBody(BaseParser):
    """A JSON object of bounded size, in which no name is repeated."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: Any = None, parser_context: Any = None
    ) -> dict[str, Any]:
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise ApiProblem(
                "too-large", 413, _("A body has up to %(most)d bytes.") % {"most": MOST_BYTES}
            )
        if not body.strip():
            return {}
        try:
            data = json.loads(body, parse_constant=_no_constant, object_pairs_hook=_once_each)
        except (ValueError, RecursionError) as error:
            raise ParseError from error
        if not isinstance(data, dict):
            raise ParseError
        return data


class OnlyJSON(BaseContentNegotiation):
    """The parser by the type of the body; the one form of answer that there is."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: Any = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


class Strict(serializers.Serializer):
    """Fields of a body or a query; any other name is a fault."""

    strict = True

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = [name for name in data if name not in self.fields]
            if unknown:
                raise serializers.ValidationError(
                    {str(name): [_("There is no such field.")] for name in unknown[:10]}
                )
        return super().to_internal_value(data)


class Nothing(Strict):
    """No field at all."""


class ApiView(APIView):
    """A view of the API.

    ``scopes`` names the scope for each method (None: any token), ``public`` the methods for which
    no token is needed. With ``tagged`` an answer has an ETag of what it says.

    ``wanted`` are the fields of the body, or of the query where there is none, as the method
    describes them; a query that it does not describe has no fields.
    """

    scopes: ClassVar[Mapping[str, Scope | None]] = {"GET": None}
    public: ClassVar[frozenset[str]] = frozenset()
    tagged: ClassVar[bool] = False

    http_method_names: ClassVar = ["get", "head", "post", "put", "delete"]
    authentication_classes: ClassVar = [TokenAuthentication]
    permission_classes: ClassVar = [HasScope]
    throttle_classes: ClassVar = [RequestLimit, SiteLimit]
    parser_classes: ClassVar = [JSONBody]
    renderer_classes: ClassVar = [JSONRenderer]
    wanted: dict[str, Any]
    content_negotiation_class = OnlyJSON
    metadata_class = None
    schema = ApiSchema()

    def get_exception_handler(self) -> Any:
        return handle

    @property
    def reader(self) -> Person | None:
        """The person of the token; None for an anonymous user."""
        return self.request.user if isinstance(self.request.user, Person) else None

    @property
    def person(self) -> Person:
        """The person of the token, where one is needed."""
        assert isinstance(self.request.user, Person)
        return self.request.user

    def check_throttles(self, request: Request) -> None:
        """Ask the limits one after the other: what the first refuses does not use up the next."""
        for throttle in self.get_throttles():
            if not throttle.allow_request(request, self):
                self.throttled(request, throttle.wait())

    def drawing(self) -> AbstractContextManager[None]:
        """Draw a picture within this.

        :raises TooOften: if it is one too many.
        """
        person = self.reader.pk if self.reader else None
        return dear_work(self.request._request, DRAWING, person)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let the request in, and read its fields.

        :raises ValidationError: if one is missing, wrong or unknown.
        """
        super().initial(request, *args, **kwargs)
        method = "get" if request.method in READING else str(request.method).lower()
        shapes = getattr(getattr(self, method, None), "shapes", None)
        if shapes is None:
            return
        body, query = shapes
        read = method == "get"
        if body or read:
            shape = body or query or Nothing
            data = request.query_params.dict() if read else request.data
            found = shape(data=data)
            found.is_valid(raise_exception=True)
            self.wanted = dict(found.validated_data)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().dispatch(request, *args, **kwargs)
        response.headers["Cache-Control"] = "no-store"
        response.headers["Vary"] = "Authorization, Accept-Language"
        if not self.tagged or response.status_code != 200 or not isinstance(response, Response):
            return response
        response.render()
        tag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
        response.headers["ETag"] = tag
        return get_conditional_response(request, etag=tag, response=response) or response


class PublicView(ApiView):
    """A view whose GET needs no token."""

    public = frozenset({"GET"})
