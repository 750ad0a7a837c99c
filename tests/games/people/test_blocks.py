"""Blocking a player: what it stops, and that the blocked player learns nothing."""

from __future__ import annotations

import json
import zipfile
from datetime import timedelta
from io import BytesIO

import pytest
import time_machine
from django.test import Client

from games.accounts.closing import close_account
from games.lobby import GameOptions, create_game
from games.notifications.models import Notice, NoticeKind
from games.notifications.nudges import FIRST_NUDGE_AFTER
from games.people import blocks
from games.people.blocks import Block, block, is_block_between, is_blocked
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.tables.models import Game, GameStatus
from games.talk.messages import post_message
from tests.fixtures.games import NOW
from tests.fixtures.pages import Browse

REFUSED = "Nobody new can join this table for now. Choose another in the lobby."


@pytest.fixture(autouse=True)
def _clock_stands_still(still_clock: None) -> None:
    """The time is NOW."""


def text(answer) -> str:
    return answer.content.decode()


def open_table(organiser: Person, **options: object) -> Game:
    return create_game(
        organiser=organiser, options=GameOptions(board="usa", seats=3, **options), now=NOW
    )


def test_a_player_is_blocked_and_unblocked_on_their_page(
    browse: Browse, alice: Person, bob: Person
) -> None:
    client = browse(alice)
    assert "Block Bob" in text(client.get("/people/Bob/"))
    assert client.get("/people/Bob/block/").status_code == 405
    assert not Block.objects.exists()
    for _twice in range(2):
        page = text(client.post("/people/Bob/block/", follow=True))
        assert "You have blocked Bob." in page
        assert "leagues still pair you" not in page
    assert is_blocked(by=alice, person=bob)
    assert not is_blocked(by=bob, person=alice)
    assert is_block_between(bob, alice)
    listed = text(client.get("/settings/blocked/"))
    assert "/people/Bob/unblock/" in listed
    assert "leagues still pair you" in listed
    assert "Bob is no longer blocked." in text(
        client.post("/people/Bob/unblock/", {"list": "1"}, follow=True)
    )
    assert not Block.objects.exists()


@pytest.mark.parametrize("name", ["Alice", "Nobody", "x" * 31])
def test_nobody_blocks_themselves_or_somebody_unknown(
    name: str, browse: Browse, alice: Person
) -> None:
    answer = browse(alice).post(f"/people/{name}/block/", follow=True)
    assert answer.status_code == (200 if name == "Alice" else 404)
    assert ("You cannot block yourself." in text(answer)) == (name == "Alice")
    assert not Block.objects.exists()


def test_a_closed_account_is_not_blocked_and_its_blocks_go(
    browse: Browse, alice: Person, bob: Person, charlie: Person
) -> None:
    block(person=bob, other=alice, now=NOW)
    block(person=charlie, other=bob, now=NOW)
    close_account(person=bob, now=NOW)
    assert not Block.objects.exists()
    bob.refresh_from_db()
    page = text(browse(alice).post(f"/people/{bob.name}/block/", follow=True))
    assert "This account is closed" in page
    assert "<summary>Block" not in page


def test_a_person_blocks_a_limited_number(
    browse: Browse, alice: Person, bob: Person, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "MAX_BLOCKS", 1)
    browse(alice).post("/people/Bob/block/")
    page = text(browse(alice).post("/people/Charlie/block/", follow=True))
    assert "Unblock somebody first." in page
    assert Block.objects.count() == 1


def test_strangers_cannot_block(browse: Browse, bob: Person) -> None:
    assert "/accounts/login/" in browse(None).post("/people/Bob/block/")["Location"]
    assert browse(None).get("/settings/blocked/").status_code == 302


def talk_pages(client: Client, game: Game) -> list[str]:
    return [text(client.get(f"/games/{game.code}/{rest}")) for rest in ("", "talk/")]


def test_talk_of_a_blocked_player_is_hidden_from_the_blocker_alone(
    table: Game, browse: Browse, inbox, alice: Person, bob: Person, charlie: Person
) -> None:
    inbox()
    block(person=alice, other=bob, now=NOW)
    post_message(game=table, person=bob, text="You are slow.", now=NOW)
    post_message(game=table, person=alice, text="Good evening.", now=NOW)
    for page in talk_pages(browse(alice), table):
        assert "You are slow." not in page
        assert "Good evening." in page
    assert (
        "Messages from people you have blocked are hidden." in talk_pages(browse(alice), table)[1]
    )
    for reader in (bob, charlie, None):
        for page in talk_pages(browse(reader), table):
            assert "You are slow." in page
            assert "Good evening." in page
            assert "blocked" not in page.replace("blocked-people", "").replace(
                "settings/blocked", ""
            ).replace("Blocked people", "")
    later = NOW + timedelta(hours=1)
    assert not [mail for mail in inbox(alice, at=later) if "You are slow" in mail.as_string()]
    assert Notice.objects.filter(kind=NoticeKind.TALK, person=bob).exists()
    assert not Notice.objects.filter(kind=NoticeKind.TALK, person=alice).exists()


def test_an_open_page_of_the_blocker_is_not_asked_to_load_for_hidden_talk(
    table: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    block(person=alice, other=bob, now=NOW)
    post_message(game=table, person=bob, text="You are slow.", now=NOW)
    table.refresh_from_db()
    url = f"/games/{table.code}/pulse/?seen={table.version}&said=0"
    assert browse(alice).get(url).status_code == 204
    assert browse(bob).get(url).status_code == 205
    assert browse(None).get(url).status_code == 205


def test_a_mail_about_talk_that_waits_is_not_sent_after_a_block(
    table: Game, inbox, alice: Person, bob: Person
) -> None:
    inbox()
    post_message(game=table, person=bob, text="You are slow.", now=NOW)
    block(person=alice, other=bob, now=NOW)
    assert not [
        mail
        for mail in inbox(alice, at=NOW + timedelta(hours=1))
        if "You are slow" in mail.as_string()
    ]


def test_the_page_is_another_one_after_a_block(
    table: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    post_message(game=table, person=bob, text="You are slow.", now=NOW)
    client = browse(alice)
    client.get(f"/games/{table.code}/")
    tag = client.get(f"/games/{table.code}/")["ETag"]
    assert client.get(f"/games/{table.code}/", headers={"If-None-Match": tag}).status_code == 304
    block(person=alice, other=bob, now=NOW)
    answer = client.get(f"/games/{table.code}/", headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert "You are slow." not in text(answer)


def nudged(client: Client, game: Game, seat: int) -> tuple[str, str]:
    page = text(client.post(f"/games/{game.code}/nudge/", {"seat": seat}, follow=True))
    again = text(client.post(f"/games/{game.code}/nudge/", {"seat": seat}, follow=True))
    return page, again


@pytest.mark.parametrize("is_blocked_by", [True, False])
def test_a_nudge_of_a_blocked_player_looks_like_any_and_goes_nowhere(
    is_blocked_by: bool, table: Game, browse: Browse, inbox, alice: Person, bob: Person
) -> None:
    later = NOW + FIRST_NUDGE_AFTER
    inbox()
    if is_blocked_by:
        block(person=alice, other=bob, now=NOW)
    with time_machine.travel(later, tick=False):
        page, again = nudged(browse(bob), table, 0)
    assert "Alice will hear that you are waiting." in page
    assert "Somebody has already nudged this player today." in again
    mails = [mail for mail in inbox(alice, at=later) if "is waiting for you" in mail.as_string()]
    assert bool(mails) == (not is_blocked_by)


def test_neither_joins_a_table_of_the_other(
    browse: Browse, alice: Person, bob: Person, charlie: Person
) -> None:
    block(person=alice, other=bob, now=NOW)
    hers, his = open_table(alice), open_table(bob)
    private = open_table(alice, public=False)
    for url in (f"/games/{hers.code}/join/", f"/join/{private.invitation}/"):
        answer = browse(bob).post(url, {"contribution": ""})
        assert answer.status_code == 409
        assert REFUSED in text(answer)
    answer = browse(alice).post(f"/games/{his.code}/join/", {"contribution": ""})
    assert "You have blocked the organiser of this table." in text(answer)
    for game in (hers, his, private):
        assert game.seats.count() == 1
    assert browse(charlie).post(f"/games/{hers.code}/join/", {}).status_code == 302


def test_the_sentence_for_a_blocked_player_is_that_of_another_case(
    browse: Browse, alice: Person, bob: Person
) -> None:
    game = open_table(alice)
    Sanction.objects.create(person=alice, kind=SanctionKind.SUSPENSION, at=NOW)
    assert REFUSED in text(browse(bob).post(f"/games/{game.code}/join/", {}))


def test_the_lobby_is_the_same_for_the_blocked_and_shorter_for_the_blocker(
    browse: Browse, alice: Person, bob: Person
) -> None:
    hers, his = open_table(alice), open_table(bob)
    block(person=alice, other=bob, now=NOW)
    assert hers.code in text(browse(bob).get("/lobby/"))
    assert his.code not in text(browse(alice).get("/lobby/"))


def test_a_rematch_invites_nobody_who_blocks_and_nobody_blocked(
    table: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    Game.objects.filter(pk=table.pk).update(status=GameStatus.FINISHED, ended_at=NOW)
    block(person=alice, other=bob, now=NOW)
    refused = text(browse(alice).post(f"/games/{table.code}/again/", follow=True))
    assert "You have blocked a player of this game." in refused
    assert "You have a seat in the rematch." in text(
        browse(bob).post(f"/games/{table.code}/again/", follow=True)
    )
    assert not Notice.objects.filter(kind=NoticeKind.REMATCH).exists()


def test_only_the_blocker_takes_the_block_along(browse: Browse, alice: Person, bob: Person) -> None:
    block(person=alice, other=bob, now=NOW)

    def taken(person: Person) -> list[dict[str, object]]:
        answer = browse(person).post("/settings/belongings/")
        archive = zipfile.ZipFile(BytesIO(b"".join(answer.streaming_content)))
        return json.loads(archive.read("account.json"))["people blocked"]

    assert [row["blocked__name"] for row in taken(alice)] == ["Bob"]
    assert taken(bob) == []
