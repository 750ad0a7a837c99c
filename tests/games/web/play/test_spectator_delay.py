"""Spectators of a delayed table see it as it was then, at every address; its players see now."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.actions import Claim, Draw
from games import log
from games.common import sql
from games.common.cut_off import CutOffRow
from games.log.models import Event
from games.people.models import Person
from games.readers.context import GameForReader, find_game
from games.tables.models import Game, GameStatus
from games.talk.messages import post_message
from tests.fixtures.games import NOW, act, keep_all
from tests.fixtures.pages import Browse

LATER = NOW + timedelta(hours=30)


@pytest.fixture(autouse=True)
def _clock_stands_still() -> object:
    with time_machine.travel(LATER, tick=False):
        yield


def drawn(game: Game, hours: int) -> None:
    """Let the seat that is to move draw two cards."""
    state = log.load(game)
    (seat,) = state.pending
    at = NOW + timedelta(hours=hours)
    act(game, seat, Draw("blind"), now=at)
    act(game, seat, Draw("blind"), now=at)


@pytest.fixture
def delayed(begin, alice: Person, bob: Person) -> Callable[..., Game]:
    """A public game of Alice and Bob: tickets at NOW, turns at 10, 20 and 29 hours, talk between.

    Alice draws, Bob draws, Alice draws; the next turn is Bob's.
    """

    def make(**options: int) -> Game:
        game = begin(alice, bob, **options)
        keep_all(game, 0, 1)
        for hours in (10, 20, 29):
            drawn(game, hours)
            at = NOW + timedelta(hours=hours, minutes=30)
            post_message(game=game, person=alice, text=f"word-{hours}", now=at)
        game.refresh_from_db()
        return game

    return make


def starts(game: Game) -> list[int]:
    found = Event.objects.filter(game=game, type="game.turn_started").order_by("seq")
    return list(found.values_list("seq", flat=True))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "shown", "hidden"),
    [
        ({"spectator_turns": 1}, ["word-10", "word-20"], ["word-29"]),
        ({"spectator_turns": 2}, ["word-10"], ["word-20", "word-29"]),
        ({"spectator_hours": 12}, ["word-10"], ["word-20", "word-29"]),
        ({"spectator_hours": 72}, [], ["word-10", "word-20", "word-29"]),
    ],
)
def test_no_address_shows_a_spectator_what_is_still_hidden(
    options: dict[str, int],
    shown: list[str],
    hidden: list[str],
    delayed,
    browse: Browse,
    alice: Person,
    charlie: Person,
) -> None:
    game = delayed(**options)
    here = f"/games/{game.code}/"
    last = game.version
    for client in (browse(None), browse(charlie)):
        pages = [
            client.get(here + rest).content.decode() for rest in ("", "log/", "talk/", "replay/")
        ]
        for word in shown:
            assert word in pages[0]
        for word in hidden:
            assert not any(word in page for page in pages)
        seqs = [
            line["seq"]
            for line in map(json.loads, client.get(here + "record/").content.decode().splitlines())
            if line["record"] == "event"
        ]
        assert max(seqs) < last
        horizon = max(seqs)
        assert f'data-seq="{horizon}"' in pages[0]
        assert f"#e{last}" not in pages[1]
        for seq in range(horizon + 1, last + 1):
            assert f'id="e{seq}"' not in pages[1]
            assert client.get(f"{here}replay/?at={seq}").status_code == 404
        assert client.get(f"{here}replay/?at={horizon}").status_code == 200
        assert client.get(f"{here}clock/")["Location"] == here
        assert client.get(f"{here}decisions/")["Location"] == here
    # A player sees the present.
    page = browse(alice).get(here).content.decode()
    assert f'data-seq="{last}"' in page
    assert "word-29" in page


def test_turns_count_from_the_present_one(delayed, browse: Browse) -> None:
    game = delayed(spectator_turns=2)
    client = browse(None)
    wanted = starts(game)[-3]
    assert f'data-seq="{wanted}"' in client.get(f"/games/{game.code}/").content.decode()
    drawn(game, 30)
    assert f'data-seq="{starts(game)[-3]}"' in client.get(f"/games/{game.code}/").content.decode()
    assert starts(game)[-3] > wanted


def test_a_game_that_has_just_begun_shows_its_first_event(begin, browse, alice, bob) -> None:
    game = begin(alice, bob, spectator_turns=10)
    keep_all(game, 0, 1)
    page = browse(None).get(f"/games/{game.code}/")
    assert page.status_code == 200
    assert 'data-seq="0"' in page.content.decode()


def test_the_page_of_a_spectator_changes_in_nothing_while_what_is_new_is_hidden(
    delayed, browse: Browse, alice: Person, charlie: Person
) -> None:
    game = delayed(spectator_hours=12)
    here = f"/games/{game.code}/"
    client = browse(charlie)
    client.get(here)  # Sets the cookie of the forms.
    before = client.get(here)
    parts = client.get(here, headers={"X-Parts": "1 head:0"})
    picture = client.get(f"{here}board.png").content
    pulse = client.get(f"{here}pulse/?seen=0&said=0").status_code
    own = browse(alice)
    own.get(here)
    tag_of_player = own.get(here)["ETag"]
    drawn(game, 30)
    post_message(game=game, person=alice, text="hush", now=LATER)
    after = client.get(here)
    assert after["ETag"] == before["ETag"]
    assert client.get(here, headers={"If-None-Match": before["ETag"]}).status_code == 304
    again = client.get(here, headers={"X-Parts": "1 head:0"})
    assert len(again.content) == len(parts.content)
    assert client.get(f"{here}board.png").content == picture
    assert client.get(f"{here}pulse/?seen=0&said=0").status_code == pulse == 205
    assert own.get(here)["ETag"] != tag_of_player


def test_an_open_page_is_asked_to_load_when_its_moment_comes_and_not_before(
    delayed, browse: Browse
) -> None:
    game = delayed(spectator_hours=12)
    client = browse(None)
    here = f"/games/{game.code}/"
    page = client.get(here).content.decode()
    seq = int(page.partition('data-seq="')[2].partition('"')[0])
    said = int(page.partition('data-said="')[2].partition('"')[0])
    url = f"{here}pulse/?seen={seq}&said={said}"
    assert client.get(url).status_code == 204
    with time_machine.travel(LATER + timedelta(hours=4), tick=False):
        assert client.get(url).status_code == 205


def test_the_picture_is_that_of_then_whatever_the_address_says(
    begin, browse: Browse, alice: Person, bob: Person, charlie: Person
) -> None:
    game = begin(alice, bob, spectator_hours=12)
    keep_all(game, 0, 1)
    url = f"/games/{game.code}/board.png"
    empty = browse(charlie).get(url).content
    claimed = False
    for hours in range(20, 29):
        state = log.load(game)
        (seat,) = state.pending
        claims = [a for a in state.legal_actions(seat) if isinstance(a, Claim)]
        if claims:
            act(game, seat, claims[0], now=NOW + timedelta(hours=hours))
            claimed = True
            break
        drawn(game, hours)
    assert claimed
    game.refresh_from_db()
    for client in (browse(None), browse(charlie)):
        for query in ("", f"?v={game.version}", "?v=0&theme=light"):
            assert client.get(url + query).content == empty
        stale = client.get(f"{url}?v={game.version}")["Cache-Control"]
        assert "immutable" not in stale
    assert browse(alice).get(url).content != empty


def test_hidden_talk_is_not_read_through_the_form_that_reports_it(
    delayed, browse: Browse, charlie: Person
) -> None:
    game = delayed(spectator_hours=12)
    first, *_rest, last = game.messages.order_by("pk")
    client = browse(charlie)
    assert client.get(f"/games/{game.code}/talk/{first.pk}/report/").status_code == 200
    assert client.get(f"/games/{game.code}/talk/{last.pk}/report/").status_code == 404


def test_no_deadline_pause_or_name_of_who_is_to_move_now_is_shown(
    delayed, browse: Browse, alice: Person
) -> None:
    game = delayed(spectator_turns=2)
    Game.objects.filter(pk=game.pk).update(paused_at=LATER)
    page = browse(None).get(f"/games/{game.code}/").content.decode()
    assert 'class="deadline"' not in page
    assert "The game is paused" not in page
    assert "You see the game as it was 2 turns ago." in page.replace("\n", " ")
    # Now it is Bob's turn; two turns ago it was his, too, and one turn ago Alice's.
    assert "Waiting for Bob" in page or "Waiting for Alice" in page
    assert "The game is paused" in browse(alice).get(f"/games/{game.code}/").content.decode()


def test_all_is_shown_once_the_game_is_over(delayed, browse: Browse) -> None:
    game = delayed(spectator_hours=72)
    Game.objects.filter(pk=game.pk).update(status=GameStatus.VOID, ended_at=LATER)
    page = browse(None).get(f"/games/{game.code}/").content.decode()
    assert f'data-seq="{game.version}"' in page
    assert "word-29" in page


def test_rows_that_are_cut_off_for_a_spectator_cannot_be_saved(
    delayed, alice: Person, charlie: Person
) -> None:
    game = delayed(spectator_turns=2)
    stored = [*Game.objects.filter(pk=game.pk).values(), *game.seats.values()]
    found = find_game(game.code, charlie, GameForReader)
    assert found is not None
    assert found.is_delayed
    for row in (found.game, *found.seats):
        for write in (
            lambda row: row.save(),
            lambda row: row.save(update_fields=["pk"]),
            lambda row: row.delete(),
            lambda row: sql.update([row], "id"),
            lambda row: sql.insert([row]),
        ):
            with pytest.raises(CutOffRow):
                write(row)
    assert [*Game.objects.filter(pk=game.pk).values(), *game.seats.values()] == stored
    own = find_game(game.code, alice, GameForReader)
    assert own is not None
    assert own.seat is not None
    own.seat.save()
    own.game.save()


def test_a_former_player_is_a_spectator(delayed, browse: Browse, alice: Person) -> None:
    game = delayed(spectator_hours=12)
    game.seats.filter(person=alice).update(person=None, bot="random")
    page = browse(alice).get(f"/games/{game.code}/").content.decode()
    assert "word-29" not in page


@pytest.mark.parametrize("choice", ["5-0", "0-24", ""])
def test_the_delay_is_chosen_when_a_table_is_opened(choice: str, browse, alice: Person) -> None:
    client = browse(alice)
    form = {
        "board": "usa", "seats": "3", "bots": "0", "bot": "planner", "days_per_turn": "3",
        "bank": "none", "auto_vacation_days": "7", "replace_after": "3", "public": "yes",
        "teams": "chance", "spectators": choice,
    }  # fmt: skip
    assert client.post("/lobby/new/", form).status_code == 302
    game = Game.objects.get()
    assert f"{game.spectator_turns}-{game.spectator_hours}" == (choice or "0-0")
    said = {"5-0": "5 turns ago", "0-24": "24 hours ago", "": ""}[choice]
    assert said in client.get("/lobby/").content.decode()


@pytest.mark.parametrize("choice", ["1-12", "3-0", "x", "-1-0"])
def test_a_delay_that_is_not_on_the_list_is_refused(choice: str, browse, alice: Person) -> None:
    form = {
        "board": "usa", "seats": "3", "bots": "0", "bot": "planner", "days_per_turn": "3",
        "bank": "none", "auto_vacation_days": "7", "replace_after": "3", "public": "yes",
        "teams": "chance", "spectators": choice,
    }  # fmt: skip
    assert browse(alice).post("/lobby/new/", form).status_code == 422
    assert not Game.objects.exists()


@pytest.mark.parametrize("options", [{"spectator_turns": 2}, {"spectator_hours": 12}])
@pytest.mark.parametrize("page", ["", "talk/", "log/"])
def test_the_page_of_a_spectator_takes_the_same_queries_whatever_was_said_since(
    begin, browse: Browse, alice: Person, bob: Person, charlie: Person, options, page: str
) -> None:
    game = begin(alice, bob, **options)
    keep_all(game, 0, 1)
    for hours in (10, 20, 29):
        drawn(game, hours)

    def queries(reader: Person | None) -> list[str]:
        client = browse(reader)
        with CaptureQueriesContext(connection) as found:
            assert client.get(f"/games/{game.code}/{page}").status_code == 200
        return [re.sub(r"'[^']*'|\d+", "?", one["sql"]) for one in found]

    before = [queries(reader) for reader in (None, charlie)]
    post_message(game=game, person=alice, text="what is new", now=LATER - timedelta(hours=1))
    assert [queries(reader) for reader in (None, charlie)] == before
