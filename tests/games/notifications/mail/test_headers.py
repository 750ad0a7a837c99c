from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

import pytest

from engine.actions import Draw
from games.drawing import game_png
from games.people.models import MailPrivacy, Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, html_of, text_of
from tests.fixtures.recalled import recall_mails


@pytest.fixture
def played(begin: Starter, alice: Person, bob: Person, inbox: Inbox) -> tuple[Game, list]:
    """A game and the mails that Alice got about it so far: two."""

    def play() -> tuple[int, list]:
        game = begin(alice, bob, board="japan")
        mails = inbox(alice)
        keep_all(game, 0, 1)
        return game.pk, mails + inbox(alice, at=NOW + timedelta(minutes=1))

    pk, mails = recall_mails(inbox, "two mails about Japan", play)
    return Game.objects.get(pk=pk), mails


def test_all_mails_of_a_game_are_one_conversation(played: tuple[Game, list]) -> None:
    game, (first, second) = played
    assert first["Message-ID"] != second["Message-ID"]
    assert first["Subject"] == second["Subject"] == f"[Night Mail] Japan · {game.code}"
    for header in ("References", "In-Reply-To"):
        assert first[header] == second[header]
    assert first["References"] not in (first["Message-ID"], second["Message-ID"])


def test_the_message_id_names_game_decision_and_kind(played: tuple[Game, list]) -> None:
    game, (_, turn) = played
    decision = game.seats.get(number=0).decision
    assert str(turn["Message-ID"]).startswith(f"<g{game.code}.d{decision}.turn.p")
    assert str(turn["Message-ID"]).endswith("@localhost.localdomain>")


def test_two_people_never_share_a_message_id(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    begin(alice, bob)
    mails = inbox()
    assert len({mail["Message-ID"] for mail in mails}) == 2
    assert len({mail["References"] for mail in mails}) == 2


def test_programs_can_tell_that_no_person_wrote_it(played: tuple[Game, list]) -> None:
    game, mails = played
    for mail in mails:
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail["X-Auto-Response-Suppress"] == "All"
        assert f"<game-{game.code}.localhost.localdomain>" in mail["List-Id"]
        assert mail["From"] == "Night Mail <post@localhost>"


def test_the_list_can_be_left_with_one_click_or_one_mail(played: tuple[Game, list]) -> None:
    _, mails = played
    for mail in mails:
        web, post = str(mail["List-Unsubscribe"]).split(", ")
        assert web.startswith("<http://127.0.0.1:8000/unsubscribe/games/")
        assert post.startswith("<mailto:unsubscribe@localhost.localdomain?subject=games%20")
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_the_date_is_the_time_of_writing(played: tuple[Game, list]) -> None:
    _, (first, second) = played
    assert first["Date"].datetime == NOW
    assert second["Date"].datetime == NOW + timedelta(minutes=1)


def test_text_comes_first_and_the_picture_belongs_to_the_page(played: tuple[Game, list]) -> None:
    _, (mail, _) = played
    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ]
    picture = picture_of(mail)
    assert picture["Content-Disposition"].startswith("inline")
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in html_of(mail)


def test_the_mail_is_small(played: tuple[Game, list]) -> None:
    _, mails = played
    for mail in mails:
        assert len(picture_of(mail).get_content()) < 60_000
        assert len(html_of(mail)) < 80_000


def test_every_line_fits_every_server(played: tuple[Game, list]) -> None:
    _, mails = played
    for mail in mails:
        raw = mail.as_bytes()
        assert raw.isascii()
        assert max(len(line) for line in raw.split(b"\r\n")) <= 998
        assert b"\n" not in raw.replace(b"\r\n", b"")


def test_the_page_loads_nothing_from_elsewhere(played: tuple[Game, list]) -> None:
    _, mails = played
    for mail in mails:
        page = html_of(mail)
        assert "src=" in page
        assert page.count("src=") == page.count('src="cid:')
        assert "url(" not in page
        assert "<script" not in page


def test_a_strange_name_does_not_become_a_second_recipient(
    begin: Starter, people, bob: Person, inbox: Inbox
) -> None:
    eve = people("Eve")
    Person.objects.filter(pk=eve.pk).update(name='Eve, "<x@example.org>"')
    begin(eve, bob)
    (mail,) = inbox(eve)
    assert [address.addr_spec for address in mail["To"].addresses] == ["eve@example.org"]
    assert "&lt;x@example.org&gt;" in html_of(mail)


def test_both_parts_say_the_same(played: tuple[Game, list]) -> None:
    _, (_, mail) = played
    for said in ("It is your turn on Japan.", "Draw cards", "Tuesday 24 November 2026, 08:30"):
        assert said in text_of(mail)
        assert said in html_of(mail)


def test_the_picture_is_drawn_once_for_all(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    draw = game_png.layered_png
    monkeypatch.setattr(game_png, "layered_png", lambda *args: drawn.append(args) or draw(*args))
    begin(alice, bob)
    assert len(inbox()) == 2
    assert len(drawn) == 1


def test_a_turn_that_changes_nothing_on_the_board_draws_nothing(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Rings are of the tickets, which this turn does change.
    Person.objects.update(mail_privacy=MailPrivacy.COUNTS)
    game = begin(alice, bob)
    assert len(inbox()) == 2
    keep_all(game, 0, 1)
    monkeypatch.setattr(game_png, "layered_png", lambda *args: pytest.fail("drawn again"))
    assert len(inbox()) == 1


def picture_of(mail: EmailMessage) -> EmailMessage:
    return next(part for part in mail.walk() if part.get_content_type() == "image/png")


def test_a_moved_board_is_another_picture(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    game = begin(alice, bob)
    first = picture_of(inbox(alice)[0])["Content-ID"]
    keep_all(game, 0, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    assert picture_of(inbox(bob)[0])["Content-ID"] != first
