"""What is decided in a game: the game, its log, the audit log and those who are told."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.actions import Draw
from games import log
from games.absence.models import HandOver
from games.common.errors import Refused
from games.leagues.models import SeasonGame, Verdict
from games.log.models import Event
from games.moderation.games.clock import excuse_turn, extend, nudge, pause, resume
from games.moderation.games.replacement import decide_replacement
from games.moderation.games.result import adjudicate, void, withdraw_voiding
from games.moderation.games.take_back import difference, take_back
from games.moderation.models import AuditEntry, ModerationAction, Reason
from games.moderation.proposals import open_proposal
from games.moderation.roles import NotAllowed
from games.moderation.undo import undo
from games.notifications.models import Notice
from games.people.models import Person
from games.play import play_automatic
from games.players import rate_finished_games
from games.players.models import Rating
from games.tables.models import Game
from tests.fixtures.games import NOW, act
from tests.fixtures.mail import Inbox, text_of
from tests.games.moderation.conftest import DAY, WHY, adjudicated

BLIND = Draw("blind")

ACTIONS = {
    "pause": lambda actor, game, **more: pause(actor=actor, game=game, **more),
    "extend": lambda actor, game, **more: extend(actor=actor, game=game, by=DAY, **more),
    "nudge": lambda actor, game, **more: nudge(actor=actor, game=game, **more),
    "replace": lambda actor, game, **more: decide_replacement(
        actor=actor, game=game, seat=1, by=None, **more
    ),
    "take_back": lambda actor, game, **more: take_back(
        actor=actor, game=game, to=_back(game), **more
    ),
    "propose_adj": lambda actor, game, **more: adjudicate(actor=actor, game=game, **more),
    "propose_void": lambda actor, game, **more: void(actor=actor, game=game, **more),
}


def _back(game: Game) -> int:
    """The moment before the last turn, at which Alice was to move."""
    turns = Event.objects.filter(game=game, type="game.turn_started").order_by("-seq")
    return turns[0].seq if turns.count() == 1 else turns[1].seq


@pytest.fixture
def played(league_game: Game) -> Game:
    """Alice has drawn two cards, and it is Bob's turn."""
    act(league_game, 0, BLIND, BLIND)
    league_game.refresh_from_db()
    return league_game


@pytest.mark.parametrize("action", ACTIONS)
def test_a_decision_is_in_both_logs_and_in_notices_with_its_reason(
    action: str, played: Game, erin: Person, alice: Person, bob: Person, inbox: Inbox
) -> None:
    inbox()
    entry = ACTIONS[action](erin, played, reason=WHY, now=NOW)
    assert (entry.action, entry.role, entry.game, entry.actor) == (action, "director", played, erin)
    assert entry.league is not None
    told = Event.objects.get(game=played, seq=entry.seq)
    assert told.data["reason"] == entry.reason
    assert told.actor == "director"
    assert Reason.objects.get(digest=entry.reason).text == WHY
    mails = inbox()
    for person in (alice, bob):
        mine = [text_of(mail) for mail in mails if person.email in str(mail["To"])]
        assert [text for text in mine if WHY in text and "director" in text]
    assert log.verify(played) == []


@pytest.mark.parametrize("action", ACTIONS)
def test_the_log_of_a_game_holds_neither_names_nor_words(
    action: str, played: Game, erin: Person
) -> None:
    before = played.version
    ACTIONS[action](erin, played, reason=WHY, now=NOW)
    for row in Event.objects.filter(game=played, seq__gt=before):
        text = repr((row.actor, row.data))
        assert not [word for word in ("Erin", "Alice", "Bob", "away") if word in text]


@pytest.mark.parametrize("action", ACTIONS)
def test_strangers_players_and_other_directors_decide_nothing(
    action: str, played: Game, alice: Person, frank: Person, charlie: Person
) -> None:
    """A director outside the league is refused with the reason, and nothing is half done."""
    before = list(Event.objects.values())
    for actor in (alice, frank, charlie):
        with pytest.raises(NotAllowed, match="director of this game's league"):
            ACTIONS[action](actor, played, reason=WHY, now=NOW)
    assert list(Event.objects.values()) == before
    assert not AuditEntry.objects.exists()
    assert not Reason.objects.exists()


@pytest.mark.parametrize("action", ACTIONS)
def test_nothing_is_decided_without_a_reason(action: str, played: Game, erin: Person) -> None:
    before = list(Event.objects.values())
    with pytest.raises(Refused, match="reason"):
        ACTIONS[action](erin, played, reason=" ", now=NOW)
    assert list(Event.objects.values()) == before


def test_a_pause_is_ended_by_undoing_it(played: Game, erin: Person, mona: Person) -> None:
    entry = pause(actor=erin, game=played, reason=WHY, now=NOW)
    played.refresh_from_db()
    assert played.paused_at == NOW
    undone = undo(actor=mona, entry=entry, reason="Over.", now=NOW + DAY)
    played.refresh_from_db()
    assert played.paused_at is None
    assert undone.undoes == entry
    with pytest.raises(Refused, match="not paused"):
        resume(actor=erin, game=played, reason=WHY, now=NOW + DAY)


def test_more_time_moves_the_deadline_of_who_is_to_move(played: Game, erin: Person) -> None:
    before = played.seats.get(number=1).due_at
    extend(actor=erin, game=played, by=2 * DAY, reason=WHY, now=NOW)
    assert played.seats.get(number=1).due_at == before + 2 * DAY
    with pytest.raises(Refused, match="between a minute and 90 days"):
        extend(actor=erin, game=played, by=365 * DAY, reason=WHY, now=NOW)


def test_an_excuse_is_written_down(played: Game, erin: Person) -> None:
    seat = played.seats.get(number=1)
    play_automatic(game=played, seat=1, decision=seat.decision, now=seat.due_at)
    entry = excuse_turn(
        actor=erin, game=played, seat=1, decision=seat.decision, reason=WHY, now=NOW + 4 * DAY
    )
    assert entry.data == {"seat": 1, "decision": seat.decision}
    assert played.misses.get().excused_by == erin


def test_a_player_is_replaced_and_comes_back(played: Game, erin: Person, bob: Person) -> None:
    entry = decide_replacement(actor=erin, game=played, seat=1, by="planner", reason=WHY, now=NOW)
    assert played.seats.get(number=1).bot == "planner"
    assert entry.subject == bob
    assert Notice.objects.filter(person=bob, kind="correction").exists()
    undo(actor=erin, entry=entry, reason="Bob is back.", now=NOW)
    assert played.seats.get(number=1).person == bob
    assert HandOver.objects.count() == 2


def test_a_director_does_not_sit_down_where_they_decide(played: Game, erin: Person) -> None:
    with pytest.raises(Refused, match="make decisions in a game and play in it"):
        decide_replacement(actor=erin, game=played, seat=1, by=erin, reason=WHY, now=NOW)


def test_a_take_back_names_who_had_learnt_something_and_shuffles_again(
    played: Game, erin: Person
) -> None:
    """P-1. Alice has seen two cards of the deck."""
    to = _back(played)
    deck = list(log.load(played).deck)
    entry = take_back(actor=erin, game=played, to=to, reason=WHY, now=NOW)
    assert entry.data["learnt"] == [0]
    state = log.load(played)
    assert state.pending == {0: "turn"}
    assert sorted(state.deck) == sorted([*deck, *log.load(played, at=to).deck][-len(state.deck) :])
    assert state.deck != log.load(played, at=to).deck
    types = Event.objects.filter(game=played, seq__gt=played.version).values_list("type", flat=True)
    assert list(types) == ["game.taken_back", "game.piles_reshuffled", "table.decision"]


def test_a_take_back_to_no_moment_of_the_game_is_refused(played: Game, erin: Person) -> None:
    for to in (-1, 10**6, played.version, _back(played) + 1):
        with pytest.raises(Refused):
            take_back(actor=erin, game=played, to=to, reason=WHY, now=NOW)
    assert not AuditEntry.objects.exists()


def test_the_difference_is_redacted_for_each_reader(played: Game, erin: Person) -> None:
    entry = take_back(actor=erin, game=played, to=_back(played), reason=WHY, now=NOW)
    mine, theirs = difference(played, entry, 0), difference(played, entry, 1)
    anyone = difference(played, entry, None)
    [change] = anyone.changes
    assert (change.seat, change.before.cards, change.after.cards) == (0, 6, 4)
    assert mine.changes == theirs.changes == anyone.changes
    assert sum(mine.cards.values()) == -2
    assert not theirs.cards
    assert not anyone.cards


def test_a_take_back_that_went_too_far_is_undone(played: Game, erin: Person) -> None:
    before = log.load(played)
    entry = take_back(actor=erin, game=played, to=_back(played), reason=WHY, now=NOW)
    undo(actor=erin, entry=entry, reason="One turn too many.", now=NOW)
    state = log.load(played)
    assert state.pending == {1: "turn"}
    assert state.hands == before.hands
    assert log.verify(Game.objects.get(pk=played.pk)) == []


def test_an_adjudicated_game_has_a_result_and_asks_nobody(
    played: Game, erin: Person, mona: Person, alice: Person, bob: Person
) -> None:
    adjudicated(played, erin, mona, [2, 1])
    played.refresh_from_db()
    assert played.status == "finished"
    assert [seat.place for seat in played.seats.order_by("number")] == [2, 1]
    assert not played.seats.exclude(decision=None, due_at=None).exists()
    rate_finished_games(now=NOW)
    ratings = {row.person: row.mu for row in Rating.objects.filter(board="")}
    assert ratings[bob] > ratings[alice]
    assert log.verify(played) == []
    assert list(log.export_record(played))


def test_without_places_the_points_on_the_board_decide(
    played: Game, erin: Person, mona: Person
) -> None:
    proposal = adjudicate(actor=erin, game=played, reason=WHY, now=NOW)
    assert proposal.data == {"places": [1, 1], "sides": [[0], [1]]}
    entry = adjudicate(actor=mona, game=played, reason=WHY, now=NOW)
    assert entry.data["places"] == [1, 1]
    with pytest.raises(Refused, match="over"):
        adjudicate(actor=erin, game=played, reason=WHY, now=NOW)


@pytest.mark.parametrize("places", [[], [1], [1, 3], [2, 2], [0, 1], [1, 2, 3]])
def test_places_that_are_no_ranking_are_refused(
    played: Game, erin: Person, places: list[int]
) -> None:
    with pytest.raises(Refused, match="place"):
        adjudicate(actor=erin, game=played, places=places, reason=WHY, now=NOW)
    played.refresh_from_db()
    assert played.status == "running"


def test_a_rated_game_is_voided_by_two_people(
    played: Game, erin: Person, mona: Person, bob: Person
) -> None:
    void(actor=erin, game=played, reason=WHY, now=NOW)
    played.refresh_from_db()
    assert played.status == "running"
    with pytest.raises(Refused, match="takes two people"):
        void(actor=erin, game=played, reason=WHY, now=NOW)
    with pytest.raises(NotAllowed):
        void(actor=bob, game=played, reason=WHY, now=NOW)
    void(actor=mona, game=played, reason="Agreed.", now=NOW)
    played.refresh_from_db()
    assert played.status == "void"
    assert not played.seats.exclude(decision=None).exists()
    assert [entry.action for entry in AuditEntry.objects.all()] == ["void", "propose_void"]
    assert log.verify(played) == []


def test_a_game_that_is_not_rated_is_voided_by_one(played: Game, erin: Person) -> None:
    Game.objects.filter(pk=played.pk).update(rated=False)
    played.refresh_from_db()
    void(actor=erin, game=played, reason=WHY, now=NOW)
    played.refresh_from_db()
    assert played.status == "void"


def test_a_proposal_that_was_withdrawn_is_no_first_half(
    played: Game, erin: Person, mona: Person
) -> None:
    void(actor=erin, game=played, reason=WHY, now=NOW)
    withdraw_voiding(actor=mona, game=played, reason="No.", now=NOW)
    assert open_proposal(played, ModerationAction.VOID) is None
    void(actor=mona, game=played, reason=WHY, now=NOW)
    played.refresh_from_db()
    assert played.status == "running"


def test_a_finished_game_that_is_voided_leaves_ratings_and_standings(
    played: Game, erin: Person, mona: Person
) -> None:
    adjudicated(played, erin, mona, [1, 2])
    rate_finished_games(now=NOW)
    drawn = SeasonGame.objects.get(game=played)
    drawn.settled_at, drawn.verdict = NOW, Verdict.PLAYED
    drawn.save()
    void(actor=erin, game=played, reason=WHY, now=NOW)
    void(actor=mona, game=played, reason=WHY, now=NOW)
    rate_finished_games(now=NOW)
    assert not Rating.objects.exists()
    drawn.refresh_from_db()
    assert drawn.verdict == Verdict.VOID


def test_a_time_zone_is_no_reason_to_see_the_wrong_hour(
    played: Game, erin: Person, bob: Person, inbox: Inbox
) -> None:
    """What a mail says of a time is in the zone of its reader."""
    bob.timezone = "Asia/Tokyo"
    bob.save()
    pause(actor=erin, game=played, reason=WHY, until=NOW + timedelta(days=2), now=NOW)
    assert any("23 November 16:30" in text_of(mail) for mail in inbox(bob))


def test_time_that_was_given_is_taken_back_while_it_is_not_used_up(
    played: Game, erin: Person, bob: Person, inbox: Inbox
) -> None:
    before = played.seats.get(number=1).due_at
    entry = extend(actor=erin, game=played, by=2 * DAY, reason=WHY, now=NOW)
    inbox()
    undone = undo(actor=erin, entry=entry, reason="A slip.", now=NOW + DAY)
    assert (undone.action, undone.undoes, undone.data["seats"]) == ("shorten", entry, [1])
    assert played.seats.get(number=1).due_at == before
    assert any("was taken back" in text_of(mail) for mail in inbox(bob, at=NOW + DAY))
    with pytest.raises(Refused, match="already been undone"):
        undo(actor=erin, entry=entry, reason="Twice.", now=NOW + DAY)


def test_time_of_a_turn_that_is_over_is_not_taken_back(played: Game, erin: Person) -> None:
    entry = extend(actor=erin, game=played, by=2 * DAY, reason=WHY, now=NOW)
    act(played, 1, BLIND, BLIND, now=NOW + DAY)
    with pytest.raises(Refused, match="are over"):
        undo(actor=erin, entry=entry, reason="Too late.", now=NOW + DAY)
    assert [one.action for one in AuditEntry.objects.all()] == ["extend"]


def test_an_excuse_is_taken_back(played: Game, erin: Person) -> None:
    seat = played.seats.get(number=1)
    play_automatic(game=played, seat=1, decision=seat.decision, now=seat.due_at)
    entry = excuse_turn(
        actor=erin, game=played, seat=1, decision=seat.decision, reason=WHY, now=NOW + 4 * DAY
    )
    assert played.seats.get(number=1).missed == 0
    undone = undo(actor=erin, entry=entry, reason="It was another turn.", now=NOW + 4 * DAY)
    assert undone.action == "count"
    assert played.misses.get().excused_at is None
    assert played.seats.get(number=1).missed == 1


def test_what_ended_a_game_or_was_only_said_cannot_be_undone(
    played: Game, erin: Person, mona: Person
) -> None:
    """A game that is over has shown its cards: decision 30."""
    asked = nudge(actor=erin, game=played, reason=WHY, now=NOW)
    given = extend(actor=erin, game=played, by=DAY, reason=WHY, now=NOW)
    ended = adjudicated(played, erin, mona, [2, 1])
    for entry, why in (
        (asked, "has already been asked"),
        (given, "over"),
        (ended, "cards have been shown"),
    ):
        with pytest.raises(Refused, match=f"cannot be undone.*{why}"):
            undo(actor=erin, entry=entry, reason="No.", now=NOW)


def test_a_director_who_asks_all_to_move_tells_nobody_who_holds_a_move(
    played: Game, erin: Person
) -> None:
    asked = []
    for until in (None, NOW + DAY):
        played.seats.filter(decision__isnull=False).update(held_until=until)
        asked.append(nudge(actor=erin, game=played, reason=WHY, now=NOW).data["seats"])
    assert asked[0] == asked[1] != []
