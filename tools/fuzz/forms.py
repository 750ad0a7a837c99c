"""The forms and links of a page, as a browser finds them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin

from tools.fuzz.damage import Field


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
