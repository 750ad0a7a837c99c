"""Addresses that hold a secret: neither the proxy's log nor the site's shows one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.paths import ROOT
from ttr_site.redacting import redacted

NGINX = (ROOT / "deploy" / "nginx.conf").read_text()
SECRET = "c0ffee-Zm9yZ290dGVuLWxhbXA"
TELLING = {"token", "secret", "invitation", "key"}
"""The names of parameters that hold a secret, unless OPEN says why not."""
OPEN = {
    **dict.fromkeys(("board", "board-picture", "board-statistics"), "the name of a board"),
    "turn-summary": "the name of a board",
    **dict.fromkeys(("decide", "act-in-league", "direct-act"), "the name of an act"),
    **dict.fromkeys(("checked-record", "forget-record"), "opens to its uploader alone"),
}
"""Patterns with such a parameter that may stand in a log, and what it holds."""
OTHER = {"purpose": "turns", "team": "1", "uidb36": "1", "code": "k7p2m9qa", "slug": "club"}
"""Parameters beside a secret."""


def parameters(
    patterns: list[URLPattern | URLResolver], before: tuple[str, ...] = ()
) -> Iterator[tuple[str | None, set[str]]]:
    """The name and the parameters of every pattern of the site."""
    for one in patterns:
        found = (*before, *one.pattern.regex.groupindex)
        if isinstance(one, URLResolver):
            yield from parameters(one.url_patterns, found)
        else:
            yield one.name, set(found)


def telling() -> dict[str, set[str]]:
    """The parameters of each pattern with one that may hold a secret, by its name."""
    found = {}
    for name, given in parameters(get_resolver().url_patterns):
        if given & TELLING:
            assert name is not None, "without a name no address can be made of it"
            found[name] = given
    return found


def addresses() -> list[str]:
    """An address of each pattern that has a secret, with SECRET in it."""
    return [
        reverse(name, kwargs={one: SECRET if one in TELLING else OTHER[one] for one in given})
        for name, given in telling().items()
        if name not in OPEN
    ]


def locations() -> list[tuple[str, str, str]]:
    """What nginx.conf has for addresses, in its order: how each is compared, with what, and how it
    is served."""
    return re.findall(r"(?ms)^    location (=|~|)\s*(\S+) \{\n(.*?)^    \}", NGINX)


def served(address: str) -> str:
    """What nginx.conf says of an address: the first expression that fits wins."""
    for how, what, block in locations():
        if how == "~" and re.search(what, address):
            return block
    return ""


def test_nginx_writes_no_address_with_a_secret_into_its_log() -> None:
    assert len(addresses()) >= 14
    assert [one for one in addresses() if "access_log off;" not in served(one)] == []


def test_the_log_of_the_site_shows_no_address_with_a_secret() -> None:
    assert [one for one in addresses() if SECRET in redacted(f"GET {one} 404")] == []


def test_every_pattern_that_may_stand_in_a_log_is_there() -> None:
    assert set(OPEN) - set(telling()) == set()


def test_nginx_passes_the_same_headers_wherever_it_asks_the_site() -> None:
    passed = {
        what: set(re.findall(r"proxy_set_header ((?!Connection)\S+ \S+);", block))
        for _how, what, block in locations()
        if "proxy_pass" in block
    }
    assert len(passed) == 3
    wanted = passed["/"]
    assert "X-Request-ID $request_id" in wanted
    assert {what: wanted - given for what, given in passed.items() if wanted - given} == {}
