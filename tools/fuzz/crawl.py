"""A walk through the site before the requests: which addresses and forms there are to damage."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from django.urls import Resolver404, resolve

from tools.fuzz.addresses import Known
from tools.fuzz.damage import Field
from tools.fuzz.sending import HOST, Request, Sender

STARTS = (
    "/", "/lobby/", "/settings/", "/mailbox/", "/moderation/", "/leagues/", "/admin/",
    "/accounts/login/", "/accounts/2fa/",
)  # fmt: skip


@dataclass(slots=True)
class Form:
    """A form of a page: where it goes, and its fields with their values; ``who`` saw it."""

    action: str
    method: str
    who: str
    fields: list[Field] = field(default_factory=list)
    has_file: bool = False


class Page(HTMLParser):
    """Reads a page; ``forms`` and ``links`` have what it offers, addresses absolute."""

    def __init__(self, at: str, who: str, html: str) -> None:
        super().__init__()
        self.at, self.who = at, who
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._select: str | None = None
        self._loose: dict[str, list[Field]] = {}
        self._ids: dict[str, Form] = {}
        self._open: Form | None = None
        self.feed(html)
        for identity, fields in self._loose.items():
            if identity in self._ids:
                self._ids[identity].fields += fields

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if href := given.get("href" if tag == "a" else "src" if tag in ("img", "iframe") else ""):
            self.links.append(urldefrag(urljoin(self.at, href)).url)
        elif tag == "form":
            action = urljoin(self.at, given.get("action") or self.at)
            self._open = Form(action, given.get("method", "get").upper(), self.who)
            self._open.has_file = "multipart" in given.get("enctype", "")
            self.forms.append(self._open)
            if "id" in given:
                self._ids[given["id"]] = self._open
        elif tag in ("input", "button", "textarea", "select"):
            self._field(tag, given)
        elif tag == "option" and self._select:
            self._add(self._select, given.get("value", ""), given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = None

    def _field(self, tag: str, given: dict[str, str]) -> None:
        name = given.get("name")
        if not name or name == "csrfmiddlewaretoken":
            return
        if tag == "select":
            self._select = name
        else:
            usual = "on" if given.get("type") == "checkbox" else "a"
            self._add(name, given.get("value", usual), given)

    def _add(self, name: str, value: str, given: dict[str, str]) -> None:
        pair = name.encode(), value.encode(errors="replace")
        if "form" in given:
            self._loose.setdefault(given["form"], []).append(pair)
        elif self._open is not None:
            self._open.fields.append(pair)


def one_of_each(form: Form, choose: Callable[[list[bytes]], bytes]) -> list[Field]:
    """The fields with one value for each name, as where one radio button is pressed."""
    values: dict[bytes, list[bytes]] = {}
    for name, value in form.fields:
        values.setdefault(name, []).append(value)
    return [(name, choose(found)) for name, found in values.items()]


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
