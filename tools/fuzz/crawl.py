"""A walk through the site before the requests: which addresses and forms there are to damage."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urldefrag, urljoin, urlsplit

from tools.fuzz.addresses import match_of, view_of
from tools.fuzz.damage import Field
from tools.fuzz.sending import Request, Sender

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
    has_file: bool = False
    fields: list[Field] = field(default_factory=list)


class Page(HTMLParser):
    """Reads a page; ``forms`` and ``links`` have what it offers, addresses absolute."""

    def __init__(self, at: str, who: str, html: str) -> None:
        super().__init__()
        self.at, self.who = at, who
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._select = ""
        self._open: Form | None = None
        self._ids: dict[str, Form] = {}
        self._loose: list[tuple[str, Field]] = []
        """Fields that name their form."""
        self.feed(html)
        for identity, found in self._loose:
            if identity in self._ids:
                self._ids[identity].fields.append(found)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if href := given.get("href" if tag == "a" else "src" if tag in ("img", "iframe") else ""):
            self.links.append(urldefrag(urljoin(self.at, href)).url)
        elif tag == "form":
            action = urljoin(self.at, given.get("action") or self.at)
            has_file = "multipart" in given.get("enctype", "")
            self._open = Form(action, given.get("method", "get").upper(), self.who, has_file)
            self.forms.append(self._open)
            self._ids[given.get("id", "")] = self._open
        elif tag == "select":
            self._select = given.get("name", "")
        elif tag == "option":
            self._add(self._select, given.get("value", ""), given)
        elif tag in ("input", "button", "textarea"):
            usual = "on" if given.get("type") == "checkbox" else "a"
            self._add(given.get("name", ""), given.get("value", usual), given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = ""

    def _add(self, name: str, value: str, given: dict[str, str]) -> None:
        pair = name.encode(), value.encode(errors="replace")
        if name in ("", "csrfmiddlewaretoken"):
            return
        if "form" in given:
            self._loose.append((given["form"], pair))
        elif self._open is not None:
            self._open.fields.append(pair)


def one_of_each(form: Form, choose: Callable[[list[bytes]], bytes]) -> list[Field]:
    """The fields with one value for each name, as where one radio button is pressed."""
    values: dict[bytes, list[bytes]] = {}
    for name, value in form.fields:
        values.setdefault(name, []).append(value)
    return [(name, choose(found)) for name, found in values.items()]


class Found:
    """What the pages of the site have shown; values of addresses are quoted."""

    def __init__(self) -> None:
        self.together: dict[str, list[dict[str, str]]] = {}
        """All values of one address, by the name of its view."""
        self.single: dict[str, list[str]] = {}
        """Values by the name of the part, from all addresses."""
        self.queries: dict[str, list[str]] = {}
        """Queries by the name of the view."""
        self.forms: list[Form] = []
        self._kinds: Counter[object] = Counter()

    def learn(self, address: str) -> None:
        """Note the values in an address and its query."""
        match = match_of(address)
        if match is None:
            return
        view, query = view_of(address), urlsplit(address).query
        values = {key: quote(str(value), safe="") for key, value in match.kwargs.items()}
        _note(values, self.together.setdefault(view, []))
        _note(query, self.queries.setdefault(view, []))
        for key, value in values.items():
            _note(value, self.single.setdefault(key, []))

    def add_form(self, form: Form, each: int) -> None:
        """Keep a form, unless there are ``each`` of its view and fields already."""
        names = tuple(sorted({name for name, _value in form.fields}))
        kind = (_kind(form.action), form.method, names)
        if kind[0] and self._kinds[kind] < each:
            self._kinds[kind] += 1
            self.forms.append(form)


def _note(value: object, known: list[Any]) -> None:
    if value and value not in known:
        known.append(value)


def _kind(address: str) -> str:
    """The view of an address with the names in its query, ``""`` where it is not on the site."""
    pairs = urlsplit(address).query.split("&") if (view := view_of(address)) else []
    keys = sorted({pair.partition("=")[0] for pair in pairs if pair})
    return f"{view}?{','.join(keys)}" if view else ""


def walk(sender: Sender, *, each: int, roles: list[str]) -> Found:
    """Read ``each`` pages of every view in every role."""
    found = Found()
    for who in roles:
        seen: Counter[str] = Counter()
        ahead = deque(STARTS)
        known = set(STARTS)
        while ahead:
            address = ahead.popleft()
            kind = _kind(address)
            if not kind or seen[kind] >= each:
                continue
            parts = urlsplit(address)
            outcome = sender.send(Request(who, "GET", parts.path, parts.query))
            seen[kind] += outcome.status == 200
            page = Page(address, who, outcome.page)
            for form in page.forms:
                found.learn(form.action)
                found.add_form(form, each)
            for link in (*page.links, outcome.location):
                found.learn(link)
                if link not in known:
                    known.add(link)
                    ahead.append(link)
    return found
