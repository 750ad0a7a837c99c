"""On a site as `make run` starts it, a mail about an account is there while one still looks."""

from __future__ import annotations

import http.cookiejar
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.fixtures.database import migrated_database
from tests.games.inbound.test_smtp_server import free_port
from tests.paths import ROOT

PATIENCE = 30
"""Seconds; it takes about one."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a site without demo people."""
    variables = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": f"sqlite:///{tmp_path}/night-mail.sqlite3",
        "PYTHONWARNINGS": "ignore",
    }
    shutil.copyfile(migrated_database(), tmp_path / "night-mail.sqlite3")
    with subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(free_port())],
        cwd=ROOT,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        printed = ""
        for line in process.stdout:
            printed += line
            if "Ctrl-C" in line:
                break
        found = re.search(r"http://\S+:\d+", printed)
        assert found, printed
        yield found[0]
        process.terminate()  # which ends the streams, too


@pytest.mark.slow
def test_who_signs_up_finds_the_mail_in_the_mailbox(address: str) -> None:
    cookies = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))

    def page(path: str, **form: str) -> str:
        data = urlencode(form).encode() if form else None
        with browser.open(address + path, data) as answer:
            return str(answer.read().decode())

    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page("/accounts/signup/"))
    assert token
    began = time.monotonic()
    page(
        "/accounts/signup/",
        csrfmiddlewaretoken=token[1],
        name="Zoe",
        email="zoe@example.org",
        password1="rails in the rain",
    )
    while "zoe@example.org" not in page("/mailbox/"):
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.1)
