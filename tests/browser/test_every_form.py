"""Every form of the site is sent once by a real browser, with the headers that it really sends."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from playwright.sync_api import Browser, Error, Page, Request, Response

from games.log import cache as states
from tests.browser.every_form import ELSEWHERE, FORMS
from tests.browser.site_of_forms import Form, Site, make_site

REFUSED: Final = (400, 403, 404, 405, 413, 429)
BUTTONS: Final = """() => [...document.forms].flatMap((form, number) =>
    [...[...form.elements].filter(one => one.type === "submit" && !one.disabled), null]
    .map((button, at) => [number, at, button]).map(([number, at, button]) => [
        number, at,
        (button?.getAttribute("formmethod") || form.getAttribute("method") || "get").toLowerCase(),
        new URL(button?.getAttribute("formaction") || form.getAttribute("action") || location.href,
                location.href).pathname]))"""
SEND: Final = """([number, at, given]) => {
    const form = document.forms[number];
    const buttons = [...form.elements].filter(one => one.type === "submit" && !one.disabled);
    const guess = one => ({email: "w@example.net", number: one.min || "1", url: "https://x.example/",
        date: "2026-12-01", "datetime-local": "2026-12-01T12:00"})[one.type] || "Some words here.";
    for (const one of form.elements) {
        if (["hidden", "submit", "button", "fieldset", "file"].includes(one.type)) continue;
        const value = given[one.name];
        if (one.type === "checkbox" || one.type === "radio") {
            const group = [...form.elements].filter(other => other.name === one.name);
            if (value !== undefined) one.checked = value === one.value;
            else if (one.required && !group.some(other => other.checked)) one.checked = true;
        } else if (value !== undefined) one.value = value;
        else if (one.required && !one.value) one.value = guess(one);
    }
    const wrong = form.noValidate ? [] : [...form.elements].filter(one => !one.checkValidity());
    if (wrong.length) return wrong.map(one => one.name + ": " + one.validationMessage);
    form.requestSubmit(buttons[at] || undefined);
    return [];
}"""


def addresses() -> Iterator[tuple[str, URLPattern]]:
    """The patterns of all pages with the texts of their routes."""

    def below(patterns: list[Any], before: str) -> Iterator[tuple[str, URLPattern]]:
        for each in patterns:
            route = before + str(each.pattern).removeprefix("^")
            if isinstance(each, URLResolver):
                yield from below(each.url_patterns, route)
            elif not route.startswith(("api/", "admin/")):
                yield route, each

    yield from below(get_resolver().url_patterns, "")


NAMES: Final = {route: pattern.name for route, pattern in addresses() if pattern.name}


def takes_posts(view: Any) -> bool:
    """Whether a view answers POST, as its class or its decorator says."""
    if hasattr(view, "view_class"):
        return hasattr(view.view_class, "post")
    while view is not None:
        free = getattr(view, "__code__", None) and view.__code__.co_freevars
        if free and "request_method_list" in free:
            methods = view.__closure__[free.index("request_method_list")].cell_contents
            return "POST" in methods
        view = getattr(view, "__wrapped__", None)
    return False


def test_every_address_that_takes_posts_has_a_form_here() -> None:
    taking = {NAMES[route] for route, each in addresses() if takes_posts(each.callback)}
    assert taking == FORMS.keys() | ELSEWHERE.keys()
    assert not FORMS.keys() & ELSEWHERE.keys()


class Database:
    """The file of a database, which can be put back as it was."""

    def __init__(self) -> None:
        self.kept = sqlite3.connect(":memory:")
        self._copy(self.kept, back=False)

    def put_back(self) -> None:
        self._copy(self.kept, back=True)
        cache.clear()
        states.clear()

    def _copy(self, kept: sqlite3.Connection, *, back: bool) -> None:
        connection.close()
        file = sqlite3.connect(str(connection.settings_dict["NAME"]), timeout=30)
        end = time.monotonic() + 20

        def check(*_progress: object) -> None:
            assert time.monotonic() < end, "A request still holds the database."

        try:
            if back:
                kept.backup(file, progress=check)
            else:
                file.backup(kept)
        finally:
            file.close()


def name_of(path: str) -> str:
    try:
        route = resolve(path).route
    except Resolver404:
        return ""
    return NAMES.get(route, route)


def filled(data: Mapping[str, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: value.format(**names) if isinstance(value, str) else value
        for key, value in data.items()
    }


def prepare(form: Form, site: Site) -> str:
    """Send what comes before a form; the address of its page."""
    last = ""
    for who, path, data in form.before:
        client = site.browsers[who] if who else Client()
        data = filled(data, site.names)
        if "record" in data:
            with Path(data["record"]).open("rb") as file:
                answer = client.post(path.format(**site.names), {**data, "record": file})
        else:
            answer = client.post(path.format(**site.names), data)
        assert answer.status_code in (200, 302), (path, answer.status_code)
        last = answer.headers.get("Location", "")
    return last if form.page == "@last" else form.page.format(**site.names)


def first_of(request: Request) -> Request:
    """The request from which redirects have led to this one."""
    while request.redirected_from is not None:
        request = request.redirected_from
    return request


def send(page: Page, name: str, form: Form, address: str) -> str:
    """Send the form of this name on the page at an address; what is wrong with it."""
    busy: set[Request] = set()
    page.on("request", lambda request: busy.add(request))
    page.on("requestfinished", lambda request: busy.discard(request))
    page.on("requestfailed", lambda request: busy.discard(request))
    opened = page.goto(address)
    if opened is None or opened.status >= 400:
        return f"{address} answers {opened and opened.status}"
    found = [
        (number, at, path)
        for number, at, method, path in page.evaluate(BUTTONS)
        if method == "post" and name_of(path) == name
    ]
    if not found:
        return f"{address} has no such form"
    number, at, path = found[0]
    for key, value in form.fields.items():
        if key == "record":
            page.locator(f"input[name={key}]").set_input_files(value)

    def ends_it(response: Response) -> bool:
        """Whether it is what the browser shows in the end, after redirects."""
        begun = first_of(response.request)
        is_end = not 300 <= response.status < 400
        return is_end and begun.method == "POST" and urlsplit(begun.url).path == path

    with page.expect_response(ends_it, timeout=30_000) as caught:
        if wrong := page.evaluate(SEND, [number, at, dict(form.fields)]):
            return f"{address} is not filled in: {wrong}"
    answer = first_of(caught.value.request).response()
    assert answer is not None
    while busy:  # a request that is cut off would keep the database locked
        page.wait_for_timeout(20)
    if answer.status in REFUSED or answer.status >= 500:
        return f"{address} sends {path}, which answers {answer.status}"
    return ""


@pytest.fixture
def site(
    django_db_reset_sequences: None, live_server: Any, settings: Any, people: Any, begin: Any
) -> Site:
    if connection.vendor != "sqlite":
        pytest.skip("The database is put back by its file.")
    # Whatever a busy machine makes of it, people have just signed in.
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 24 * 3600
    return make_site(people, begin)


def test_every_form_is_sent_by_a_browser(site: Site, browser: Browser, live_server: Any) -> None:
    """Each from the same beginning: what one does is undone before the next."""
    database = Database()
    wrong: dict[str, str] = {}
    for name, form in FORMS.items():
        database.put_back()
        context = browser.new_context(base_url=live_server.url)
        page = context.new_page()
        page.on("dialog", lambda dialog: dialog.accept())
        if form.who:
            cookies = site.browsers[form.who].cookies
            context.add_cookies(
                [
                    {"name": key, "value": morsel.value, "url": live_server.url}
                    for key, morsel in cookies.items()
                    if morsel.value
                ]
            )
        address = form.page
        try:
            address = prepare(form, site)
            if fault := send(page, name, form, address):
                wrong[name] = fault
        except (Error, AssertionError) as error:
            wrong[name] = f"{address}: {str(error)[:200]}"
        finally:
            context.close()
    assert wrong == {}
