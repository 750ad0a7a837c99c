"""Table talk through its pages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games import log
from games.moderation.models import Report
from games.notifications import registry
from games.notifications.models import Notice, NoticeKind
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.play.presence import mark_present_at
from games.tables.models import Game
from games.talk.messages import RATE_LIMIT, erase_talk_of, remove_message
from games.talk.models import LONGEST, Message, PrivateNote
from tests.fixtures.games import NOW
from tests.fixtures.mail import html_of, text_of
from tests.fixtures.pages import Browse


def url(game: Game, rest: str = "talk/") -> str:
    return f"/games/{game.code}/{rest}"


def said(client: Client, game: Game, text: str) -> Message:
    answer = client.post(url(game), {"text": text})
    assert answer.status_code == 302, answer.content.decode()
    return Message.objects.latest("pk")


def page(client: Client, game: Game) -> str:
    return client.get(url(game, "")).content.decode()


def test_what_one_says_all_who_may_open_the_page_read(
    table: Game, browse: Browse, alice: Person, bob: Person, charlie: Person
) -> None:
    said(browse(alice), table, "Good luck,\nall of you!")
    for reader in (alice, bob, charlie, None):
        text = page(browse(reader), table)
        assert "Good luck,<br>all of you!" in text
        assert ("Send" in text) == (reader in (alice, bob))


def test_only_those_who_sit_at_the_table_write(
    table: Game, browse: Browse, charlie: Person
) -> None:
    answer = browse(charlie).post(url(table), {"text": "hello"})
    assert answer.status_code == 422
    assert "Only the players at this table" in answer.content.decode()
    assert browse(None).post(url(table), {"text": "hello"}).status_code == 302
    assert not Message.objects.exists()


def test_who_may_not_open_a_private_game_cannot_read_its_talk(
    begin, browse: Browse, alice: Person, bob: Person, charlie: Person
) -> None:
    game = begin(alice, bob)
    Game.objects.filter(pk=game.pk).update(public=False)
    message = said(browse(alice), game, "in here")
    assert browse(charlie).get(url(game)).status_code == 404
    assert browse(charlie).post(url(game), {"text": "x"}).status_code == 404
    assert browse(charlie).get(url(game, f"talk/{message.pk}/report/")).status_code == 404


@pytest.mark.parametrize("text", ["", "   ", "\u202e\u200b", "\n\n"])
def test_nothing_is_not_said(table: Game, browse: Browse, alice: Person, text: str) -> None:
    assert browse(alice).post(url(table), {"text": text}).status_code == 422
    assert not Message.objects.exists()


def test_a_message_that_is_too_long_is_given_back(
    table: Game, browse: Browse, alice: Person
) -> None:
    answer = browse(alice).post(url(table), {"text": "x" * (LONGEST + 1)})
    assert answer.status_code == 422
    assert "x" * (LONGEST + 1) in answer.content.decode()
    said(browse(alice), table, "x" * LONGEST)


def test_a_message_is_shown_as_it_was_written_and_never_as_code(
    table: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    said(browse(alice), table, "<script>alert(1)</script> https://example.org/ \u202eevil")
    text = page(browse(bob), table)
    assert "&lt;script&gt;alert(1)&lt;/script&gt; https://example.org/ evil" in text
    assert 'href="https://example.org' not in text


def test_a_message_with_a_nul_is_no_message(table: Game, browse: Browse, alice: Person) -> None:
    assert browse(alice).post(url(table), {"text": "a\0b"}).status_code == 400
    assert not Message.objects.exists()


def test_after_some_messages_one_has_to_wait(table: Game, browse: Browse, alice: Person) -> None:
    for number in range(RATE_LIMIT):
        said(browse(alice), table, str(number))
    answer = browse(alice).post(url(table), {"text": "one more"})
    assert answer.status_code == 422
    assert "one more" in answer.content.decode()


def test_who_is_muted_cannot_write(table: Game, browse: Browse, alice: Person) -> None:
    Sanction.objects.create(
        person=alice, kind=SanctionKind.MUTE, at=NOW, until=NOW + timedelta(days=1)
    )
    assert browse(alice).post(url(table), {"text": "hello"}).status_code == 422
    assert not Message.objects.exists()


def test_an_author_removes_a_message_and_nobody_else_does(
    table: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    message = said(browse(alice), table, "oops")
    browse(bob).post(url(table, f"talk/{message.pk}/remove/"))
    message.refresh_from_db()
    assert message.text == "oops"
    browse(alice).post(url(table, f"talk/{message.pk}/remove/"))
    message.refresh_from_db()
    assert message.text == ""
    assert "Message removed" in page(browse(bob), table)


def test_the_words_of_a_person_go_with_the_account(
    table: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    said(browse(alice), table, "remember me")
    browse(alice).post(url(table, "note/"), {"text": "secret"})
    erase_talk_of(person=alice, now=NOW)
    assert "remember me" not in page(browse(bob), table)
    assert not PrivateNote.objects.exists()
    assert set(Message.objects.values_list("text", flat=True)) == {""}


def test_talk_of_an_account_that_is_gone_is_not_shown(
    table: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    said(browse(alice), table, "still here?")
    Message.objects.update(author=None)
    text = page(browse(bob), table)
    assert "still here?" not in text
    assert "Message removed" in text


def test_a_message_is_reported_once_with_its_words(
    table: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    message = said(browse(alice), table, "rude words")
    form = browse(bob).get(url(table, f"talk/{message.pk}/report/"))
    assert "rude words" in form.content.decode()
    for _ in range(2):
        browse(bob).post(url(table, f"talk/{message.pk}/report/"), {"text": "not nice"})
    remove_message(message=message, now=NOW)
    (report,) = Report.objects.all()
    assert (report.reporter, report.subject, report.quote) == (bob, alice, "rude words")
    assert report.text == "not nice"


def test_nobody_reports_themselves(table: Game, browse: Browse, alice: Person) -> None:
    message = said(browse(alice), table, "rude words")
    browse(alice).post(url(table, f"talk/{message.pk}/report/"), {"text": "me"})
    assert not Report.objects.exists()


def test_talk_is_no_part_of_the_log(table: Game, browse: Browse, alice: Person) -> None:
    before = log.load(table).seq
    said(browse(alice), table, "hello")
    assert log.load(table).seq == before
    assert "hello" not in browse(alice).get(url(table, "log/")).content.decode()


def test_the_others_get_the_message_by_mail(
    table: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    message = said(browse(alice), table, "your move!")
    notice = Notice.objects.get(kind=NoticeKind.TALK)
    assert notice.person == bob
    told = registry.render(notice)
    assert "Alice" in told.headline
    assert told.quote == "your move!"
    assert registry.is_relevant(notice, seated=True)
    remove_message(message=message, now=NOW)
    assert not registry.is_relevant(notice, seated=True)


def test_the_mail_quotes_what_was_said(
    table: Game, browse: Browse, alice: Person, bob: Person, inbox
) -> None:
    inbox()
    said(browse(alice), table, "one")
    said(browse(alice), table, "two <b>bold</b>")
    assert inbox(bob) == []
    (mail,) = inbox(bob, at=NOW + timedelta(minutes=11))
    assert "Alice wrote at the table:" in text_of(mail)
    assert "one" in text_of(mail)
    assert "two &lt;b&gt;bold&lt;/b&gt;" in html_of(mail)
    for shown in (text_of(mail), html_of(mail)):
        assert shown.count("Reply to the table") == 1


def test_no_mail_quotes_it_to_whoever_was_at_the_page_afterwards(
    table: Game, browse: Browse, alice: Person, bob: Person, inbox
) -> None:
    inbox()
    said(browse(alice), table, "one")
    written = Message.objects.get().at
    mark_present_at(game=table.pk, person=bob, now=written - timedelta(seconds=1))
    notice = Notice.objects.get(kind=NoticeKind.TALK)
    assert registry.is_relevant(notice, seated=True)
    mark_present_at(game=table.pk, person=bob, now=written + timedelta(seconds=1))
    assert inbox(bob, at=NOW + timedelta(minutes=11)) == []


def test_messages_in_a_row_wait_for_one_mail(table: Game, browse: Browse, alice: Person) -> None:
    said(browse(alice), table, "one")
    said(browse(alice), table, "two")
    waits = Notice.objects.filter(kind=NoticeKind.TALK).values_list("not_before", flat=True)
    assert len(waits) == 2
    assert min(waits) == NOW + timedelta(minutes=10)


def test_the_page_of_a_team_game_says_that_there_is_no_channel_between_teammates(
    team_table: Game, browse: Browse, alice: Person
) -> None:
    assert "teammates have no channel of their own" in page(browse(alice), team_table)


def test_a_page_that_was_kept_is_stale_when_somebody_talks(
    table: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    reader = browse(bob)
    tag = reader.get(url(table, "")).headers["ETag"]
    reader.get(url(table, ""), headers={"if-none-match": tag})
    message = said(browse(alice), table, "hello")
    second = reader.get(url(table, ""), headers={"if-none-match": tag})
    assert second.status_code == 200
    tag = second.headers["ETag"]
    assert reader.get(url(table, ""), headers={"if-none-match": tag}).status_code == 304
    remove_message(message=message, now=NOW)
    assert reader.get(url(table, ""), headers={"if-none-match": tag}).status_code == 200


def test_who_plays_against_bots_alone_is_not_asked_to_talk(
    begin, browse: Browse, alice: Person, charlie: Person
) -> None:
    game = begin(alice, bots=["random"])
    assert "Your message" not in page(browse(alice), game)
    said(browse(alice), game, "hello, machine")
    assert "hello, machine" in page(browse(charlie), game)


def test_all_talk_is_on_a_page_of_its_own(table: Game, browse: Browse, alice: Person) -> None:
    for number in range(35):
        Message.objects.create(game=table, author=alice, text=f"number {number}.", at=NOW)
    assert "number 2." not in page(browse(alice), table)
    assert "All messages" in page(browse(alice), table)
    assert "number 2." in browse(alice).get(url(table)).content.decode()
