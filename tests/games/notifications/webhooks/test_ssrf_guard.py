"""Where a webhook may lead: to public web servers, and nowhere into the site's own network."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from games.notifications.webhooks.ssrf_guard import UnsafeAddress, resolve_target, split_url

PUBLIC = "9.9.9.9"


def resolving(*addresses: str):
    return lambda host, port: addresses


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.1.2.3",
        "0.0.0.0",  # noqa: S104
        "10.0.0.1",
        "172.16.5.4",
        "192.168.1.1",
        "100.64.0.1",  # shared by carriers
        "169.254.169.254",  # metadata of clouds
        "192.0.0.192",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "fd00:ec2::254",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "::7f00:1",  # IPv4-compatible
        "64:ff9b::a00:1",  # NAT64 of 10.0.0.1
        "64:ff9b:1::a00:1",
        "2002:7f00:1::",  # 6to4 of 127.0.0.1
        "2001:0:4136:e378:8000:63bf:f5ff:fffe",  # Teredo of 10.0.0.1
        "2001:db8::1",
    ],
)
def test_a_name_that_leads_inside_is_refused(address: str) -> None:
    with pytest.raises(UnsafeAddress, match="not a public server"):
        resolve_target("https://hooks.example.org/a", resolver=resolving(address))


def test_one_bad_address_among_good_ones_is_enough() -> None:
    with pytest.raises(UnsafeAddress, match="not a public server"):
        resolve_target("https://hooks.example.org/a", resolver=resolving(PUBLIC, "10.0.0.1"))


def test_the_address_that_was_looked_at_is_the_one_that_is_called() -> None:
    answers = iter([[PUBLIC], ["127.0.0.1"]])
    target = resolve_target(
        "https://hooks.example.org/a?b=c", resolver=lambda host, port: next(answers)
    )
    assert (target.ip, target.host, target.port) == (PUBLIC, "hooks.example.org", 443)
    assert target.path == "/a?b=c"


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://127.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://localhost/",
    ],
)
def test_numbers_in_disguise_are_seen_through(url: str) -> None:
    with pytest.raises(UnsafeAddress):
        resolve_target(url)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "hooks.example.org",
        "ftp://hooks.example.org/",
        "file:///etc/passwd",
        "gopher://hooks.example.org/",
        "https://",
        "https://name:password@hooks.example.org/",
        "https://hooks.example.org@127.0.0.1/",
        "https://hooks.example.org:22/",
        "https://hooks.example.org:99999/",
        "https://hooks.example.org\\@127.0.0.1/",
        "https://hooks.example.org/\r\nHost: inside",
        "https://hooks.example.org/ a",
        "https://hööks.example.org/",
        "https://hooks.example.org/" + "a" * 500,
    ],
)
def test_what_is_no_address_of_a_web_server_is_refused(url: str) -> None:
    with pytest.raises(UnsafeAddress):
        split_url(url)


def test_in_production_only_https_will_do(settings: Settings) -> None:
    assert split_url("http://hooks.example.org/")[2] == 80
    settings.PRODUCTION = True
    with pytest.raises(UnsafeAddress, match="https"):
        split_url("http://hooks.example.org/")


def test_a_name_that_nobody_knows_is_told() -> None:
    def unknown(host: str, port: int) -> list[str]:
        raise OSError("no such host")

    with pytest.raises(UnsafeAddress, match="cannot be found"):
        resolve_target("https://hooks.example.org/", resolver=unknown)


def test_an_operator_may_let_one_inner_host_in(settings: Settings) -> None:
    settings.WEBHOOK_HOSTS = ["chat.internal:8443"]
    assert (
        resolve_target("https://chat.internal:8443/", resolver=resolving("10.0.0.1")).ip
        == "10.0.0.1"
    )
    with pytest.raises(UnsafeAddress):
        resolve_target("https://chat.internal/", resolver=resolving("10.0.0.1"))
