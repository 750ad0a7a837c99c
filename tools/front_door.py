"""Measure what a flood at the door costs a player who is signed in: `python -m tools.front_door`.

Starts a site as in production (gunicorn with two processes) on a database of its own, and lets
eight connections log in with wrong passwords for some seconds while one player looks at pages. All
of it stays on this machine. Prints Markdown.
"""

# ruff: noqa: T201 — it prints its report
from __future__ import annotations

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Final
from urllib.parse import urlencode

import psycopg

from tools.load.site import create_database
from tools.local_site import free_port, production_environment

PATIENCE: Final = 60
FORM: Final = {"Content-Type": "application/x-www-form-urlencoded"}
HOME: Final = "192.0.2.9"
PAUSE: Final = 0.1
"""Seconds between two looks of the player."""
UNGUARDED: Final = ", ".join(f"{door}=off" for door in ("log-in", "sign-up", "mail", "look"))
CASES: Final[tuple[tuple[str, bool, dict[str, str]], ...]] = (
    ("one network", False, {}),
    ("a network for each request", True, {}),
    ("the same, without limits on networks", True, {"NIGHT_MAIL_DOOR_LIMITS": UNGUARDED}),
)
ADD_PLAYER: Final = """
from django.contrib.auth.hashers import make_password
from allauth.account.models import EmailAddress
from games.people.models import Person
from games.people.names import name_keys
for number in range(20):
    name = f"Player {number}"
    one = Person.objects.create(email=f"p{number}@door.example", name=name, **name_keys(name),
                                password=make_password("a lamp in the night"))
    EmailAddress.objects.create(user=one, email=one.email, verified=True, primary=True)
"""


class Browser:
    """One connection with cookies that says from which address the proxy has it."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._host = f"localhost:{port}"
        self.cookies: dict[str, str] = {}

    def ask(self, path: str, address: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        """The status and the page; with a form it is posted, with the token of the cookie."""
        headers = {"Host": self._host, "X-Forwarded-For": address, "X-Forwarded-Proto": "http"}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = None
        if form is not None:
            headers |= FORM | {"Referer": f"http://{self._host}/"}
            token = {"csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}
            body = urlencode(form | token)
        for last in (False, True):
            try:
                self._line.request("GET" if body is None else "POST", path, body, headers)
                answer = self._line.getresponse()
                page = answer.read().decode()
                break
            except (http.client.HTTPException, OSError):
                # The site closes lines that were idle, sometimes just as something is asked.
                self._line.close()
                if last:
                    return 0, ""
        for header in answer.headers.get_all("Set-Cookie") or []:
            found = re.match(r"([^=]+)=([^;]*)", header)
            if found:
                self.cookies[found[1]] = found[2]
        return answer.status, page


class Flood:
    """So many connections that log in with wrong passwords until they are stopped."""

    def __init__(self, port: int, connections: int, *, spread: bool) -> None:
        self.answers: Counter[int] = Counter()
        self._port, self._spread = port, spread
        self._number, self._lock, self._over = 0, threading.Lock(), threading.Event()
        self._threads = [threading.Thread(target=self._come) for _one in range(connections)]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _come(self) -> None:
        browser = Browser(self._port)
        browser.ask("/accounts/login/", self._address())
        while not self._over.is_set():
            address = self._address()
            form = {"login": f"p{self._number % 20}@door.example", "password": "a wrong password"}
            status, _page = browser.ask("/accounts/login/", address, form)
            with self._lock:
                self.answers[status] += 1

    def _address(self) -> str:
        with self._lock:
            self._number += 1
            number = self._number if self._spread else 0
        return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def main() -> None:
    """Make the database, measure each case on a fresh site, delete the database."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--server", default="postgres://postgres@127.0.0.1:5432")
    parser.add_argument("--redis", default="redis://127.0.0.1:6379")
    parser.add_argument("--database", default="nm_front_door")
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--connections", type=int, default=8)
    asked = parser.parse_args()
    if not create_database(asked.server, asked.database):
        sys.exit(f"There is a database {asked.database}: name another one with --database.")
    url = f"{asked.server}/{asked.database}"
    try:
        plain = {**os.environ, "DATABASE_URL": url}
        _run(plain, "migrate", "--verbosity", "0")
        _run(plain, "shell", "--verbosity", "0", "--command", ADD_PLAYER)
        print(
            f"{asked.connections} connections for {asked.seconds} s; load {os.getloadavg()[0]:.1f}"
        )
        print("\n| flood from | before | beside it | ratio | slowest | answers to the flood |")
        print("|---|---|---|---|---|---|")
        for name, spread, variables in CASES:
            _measure(name, url, asked.redis, variables, asked.seconds, asked.connections, spread)
    finally:
        with psycopg.connect(f"{asked.server}/postgres", autocommit=True) as line:
            line.execute(f"DROP DATABASE {asked.database} WITH (FORCE)")


def _measure(
    name: str,
    url: str,
    redis: str,
    variables: dict[str, str],
    seconds: int,
    connections: int,
    spread: bool,
) -> None:
    folder = Path(tempfile.mkdtemp(prefix="night-mail-door-"))
    port = free_port()
    environment = production_environment(
        port=port,
        smtp=free_port(),
        database=url,
        broker=f"{redis}/7",
        cache=f"{redis}/6",
        queue=f"night-mail-door-{port}",
        static=folder / "static",
    )
    environment |= {"NIGHT_MAIL_BEHIND_PROXY": "1"} | variables
    _run(environment, "collectstatic", "--noinput", "--verbosity", "0")
    command = ["-m", "gunicorn", "ttr_site.wsgi", "--config", "python:ttr_site.gunicorn"]
    with (folder / "web.log").open("wb") as output:
        web = subprocess.Popen(  # noqa: S603 (the arguments are ours)
            [sys.executable, *command], env=environment, stdout=output, stderr=output
        )
    try:
        player = _signed_in(port)
        before = _looks(player, seconds)
        flood = Flood(port, connections, spread=spread)
        flood.start()
        try:
            beside = _looks(player, seconds)
        finally:
            flood.stop()
    finally:
        # At once: lines of the flood are open still.
        web.send_signal(signal.SIGQUIT)
        web.wait(PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)
    ratio = median(beside) / median(before)
    answers = ", ".join(f"{status}: {count:,}" for status, count in sorted(flood.answers.items()))
    print(
        f"| {name} | {median(before):.0f} ms | {median(beside):.0f} ms | {ratio:.1f}"
        f" | {max(beside):.0f} ms | {answers} |",
        flush=True,
    )


def _signed_in(port: int) -> Browser:
    end = time.monotonic() + PATIENCE
    browser = Browser(port)
    while browser.ask("/accounts/login/", HOME)[0] != 200:
        if time.monotonic() > end:
            raise TimeoutError("The site does not answer.")
        time.sleep(0.2)
    form = {"login": "p0@door.example", "password": "a lamp in the night"}
    status, _page = browser.ask("/accounts/login/", HOME, form)
    if status != 302:
        raise RuntimeError(f"Logging in was answered {status}.")
    return browser


def _looks(player: Browser, seconds: int) -> list[float]:
    """Milliseconds that each page took which a player looked at for so long."""
    took = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        status, _page = player.ask("/", HOME)
        took.append((time.perf_counter() - began) * 1000)
        if status != 200:
            raise RuntimeError(f"The player's page was answered {status}.")
        time.sleep(PAUSE)
    return took


def _run(environment: dict[str, str], *command: str) -> None:
    subprocess.run(  # noqa: S603 (the arguments are ours)
        [sys.executable, "manage.py", *command], env=environment, check=True
    )


if __name__ == "__main__":
    main()
