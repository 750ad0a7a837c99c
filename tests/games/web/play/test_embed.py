"""A finished game on pages of others: the frame, and the oEmbed that finds it."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import Client

from games.people.models import Person
from games.tables.models import Game
from games.web.parts.framing import FIVE_MINUTES
from tests.fixtures.pages import Browse


def oembed(client: Client, url: str, **query: object) -> dict[str, object]:
    answer = client.get(f"/oembed?{urlencode({'url': url, **query})}")
    assert answer.status_code == 200
    found: dict[str, object] = answer.json()
    return found


def page_of(game: Game, below: str = "") -> str:
    return f"{settings.SITE_URL}/games/{game.code}/{below}"


def test_a_finished_public_game_may_be_framed_by_all_and_asks_for_no_cookie(
    played: Game, client: Client
) -> None:
    answer = client.get(f"/games/{played.code}/embed/")
    assert answer.status_code == 200
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "script-src 'none'" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert answer["Cache-Control"] == f"public, max-age={FIVE_MINUTES}"
    assert not answer.cookies
    page = answer.content.decode()
    assert "<script" not in page
    for seat in played.seats.all():
        assert f"{seat.person.name}</th>" in page
        assert f'<td class="numbers">{seat.points}</td>' in page
    assert f'href="/games/{played.code}/"' in page
    assert (
        "frame-ancestors 'none'" in client.get(f"/games/{played.code}/")["Content-Security-Policy"]
    )


def test_the_frame_is_the_same_for_its_players(
    played: Game, client: Client, browse: Browse, alice: Person
) -> None:
    address = f"/games/{played.code}/embed/"
    assert browse(alice).get(address).content == client.get(address).content


@pytest.mark.parametrize(
    "change",
    [{"public": False}, {"status": "running"}, {"status": "void"}, {"practice": True}],
)
def test_nothing_else_of_the_site_can_be_embedded(
    played: Game, browse: Browse, alice: Person, change: dict[str, object]
) -> None:
    Game.objects.filter(pk=played.pk).update(**change)
    client = browse(alice)
    assert client.get(f"/games/{played.code}/embed/").status_code == 404
    query = urlencode({"url": page_of(played)})
    assert client.get(f"/oembed?{query}").status_code == 404
    if "practice" not in change:
        assert "oembed" not in client.get(f"/games/{played.code}/").content.decode()
        assert "iframe" not in client.get(f"/games/{played.code}/share/").content.decode()


def test_a_game_that_was_adjudicated_shows_the_places_given(played: Game, client: Client) -> None:
    scores = [{"seats": [1], "place": 1, "total": 31}, {"seats": [0], "place": 2, "total": 17}]
    # As far as the first half of the log goes.
    half = played.version // 2
    Game.objects.filter(pk=played.pk).update(
        result={"scores": scores}, version=half, head=played.events.get(seq=half).hash
    )
    assert client.get(f"/games/{played.code}/embed/").status_code == 200


def test_the_page_of_the_game_leads_to_its_oembed(played: Game, client: Client) -> None:
    page = client.get(f"/games/{played.code}/").content.decode()
    found = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', page)
    assert found
    address = unescape(found[1])
    assert address.startswith(f"{settings.SITE_URL}/oembed?")
    answer = client.get(address.removeprefix(settings.SITE_URL))
    assert answer["Content-Type"] == "application/json"
    assert answer["Access-Control-Allow-Origin"] == "*"
    told = answer.json()
    assert (told["version"], told["type"]) == ("1.0", "rich")
    assert played.code in told["title"]
    assert f'src="{page_of(played, "embed/")}"' in told["html"]
    assert f'width="{told["width"]}" height="{told["height"]}"' in told["html"]
    assert told["thumbnail_url"].startswith(page_of(played, "share.png"))


@pytest.mark.parametrize("below", ["", "embed/", "replay/?step=3", "#board-title"])
def test_oembed_knows_the_pages_of_a_game(played: Game, client: Client, below: str) -> None:
    assert played.code in str(oembed(client, page_of(played, below))["html"])
    assert oembed(client, page_of(played).removesuffix("/"))


@pytest.mark.parametrize(("wide", "high"), [(320, None), (500, 400), (None, 300), (100, 100)])
def test_oembed_stays_within_the_size_that_was_asked_for(
    played: Game, client: Client, wide: int | None, high: int | None
) -> None:
    asked = {"maxwidth": wide, "maxheight": high}
    told = oembed(client, page_of(played), **{k: v for k, v in asked.items() if v})
    for name, most in (("width", wide), ("height", high)):
        assert int(str(told[name])) <= (most or 10_000)
    assert "thumbnail_url" not in told


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({}, 400),
        ({"url": "https://elsewhere.example/games/abcdefgh/"}, 404),
        ({"url": "//[broken"}, 404),
        ({"url": "{page}", "format": "xml"}, 501),
        ({"url": "{page}", "format": "²"}, 400),
        ({"url": "{site}/people/Alice/"}, 404),
        ({"url": "{site}/games/"}, 404),
    ],
)
def test_oembed_says_what_is_wrong(
    played: Game, client: Client, query: dict[str, str], status: int
) -> None:
    asked = {
        name: value.format(page=page_of(played), site=settings.SITE_URL)
        for name, value in query.items()
    }
    assert client.get(f"/oembed?{urlencode(asked)}").status_code == status


def test_no_operator_is_told_that_somebody_asked_for_xml(
    played: Game, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert client.get(f"/oembed?url={page_of(played)}&format=xml").status_code == 501
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_odd_sizes_are_as_none(played: Game, client: Client) -> None:
    plain = oembed(client, page_of(played))
    for odd in ("", "-5", "0", "x", "9" * 40, "²"):
        assert oembed(client, page_of(played), maxwidth=odd)["width"] == plain["width"]


def test_the_page_for_sharing_has_html_to_copy(played: Game, client: Client) -> None:
    page = unescape(client.get(f"/games/{played.code}/share/").content.decode())
    assert f'<iframe src="{page_of(played, "embed/")}"' in page
