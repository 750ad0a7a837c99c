"""A real browser on a real server; `make browser` runs these tests.

Debian's chromium is used as it is: nothing is downloaded. Pictures of pages go to test-results/.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from games.people.models import Person

HERE = Path(__file__).parent
AXE = HERE / "vendor" / "axe.min.js"
PICTURES = Path(settings.BASE_DIR) / "test-results"
WHOLE_BROWSERS = ("chromium-browser", "chromium")
# The browser talks to nobody but the site.
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Playwright's event loop runs in this thread, and Django would refuse the database to it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

Violations = list[dict[str, Any]]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


def launch(playwright: Playwright, *names: str) -> Browser:
    """Start the first of these browsers that is installed."""
    found = filter(None, [os.environ.get("CHROMIUM"), *map(shutil.which, names)])
    path = next(found, None)
    if path is None:
        pytest.fail(f"There is no {names[-1]}. Install it: apt-get install {names[-1]}")
    return playwright.chromium.launch(executable_path=path, args=FLAGS)


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The headless shell, which needs a quarter less time, or else the whole browser."""
    browser = launch(playwright, "chromium-headless-shell", *WHOLE_BROWSERS)
    yield browser
    browser.close()


@pytest.fixture
def context(browser: Browser, live_server: Any) -> Iterator[BrowserContext]:
    # A picture or a measured contrast would catch an animation half-way.
    context = browser.new_context(
        base_url=live_server.url,
        viewport={"width": 1280, "height": 900},
        reduced_motion="reduce",
    )
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that fails its test on any script error and anything the security policy refuses."""
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(f"script: {error}"))
    page.on(
        "console",
        lambda message: (
            faults.append(f"console: {message.text}")
            if "Content Security Policy" in message.text
            else None
        ),
    )
    yield page
    assert not faults, faults


@pytest.fixture
def log_in(context: BrowserContext, live_server: Any) -> Callable[[Person], None]:
    """Log a person in at the browser, without the log-in page."""

    def log_in(person: Person) -> None:
        client = Client()
        client.force_login(person)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])

    return log_in


@pytest.fixture
def picture(request: pytest.FixtureRequest) -> Callable[[Page, str], Path]:
    """Take a picture of the whole page: `picture(page, "lobby-320")`."""

    def take(page: Page, name: str) -> Path:
        PICTURES.mkdir(exist_ok=True)
        path = PICTURES / f"{name}.png"
        page.screenshot(path=path, full_page=True)
        return path

    return take


@pytest.fixture
def violations() -> Callable[[Page], Violations]:
    """Return what axe-core finds against WCAG 2.2 AA and its own good practice."""
    return _finder("")


@pytest.fixture
def contrasts() -> Callable[[Page], Violations]:
    """Return what axe-core finds by the rules that colours alone can break."""
    return _finder(", runOnly: ['color-contrast', 'link-in-text-block']")


AT_REST = """() => Promise.all(document.getAnimations()
    .filter(one => one.effect.getComputedTiming().endTime !== Infinity)
    .map(one => one.finished.catch(() => null)))"""


def _finder(options: str) -> Callable[[Page], Violations]:
    def find(page: Page) -> Violations:
        if not page.evaluate("!!window.axe"):
            # Through the debugger, because the security policy rightly refuses an inline script.
            page.evaluate(AXE.read_text() + "; undefined")
        # What still fades in has the contrast of the moment.
        page.evaluate(AT_REST)
        found = page.evaluate(f"axe.run(document, {{resultTypes: ['violations']{options}}})")
        return [
            {
                "rule": violation["id"],
                "help": violation["help"],
                "nodes": [node["html"][:200] for node in violation["nodes"]],
            }
            for violation in json.loads(json.dumps(found["violations"]))
        ]

    return find


@pytest.fixture
def axe() -> Callable[[Page], Violations]:
    """Return what axe-core finds, and the contrasts of text that it could not decide.

    Text in pictures is left out of these: tests of the palette measure it on its ground.
    """

    def find(page: Page) -> Violations:
        page.evaluate(AXE.read_text() + "; undefined")
        found = page.evaluate("axe.run(document, {resultTypes: ['violations', 'incomplete']})")
        is_drawn = "target => !!document.querySelector(target)?.closest('svg')"
        undecided = [
            {"rule": "undecided contrast", "nodes": [node["html"][:200]]}
            for entry in found["incomplete"]
            if entry["id"] == "color-contrast"
            for node in entry["nodes"]
            if not page.evaluate(is_drawn, node["target"][0])
        ]
        violated = [
            {"rule": entry["id"], "nodes": [node["html"][:200] for node in entry["nodes"]]}
            for entry in found["violations"]
        ]
        return violated + undecided

    return find


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
