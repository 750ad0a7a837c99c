"""What an anonymous flood reads."""

from __future__ import annotations

import pytest
from django.urls import resolve

from tools.front_door.clients import LONG, PICTURES, READ, RECORDS, path_of

CODES = ["abcdefgh", "bcdefghj"]


@pytest.mark.parametrize("endpoint", READ)
def test_a_flood_asks_for_addresses_that_the_site_has(endpoint: str) -> None:
    paths = {path_of(endpoint, number, CODES, "/records/check/key/") for number in range(200)}
    for path in paths - {LONG}:
        assert resolve(path.partition("?")[0])
    assert len(paths) > 1


def test_pictures_and_positions_are_others_each_time() -> None:
    for endpoint in (PICTURES, RECORDS):
        paths = {path_of(endpoint, number, CODES, "/records/check/key/") for number in range(400)}
        assert len(paths) > 100
