"""Notices that rooms register: told in the reader's language, once, and only while they hold."""

from __future__ import annotations

import pytest
from django.utils.translation import gettext as _

from games.notifications import registry
from games.notifications.models import DeliveryStatus, Notice, NoticeKind
from games.notifications.outbox import notify
from games.notifications.registry import Content
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.mail import Inbox, html_of, text_of
from tests.games.notifications.mail.test_delivery import BUSY, MINUTE, Server, server

__all__ = ["server"]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """Table talk that holds as long as `told["holds"]`, and cannot be said if it is broken."""
    state = {"holds": True, "broken": False}

    def say(notice: Notice) -> Content:
        if state["broken"]:
            raise RuntimeError("no words")
        return Content(_("The table"), ("A line.",), quote=f"<b>{notice.data['message']}</b>")

    monkeypatch.setattr(registry, "_types", {})
    registry.register(NoticeKind.TALK, render=say, is_relevant=lambda notice: state["holds"])
    return state


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person, inbox: Inbox) -> Game:
    game = begin(alice, bob)
    inbox()
    return game


def say_at_the_table(game: Game, person: Person, message: int) -> None:
    notify(person=person, kind=NoticeKind.TALK, game=game, data={"message": message}, now=NOW)


@pytest.mark.usefixtures("told")
def test_a_kind_is_told_in_the_readers_language_and_escaped(
    game: Game, inbox: Inbox, alice: Person
) -> None:
    Person.objects.filter(pk=alice.pk).update(language="nl")
    say_at_the_table(game, alice, 7)
    (mail,) = inbox()
    assert "De tafel" in text_of(mail)
    assert "<b>7</b>" in text_of(mail)
    assert "&lt;b&gt;7&lt;/b&gt;" in html_of(mail)
    assert "Your hand" not in text_of(mail)


@pytest.mark.usefixtures("told")
def test_the_same_thing_is_told_once_and_another_thing_again(
    game: Game, inbox: Inbox, alice: Person
) -> None:
    for message in (1, 1, 2):
        say_at_the_table(game, alice, message)
    (mail,) = inbox()
    assert text_of(mail).count("<b>1</b>") == text_of(mail).count("<b>2</b>") == 1


@pytest.mark.usefixtures("told")
def test_a_turn_and_talk_are_one_mail(game: Game, inbox: Inbox, alice: Person) -> None:
    keep_all(game, 0, 1)
    say_at_the_table(game, alice, 1)
    (mail,) = inbox(alice)
    assert "It is your turn" in text_of(mail)
    assert "<b>1</b>" in text_of(mail)


def test_what_holds_no_longer_is_not_told(
    game: Game, inbox: Inbox, alice: Person, told: dict[str, bool]
) -> None:
    say_at_the_table(game, alice, 1)
    told["holds"] = False
    assert inbox() == []
    assert Notice.objects.get(kind=NoticeKind.TALK).status == DeliveryStatus.DROPPED


def test_a_notice_that_cannot_be_said_does_not_keep_the_turn_from_being_told(
    game: Game, inbox: Inbox, alice: Person, told: dict[str, bool]
) -> None:
    keep_all(game, 0, 1)
    say_at_the_table(game, alice, 1)
    told["broken"] = True
    (mail,) = inbox(alice)
    assert "It is your turn" in text_of(mail)
    assert inbox(alice, at=NOW + MINUTE) == []
    told["broken"] = False
    (late,) = inbox(alice, at=NOW + 60 * MINUTE)
    assert "<b>1</b>" in text_of(late)


@pytest.mark.usefixtures("told")
def test_talk_in_a_mail_whose_turn_was_played_waits_for_the_next_one(
    begin: Starter, inbox: Inbox, alice: Person, bob: Person, server: type[Server]
) -> None:
    game = begin(alice, bob)
    say_at_the_table(game, bob, 1)
    server.refusal = BUSY
    inbox()
    server.refusal = None
    keep_all(game, 0, 1)
    mails = {str(mail["To"]): text_of(mail) for mail in inbox(at=NOW + MINUTE)}
    assert len(mails) == 2
    assert "<b>1</b>" not in mails["Alice <alice@example.org>"]
    assert "<b>1</b>" in mails["Bob <bob@example.org>"]


@pytest.mark.usefixtures("told")
def test_a_kind_that_nobody_registered_is_refused_at_once(game: Game, alice: Person) -> None:
    with pytest.raises(ValueError, match="registered"):
        notify(person=alice, kind=NoticeKind.VOTE, game=game, now=NOW)


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize("about", [{}, {"topic": "season:1", "game": True}])
def test_a_notice_is_about_a_game_or_about_a_topic(
    game: Game, alice: Person, about: dict[str, object]
) -> None:
    if "game" in about:
        about = {**about, "game": game}
    with pytest.raises(ValueError, match="topic"):
        notify(person=alice, kind=NoticeKind.TALK, now=NOW, **about)
