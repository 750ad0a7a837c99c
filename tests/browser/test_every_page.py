"""Every page that links lead to, at every width, by day and by night."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from playwright.sync_api import Page

from games.people.models import Person
from tests.crawl import pages

WIDTHS = (320, 390, 768, 1280)


@pytest.fixture
def demo(live_server: Any) -> None:
    call_command("demo", stdout=io.StringIO())


@pytest.mark.parametrize("who", ["", "Alice", "Erin"])
def test_every_page_keeps_to_wcag_and_fits(
    demo: None,
    page: Page,
    log_in: Callable[[Person], None],
    violations: Callable[[Page], Any],
    contrasts: Callable[[Page], Any],
    who: str,
) -> None:
    """Each page is opened once, on the narrowest screen; by night only the colours are others."""
    client = Client()
    if who:
        person = Person.objects.get(name=who)
        client.force_login(person)
        log_in(person)
    found: dict[str, Any] = {}
    addresses = list(pages(client))
    assert len(addresses) > 20
    for address in addresses:
        page.set_viewport_size({"width": WIDTHS[0], "height": 800})
        page.goto(address)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            for scheme, look in (("light", violations), ("dark", contrasts)):
                page.emulate_media(color_scheme=scheme)
                for violation in look(page):
                    found.setdefault(f"{violation['rule']}: {violation['nodes'][0]}", address)
            if page.evaluate("document.documentElement.scrollWidth") > width:
                found[f"{address} scrolls sideways at {width}"] = address
    assert found == {}
