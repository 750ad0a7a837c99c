"""The app in a real browser: off at first, without pages of a person in it, gone at sign-out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from games.notifications.push.encryption import encode, new_private_key, private_key, raw
from games.notifications.push.models import PushSubscription
from games.people.models import Person
from games.tables.models import Game
from tests.browser.conftest import WHOLE_BROWSERS, launch

LogIn = Callable[[Person], None]
URL = "/settings/this-device/"
IS_ON = "navigator.serviceWorker.getRegistration('/').then((one) => Boolean(one))"
CACHED = """
(async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) {
      const response = await caches.match(request);
      found.push([new URL(request.url).pathname, await response.text()]);
    }
  }
  return found;
})()
"""

NO_PUSH_SERVICE = """
const bytes = (text) => {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
};
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => ({
  endpoint: `https://push.example.net/${new Uint8Array(key).length}`,
  getKey: (name) => name === "auth" ? new Uint8Array(16).buffer : bytes("BROWSER_KEY"),
});
"""
"""What a push service would have answered the browser."""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The headless shell knows no push messages."""
    browser = launch(playwright, *WHOLE_BROWSERS)
    yield browser
    browser.close()


def switch_app_on(page: Page) -> None:
    page.goto(URL)
    page.get_by_role("button", name="Switch the app on").click()
    page.get_by_text("The app is switched on in this browser.").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")


def test_nothing_is_switched_on_by_looking(page: Page, log_in: LogIn, alice: Person) -> None:
    log_in(alice)
    for path in ("/", "/settings/", URL, "/lobby/"):
        page.goto(path)
        assert page.evaluate(IS_ON) is False


def test_the_cache_holds_no_page_of_a_person(
    page: Page, log_in: LogIn, alice: Person, table: Game
) -> None:
    log_in(alice)
    switch_app_on(page)
    for path in ("/", f"/games/{table.code}/", "/settings/", "/settings/devices/", "/lobby/", URL):
        page.goto(path)
    kept = page.evaluate(CACHED)
    assert "/offline/" in [path for path, _text in kept]
    for path, text in kept:
        assert path == "/offline/" or path.startswith("/static/")
        for secret in (alice.name, alice.email, table.code, "csrfmiddlewaretoken"):
            assert secret not in text, path


def test_without_a_connection_a_page_says_so(
    page: Page, context: BrowserContext, log_in: LogIn, alice: Person
) -> None:
    log_in(alice)
    switch_app_on(page)
    context.set_offline(True)
    page.goto("/lobby/")
    assert page.get_by_role("heading", name="No connection").is_visible()
    context.set_offline(False)
    page.goto("/lobby/")
    assert page.get_by_role("heading", name="No connection").count() == 0


@pytest.mark.parametrize("how", ["signing out", "switching off", "being signed out elsewhere"])
def test_the_app_ends(
    page: Page, log_in: LogIn, context: BrowserContext, alice: Person, how: str
) -> None:
    log_in(alice)
    switch_app_on(page)
    assert page.evaluate(IS_ON) is True
    if how == "signing out":
        sign_out(page)
    elif how == "switching off":
        page.goto(URL)
        page.get_by_role("button", name="Switch the app off").click()
        page.get_by_text("The app is switched off in this browser.").wait_for()
    else:
        context.clear_cookies(name="sessionid")
        page.goto("/")
    assert page.evaluate(IS_ON) is False
    assert page.evaluate("caches.keys()") == []
    assert "app" not in [cookie["name"] for cookie in context.cookies()]


def test_push_messages_are_switched_on_shown_and_opened(
    page: Page, context: BrowserContext, log_in: LogIn, settings: Any, alice: Person, table: Game
) -> None:
    """The push service is left out: the browser is told what one would have answered."""
    settings.VAPID_KEY = new_private_key()
    browser_key = encode(raw(private_key(new_private_key()).public_key()))
    context.grant_permissions(["notifications"])
    context.add_init_script(NO_PUSH_SERVICE.replace("BROWSER_KEY", browser_key))
    log_in(alice)
    page.goto(URL)
    page.get_by_role("button", name="Switch push messages on").click()
    page.get_by_text("This browser gets push messages from now on.").wait_for()
    row = PushSubscription.objects.get()
    assert (row.endpoint, row.key) == ("https://push.example.net/65", browser_key)
    assert row.sign_in.person == alice

    devtools = context.new_cdp_session(page)
    workers: list[dict[str, Any]] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: workers.extend(event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    said = {"title": "USA abc", "body": "It is your turn.", "path": f"/games/{table.code}/"}
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": page.url.split("/settings")[0],
            "registrationId": workers[-1]["registrationId"],
            "data": json.dumps(said),
        },
    )
    shown = """
    (async () => {
      const worker = await navigator.serviceWorker.ready;
      for (;;) {
        const [one] = await worker.getNotifications();
        if (one) return [one.title, one.body, one.data.path];
        await new Promise((done) => setTimeout(done, 50));
      }
    })()
    """
    assert page.evaluate(shown) == list(said.values())


@pytest.mark.parametrize("width", [320, 1280])
def test_the_page_keeps_to_wcag_and_fits(
    page: Page,
    log_in: LogIn,
    settings: Any,
    alice: Person,
    violations: Callable[[Page], Any],
    width: int,
) -> None:
    settings.VAPID_KEY = new_private_key()
    log_in(alice)
    page.set_viewport_size({"width": width, "height": 800})
    for path in (URL, "/settings/devices/", "/offline/"):
        page.goto(path)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
