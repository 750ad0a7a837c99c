"""Walks a site as a visitor would: from page to page by the links that are there."""

from __future__ import annotations

import re
from collections import deque
from html import unescape
from urllib.parse import urldefrag, urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve

HREF = re.compile(r'<a\b[^>]*?\bhref="([^"]+)"')
MAX_PAGES = 400


def pages(client: Client, start: str = "/", each: int = 1) -> dict[str, str]:
    """The addresses that links lead to, ``each`` of every view, with the HTML of their pages.

    Only answers in HTML count; what a view needs a form for is not found.
    """
    seen: dict[str, int] = {}
    found: dict[str, str] = {}
    ahead = deque([start])
    known = {start}
    while ahead and len(found) < MAX_PAGES:
        address = ahead.popleft()
        name = _view(address)
        if name is None or seen.get(name, 0) >= each:
            continue
        answer = client.get(address, follow=True)
        if not answer.headers.get("Content-Type", "").startswith("text/html"):
            continue
        # Some links lead to where only others may go; a page says so.
        assert answer.status_code in (200, 403), (address, answer.status_code)
        seen[name] = seen.get(name, 0) + 1
        html = answer.content.decode()
        found[address] = html
        for href in HREF.findall(html):
            link = urldefrag(urljoin(address, unescape(href))).url
            if not urlsplit(link).netloc and link not in known:
                known.add(link)
                ahead.append(link)
    return found


def _view(address: str) -> str | None:
    """The name of a view with the shape of its query, None where no page of ours is."""
    parts = urlsplit(address)
    try:
        match = resolve(parts.path)
    except Resolver404:
        return None
    keys = sorted({pair.partition("=")[0] for pair in parts.query.split("&") if pair})
    return f"{match.view_name or match.func.__name__}?{','.join(keys)}"
