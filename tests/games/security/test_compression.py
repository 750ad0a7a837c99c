"""Answers are compressed where their length tells nobody anything."""

from __future__ import annotations

import pytest

OWN, OTHER = "same-origin", "cross-site"


def get(client, address: str, site: str | None):
    headers = {"Accept-Encoding": "gzip", **({"Sec-Fetch-Site": site} if site else {})}
    return client.get(address, headers=headers)


@pytest.mark.parametrize(
    ("query", "site", "compressed"),
    [
        ("", OWN, True),
        ("", OTHER, True),
        ("", None, True),
        ("?text=dance", OWN, True),
        ("?text=dance", "none", True),
        ("?text=dance", "same-site", False),
        ("?text=dance", OTHER, False),
        ("?text=dance", None, False),
    ],
)
def test_input_of_another_site_is_not_compressed_with_a_page(
    red_hand, browse, alice, query, site, compressed
):
    address = f"/games/{red_hand.code}/" + ("move/" if query else "") + query
    response = get(browse(alice), address, site)
    assert (response.get("Content-Encoding") == "gzip") is compressed
    assert (b"<!doctype html>" in response.content) is not compressed


@pytest.mark.parametrize("address", ["/settings/", "/accounts/email/", "/accounts/login/"])
def test_pages_with_secrets_are_never_compressed(browse, alice, address):
    client = browse(None if "login" in address else alice)
    response = get(client, address, OWN)
    assert response.status_code == 200
    assert "Content-Encoding" not in response


def test_the_same_page_has_no_length_of_its_own(red_hand, browse):
    client = browse()
    answers = [get(client, "/rules/", OWN) for _ in range(8)]
    assert len({len(answer.content) for answer in answers}) > 1


def test_a_page_is_light(red_hand, browse, alice):
    response = get(browse(alice), f"/games/{red_hand.code}/", OWN)
    assert len(response.content) < 35_000


def test_a_compressed_page_that_has_not_changed_is_not_sent_again(red_hand, browse, alice):
    client = browse(alice)
    address = f"/games/{red_hand.code}/"
    get(client, address, OWN)
    tag = get(client, address, OWN)["ETag"]
    assert tag.startswith("W/")
    headers = {"Accept-Encoding": "gzip", "If-None-Match": tag}
    assert client.get(address, headers=headers).status_code == 304
