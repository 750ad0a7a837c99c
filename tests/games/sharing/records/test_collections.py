"""The records of a player or a season: asked for by a person, made by a worker, gone in a day."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.utils.timezone import now

from engine import record
from games.accounts.closing import close_account
from games.common.work import COLLECTIONS
from games.leagues.league import create_league
from games.leagues.models import Division, Season, SeasonGame
from games.leagues.season.plan import plan_season
from games.notifications.leases import make_due
from games.people.models import Person
from games.scheduler.retention import delete_old_rows
from games.sharing.records import collections, selecting
from games.sharing.records.models import Collection
from games.tables.models import Game, GameStatus
from tests.fixtures.games import NOW
from tests.fixtures.pages import Browse
from tests.fixtures.records import Ended
from tests.games.leagues.conftest import a_plan


@pytest.fixture
def shared(ended: Ended, alice: Person, bob: Person) -> Game:
    """A public game of Alice and Bob."""
    return ended("japan-2-final-round", alice, bob)


@pytest.fixture
def private(ended: Ended, alice: Person, bob: Person) -> Game:
    """A private game of Alice alone with people she does not know."""
    game = ended("usa-3-final-round", alice)
    Game.objects.filter(pk=game.pk).update(public=False)
    return game


def ask(browser, url: str, number: int = 1) -> bytes | None:
    """Press the button, let a worker run, and download the file that the page then offers."""
    assert browser.post(url, {"number": number}).status_code == 302
    make_due(COLLECTIONS, now=now())
    page = browser.get(url).content.decode()
    rows = Collection.objects.filter(number=number, made_at__isnull=False).order_by("-pk")
    link = f"/records/files/{rows[0].pk}.zip"
    if link not in page:
        return None
    return b"".join(browser.get(link).streaming_content)


def codes(data: bytes | None) -> list[str]:
    assert data is not None
    with zipfile.ZipFile(io.BytesIO(data)) as found:
        manifest = json.loads(found.read("manifest.json"))
        for line in manifest["records"]:
            assert record.check(record.load(found.read(line["file"]).decode().splitlines())) == []
        return sorted(line["game"] for line in manifest["records"])


def test_my_own_games_are_all_in_my_file_and_others_get_the_public_ones(
    shared: Game, private: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    url = f"/records/player/{alice.name}/"
    assert codes(ask(browse(alice), url)) == sorted([shared.code, private.code])
    assert codes(ask(browse(bob), url)) == [shared.code]


def test_practice_games_and_those_without_a_result_are_left_out(
    shared: Game, private: Game, browse: Browse, alice: Person
) -> None:
    Game.objects.filter(pk=shared.pk).update(practice=True)
    Game.objects.filter(pk=private.pk).update(status=GameStatus.VOID)
    assert (
        "no finished games" in browse(alice).get(f"/records/player/{alice.name}/").content.decode()
    )


def test_a_file_opens_for_who_asked_and_nobody_else(
    shared: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    assert ask(browse(alice), f"/records/player/{alice.name}/")
    url = f"/records/files/{Collection.objects.get().pk}.zip"
    assert browse(bob).get(url).status_code == 404
    assert browse().get(url).status_code == 404


def test_an_anonymous_user_is_asked_to_sign_in_and_gets_nothing_made(
    shared: Game, browse: Browse, alice: Person
) -> None:
    url = f"/records/player/{alice.name}/"
    assert "Sign in to have the file made" in browse().get(url).content.decode()
    assert browse().post(url, {"number": 1}).status_code == 404
    assert browse().get("/records/player/nobody/").status_code == 404
    assert not Collection.objects.exists()


@pytest.mark.parametrize("number", ["0", "2", "x", "", "99999", "²"])
def test_files_that_there_are_not_cannot_be_asked_for(
    shared: Game, browse: Browse, alice: Person, number: str
) -> None:
    url = f"/records/player/{alice.name}/"
    assert browse(alice).post(url, {"number": number}).status_code == 404


def test_many_games_come_in_several_files_and_a_person_keeps_three(
    ended: Ended, shared: Game, browse: Browse, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selecting, "MOST_RECORDS", 1)
    monkeypatch.setattr("games.web.records.views.MOST_RECORDS", 1)
    monkeypatch.setattr(collections, "MOST_OF_A_PERSON", 1)
    later = ended("usa-3-final-round", alice)
    Game.objects.filter(pk=later.pk).update(ended_at=NOW + timedelta(days=1))
    url = f"/records/player/{alice.name}/"
    assert codes(ask(browse(alice), url, 1)) == [shared.code]
    assert codes(ask(browse(alice), url, 2)) == [later.code]
    assert Collection.objects.get().number == 2
    page = browse(alice).get(url).content.decode()
    assert "Games 1 to 1<" in page
    assert "Games 2 to 2<" in page


def test_the_first_of_many_files_is_listed_and_the_others_on_request(
    ended: Ended, shared: Game, browse: Browse, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.web.records.views.MOST_RECORDS", 1)
    ended("usa-3-final-round", alice)
    ended("europe-2-passes", alice)
    url = f"/records/player/{alice.name}/"
    page = browse(alice).get(url).content.decode()
    assert page.count("Make the file") == 1
    assert "Games 1 to 1<" in page
    assert '<a href="?all=yes">' in page
    page = browse(alice).get(f"{url}?all=yes").content.decode()
    assert page.count("Make the file") == 3
    assert "Games 3 to 3<" in page
    assert '<a href="?all=yes">' not in page


def test_too_many_files_at_a_time_are_refused_with_a_sentence(
    shared: Game, browse: Browse, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collections, "MOST_ASKED", 0)
    answer = browse(alice).post(f"/records/player/{alice.name}/", {"number": 1}, follow=True)
    assert "Many people have asked for records today." in answer.content.decode()
    assert not Collection.objects.exists()


def test_it_is_gone_after_a_day_and_with_the_account(
    shared: Game, browse: Browse, alice: Person
) -> None:
    url = f"/records/player/{alice.name}/"
    assert ask(browse(alice), url)
    delete_old_rows(now=now() + timedelta(hours=23))
    assert Collection.objects.exists()
    delete_old_rows(now=now() + timedelta(hours=25))
    assert not Collection.objects.exists()
    assert ask(browse(alice), url)
    close_account(person=alice, now=now())
    assert not Collection.objects.exists()


def test_the_games_of_a_season_are_in_its_file(
    shared: Game, private: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    league = create_league(name="Night Club", directors=[alice], founder=None, now=NOW)
    season = plan_season(league=league, director=alice, plan=a_plan(), now=NOW)
    Season.objects.update(announced_at=NOW)
    division = Division.objects.create(season=season, tier=1)
    for number, game in enumerate([shared, private]):
        SeasonGame.objects.create(division=division, number=number, board=game.board, game=game)
    assert codes(ask(browse(bob), "/records/season/night-club/1/")) == [shared.code]
    Season.objects.update(announced_at=None)
    assert browse(bob).get("/records/season/night-club/1/").status_code == 404
