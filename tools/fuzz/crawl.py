"""A walk through the site before the requests: which addresses and forms there are to damage."""

from __future__ import annotations

from collections import Counter, deque
from urllib.parse import unquote, urlsplit

from django.urls import Resolver404, resolve

from tools.fuzz.addresses import Known
from tools.fuzz.forms import Form, Page
from tools.fuzz.sending import HOST, Request, Sender

STARTS = (
    "/", "/lobby/", "/settings/", "/mailbox/", "/moderation/", "/leagues/", "/admin/",
    "/accounts/login/", "/accounts/2fa/",
)  # fmt: skip


class Found:
    """What a walk has found: values of addresses, forms, and the names of queries by view."""

    def __init__(self) -> None:
        self.known = Known()
        self.forms: list[Form] = []
        self.queries: dict[str, list[str]] = {}
        self._kinds: Counter[object] = Counter()

    def add_form(self, form: Form, each: int) -> None:
        """Keep a form, unless there are ``each`` of its view and fields already."""
        match = _match(form.action)
        names = tuple(sorted({name for name, _value in form.fields}))
        kind = (match, form.method, names)
        if match is not None and self._kinds[kind] < each:
            self._kinds[kind] += 1
            self.forms.append(form)


def walk(sender: Sender, *, each: int, roles: list[str]) -> Found:
    """Read ``each`` pages of every view in every role."""
    found = Found()
    for who in roles:
        seen: Counter[str] = Counter()
        ahead = deque(STARTS)
        known = set(STARTS)
        while ahead:
            address = ahead.popleft()
            name = _match(address)
            if name is None or seen[name] >= each:
                continue
            parts = urlsplit(address)
            outcome = sender.send(Request(who, "GET", parts.path, parts.query))
            seen[name] += outcome.status == 200
            page = Page(address, who, outcome.page)
            for form in page.forms:
                _learn(found, form.action)
                found.add_form(form, each)
            for link in (*page.links, outcome.location):
                _learn(found, link)
                if link not in known and urlsplit(link).netloc in ("", HOST):
                    known.add(link)
                    ahead.append(link)
    return found


def _learn(found: Found, address: str) -> None:
    parts = urlsplit(address)
    if parts.netloc not in ("", HOST):
        return
    try:
        match = resolve(unquote(parts.path))
    except Resolver404:
        return
    name = match.view_name or match.route
    found.known.learn(name, match.kwargs)
    if parts.query and parts.query not in (queries := found.queries.setdefault(name, [])):
        queries.append(parts.query)


def _match(address: str) -> str | None:
    """The view of an address with the names in its query, None where it is not on the site."""
    try:
        parts = urlsplit(address)
        match = resolve(unquote(parts.path))
    except (ValueError, Resolver404):
        return None
    if parts.netloc not in ("", HOST):
        return None
    keys = sorted({pair.partition("=")[0] for pair in parts.query.split("&") if pair})
    return f"{match.view_name or match.route}?{','.join(keys)}"
