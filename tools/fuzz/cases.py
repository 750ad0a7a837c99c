"""Makes the requests: each follows from the seed and its number, on what a walk has found."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from games.api.schema import STORED
from tools.fuzz import damage
from tools.fuzz.addresses import Address, addresses
from tools.fuzz.crawl import Form, Found, one_of_each
from tools.fuzz.damage import Field
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
        self.values = [one for several in found.single.values() for one in several]
        self._operations = _operations()
        order = Random(seed)
        self._forms = order.sample(found.forms, len(found.forms))
        every = addresses()
        self._addresses = order.sample(every, len(every))

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
            for name, values in dice.sample(damage.HEADERS, dice.choice((1, 1, 2, 4))):
                request.headers[name] = dice.choice(values)
        if dice.random() < 0.05:
            request.headers["HTTP_COOKIE"] = dice.choice(damage.COOKIES)
        return request

    def _of_form(self, form: Form, dice: Random) -> Request:
        parts = urlsplit(form.action)
        who = form.who if dice.random() < 0.85 else dice.choice(self.roles)
        fields = damage.damaged_fields(one_of_each(form, dice.choice), dice)
        request = Request(who, form.method, parts.path, parts.query)
        if form.method == "GET":
            request.query = damage.encoded(fields).decode()
        else:
            _add_body(request, fields, dice, has_file=form.has_file)
        if dice.random() < 0.03:
            request.method = dice.choice(METHODS)
        return request

    def _of_address(self, address: Address, dice: Random) -> Request:
        path = path_for(address, self.found, dice)
        request = Request(dice.choice(self.roles), dice.choice(METHODS), path)
        described = self._operations.get(_shape(address.route), {})
        if described and dice.random() < 0.9:
            request.method = dice.choice([*described])
        if dice.random() < 0.5:
            request.query = self._query(address, dice)
        if request.method in ("GET", "HEAD", "OPTIONS", "TRACE"):
            return request
        if described or dice.random() < 0.1:
            names = described.get(request.method, [])
            request.headers["CONTENT_TYPE"] = "application/json"
            request.body = damage.json_body(names, self.values, dice)
        else:
            fields = [(name.encode(), b"1") for name in dice.sample(("x", "next", "key", "at"), 2)]
            _add_body(request, damage.damaged_fields(fields, dice), dice, has_file=False)
        return request

    def _query(self, address: Address, dice: Random) -> str:
        known = self.found.queries.get(address.name)
        asked = parse_qsl(dice.choice(known)) if known else []
        fields: list[Field] = [(name.encode(), value.encode()) for name, value in asked]
        while dice.random() < 0.5:
            fields.append((dice.choice(QUERY), dice.choice(damage.TEXTS)))
        return damage.encoded(damage.damaged_fields(fields, dice)).decode()


def path_for(address: Address, found: Found, dice: Random) -> str:
    """A path of an address, quoted: with what is there, with what nearly is, or with nonsense."""
    parts = address.parts()
    together = found.together.get(address.name)
    # Some patterns pass their views more than the values in the address.
    shown = dice.choice(together) if together and dice.random() < 0.6 else {}
    values = {name: value for name, value in shown.items() if name in parts}
    for name, kind in parts.items():
        if name in values:
            continue
        if name in found.single:
            near = found.single[name]
        elif kind == "int" or "id" in name:
            near = [str(number) for number in range(1, 30)]
        else:
            # Some parts mean the same under several names: any value of the site is near.
            near = dice.choice([*found.single.values()] or [["x"]])
        values[name] = dice.choice(near)
    if values and dice.random() < 0.45:
        name = dice.choice([*values])
        values[name] = damage.damaged_part(values[name], dice, is_number=parts[name] == "int")
    path = address.filled(values)
    return path if dice.random() < 0.97 else dice.choice((path.rstrip("/"), path + "/", path * 2))


def _add_body(request: Request, fields: list[Field], dice: Random, *, has_file: bool) -> None:
    if has_file or dice.random() < 0.12:
        request.body, kind = damage.multipart(fields, dice, whole=dice.random() < 0.5)
    else:
        request.body, kind = damage.encoded(fields), FORM
        if dice.random() < 0.03:
            request.body = dice.choice((b"%", b"\xff=\xfe", b"&" * 3000, request.body[:-1] + b"%"))
    request.headers["CONTENT_TYPE"] = kind


def _operations() -> dict[str, dict[str, list[str]]]:
    """The methods of the API with the names of the fields in their bodies, by shape of the path."""
    described: dict[str, Any] = json.loads(STORED.read_text())
    schemas = described["components"]["schemas"]
    found: dict[str, dict[str, list[str]]] = {}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            names = found.setdefault(_shape(path), {}).setdefault(method.upper(), [])
            for media in operation.get("requestBody", {}).get("content", {}).values():
                schema = media["schema"]
                schema = schemas.get(schema.get("$ref", "").rpartition("/")[2], schema)
                names.extend(schema.get("properties", {}))
    return found


def _shape(path: str) -> str:
    """A route, or a path of the description, without the names of its values.

    >>> _shape("api/v1/games/<str:code>/"), _shape("/api/v1/games/{code}/")
    ('api/v1/games/*/', 'api/v1/games/*/')
    """
    return re.sub(r"<[^>]*>|{[^}]*}", "*", path.removeprefix("/"))
