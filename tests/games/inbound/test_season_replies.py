"""Replies to mails about a season, as they arrive: register, confirm, withdraw, standings."""

from __future__ import annotations

from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from django.utils import translation

from games.inbound import season_replies
from games.inbound.languages import SEASON_COMMANDS
from games.inbound.models import InboundMail
from games.inbound.receiving import is_ours, receive
from games.inbound.season_replies import read_command
from games.leagues.models import Entrance, Entry, EntryStatus, League, Season, SeasonGame
from games.leagues.notice_texts import REPLIES
from games.leagues.season.plan import plan_season
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.leagues.season.start import announce, cancel_season
from games.notifications.models import Notice
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from tests.fixtures.mail import Inbox, prose_of, text_of
from tests.fixtures.recalled import recall_mails
from tests.fixtures.replies import Reply, address_in, reply_to
from tests.games.leagues.conftest import (
    CLOSES,
    DAY,
    ENDS,
    NOW,
    OPENS,
    STARTS,
    Crowd,
    a_plan,
    finish,
    verify_everybody,
)
from tests.games.leagues.conftest import announced as announced
from tests.games.leagues.conftest import crowd as crowd
from tests.games.leagues.conftest import director as director
from tests.games.leagues.conftest import league as league
from tests.games.leagues.conftest import registered as registered

pytestmark = pytest.mark.django_db
Registered = Callable[..., Season]


@pytest.fixture
def second(
    registered: Registered, league: League, director: Person, inbox: Inbox
) -> tuple[Season, Person, EmailMessage]:
    """A season that was announced to the players of the one before; one of them and their mail."""

    def follow() -> tuple[int, int]:
        before = registered(4)
        verify_everybody()
        Season.objects.update(promoted_at=NOW)
        plan = a_plan(confirmation=True)
        season = plan_season(league=league, director=director, plan=plan, now=NOW)
        announce(season=season, now=NOW)
        person = before.entries.earliest("pk").person
        assert person
        inbox(at=CLOSES)
        return season.pk, person.pk

    pk, player = recall_mails(inbox, "a second season", follow)
    season, person = Season.objects.get(pk=pk), Person.objects.get(pk=player)
    return season, person, mail_of(person, season, "announced")


def mail_of(person: Person, season: Season, what: str) -> EmailMessage:
    """The mail that tells a person this about a season."""
    notice = Notice.objects.filter(person=person, topic=f"season:{season.pk}", data__what=what)
    mail = notice.latest("pk").mail
    assert mail is not None
    found = message_from_bytes(bytes(mail.source), policy=SMTP)
    assert isinstance(found, EmailMessage)
    return found


def entry_of(person: Person, season: Season) -> Entry | None:
    return Entry.objects.filter(person=person, season=season).first()


def test_the_announcement_is_answered_with_one_word_and_the_answer_says_what_was_taken_as_no(
    second: tuple[Season, Person, EmailMessage], send: Reply, inbox: Inbox
) -> None:
    season, person, mail = second
    assert "reply to this email with “register”" in prose_of(mail)
    assert is_ours(address_in(mail))
    assert send(mail, "Hi, register please!\n\nBest wishes", at=OPENS).outcome == "season"
    entry = entry_of(person, season)
    assert entry is not None
    assert (entry.status, entry.stands_by, entry.accepts_directors) == ("registered", False, False)
    # One mail, and not the usual confirmation beside it.
    (answer,) = inbox(person, at=OPENS)
    assert f"You are registered for Night Club, season {season.number}." in prose_of(answer)
    assert "count as answered with no" in prose_of(answer)
    assert answer["In-Reply-To"]
    assert send(answer, "withdraw", at=OPENS).outcome == "season"
    entry.refresh_from_db()
    assert entry.status == EntryStatus.WITHDRAWN
    (answer,) = inbox(person, at=OPENS)
    assert "You have withdrawn from" in prose_of(answer)
    assert "reply with “register”" in prose_of(answer)
    assert send(answer, "join", at=OPENS + DAY).outcome == "season"


@pytest.mark.parametrize(
    ("text", "headers", "outcome"),
    [
        ("register", {"Auto-Submitted": "auto-replied"}, "automatic"),
        ("I am away.", {"X-Auto-Response-Suppress": "All"}, "automatic"),
        ("register", {"From": "mallory@example.com"}, "forged"),
        ("yes", {}, "unreadable"),
        ("", {}, "unreadable"),
        ("Shall I register?", {}, "unreadable"),
        ("register\n\nno, wait", {}, "unreadable"),
        ("register\n\nonly if Bob plays", {}, "unreadable"),
        ("register\n\nwithdraw", {}, "unreadable"),
    ],
)
def test_what_was_not_meant_registers_nobody(
    second: tuple[Season, Person, EmailMessage],
    send: Reply,
    text: str,
    headers: dict[str, str],
    outcome: str,
) -> None:
    season, person, mail = second
    assert send(mail, text, at=OPENS, headers=headers).outcome == outcome
    assert entry_of(person, season) is None


def test_a_person_confirms_by_reply_once_and_a_copy_is_a_copy(
    second: tuple[Season, Person, EmailMessage], send: Reply, inbox: Inbox
) -> None:
    season, person, _mail = second
    register(season=season, person=person, now=OPENS)
    run_season(season=season, now=CLOSES - 3 * DAY)
    at = CLOSES - 2 * DAY
    inbox(at=at)
    asked = mail_of(person, season, "confirm")
    raw = reply_to(asked, "I confirm.")
    outcomes = [receive(raw=raw, recipient=address_in(asked), now=at).outcome for _copy in "ab"]
    assert outcomes == ["season", "duplicate"]
    entry = entry_of(person, season)
    assert entry is not None
    assert entry.confirmed_at == at
    assert send(asked, "confirm", at=at + DAY).outcome == "season"
    entry.refresh_from_db()
    assert entry.confirmed_at == at
    answers = " ".join(map(prose_of, inbox(person, at=at + DAY)))
    assert answers.count("You have confirmed your place.") == 2


def test_an_old_mail_answered_too_late_does_nothing_and_says_so(
    second: tuple[Season, Person, EmailMessage], send: Reply, inbox: Inbox
) -> None:
    season, person, mail = second
    for at, text, says in (
        (NOW, "register", "Registration opens on"),
        (OPENS, "confirm", "You are not registered for this season"),
        (CLOSES, "register", "Registration is over."),
        (ENDS, "confirm", "This season is over"),
    ):
        assert send(mail, text, at=at).outcome == "stale"
        (answer,) = inbox(person, at=at)
        assert says in prose_of(answer)
    cancel_season(season=season, now=OPENS)
    assert send(mail, "register", at=OPENS).outcome == "stale"
    assert "This season was cancelled." in prose_of(inbox(person, at=OPENS)[0])
    assert entry_of(person, season) is None


def test_who_was_suspended_or_banned_in_between_registers_nowhere(
    second: tuple[Season, Person, EmailMessage], send: Reply, inbox: Inbox
) -> None:
    season, person, mail = second
    sanction = Sanction.objects.create(person=person, kind=SanctionKind.SUSPENSION, at=NOW)
    assert send(mail, "register", at=OPENS).outcome == "stale"
    assert "You are suspended" in prose_of(inbox(person, at=OPENS)[0])
    sanction.delete()
    Person.objects.filter(pk=person.pk).update(is_active=False)
    assert not is_ours(address_in(mail))
    assert send(mail, "register", at=OPENS).outcome == "unknown"
    assert entry_of(person, season) is None


def test_a_private_league_answers_only_who_still_belongs_to_it(
    second: tuple[Season, Person, EmailMessage], send: Reply, inbox: Inbox
) -> None:
    _season, person, mail = second
    League.objects.update(entry=Entrance.PRIVATE)
    assert send(mail, "register", at=OPENS).outcome == "season"
    inbox(at=OPENS)
    Entry.objects.filter(person=person).delete()
    outcome = send(mail, "standings", at=OPENS)
    assert (outcome.outcome, outcome.answered) == ("stale", False)
    assert inbox(person, at=OPENS) == []


def test_standings_come_as_a_table_and_leaving_a_running_season_takes_a_second_reply(
    registered: Registered, send: Reply, inbox: Inbox
) -> None:
    season = registered(4)
    verify_everybody()
    run_season(season=season, now=STARTS)
    finish(SeasonGame.objects.earliest("pk"), [90, 40], STARTS)
    run_season(season=season, now=STARTS + 7 * DAY)
    inbox(at=STARTS + 7 * DAY)
    person = season.entries.earliest("pk").person
    assert person
    mail = mail_of(person, season, "summary")
    at = STARTS + 8 * DAY
    assert send(mail, "standings", at=at).outcome == "told"
    (answer,) = inbox(person, at=at)
    lines = text_of(answer).splitlines()
    assert "Place · Player · Points · Games" in lines
    assert sum(" · Player " in line for line in lines) == 5
    assert send(answer, "withdraw", at=at).outcome == "told"
    entry = entry_of(person, season)
    assert entry is not None
    assert entry.status == EntryStatus.PLAYING
    (answer,) = inbox(person, at=at)
    assert "reply to this email with “withdraw for good”" in prose_of(answer)
    # Mails are forwarded: an older address is not enough.
    assert send(mail, "withdraw for good", at=at).outcome == "told"
    entry.refresh_from_db()
    assert entry.status == EntryStatus.PLAYING
    assert send(answer, "withdraw for good", at=at).outcome == "season"
    entry.refresh_from_db()
    assert entry.status == EntryStatus.WITHDRAWN


def test_standings_of_who_plays_in_no_division_say_why_there_are_none(
    second: tuple[Season, Person, EmailMessage], send: Reply, inbox: Inbox
) -> None:
    _season, person, mail = second
    assert send(mail, "standings", at=OPENS).outcome == "told"
    assert "drawn when registration closes" in prose_of(inbox(person, at=OPENS)[0])


def test_a_flood_of_replies_is_not_read(
    second: tuple[Season, Person, EmailMessage], send: Reply, monkeypatch: pytest.MonkeyPatch
) -> None:
    season, person, mail = second
    monkeypatch.setattr(season_replies, "PER_PERSON", 3)
    outcomes = [send(mail, "standings", at=OPENS).outcome for _reply in range(5)]
    assert outcomes == ["told"] * 3 + ["limited"] * 2
    assert InboundMail.objects.filter(door=f"season {season.pk} {person.pk}").count() == 5


def test_no_address_of_one_person_or_season_is_good_for_another(
    second: tuple[Season, Person, EmailMessage], crowd: Crowd
) -> None:
    season, person, mail = second
    address = address_in(mail)
    names = f"{season.pk}-{person.pk}"
    assert is_ours(address.upper().replace("LOCALHOST.LOCALDOMAIN", "localhost.localdomain"))
    for other in (f"{season.pk - 1}-{person.pk}", f"{season.pk}-{person.pk + 1}"):
        assert not is_ours(address.replace(names, other))


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_words_in_the_mails_are_read(language: str) -> None:
    with translation.override(language):
        for command, word in REPLIES.items():
            assert SEASON_COMMANDS[command].fullmatch(str(word)), word
            assert read_command(str(word).capitalize(), name="Ann")[0] == command


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Hoi, inschrijven graag!", "register"),
        ("Beste mensen,\n\nIk doe mee\n\nGroetjes", "register"),
        ("bevestigen", "confirm"),
        ("Ja, ik bevestig", "confirm"),
        ("terugtrekken", "withdraw"),
        ("definitief terugtrekken", "for_good"),
        ("Stand", "standings"),
        ("**Confirm**, thanks", "confirm"),
        ("I won't register", ""),
        ("ik doe niet mee", ""),
    ],
)
def test_answers_are_read_in_both_languages(text: str, command: str) -> None:
    assert read_command(text, name="Ann") == (command, "")
