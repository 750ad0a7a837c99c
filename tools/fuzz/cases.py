"""Makes the requests: each follows from the seed and its number, on what a walk has found."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from games.api.schema import STORED
from tools.fuzz.addresses import Address, addresses, path_for
from tools.fuzz.crawl import Form, Found, one_of_each
from tools.fuzz.damage import (
    COOKIES,
    HEADERS,
    TEXTS,
    Field,
    damaged_fields,
    encoded,
    json_body,
    multipart,
)
from tools.fuzz.sending import Request

OTHERS: Final = ("HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
METHODS: Final = ("GET",) * 16 + ("POST",) * 8 + OTHERS
QUERY: Final = (b"page", b"at", b"next", b"after", b"seat", b"q", b"board", b"sort")
FORMS: Final = 0.45
"""The share of requests that begin with a form of a page; the others begin with an address."""
FORM: Final = "application/x-www-form-urlencoded"


class Cases:
    """The requests of one seed."""

    def __init__(self, found: Found, roles: list[str], seed: str) -> None:
        self.found, self.roles, self.seed = found, roles, seed
        self.addresses = addresses()
        self.values = [one for several in found.known.single.values() for one in several]
        self._operations = _operations()
        order = Random(seed)
        self._forms = order.sample(found.forms, len(found.forms))
        self._addresses = order.sample(self.addresses, len(self.addresses))

    def request(self, number: int) -> Request:
        """Request number so and so, from 0 on."""
        dice = Random(f"{self.seed}/{number}")
        # Each form and each address has its turn.
        if self._forms and number * FORMS % 1 < FORMS:
            request = self._of_form(self._forms[int(number * FORMS) % len(self._forms)], dice)
        else:
            at = int(number * (1 - FORMS)) % len(self._addresses)
            request = self._of_address(self._addresses[at], dice)
        if dice.random() < 0.2:
            for name, values in dice.sample(HEADERS, dice.choice((1, 1, 2, 4))):
                request.headers[name] = dice.choice(values)
        if dice.random() < 0.05:
            request.headers["HTTP_COOKIE"] = dice.choice(COOKIES)
        return request

    def _of_form(self, form: Form, dice: Random) -> Request:
        parts = urlsplit(form.action)
        who = form.who if dice.random() < 0.85 else dice.choice(self.roles)
        fields = damaged_fields(one_of_each(form, dice.choice), dice)
        request = Request(who, form.method, parts.path, parts.query)
        if form.method == "GET":
            request.query = encoded(fields).decode()
        else:
            self._add_body(request, fields, dice, has_file=form.has_file)
        if dice.random() < 0.03:
            request.method = dice.choice(METHODS)
        return request

    def _of_address(self, address: Address, dice: Random) -> Request:
        who = dice.choice(self.roles)
        request = Request(who, dice.choice(METHODS), path_for(address, self.found.known, dice))
        described = self._operations.get(address.route, {})
        if described and dice.random() < 0.9:
            request.method = dice.choice([*described])
        if dice.random() < 0.5:
            request.query = self._query(address, dice)
        if request.method in ("GET", "HEAD", "OPTIONS", "TRACE"):
            return request
        if described or dice.random() < 0.1:
            names = described.get(request.method, [])
            request.headers["CONTENT_TYPE"] = "application/json"
            request.body = json_body(names, self.values, dice)
        else:
            fields = [(name.encode(), b"1") for name in dice.sample(("x", "next", "key", "at"), 2)]
            self._add_body(request, damaged_fields(fields, dice), dice, has_file=False)
        return request

    def _query(self, address: Address, dice: Random) -> str:
        known = self.found.queries.get(address.name)
        asked = parse_qsl(dice.choice(known)) if known else []
        fields: list[Field] = [(name.encode(), value.encode()) for name, value in asked]
        while dice.random() < 0.5:
            fields.append((dice.choice(QUERY), dice.choice(TEXTS)))
        return encoded(damaged_fields(fields, dice)).decode()

    def _add_body(
        self, request: Request, fields: list[Field], dice: Random, *, has_file: bool
    ) -> None:
        if has_file or dice.random() < 0.12:
            whole = dice.random() < 0.5
            request.body, kind = multipart(fields, dice, whole=whole)
            request.headers["CONTENT_TYPE"] = kind
        else:
            request.body = encoded(fields)
            request.headers["CONTENT_TYPE"] = FORM
            if dice.random() < 0.03:
                broken = (b"%", b"\xff=\xfe", b"&" * 3000, request.body[:-1] + b"%")
                request.body = dice.choice(broken)


def _operations() -> Mapping[str, Mapping[str, list[str]]]:
    """The methods of the API with the names of the fields in their bodies, by route."""
    described: dict[str, Any] = json.loads(STORED.read_text())
    schemas = described["components"]["schemas"]
    found: dict[str, dict[str, list[str]]] = {}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            if not isinstance(operation, dict):
                continue
            names = found.setdefault(_shape(path), {}).setdefault(method.upper(), [])
            for media in operation.get("requestBody", {}).get("content", {}).values():
                schema = media["schema"]
                schema = schemas.get(schema.get("$ref", "").rpartition("/")[2], schema)
                names.extend(schema.get("properties", {}))
    return {
        address.route: found[shape]
        for address in addresses()
        if address.name.startswith("api-") and (shape := _shape(address.route)) in found
    }


def _shape(path: str) -> str:
    parts = path.removeprefix("/").removeprefix("api/v1/").split("/")
    return "/".join("*" if part[:1] in ("<", "{") else part for part in parts)
