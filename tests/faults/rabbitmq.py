"""A virtual host of RabbitMQ for one run of the tests, where its tool can be called."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote, urlsplit
from uuid import uuid4


@contextmanager
def host_of_its_own(url: str) -> Iterator[str]:
    """The address of a virtual host that nobody else uses; ``url`` where we cannot make one."""
    name = f"night-mail-test-{uuid4().hex[:12]}"
    if not _ctl("add_vhost", name):
        yield url
        return
    try:
        user = urlsplit(url).username or "guest"
        assert _ctl("set_permissions", "--vhost", name, user, ".*", ".*", ".*")
        yield re.sub(r"(?<=[^/:])/[^/]*$|$", f"/{quote(name)}", url, count=1)
    finally:
        _ctl("delete_vhost", name)


def close_connections(url: str) -> bool:
    """Let RabbitMQ close all connections to a virtual host of ours; say whether it did."""
    name = urlsplit(url).path.removeprefix("/")
    return name.startswith("night-mail-test-") and _ctl(
        "close_all_connections", "--vhost", name, "a test closes them"
    )


def _ctl(*command: str) -> bool:
    try:
        done = subprocess.run(["rabbitmqctl", *command], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0
