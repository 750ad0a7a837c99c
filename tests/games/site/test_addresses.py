"""Addresses of pages in templates: found once a process, else as by Django."""

from __future__ import annotations

import pytest
from django.template import Context, Engine


@pytest.mark.parametrize(
    ("page", "drawn"),
    [
        ("{% url 'home' %} {% url 'home' as it %}{{ it }}{% if it == '/' %}!{% endif %}", "/ /!"),
        ("{% url 'no-such-page' as found %}[{{ found }}]", "[]"),
        ("{% url 'game' name %}", "/games/Alice/"),
    ],
)
@pytest.mark.parametrize("builtins", [[], ["games.web.templatetags.addresses"]])
def test_an_address_is_found_as_django_does_it(page: str, drawn: str, builtins: list[str]) -> None:
    template = Engine(builtins=builtins).from_string(page)
    for _again in range(2):
        assert template.render(Context({"name": "Alice"})) == drawn
