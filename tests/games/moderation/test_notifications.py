"""What those concerned read of a decision: one mail, and nothing that is not for them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.leagues.models import Division, SeasonGame
from games.moderation.models import AuditEntry, Report, ReportKind
from games.moderation.reports import file_report
from games.moderation.wording import day
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.pages import Browse
from tests.games.moderation.conftest import WHY

DAY = timedelta(days=1)


def words(mail: object) -> str:
    return " ".join(text_of(mail).split())  # type: ignore[arg-type]


@pytest.fixture
def two_games(
    league_game: Game, division: Division, begin: Starter, alice: Person, bob: Person
) -> list[Game]:
    """Two games of Alice and Bob in the season; in both it is Alice's turn."""
    other = begin(alice, bob)
    keep_all(other, 0, 1)
    SeasonGame.objects.create(division=division, number=2, board="usa", game=other, started_at=NOW)
    return [league_game, other]


def test_an_extension_of_a_season_is_one_mail_with_the_old_and_the_new_deadlines(
    two_games: list[Game],
    division: Division,
    erin: Person,
    alice: Person,
    bob: Person,
    browse: Browse,
    inbox: Inbox,
) -> None:
    inbox()
    old = {game.code: game.seats.get(number=0).due_at for game in two_games}
    ends = division.season.ends_at
    url = f"/leagues/club/{division.season.number}/extend/"
    browse(erin).post(url, {"hours": "48", "key": "once", "reason": WHY})
    mails = inbox()
    for person in (alice, bob):
        [mine] = [mail for mail in mails if person.email in str(mail["To"])]
        assert WHY in words(mine)
        assert f"Last day of the season · {day(ends)} · {day(ends + 2 * DAY)}" in words(mine)
        for code, due in old.items():
            line = f"{code} · {day(due)} · {day(due + 2 * DAY)}"
            assert (line in words(mine)) == (person == alice)
    decisions = browse(alice).get("/leagues/club/1/decisions/").content.decode()
    assert f"The last day is {day(ends + 2 * DAY)} instead of {day(ends)}." in decisions


def test_more_time_for_a_game_is_one_mail_with_the_old_and_the_new_deadline(
    league_game: Game, erin: Person, alice: Person, bob: Person, browse: Browse, inbox: Inbox
) -> None:
    inbox()
    due = league_game.seats.get(number=0).due_at
    url = f"/direct/{league_game.code}/extend/"
    browse(erin).post(url, {"hours": "24", "seat": "", "reason": WHY})
    mails = inbox()
    for person in (alice, bob):
        [mine] = [mail for mail in mails if person.email in str(mail["To"])]
        assert f"Alice · {day(due)} · {day(due + DAY)}" in words(mine)


def test_who_reports_reads_the_answer_and_never_the_private_note(
    league_game: Game, mona: Person, nora: Person, bob: Person, browse: Browse, inbox: Inbox
) -> None:
    told = file_report(
        reporter=bob,
        kind=ReportKind.PLAYER,
        subject=league_game.seats.get(number=0).person,
        text="Slow on purpose.",
        game=league_game,
        now=NOW,
    )
    inbox()
    url = f"/moderation/reports/{told.pk}/"
    answer = "Thank you; we spoke to Alice."
    note = "Third time this month, see the game of May."
    browse(mona).post(url, {"status": "handled", "reason": answer, "note": note})
    [mail] = inbox()
    assert bob.email in str(mail["To"])
    assert answer in words(mail)
    assert note not in mail.as_string()
    page = browse(nora).get(url).content.decode()
    assert answer in page
    assert note in page
    assert browse(bob).get(url).status_code == 403
    assert note not in browse(bob).get(f"/games/{league_game.code}/decisions/").content.decode()
    assert Report.objects.get().status == "handled"
    assert note not in str(AuditEntry.objects.values_list("data", flat=True))


def test_a_person_whom_a_director_wants_in_a_seat_is_asked_and_takes_it_or_not(
    league_game: Game, erin: Person, charlie: Person, browse: Browse, inbox: Inbox
) -> None:
    inbox()
    form = {"seat": "1", "by": "person", "name": "Charlie", "reason": WHY}
    browse(erin).post(f"/direct/{league_game.code}/replace/", form)
    seat = league_game.seats.get(number=1)
    assert seat.person is not None
    assert seat.person.name == "Bob"
    assert seat.open_since == NOW
    [mail] = inbox(charlie)
    assert "Would you like to play on in the seat of Bob?" in words(mail)
    address = f"/games/{league_game.code}/seats/1/take/"
    assert address in words(mail)
    browse(charlie).post(address)
    assert league_game.seats.get(number=1).person == charlie


def test_a_suspended_person_is_asked_for_no_seat(
    league_game: Game, erin: Person, charlie: Person, browse: Browse
) -> None:
    Sanction.objects.create(person=charlie, kind=SanctionKind.SUSPENSION, at=NOW)
    form = {"seat": "1", "by": "person", "name": "Charlie", "reason": WHY}
    answer = browse(erin).post(f"/direct/{league_game.code}/replace/", form)
    assert answer.status_code == 422
    assert league_game.seats.get(number=1).open_since is None
