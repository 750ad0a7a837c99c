"""Sketches in a browser: a tap marks a route, the form marks another, and no move is made."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.test import Client
from django.utils.timezone import now
from playwright.sync_api import Browser, Page, expect

from games.people.models import Person
from games.plans.sketch_models import Sketch
from games.plans.sketches import draw_sketch

WEST = "los-angeles-phoenix-gray"
ALONE = "el-paso-los-angeles-black"


def tap(page: Page) -> None:
    """Tap on the middle of the route between El Paso and Los Angeles."""
    box = page.locator(f"[data-track={ALONE}] use").nth(2).bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_tap_and_the_form_mark_routes_and_make_no_move(
    browser: Browser, live_server, picture: Callable, axe: Callable, red_hand, alice: Person
) -> None:
    sketch = draw_sketch(game=red_hand, seat=0, person=alice, name="West", now=now())
    client = Client()
    client.force_login(alice)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context = browser.new_context(
        base_url=live_server.url, viewport={"width": 390, "height": 844}, has_touch=True
    )
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"/games/{red_hand.code}/sketches/{sketch.pk}/")
    page.evaluate("window.sameDocument = true")
    tap(page)
    # On a phone a thumb reaches several routes.
    page.locator(".candidates a").filter(has_text="El Paso – Los Angeles").tap()
    expect(page.locator("#sketch-status")).to_contain_text("Trains left: 39.")
    expect(page.locator(".sketched")).to_have_count(1)
    assert page.evaluate("window.sameDocument")
    page.locator("#track").select_option(WEST)
    page.get_by_role("button", name="Mark it").click()
    expect(page.locator("#sketch-status")).to_contain_text("Trains left: 36.")
    picture(page, "sketch-390")
    assert axe(page) == []
    for colour in ("dark", "light"):
        page.emulate_media(color_scheme=colour)
        page.set_viewport_size({"width": 1280, "height": 900})
        picture(page, f"sketch-1280-{colour}")
    assert axe(page) == []
    tap(page)
    expect(page.locator("#sketch-status")).to_contain_text("Trains left: 42.")
    assert Sketch.objects.get().tracks == [WEST]
    red_hand.refresh_from_db()
    assert red_hand.version == sketch.drawn_seq
    context.close()
