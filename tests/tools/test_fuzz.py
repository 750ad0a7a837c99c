"""`make fuzz`: a short form of it, and what it takes for a failure."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path
from pytest_django import Settings

from games.people.models import Person
from tests.paths import ROOT
from tests.thinning import cases
from tools.fuzz.addresses import addresses
from tools.fuzz.cases import path_for
from tools.fuzz.crawl import Found, Page, one_of_each
from tools.fuzz.report import Report
from tools.fuzz.sending import Request, Sender
from tools.fuzz.site import ANONYMOUS, Caller
from ttr_site import urls


def fails(request: HttpRequest) -> HttpResponse:
    raise ValueError("this view is broken")


def says_500(request: HttpRequest) -> HttpResponse:
    return HttpResponse("Sorry", status=500)


def leads_to_the_broken_one(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=302, headers={"Location": "/broken/"})


def renames_everybody(request: HttpRequest) -> HttpResponse:
    Person.objects.update(name="Zoe")
    return HttpResponse("Done")


urlpatterns = [
    path("broken/", fails, name="broken"),
    path("says-500/", says_500),
    path("leads/", leads_to_the_broken_one),
    path("renames/", renames_everybody),
    *urls.urlpatterns,
]


@pytest.fixture
def sender(db: None, settings: Settings) -> Sender:
    settings.ROOT_URLCONF = __name__
    return Sender({ANONYMOUS: Caller()})


@pytest.mark.slow
def test_damaged_requests_end_in_no_error() -> None:
    requests = cases(150, 500)
    done = subprocess.run(
        [sys.executable, "-m", "tools.fuzz", f"--requests={requests}", "--seed=tests", "--each=1"],
        cwd=ROOT,
        env={**os.environ, "NIGHT_MAIL_BROKER_URL": "memory://localhost"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert f"{requests} requests to" in done.stdout
    assert done.stdout.endswith("PASS\n")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/broken/", "ValueError: this view is broken"),
        ("/leads/", "ValueError: this view is broken"),
        ("/says-500/", "500 without an exception"),
    ],
)
def test_an_error_is_a_failure_and_is_told_with_its_request(
    sender: Sender, address: str, said: str
) -> None:
    request = Request(ANONYMOUS, "POST", address, "page=%FF", b"x=1")
    report = Report()
    report.add(7, request, sender.send(request))
    told = "\n".join(report.troubles("a seed"))
    assert said in told
    assert "python -m tools.fuzz --seed 'a seed' --only 7" in told
    assert f"POST {address}?page=%FF" in told


@pytest.mark.parametrize("address", ["/rules/", "/rules/nowhere/", "/games/XXXX/", "/api/v1/me/"])
def test_an_answer_that_refuses_is_none(sender: Sender, address: str) -> None:
    outcome = sender.send(Request(ANONYMOUS, "GET", address))
    assert outcome.error == ""
    assert outcome.status in (200, 401, 404)


def test_what_a_request_changes_is_undone(sender: Sender, alice: Person) -> None:
    outcome = sender.send(Request(ANONYMOUS, "GET", "/renames/"))
    assert outcome.status == 200
    alice.refresh_from_db()
    assert alice.name == "Alice"


def test_every_address_of_the_site_can_be_filled() -> None:
    found, dice = Found(), Random(1)
    found.learn("/games/AB%20CD/?at=7")
    assert found.queries == {"game": ["at=7"]}
    every = addresses()
    names = {address.name for address in every}
    assert {"game", "act", "api-moves", "account_login", "admin:games_mail_change"} <= names
    for address in every:
        for _time in range(20):
            assert path_for(address, found, dice).startswith("/")
    game = next(address for address in every if address.name == "game")
    assert "/games/AB%20CD/" in {path_for(game, found, dice) for _time in range(50)}


def test_a_form_is_read_as_a_browser_reads_it() -> None:
    page = Page(
        "/settings/",
        ANONYMOUS,
        '<a href="?page=2#top">2</a><form method="post" action="../x/" id="f">'
        '<input name="csrfmiddlewaretoken" value="s"><input name="a" value="1">'
        '<input type="radio" name="b" value="y"><input type="radio" name="b" value="z">'
        '<select name="c"><option value="q">Q</option></select></form>'
        '<button form="f" name="d" value="e">Go</button>',
    )
    (form,) = page.forms
    assert page.links == ["/settings/?page=2"]
    assert (form.action, form.method) == ("/x/", "POST")
    fields = dict(one_of_each(form, lambda values: values[-1]))
    assert fields == {b"a": b"1", b"b": b"z", b"c": b"q", b"d": b"e"}
