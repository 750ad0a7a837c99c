"""Votes in a game of a season: what the players agree upon waits for a director."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from games.clock.core.terms import terms_of
from games.leagues.models import SeasonGame
from games.people.models import Person
from games.tables.models import Game, Seat
from games.votes.models import Vote, VoteOutcome
from games.votes.voting import expire_votes
from tests.fixtures.games import NOW
from tests.fixtures.mail import Inbox, text_of
from tests.games.moderation.conftest import DAY

Browse = Callable[..., Client]
PAUSE = {"kind": "pause", "days": "7"}
CLOCK = {"kind": "clock", "days_per_turn": "7", "bank": "none"}


@pytest.fixture
def agree(league_game: Game, browse: Browse, alice: Person, bob: Person) -> Callable[..., Vote]:
    """Alice proposes something, and Bob says yes."""

    def make(proposal: dict[str, str]) -> Vote:
        browse(alice).post(f"/games/{league_game.code}/clock/propose/", proposal)
        vote = Vote.objects.latest("pk")
        browse(bob).post(f"/games/{league_game.code}/clock/votes/{vote.pk}/", {"answer": "yes"})
        vote.refresh_from_db()
        return vote

    return make


def decide(browser: Client, game: Game, key: str, vote: Vote) -> str:
    form = {"vote": vote.pk, "reason": "They have asked for it."}
    return browser.post(f"/direct/{game.code}/{key}/", form, follow=True).content.decode()


def paused(game: Game) -> bool:
    game.refresh_from_db()
    return game.paused_at is not None


def test_players_of_a_season_cannot_pause_their_game_alone_and_see_that_it_waits(
    agree: Callable[..., Vote], league_game: Game, browse: Browse, alice: Person, dana: Person
) -> None:
    vote = agree(PAUSE)
    assert vote.outcome == VoteOutcome.AGREED
    assert not paused(league_game)
    page = browse(alice).get(f"/games/{league_game.code}/clock/").content.decode()
    assert "A director of the league has to confirm it by" in page
    page = browse(alice).get(f"/games/{league_game.code}/").content.decode()
    assert "It is waiting for a director of the league." in page
    page = browse(dana).get(f"/games/{league_game.code}/").content.decode()
    assert "waiting for a director" not in page


def test_the_director_is_mailed_and_confirms_it(
    agree: Callable[..., Vote],
    league_game: Game,
    browse: Browse,
    erin: Person,
    alice: Person,
    inbox: Inbox,
) -> None:
    inbox()
    vote = agree(PAUSE)
    [mail] = inbox(erin)
    text = " ".join(text_of(mail).split())
    assert "have agreed: pause the game for 7 days." in text
    assert f"/direct/{league_game.code}/" in text
    directing = browse(erin)
    season = SeasonGame.objects.get().division.season
    page = directing.get(f"/leagues/{season.league.slug}/{season.number}/direct/").content.decode()
    assert "Votes that are waiting for a director" in page
    page = directing.get(f"/direct/{league_game.code}/").content.decode()
    assert "waiting for a director: pause the game for 7 days." in page
    decide(directing, league_game, "confirm-vote", vote)
    assert paused(league_game)
    assert league_game.resume_at == NOW + 7 * DAY
    vote.refresh_from_db()
    assert vote.outcome == VoteOutcome.CARRIED
    texts = [" ".join(text_of(mail).split()) for mail in inbox(alice)]
    [told] = [text for text in texts if "The vote of the players is confirmed" in text]
    assert "They have asked for it." in told
    assert "It is waiting" not in browse(alice).get(f"/games/{league_game.code}/").content.decode()


def test_a_director_refuses_with_a_reason_and_the_clock_stays(
    agree: Callable[..., Vote],
    league_game: Game,
    browse: Browse,
    erin: Person,
    bob: Person,
    inbox: Inbox,
) -> None:
    before = terms_of(league_game)
    vote = agree(CLOCK)
    assert vote.kind == "clock"
    assert vote.outcome == VoteOutcome.AGREED
    inbox()
    decide(browse(erin), league_game, "refuse-vote", vote)
    vote.refresh_from_db()
    assert vote.outcome == VoteOutcome.REFUSED
    league_game.refresh_from_db()
    assert terms_of(league_game) == before
    assert any("The vote of the players is refused" in text_of(mail) for mail in inbox(bob))
    page = decide(browse(erin), league_game, "confirm-vote", vote)
    assert "You cannot decide this, or no longer can." in page


def test_nobody_confirms_who_plays_there_or_holds_no_office(
    agree: Callable[..., Vote], league_game: Game, browse: Browse, alice: Person, frank: Person
) -> None:
    SeasonGame.objects.get().division.season.league.directors.add(alice)
    vote = agree(PAUSE)
    for person in (alice, frank):
        decide(browse(person), league_game, "confirm-vote", vote)
    assert not paused(league_game)


def test_a_player_takes_back_their_yes_before_the_director_decides(
    agree: Callable[..., Vote], league_game: Game, browse: Browse, bob: Person, erin: Person
) -> None:
    vote = agree(PAUSE)
    browse(bob).post(f"/games/{league_game.code}/clock/votes/{vote.pk}/", {"answer": "no"})
    vote.refresh_from_db()
    assert vote.outcome == VoteOutcome.REJECTED
    decide(browse(erin), league_game, "confirm-vote", vote)
    assert not paused(league_game)


def test_an_agreement_that_no_director_confirms_lapses_and_the_players_are_notified(
    agree: Callable[..., Vote], league_game: Game, alice: Person, inbox: Inbox
) -> None:
    vote = agree(PAUSE)
    later = vote.expires_at + timedelta(minutes=1)
    assert vote.expires_at == NOW + 7 * DAY
    inbox(at=vote.expires_at)
    assert expire_votes(now=later) == (1, 0)
    assert not paused(league_game)
    assert any("No director confirmed it in time" in text_of(m) for m in inbox(alice, at=later))


def test_a_player_of_a_season_is_not_replaced_by_the_vote_of_an_opponent_alone(
    league_game: Game, browse: Browse, alice: Person, bob: Person, erin: Person
) -> None:
    Game.objects.filter(pk=league_game.pk).update(replace_after=3)
    Seat.objects.filter(game=league_game, number=1).update(missed=3)
    proposal = {"kind": "replace", "seat": "1", "by": "bot"}
    browse(alice).post(f"/games/{league_game.code}/clock/propose/", proposal)
    vote = Vote.objects.get()
    assert vote.outcome == VoteOutcome.AGREED
    assert Seat.objects.get(game=league_game, number=1).person == bob
    decide(browse(erin), league_game, "confirm-vote", vote)
    assert Seat.objects.get(game=league_game, number=1).bot == "level-3"


def test_outside_of_seasons_the_players_decide_alone(
    game: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    browse(alice).post(f"/games/{game.code}/clock/propose/", PAUSE)
    vote = Vote.objects.get()
    browse(bob).post(f"/games/{game.code}/clock/votes/{vote.pk}/", {"answer": "yes"})
    assert paused(game)
