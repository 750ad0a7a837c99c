"""What an anonymous GET costs at each address, uncached: `python -m tools.front_door.dearest`.

The site is one of its own with demo data. Each address is asked for with values that its pages
show, by an anonymous user, with an empty cache and no drawing kept; of three times the shortest
counts, of processor time. The last line is PASS if none without a limit of its own takes more than
a tenth of a second.
"""

from __future__ import annotations

import gc
import logging
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import _lru_cache_wrapper, partial
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from tools.fuzz.site import STRANGER, open_demo
from tools.site.databases import fresh_file

MOST: Final = 100
"""Milliseconds of processor time without a limit of its own."""
TIMES: Final = 3
EACH: Final = 2
"""Different values of an address."""
READERS: Final = (STRANGER, "a player")
"""In whose pages addresses are looked for; all of them are asked for anonymously."""
QUERIES: Final = {
    "api-board-png": ("width=1200", "width=1200&theme=dark"),
    "api-game-png": ("width=1200",),
}
LONG: Final = "/" + "a.b@" * 975


def main() -> int:
    """Print the addresses, the dearest first; the exit status."""
    parser = ArgumentParser(prog="python -m tools.front_door.dearest", description=__doc__)
    parser.add_argument("--lines", type=int, default=25)
    asked = parser.parse_args()
    open_demo(fresh_file())
    logging.disable()
    found = sorted(_measured(), reverse=True)
    for milliseconds, status, limit, path in found[: asked.lines]:
        print(f"{milliseconds:7.0f} ms  {status}  {limit or '-':8}  {path[:90]}")
    broken = [path for milliseconds, _s, limit, path in found if milliseconds > MOST and not limit]
    print("FAIL" if broken else "PASS")
    return int(bool(broken))


def _measured() -> Iterator[tuple[float, int, str, str]]:
    from django.conf import settings
    from django.test import Client

    settings.ALLOWED_HOSTS = ["*"]
    client = Client(raise_request_exception=False)
    for path in dict.fromkeys([*_paths(), LONG, *_of_a_long_record(client)]):
        limits: list[str] = []
        with patch("games.common.rates.seconds_to_wait", partial(_note, limits)):
            client.get(path)
            best = float("inf")
            for _time in range(TIMES):
                _forget()
                began = time.thread_time()
                answer = client.get(path)
                best = min(best, time.thread_time() - began)
        yield 1000 * best, answer.status_code, limits[0] if limits else "", path


def _note(limits: list[str], *, endpoint: str, **_who: object) -> int:
    """Let everybody in, and note which limit was asked."""
    limits.append(endpoint)
    return 0


def _paths() -> Iterator[str]:
    from tools.fuzz.addresses import addresses
    from tools.fuzz.crawl import walk
    from tools.fuzz.sending import Sender
    from tools.fuzz.site import callers

    roles = callers()
    found = walk(Sender(roles), each=1, roles=[*READERS], tell=lambda _read: None)
    for address in addresses():
        if address.name.startswith("admin:"):
            continue  # They lead to the log-in.
        whole = found.known.whole.get(address.name, [])[:EACH]
        parts = address.parts()
        if not whole and parts:
            single = {name: found.known.single.get(name, ["1"]) for name in parts}
            whole = [
                {name: values[number % len(values)] for name, values in single.items()}
                for number in range(EACH)
            ]
        for values in whole or [{}]:
            if parts.keys() <= values.keys():
                path = address.filled(values)
                yield path
                for query in (
                    *found.queries.get(address.name, [])[:2],
                    *QUERIES.get(address.name, ()),
                ):
                    yield f"{path}?{query}"


def _of_a_long_record(client: Any) -> Iterator[str]:
    """The replay of the longest record there is, in the middle."""
    from django.core.files.uploadedfile import SimpleUploadedFile

    records = Path("tests/golden").rglob("*.jsonl")
    longest = max(records, key=lambda file: file.stat().st_size)
    file = SimpleUploadedFile("record.jsonl", longest.read_bytes())
    answer = client.post("/records/check/", {"record": file})
    if answer.status_code == 302:
        events = longest.read_bytes().count(b"\n")
        yield f"{answer.headers['Location']}?at={events // 2}"


def _forget() -> None:
    """Empty the cache and all that the drawing keeps of games."""
    from django.core.cache import cache

    from games.drawing import board_png, game_scene, striped_png

    cache.clear()
    for module in (board_png, game_scene, striped_png):
        for one in vars(module).values():
            if isinstance(one, _lru_cache_wrapper):
                one.cache_clear()
    striped_png._kept.clear()


if __name__ == "__main__":
    gc.freeze()
    sys.exit(main())
