"""Sharing a game: previews of links, the picture, the animation, and secret links."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.core.cache import cache
from django.test import Client
from PIL import Image
from pytest_django import Settings

from engine.actions import Claim, Draw
from games import log
from games.common.work import ANIMATIONS
from games.common.work_rows import WorkStatus
from games.notifications.leases import make_row
from games.people.models import Person
from games.sharing import animations
from games.sharing.models import Animation, SecretLink
from games.tables.models import Game
from games.talk.messages import post_message
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.pages import Browse
from tests.games.notifications.mail.test_privacy import swap_hidden
from ttr_site.redacting import redacted


def tags_of(page: str) -> dict[str, str]:
    return dict(
        re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page)
    )


def text_at(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


@pytest.fixture
def private(table: Game) -> Game:
    """A private game of Alice and Bob, under way."""
    Game.objects.filter(pk=table.pk).update(public=False)
    table.refresh_from_db()
    return table


def secret_path(game: Game, browse: Browse, person: Person) -> str:
    """Let a player make the secret link, and return where it leads."""
    client = browse(person)
    client.post(f"/games/{game.code}/share/link/")
    found = re.search(r"(/shared/[\w-]+/)", text_at(client, f"/games/{game.code}/share/"))
    assert found
    return found[1]


def test_the_verb_on_the_way_to_share_is_a_verb_in_dutch(
    played: Game, browse: Browse, alice: Person
) -> None:
    Person.objects.filter(pk=alice.pk).update(language="nl")
    client = browse(alice)
    page = text_at(client, f"/games/{played.code}/")
    assert f'href="/games/{played.code}/share/">Delen</a>' in page
    assert "<title>Delen · " in text_at(client, f"/games/{played.code}/share/")


# Previews


@pytest.mark.parametrize("address", ["", "replay/", "log/"])
def test_a_link_to_a_public_game_has_a_preview(played: Game, browse: Browse, address: str) -> None:
    tags = tags_of(text_at(browse(), f"/games/{played.code}/{address}"))
    assert tags["og:title"] == f"Japan · {played.code}"
    assert tags["og:description"].startswith("Final scores: ")
    assert tags["og:url"] == f"http://127.0.0.1:8000/games/{played.code}/"
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert tags["twitter:card"] == "summary_large_image"
    path = tags["og:image"].removeprefix("http://127.0.0.1:8000")
    response = browse().get(path)
    assert response["Content-Type"] == "image/png"
    with Image.open(BytesIO(response.content)) as image:
        assert image.size == (1200, 630)
    assert len(response.content) < 250_000


def test_markup_in_a_name_stays_text_in_a_preview(table: Game, browse: Browse) -> None:
    Game.objects.filter(pk=table.pk).update(name='"><script>x</script>')
    page = text_at(browse(), f"/games/{table.code}/")
    assert "<script>x" not in page
    assert "&quot;&gt;&lt;script&gt;" in tags_of(page)["og:title"]
    assert browse().get(f"/games/{table.code}/share.png").status_code == 200


def test_a_private_game_has_no_preview_even_on_the_page_of_its_player(
    private: Game, browse: Browse, alice: Person
) -> None:
    assert tags_of(text_at(browse(alice), f"/games/{private.code}/")) == {}


# The picture


def test_the_picture_needs_no_cookie_and_may_be_kept(table: Game, browse: Browse) -> None:
    table.refresh_from_db()
    path = f"/games/{table.code}/share.png"
    client = browse()
    response = client.get(f"{path}?v={table.version}")
    assert response["Cache-Control"] == "public, max-age=86400"
    assert client.get(path)["Cache-Control"] == "public, max-age=300"
    assert not response.cookies
    again = client.get(path, headers={"if-none-match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_picture_is_the_same_for_a_player_and_a_stranger(
    table: Game, browse: Browse, alice: Person
) -> None:
    path = f"/games/{table.code}/share.png"
    assert browse(alice).get(path).content == browse().get(path).content


@pytest.mark.slow
@pytest.mark.parametrize("holder", [0, 1])
@pytest.mark.usefixtures("tamper")
def test_two_worlds_with_other_hands_give_the_same_bytes(
    begin: Starter, alice: Person, bob: Person, browse: Browse, holder: int
) -> None:
    game = begin(alice, bob, board="japan")
    keep_all(game, 0, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    game.refresh_from_db()
    path = f"/games/{game.code}/share.png"

    def look() -> list[tuple[bytes, str, str]]:
        cache.clear()
        found = []
        for person in (None, alice, bob):
            response = browse(person).get(path)
            found.append((response.content, response["ETag"], response["Cache-Control"]))
        return found

    before = look()
    swap_hidden(game, holder)
    assert look() == before
    act(game, 1, Draw("blind"), Draw("blind"))
    assert look() != before


@pytest.mark.slow
def test_a_picture_is_as_late_as_the_table_lets_spectators_be(
    begin: Starter, alice: Person, bob: Person, browse: Browse
) -> None:
    game = begin(alice, bob, board="japan", spectator_turns=2)
    keep_all(game, 0, 1)
    state = log.load(game)
    track = next(a for a in state.legal_actions(0) if isinstance(a, Claim))
    before = browse().get(f"/games/{game.code}/share.png").content
    act(game, 0, track)
    game.refresh_from_db()
    path = f"/games/{game.code}/share.png?v={game.version}"
    # Not even by the browser of a player may it go out.
    for person in (None, alice, bob):
        response = browse(person).get(path)
        assert response.content == before
        assert response["Cache-Control"] == "public, max-age=300"
    Game.objects.filter(pk=game.pk).update(public=False)
    link = secret_path(game, browse, alice)
    page = text_at(browse(), link)
    assert "Alice claimed" not in page
    assert browse().get(f"{link}share.png").content == before
    Game.objects.filter(pk=game.pk).update(spectator_turns=0)
    assert "Alice claimed" in text_at(browse(), link)
    assert browse().get(f"{link}share.png").content != before


@pytest.mark.slow
def test_new_pictures_are_limited_by_network_and_kept_ones_are_not(
    table: Game, played: Game, browse: Browse, settings: Settings
) -> None:
    client = browse()
    assert client.get(f"/games/{table.code}/share.png").status_code == 200
    settings.DOOR_LIMITS = {**settings.DOOR_LIMITS, "drawing": ((1, 60),)}
    refused = client.get(f"/games/{played.code}/share.png")
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 60
    assert client.get(f"/games/{table.code}/share.png").status_code == 200
    elsewhere = browse(REMOTE_ADDR="198.51.100.7")
    assert elsewhere.get(f"/games/{played.code}/share.png").status_code == 200


def test_strangers_find_nothing_of_a_private_game(
    played_private: Game, browse: Browse, alice: Person, charlie: Person
) -> None:
    code = played_private.code
    for address in ("share/", "share.png", "animation.png"):
        for client in (browse(), browse(charlie)):
            assert client.get(f"/games/{code}/{address}").status_code == 404
    response = browse(alice).get(f"/games/{code}/share.png")
    assert "private" in response["Cache-Control"]
    assert "public" not in response["Cache-Control"]


def test_practice_games_have_nothing_to_share(table: Game, browse: Browse, alice: Person) -> None:
    Game.objects.filter(pk=table.pk).update(practice=True, public=False)
    for address in ("share/", "share.png", "animation.png"):
        assert browse(alice).get(f"/games/{table.code}/{address}").status_code == 404
    for address in ("share/animation/", "share/link/", "share/link/revoke/"):
        assert browse(alice).post(f"/games/{table.code}/{address}").status_code == 404


# The animation


def test_an_animation_is_made_at_a_press_and_shown(
    played: Game, browse: Browse, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animations, "animated_png", lambda *args, painted: b"a film")
    client, path = browse(charlie), f"/games/{played.code}/share/"
    assert "Make the animation" in text_at(client, path)
    assert client.get(f"/games/{played.code}/animation.png").status_code == 404
    assert client.post(f"{path}animation/").status_code == 302
    waiting = text_at(client, path)
    assert '<noscript><meta http-equiv="refresh"' in waiting
    assert "Waiting for its turn" in waiting
    Animation.objects.update(painted=20, frames=40)
    assert "Picture 20 of 40" in text_at(client, path)
    assert 'value="50"' in text_at(client, path)
    assert make_row(ANIMATIONS, pk=played.pk, now=Animation.objects.get().created_at)
    shown = text_at(browse(), path)
    assert "Download the animation" in shown
    assert "http-equiv" not in shown
    response = browse().get(f"/games/{played.code}/animation.png")
    assert response.content == b"a film"
    etag = {"if-none-match": response["ETag"]}
    assert browse().get(f"/games/{played.code}/animation.png", headers=etag).status_code == 304


def test_a_failure_is_said_with_what_to_do_next(
    played: Game, browse: Browse, alice: Person
) -> None:
    client, path = browse(alice), f"/games/{played.code}/share/"
    client.post(f"{path}animation/")
    Animation.objects.update(status=WorkStatus.FAILED, next_attempt_at=None)
    page = text_at(client, path)
    assert "could not be made. Try again" in page
    client.post(f"{path}animation/")
    assert Animation.objects.get().status == WorkStatus.PENDING


def test_strangers_make_no_work(played: Game, table: Game, browse: Browse, alice: Person) -> None:
    assert browse().post(f"/games/{played.code}/share/animation/").status_code == 302
    assert "Sign in to have it made" in text_at(browse(), f"/games/{played.code}/share/")
    client = browse(alice)
    for address in ("share/animation/", "share/link/", "share/link/revoke/"):
        assert client.get(f"/games/{played.code}/{address}").status_code == 405
    # A game that goes on has none.
    response = client.post(f"/games/{table.code}/share/animation/", follow=True)
    assert "played to its end" in response.content.decode()
    assert not Animation.objects.exists()


def test_one_person_asks_for_so_many_a_day(played: Game, browse: Browse, alice: Person) -> None:
    client = browse(alice)
    for _ in range(20):
        client.post(f"/games/{played.code}/share/animation/")
    Animation.objects.all().delete()
    response = client.post(f"/games/{played.code}/share/animation/", follow=True)
    assert "Come back tomorrow" in response.content.decode()
    assert not Animation.objects.exists()


# Secret links


def test_a_secret_link_shows_a_private_game_until_a_player_revokes_it(
    played_private: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    path = secret_path(played_private, browse, alice)
    page = text_at(browse(), path)
    assert "Final scores" in page
    tags = tags_of(page)
    picture = tags["og:image"].removeprefix("http://127.0.0.1:8000")
    assert picture.startswith(path)
    assert browse().get(picture)["Content-Type"] == "image/png"
    Animation.objects.create(
        game=played_private, status="ready", created_at=NOW, data=b"a film", digest="d" * 64,
        facts=animations.facts_digest(played_private, list(played_private.seats.all())),
    )  # fmt: skip
    assert browse().get(f"{path}animation.png").content == b"a film"
    assert "animation.png" in text_at(browse(), path)
    browse(bob).post(f"/games/{played_private.code}/share/link/revoke/")
    for address in ("", "share.png", "animation.png"):
        assert browse().get(path + address).status_code == 404
        assert browse(alice).get(path + address).status_code == 404


def test_a_secret_link_to_a_finished_game_shows_who_scored_what(
    played_private: Game, browse: Browse, alice: Person
) -> None:
    page = text_at(browse(), secret_path(played_private, browse, alice))
    table = page.partition('<table class="final">')[2].partition("</table>")[0]
    assert played_private.result is not None
    for score in played_private.result["scores"]:
        assert f'<td class="numbers total">{score["total"]}</td>' in table
    assert "</span> Alice</th>" in table


def test_what_a_secret_link_opened_is_kept_listed_and_passed_on_by_nobody(
    private: Game, browse: Browse, alice: Person
) -> None:
    path = secret_path(private, browse, alice)
    for address in ("", "share.png"):
        response = browse().get(path + address, headers={"accept-encoding": "gzip"})
        assert response["Cache-Control"] == "private, no-store"
        assert response["X-Robots-Tag"] == "noindex, nofollow"
        assert response["Referrer-Policy"] == "strict-origin"
        assert "Content-Encoding" not in response
    page = text_at(browse(), path)
    assert '<meta name="robots" content="noindex, nofollow">' in page
    token = path.split("/")[2]
    # Its own pictures, its own preview, and the forms of the foot, which lead back to it.
    for line in page.splitlines():
        if token in line:
            assert "og:" in line or f"/shared/{token}/" in line
    assert token not in redacted(f"Not Found: {path}share.png")
    assert token not in redacted(f'"GET /shared/{token}/animation.png HTTP/1.1" 500')


def test_an_animation_cannot_be_reached_that_was_not_made_for_this_game(
    private: Game, browse: Browse, alice: Person
) -> None:
    path = secret_path(private, browse, alice)
    assert browse().get(f"{path}animation.png").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("holder", [0, 1])
@pytest.mark.usefixtures("tamper")
def test_a_secret_link_tells_no_hand_and_no_talk(
    private: Game, browse: Browse, alice: Person, bob: Person, holder: int
) -> None:
    post_message(game=private, person=bob, text="meet me in Omaha", now=NOW)
    path = secret_path(private, browse, alice)

    def look(person: Person | None) -> list[bytes]:
        client = browse(person)
        page = client.get(path).content
        masked = re.sub(rb'(name="csrfmiddlewaretoken" value=")[^"]+', rb"\1", page)
        return [masked, client.get(f"{path}share.png").content]

    before = [look(person) for person in (None, alice, bob)]
    assert "meet me in Omaha" not in before[1][0].decode()
    swap_hidden(private, holder)
    assert [look(person) for person in (None, alice, bob)] == before


def test_a_player_who_opens_the_link_sees_what_strangers_see(
    private: Game, browse: Browse, alice: Person
) -> None:
    path = secret_path(private, browse, alice)
    own, other = text_at(browse(alice), path), text_at(browse(), path)
    main = re.compile(r"<main.*</main>", re.DOTALL)

    def shown(page: str) -> str:
        found = main.search(page)
        assert found
        return found[0]

    assert shown(own) == shown(other)
    state = log.load(private)
    assert "Your hand" not in own
    assert state.hands[0]


def test_only_players_make_see_and_revoke_a_link(
    private: Game, browse: Browse, alice: Person, charlie: Person
) -> None:
    for client in (browse(), browse(charlie)):
        client.post(f"/games/{private.code}/share/link/")
    assert not SecretLink.objects.exists()
    path = secret_path(private, browse, alice)
    browse(charlie).post(f"/games/{private.code}/share/link/revoke/")
    assert browse().get(path).status_code == 200
    for reader in (browse(), browse(charlie)):
        assert path not in reader.get(f"/games/{private.code}/share/").content.decode()


def test_looking_at_the_page_makes_no_link(private: Game, browse: Browse, alice: Person) -> None:
    page = text_at(browse(alice), f"/games/{private.code}/share/")
    assert "Make a secret link" in page
    assert not SecretLink.objects.exists()


@pytest.mark.parametrize("token", ["x", "A" * 32, "%00" * 3, "é" * 10, "A" * 3000])
def test_a_wrong_token_finds_nothing(private: Game, browse: Browse, token: str) -> None:
    for address in ("", "share.png", "animation.png"):
        assert browse().get(f"/shared/{token}/{address}").status_code in (400, 404)


def test_a_game_offers_to_share_it(
    played: Game, private: Game, browse: Browse, bob: Person
) -> None:
    assert "Share this game" in text_at(browse(), f"/games/{played.code}/")
    assert f'href="/games/{private.code}/share/"' in text_at(browse(bob), f"/games/{private.code}/")
