"""A person with a browser that knows forms and cookies, and nothing else."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urljoin


@dataclass
class Form:
    """A form of a page, with what it would send if nothing were changed."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)

    def filled(self, wished: dict[str, str]) -> list[tuple[str, str]]:
        """What it sends with some fields filled in; a name may come several times."""
        return [pair for pair in self.fields if pair[0] not in wished] + [*wished.items()]


class Forms(HTMLParser):
    """Finds the forms of a page that post."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._open = False
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method", "").lower() == "post":
            self.found.append(Form(given.get("action", "")))
            self._open = True
        if not self._open:
            return
        fields = self.found[-1].fields
        name = given.get("name", "")
        if tag == "input" and name:
            ticked = "checked" in given or given.get("type") not in ("checkbox", "radio")
            if ticked and given.get("type") != "submit":
                fields.append((name, given.get("value", "on")))
        elif tag == "textarea" and name:
            fields.append((name, ""))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in given or self._is_unchosen()):
            self.found[-1].fields = [pair for pair in fields if pair[0] != self._select]
            self.found[-1].fields.append((self._select, given.get("value", "")))

    def _is_unchosen(self) -> bool:
        return self._select not in dict(self.found[-1].fields)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        elif tag == "form":
            self._open = False


class Visitor:
    """Asks for pages of a site and sends their forms; raises on every answer that is an error."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.address = ""
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self._opener = urllib.request.build_opener(cookies)

    def open(self, path: str, data: list[tuple[str, str]] | None = None) -> str:
        """The page at a path or an address, after all redirects."""
        request = urllib.request.Request(  # noqa: S310
            urljoin(self.site, path),
            data=None if data is None else urlencode(data).encode(),
            headers={"Referer": self.site},
        )
        try:
            with self._opener.open(request, timeout=30) as answer:
                self.address = answer.geturl()
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            text = re.sub(r"<[^>]+>|\s+", " ", error.read().decode(errors="replace"))
            raise AssertionError(f"{path} answered {error.code}: {text[:2000]}") from None

    def send(self, path: str, action: str = "", **fields: str) -> str:
        """Open a page and send its form whose action ends so, with some fields filled in."""
        page = self.open(path)
        for form in Forms(page).found:
            # Boxes that are not ticked are not among the fields.
            if form.action.endswith(action) and (
                not fields or fields.keys() & dict(form.fields).keys()
            ):
                return self.open(form.action or self.address, form.filled(fields))
        known = [(form.action, sorted(dict(form.fields))) for form in Forms(page).found]
        raise AssertionError(f"{path} has no form {action} with {sorted(fields)}, only {known}")
