"""Odd values in every field of every page: an answer or a refusal, never an error of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.http import FileResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.people.models import Person
from tests.fixtures.games import Starter
from tests.paths import ROOT

FIELD = re.compile(
    r"""name="([a-z][\w-]*)"|(?:POST|GET)\.get(?:list)?\("([\w-]+)"|^    (\w+) = forms\.""", re.M
)
OF_ALLAUTH = ("action", "code", "email", "login", "next", "password", "password1", "password2")
ODD = ("foo", "²", "9" * 40, "-1", "//[")
LONG = "/" + "x" * 20_000
IN_ADDRESSES = ("²", "//[", LONG)
SAFE_TO_REPEAT = re.compile(r"^(?!admin/|accounts/logout|settings/close)")


def fields() -> set[str]:
    """The names that forms and views of the site know."""
    sources = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("games/**/*.py")]
    found = (FIELD.findall(source.read_text()) for source in sources)
    return {name for names in found for match in names for name in match if name} | {*OF_ALLAUTH}


def addresses(resolver: URLResolver, filled: dict[str, str], before: str = "") -> Iterator[str]:
    """An address of every page, admin aside."""
    for one in resolver.url_patterns:
        route = before + str(one.pattern).lstrip("^").replace("\\Z", "").rstrip("$")
        if isinstance(one, URLResolver):
            yield from addresses(one, filled, route)
        elif isinstance(one, URLPattern) and SAFE_TO_REPEAT.match(route):
            path = re.sub(r"<(?:(\w+):)?(\w+)>", lambda m: filled.get(m[2], "1"), route)
            yield "/" + re.sub(r"\(\?P<(\w+)>.*?\)(?=[-/]|$)", "1", path)


@pytest.mark.parametrize("who", ["a stranger", "a superuser"])
def test_odd_input_is_no_error_of_ours(
    begin: Starter, alice: Person, bob: Person, client: Client, who: str
) -> None:
    game = begin(alice, bob)
    client.raise_request_exception = False
    if who == "a superuser":
        Person.objects.filter(pk=alice.pk).update(is_superuser=True, is_staff=True)
        client.force_login(alice)
    filled = {"code": game.code, "board": "usa", "key": "usa", "name": "Bob", "purpose": "turns"}
    failed, names = [], fields()
    for address in {*addresses(get_resolver(), filled)}:
        for odd in (*(dict.fromkeys(names, value) for value in ODD), {"next": LONG}):
            answers = {"POST": client.post(address, odd)}
            if odd["next"] in IN_ADDRESSES:
                answers["GET"] = client.get(address, odd)
            for answer in answers.values():
                if isinstance(answer, FileResponse):
                    list(answer.streaming_content)  # at its end the file is closed
            failed += [
                (how, address, odd["next"][:20], answer.status_code)
                for how, answer in answers.items()
                if answer.status_code >= 500
            ]
    assert not failed, sorted({(how, address) for how, address, *_rest in failed})
