"""A game that its players end early, because all of them agree upon that and upon the places."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

import engine
from games import log
from games.absence.substitution import replace_player
from games.common.errors import Refused
from games.log.models import Event
from games.log.records import complete_record
from games.moderation.games.take_back import take_back
from games.people.models import Person
from games.play.bots import play_as_bot
from games.players.models import RatedGame
from games.players.rating import rate_finished_games
from games.tables.models import Game, GameStatus, Seat
from games.votes.models import Vote, VoteKind, VoteOutcome
from games.votes.voting import cast_ballot, propose_vote
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.pages import Browse
from tests.fixtures.recalled import recall


def play_until(game: Game, reached: Callable[[engine.View], bool]) -> None:
    """Let a planner move for everybody until a spectator sees something."""
    while not reached(engine.view(state := log.load(game), None)):
        seat = min(state.pending)
        dice = random.Random(state.seq)
        play_as_bot(game=game, state=state, seat=seat, bot="planner", now=NOW, dice=dice)


def somebody_leads(view: engine.View) -> bool:
    return len(set(view.points)) > 1


def places(view: engine.View) -> list[int]:
    """The places of the seats by their points on the board."""
    return [1 + sum(other > points for other in view.points) for points in view.points]


def propose(game: Game, person: Person) -> Vote:
    return propose_vote(game=game, person=person, kind=VoteKind.END, data={}, now=NOW)


def agree(vote: Vote, *people: Person) -> None:
    for person in people:
        cast_ballot(game=vote.game, vote=vote.pk, person=person, yes=True, now=NOW)
    vote.refresh_from_db()


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person, charlie: Person) -> Game:
    """Alice, Bob and Charlie in a game that is not rated, after the first claims."""

    def play() -> int:
        game = begin(alice, bob, charlie, rated=False)
        play_until(game, somebody_leads)
        return game.pk

    return Game.objects.get(pk=recall("somebody leads", play))


@pytest.fixture
def rated(begin: Starter, alice: Person, bob: Person) -> Game:
    """Alice and Bob in a rated game in which somebody has placed half of their trains."""

    def play() -> int:
        game = begin(alice, bob)
        play_until(game, lambda view: min(view.trains) * 2 <= view.board.trains)
        return game.pk

    return Game.objects.get(pk=recall("half of the trains", play))


def test_the_game_ends_with_the_places_of_the_points_when_the_last_one_says_yes(
    game: Game, alice: Person, bob: Person, charlie: Person
) -> None:
    vote = propose(game, alice)
    agree(vote, bob)
    game.refresh_from_db()
    assert (vote.outcome, game.status) == (VoteOutcome.OPEN, GameStatus.RUNNING)
    agree(vote, charlie)
    game.refresh_from_db()
    assert (vote.outcome, game.status) == (VoteOutcome.CARRIED, GameStatus.FINISHED)
    assert game.ended_at == NOW
    seats = Seat.objects.filter(game=game).order_by("number")
    assert [seat.place for seat in seats] == places(engine.view(log.load(game), None))
    assert not Seat.objects.filter(game=game, decision__isnull=False).exists()
    event = Event.objects.filter(game=game).latest("seq")
    assert (event.type, event.actor, event.data["by"]) == ("table.adjudicated", "vote", "vote")


def test_one_no_and_the_game_goes_on(game: Game, alice: Person, bob: Person) -> None:
    vote = propose(game, alice)
    cast_ballot(game=game, vote=vote.pk, person=bob, yes=False, now=NOW)
    game.refresh_from_db()
    assert game.status == GameStatus.RUNNING


def test_log_and_record_of_such_a_game_add_up(
    game: Game, alice: Person, bob: Person, charlie: Person
) -> None:
    agree(propose(game, alice), bob, charlie)
    game.refresh_from_db()
    assert log.verify(game) == []
    assert engine.record.check(complete_record(game)) == []


def test_nobody_agrees_to_other_places_than_those_that_were_proposed(
    game: Game, alice: Person, bob: Person, charlie: Person
) -> None:
    vote = propose(game, alice)
    agree(vote, bob)
    voted_on = places(engine.view(log.load(game), None))
    play_until(game, lambda view: places(view) != voted_on)
    agree(vote, charlie)
    game.refresh_from_db()
    assert (vote.outcome, game.status) == (VoteOutcome.POINTLESS, GameStatus.RUNNING)


def test_a_take_back_that_changes_the_places_makes_the_vote_pointless(
    game: Game, alice: Person, bob: Person, charlie: Person, people: PeopleFactory
) -> None:
    vote = propose(game, alice)
    agree(vote, bob)
    to = Event.objects.filter(game=game, type="game.turn_started").earliest("seq").seq
    adam = people("Adam", is_staff=True, is_superuser=True)
    take_back(actor=adam, game=game, to=to, reason="A wrong move.", now=NOW)
    agree(vote, charlie)
    game.refresh_from_db()
    assert (vote.outcome, game.status) == (VoteOutcome.POINTLESS, GameStatus.RUNNING)


def test_all_hear_of_it_by_email_in_their_language(
    game: Game, alice: Person, bob: Person, charlie: Person, inbox: Inbox
) -> None:
    Person.objects.filter(pk=bob.pk).update(language="nl")
    inbox()
    vote = propose(game, alice)
    asked = {str(mail["To"]): text_of(mail).replace("\n", " ") for mail in inbox()}
    english, dutch = asked["Charlie <charlie@example.org>"], asked["Bob <bob@example.org>"]
    assert "Alice proposes: end the game now, with these places: 1 " in english
    assert "Alice stelt voor: het spel nu beëindigen met deze plaatsen: 1 " in dutch
    agree(vote, bob, charlie)
    told = [text_of(mail).replace("\n", " ") for mail in inbox()]
    assert len(told) == 3
    assert sum("Accepted: end the game now" in text for text in told) == 2


def test_the_pages_say_who_ended_the_game(
    game: Game, alice: Person, bob: Person, charlie: Person, browse: Browse
) -> None:
    def page(person: Person, path: str) -> str:
        text = browse(person).get(f"/games/{game.code}/{path}").content.decode()
        return re.sub(r"\s+", " ", text)

    offered = page(alice, "clock/")
    assert "Propose to end the game" in offered
    browse(alice).post(f"/games/{game.code}/clock/propose/", {"kind": "end"})
    vote = Vote.objects.get()
    assert "Propose to end the game" not in page(alice, "clock/")
    for person in (bob, charlie):
        browse(person).post(f"/games/{game.code}/clock/votes/{vote.pk}/", {"answer": "yes"})
    over = page(alice, "")
    assert "Ended by agreement" in over
    assert "All players agreed to end the game early." in over
    assert "A director ended the game" not in over
    assert "All players agreed to end the game, with places" in page(alice, "log/")


def test_a_rated_game_is_ended_only_once_it_is_half_played(
    begin: Starter, alice: Person, bob: Person, browse: Browse
) -> None:
    game = begin(alice, bob)
    with pytest.raises(Refused, match="half of their trains"):
        propose(game, alice)
    assert "Propose to end" not in browse(alice).get(f"/games/{game.code}/clock/").content.decode()
    assert not Vote.objects.exists()


def test_a_rated_game_counts_as_one_that_was_played_out(
    rated: Game, alice: Person, bob: Person
) -> None:
    agree(propose(rated, alice), bob)
    rate_finished_games(now=NOW)
    assert RatedGame.objects.filter(game=rated).exists()


def test_a_rated_game_with_a_bot_in_the_seat_of_somebody_is_played_on(
    rated: Game, alice: Person, bob: Person
) -> None:
    replace_player(game=rated, seat=1, by="planner", actor="director", now=NOW)
    with pytest.raises(Refused, match="a bot plays on"):
        propose(rated, alice)
    rated.refresh_from_db()
    assert rated.status == GameStatus.RUNNING


def test_what_was_voted_while_all_were_people_is_of_no_use_with_a_bot(
    rated: Game, alice: Person, bob: Person
) -> None:
    vote = propose(rated, bob)
    replace_player(game=rated, seat=1, by="planner", actor="director", now=NOW)
    agree(vote, alice)
    rated.refresh_from_db()
    assert (vote.outcome, rated.status) == (VoteOutcome.POINTLESS, GameStatus.RUNNING)


def test_who_plays_alone_against_bots_ends_the_game_at_once(begin: Starter, alice: Person) -> None:
    game = begin(alice, bots=["random"])
    assert propose(game, alice).outcome == VoteOutcome.CARRIED
    game.refresh_from_db()
    assert game.status == GameStatus.FINISHED


def test_neither_the_proposal_nor_its_vote_holds_anything_hidden(game: Game, alice: Person) -> None:
    vote = propose(game, alice)
    seen = places(engine.view(log.load(game), None))
    assert vote.data == {"ranking": [[seen[seat], [seat]] for seat in range(3)]}
