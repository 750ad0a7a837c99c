"""What directors decide in a season: the audit log, and those who hear of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from games.common.errors import Refused
from games.leagues.models import Entry, EntryStatus, League, Season
from games.leagues.season.plan import plan_season
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.moderation.models import AuditEntry, Reason
from games.moderation.roles import NotAllowed
from games.moderation.seasons.announcement import announce_season, call_off_season
from games.moderation.seasons.dates import move_season_dates
from games.moderation.seasons.entries import (
    admit_player,
    open_another_division,
    withdraw_player_by_director,
)
from games.moderation.undo import undo
from games.notifications.models import Notice
from games.people.models import Person
from games.tables.models import Seat
from tests.fixtures.mail import Inbox, text_of
from tests.games.leagues.conftest import (
    CLOSES,
    DAY,
    ENDS,
    NOW,
    OPENS,
    STARTS,
    Crowd,
    a_plan,
    beside,
    playing,
)

Registered = Callable[..., Season]
URL = "/leagues/night-club/1/"
WHY = "We agreed on it at the club."
LATER = STARTS + DAY


def waits(season: Season) -> Entry:
    return season.entries.filter(status=EntryStatus.RESERVE).earliest("pk")


def becomes(entry: Entry, person: Person) -> Entry:
    """Let this person play instead, as if it had been so from the start."""
    Seat.objects.filter(person=entry.person).update(person=person)
    entry.person = person
    entry.save()
    return entry


def signed_in(person: Person | None) -> Client:
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


ACTIONS = {
    "take_out": lambda actor, season, **more: withdraw_player_by_director(
        actor=actor, season=season, entry=playing(season), **more
    ),
    "move_dates": lambda actor, season, **more: move_season_dates(
        actor=actor, season=season, dates={"ends_at": ENDS + DAY}, **more
    ),
    "open_division": lambda actor, season, **more: open_another_division(
        actor=actor, season=season, tier=2, **more
    ),
}


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("office", ["director", "moderator", "administrator"])
def test_a_decision_is_in_the_audit_log_with_office_and_reason(
    action: str, office: str, running: Season, director: Person, mona: Person
) -> None:
    actor = director if office == "director" else mona
    if office == "administrator":
        mona.is_superuser = True
        mona.save()
    entry = ACTIONS[action](actor, running, reason=WHY, now=LATER)
    assert (entry.action, entry.role, entry.actor) == (action, office, actor)
    assert (entry.league, entry.game) == (running.league, None)
    assert entry.data["season"] == running.pk
    assert Reason.objects.get(digest=entry.reason).text == WHY
    assert Notice.objects.filter(kind="correction", data__entry=entry.pk).exists()


@pytest.mark.parametrize("action", ACTIONS)
def test_without_an_office_or_a_reason_nothing_is_decided(
    action: str, running: Season, director: Person, people: Callable[..., Person]
) -> None:
    before = list(Entry.objects.values()), list(Season.objects.values())
    for actor in (people("Mallory", is_staff=True), playing(running).person):
        with pytest.raises(NotAllowed, match="Only a director of Night Club"):
            ACTIONS[action](actor, running, reason=WHY, now=LATER)
    with pytest.raises(Refused, match="reason"):
        ACTIONS[action](director, running, reason=" ", now=LATER)
    assert (list(Entry.objects.values()), list(Season.objects.values())) == before
    assert not AuditEntry.objects.exists()
    assert not Reason.objects.exists()


def test_an_announcement_needs_no_reason_and_is_written_down_once(
    league: League, director: Person
) -> None:
    season = plan_season(league=league, director=director, plan=a_plan(), now=NOW)
    first = announce_season(actor=director, season=season, now=NOW)
    assert first is not None
    assert (first.action, first.reason) == ("announce", "")
    assert announce_season(actor=director, season=season, reason="Again.", now=NOW) is None
    assert AuditEntry.objects.count() == 1
    assert not Reason.objects.exists()


def test_who_played_before_reads_the_word_with_an_announcement(
    registered: Registered, director: Person, crowd: Crowd, inbox: Inbox, alice: Person
) -> None:
    season = registered(3)
    register(season=season, person=alice, now=OPENS)
    call_off_season(actor=director, season=season, reason=WHY, now=OPENS)
    inbox(at=OPENS)
    following = plan_season(league=season.league, director=director, plan=a_plan(), now=OPENS)
    announce_season(actor=director, season=following, reason="With tea.", now=OPENS)
    [mail] = inbox(alice, at=OPENS)
    assert "With tea." in text_of(mail)
    assert "You can register" in text_of(mail)


def test_all_who_registered_hear_that_a_season_is_called_off_and_why(
    registered: Registered, director: Person, alice: Person, inbox: Inbox
) -> None:
    season = registered(4)
    register(season=season, person=alice, now=OPENS)
    inbox(at=OPENS)
    entry = call_off_season(actor=director, season=season, reason=WHY, now=CLOSES)
    assert entry is not None
    assert call_off_season(actor=director, season=season, reason="Twice.", now=CLOSES) is None
    assert Notice.objects.filter(kind="correction").count() == 5
    [mail] = inbox(alice, at=CLOSES)
    for words in ("was cancelled", "Decided by: Erin (director).", WHY):
        assert words in text_of(mail)
    with pytest.raises(Refused, match="cannot be undone"):
        undo(actor=director, entry=entry, reason="Sorry.", now=CLOSES)


def test_who_is_taken_out_and_who_comes_in_read_why(
    running: Season, director: Person, alice: Person, bob: Person, inbox: Inbox
) -> None:
    gone, comes = becomes(playing(running), alice), becomes(waits(running), bob)
    inbox(at=LATER)
    entry = withdraw_player_by_director(
        actor=director, season=running, entry=gone, reason=WHY, now=LATER
    )
    assert entry is not None
    assert entry.subject == alice
    mails = inbox(at=LATER)
    told = {
        person: " ".join(text_of(mail) for mail in mails if person.email in str(mail["To"]))
        for person in (alice, bob)
    }
    assert "You were removed from the season. Bob takes over" in told[alice]
    assert "Alice was removed from the season." in told[bob]
    assert "You also get the points from them." in told[bob]
    assert all(WHY in text and "Decided by: Erin (director)" in text for text in told.values())
    comes.refresh_from_db()
    assert comes.status == EntryStatus.PLAYING
    with pytest.raises(Refused, match="taken over"):
        undo(actor=director, entry=entry, reason="Sorry.", now=LATER)
    with pytest.raises(Refused, match="no longer in the season"):
        withdraw_player_by_director(
            actor=director, season=running, entry=gone, reason=WHY, now=LATER
        )


def test_who_is_let_in_before_the_draw_is_notified(
    announced: Callable[..., Season], crowd: Crowd, director: Person, alice: Person, inbox: Inbox
) -> None:
    season = announced(a_plan(most_players=4))
    for person in [*crowd(4), alice]:
        entry = register(season=season, person=person, now=OPENS)
    assert entry.status == EntryStatus.RESERVE
    inbox(at=OPENS)
    admit_player(actor=director, season=season, entry=entry, reason=WHY, now=OPENS + DAY)
    entry.refresh_from_db()
    assert entry.status == EntryStatus.REGISTERED
    [mail] = inbox(alice, at=OPENS + DAY)
    assert "You were admitted from the reserve list, and now play in the season." in text_of(mail)
    assert WHY in text_of(mail)


def test_nobody_lets_themselves_in_or_takes_themselves_out(
    running: Season, director: Person, mona: Person
) -> None:
    own = becomes(waits(running), director)
    gone = playing(running)
    Entry.objects.filter(pk=gone.pk).update(status=EntryStatus.WITHDRAWN)
    with pytest.raises(Refused, match="about yourself"):
        admit_player(
            actor=director, season=running, entry=own, replacing=gone, reason=WHY, now=LATER
        )
    entry = admit_player(
        actor=mona, season=running, entry=own, replacing=gone, reason=WHY, now=LATER
    )
    assert entry is not None
    assert entry.role == "moderator"
    with pytest.raises(Refused, match="about yourself"):
        withdraw_player_by_director(
            actor=director, season=running, entry=own, reason=WHY, now=LATER
        )


def test_nobody_decides_who_sits_at_their_own_table(running: Season, director: Person) -> None:
    own = becomes(playing(running), director)
    rival = beside(own, table=True)
    with pytest.raises(Refused, match="at the same table as this player"):
        withdraw_player_by_director(
            actor=director, season=running, entry=rival, reason=WHY, now=LATER
        )
    page = signed_in(director).post(f"{URL}direct/remove/", {"entry": rival.pk, "reason": WHY})
    assert page.status_code == 422
    assert "Ask another director" in page.content.decode()
    Entry.objects.filter(pk=rival.pk).update(status=EntryStatus.WITHDRAWN)
    with pytest.raises(Refused, match="at the same table as this player"):
        admit_player(
            actor=director,
            season=running,
            entry=waits(running),
            replacing=rival,
            reason=WHY,
            now=LATER,
        )
    assert not AuditEntry.objects.exists()


def test_a_removal_is_undone_where_nothing_was_handed_over(
    registered: Registered, director: Person
) -> None:
    season = registered(4)
    run_season(season=season, now=STARTS)
    gone = playing(season)
    entry = withdraw_player_by_director(
        actor=director, season=season, entry=gone, reason=WHY, now=LATER
    )
    held = Seat.objects.get(person=gone.person)
    assert held.open_since == LATER
    undone = undo(actor=director, entry=entry, reason="Back from hospital.", now=LATER + DAY)
    assert (undone.action, undone.undoes, undone.subject) == ("admit", entry, gone.person)
    gone.refresh_from_db()
    held.refresh_from_db()
    assert (gone.status, gone.withdrawn_at, held.open_since) == (EntryStatus.PLAYING, None, None)
    with pytest.raises(Refused, match="already been undone"):
        undo(actor=director, entry=entry, reason="Twice.", now=LATER + DAY)


def test_a_removal_before_the_draw_is_undone_with_the_partner_until_the_draw(
    registered: Registered, director: Person
) -> None:
    season = registered(5)
    first, second = season.entries.order_by("pk")[:2]
    season.entries.filter(pk=first.pk).update(partner=second)
    season.entries.filter(pk=second.pk).update(partner=first)
    entry = withdraw_player_by_director(
        actor=director, season=season, entry=first, reason=WHY, now=OPENS
    )
    second.refresh_from_db()
    assert second.partner is None
    undo(actor=director, entry=entry, reason="After all.", now=OPENS)
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.status == EntryStatus.REGISTERED
    assert (first.partner, second.partner) == (second, first)
    again = withdraw_player_by_director(
        actor=director, season=season, entry=first, reason=WHY, now=OPENS
    )
    run_season(season=season, now=CLOSES)
    with pytest.raises(Refused, match="drawn without"):
        undo(actor=director, entry=again, reason="Late.", now=CLOSES)


def test_who_found_another_way_back_is_not_let_back(
    registered: Registered, director: Person, crowd: Crowd
) -> None:
    from games.absence.substitution import take_seat

    season = registered(4)
    run_season(season=season, now=STARTS)
    gone = playing(season)
    entry = withdraw_player_by_director(
        actor=director, season=season, entry=gone, reason=WHY, now=LATER
    )
    held = Seat.objects.get(person=gone.person)
    [outsider] = crowd(1)
    take_seat(game=held.game, seat=held.number, person=outsider, now=LATER)
    with pytest.raises(Refused, match="is already playing in a seat"):
        undo(actor=director, entry=entry, reason="Late.", now=LATER)
    gone.refresh_from_db()
    assert gone.status == EntryStatus.WITHDRAWN
