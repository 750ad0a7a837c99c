from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from games.people.models import Person

PAGES = ["/", "/accounts/login/", "/accounts/signup/", "/mailbox/", "/lost/"]


class Inline(HTMLParser):
    """Collects what the content security policy would refuse."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        if tag == "style" or "style" in names or any(name.startswith("on") for name in names):
            self.found.append(self.get_starttag_text() or tag)
        if tag == "script" and "src" not in names:
            self.found.append(self.get_starttag_text() or tag)


@pytest.mark.parametrize("address", PAGES)
def test_a_page_loads_nothing_from_elsewhere_and_runs_nothing_inline(
    client: Client, db: None, address: str
) -> None:
    response = client.get(address)
    policy = response.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "http" not in policy
    page = response.content.decode()
    parser = Inline()
    parser.feed(page)
    assert parser.found == []
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", page)


def test_no_page_may_be_framed(client: Client, db: None) -> None:
    response = client.get("/")
    assert response.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "address", ["/", "/lobby/", "/rules/", "/ranking/", "/settings/", "/boards/usa/", "/lost/"]
)
def test_no_shared_cache_keeps_the_page_of_a_person(
    client: Client, alice: Person, address: str
) -> None:
    anonymous = client.get(address).headers.get("Cache-Control", "")
    client.force_login(alice)
    said = client.get(address, follow=True).headers["Cache-Control"]
    assert "private" in said or "no-store" in said
    assert "private" not in anonymous or "no-store" in anonymous


def test_what_must_not_be_stored_stays_so_for_a_person(client: Client, alice: Person) -> None:
    client.force_login(alice)
    assert client.get("/records/check/").headers["Cache-Control"] == "private, no-store"
