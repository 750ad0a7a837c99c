"""The cache holds JSON: nothing that it gives back can run code."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from django.core.cache import cache, caches
from pytest_django import Settings

from ttr_site.cache import JsonLocMemCache, JsonSerializer, OptionalRedisCache

VALUES = (
    0, 7, -1, 1.5, True, False, None, "", "häuser", b"\x89PNG\x00\xff", [1, [2, None], "x"],
    {"a": [1.5, {"b": b"\x00"}]},
)  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_come_back_from_every_backend(value: Any) -> None:
    cache.set("value", value)
    assert cache.get("value", "none") == value
    assert type(cache.get("value")) is type(value)
    shared = JsonSerializer()
    written = shared.dumps(value)
    assert shared.loads(written if isinstance(written, bytes) else str(written).encode()) == value
    if not isinstance(written, int):
        json.loads(written)


def test_what_is_no_json_is_refused_and_not_pickled() -> None:
    with pytest.raises(TypeError, match="keeps JSON"):
        cache.set("value", object())
    assert JsonSerializer().loads(pickle.dumps({"a": 1})) is None


def test_counts_are_counted() -> None:
    cache.add("count", 0)
    assert [cache.incr("count"), cache.incr("count"), cache.get("count")] == [1, 2, 2]
    assert cache.get_many(["count", "other"]) == {"count": 2}


def test_all_caches_of_the_site_hold_json_under_a_version_of_their_own(settings: Settings) -> None:
    for name, chosen in settings.CACHES.items():
        assert isinstance(caches[name], JsonLocMemCache | OptionalRedisCache)
        assert chosen["VERSION"] == 2
    redis = OptionalRedisCache("redis://127.0.0.1:1/0", {})
    assert isinstance(redis._cache._serializer, JsonSerializer)
