"""Team Asia by mail: racks, places, and the examples that mails of every board give."""

from __future__ import annotations

import random

import pytest

import engine
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon
from games import log
from games.language.command_help import example_command
from games.language.lexicon import lexicon_for
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.replies import Reply
from tests.games.inbound.test_action_links import buttons_of


@pytest.fixture
def table(begin: Starter, alice: Person, bob: Person, charlie: Person, dana: Person) -> Game:
    return begin(alice, bob, charlie, dana, board="team-asia")


def test_a_turn_of_team_asia_is_played_by_mail(table: Game, inbox: Inbox, send: Reply) -> None:
    for _ in range(2):  # the tickets to keep, then the one for the rack
        latest = {address(mail): mail for mail in inbox() if mail["Reply-To"]}
        assert len(latest) == 4
        for mail in latest.values():
            asked = "keep 1 2 3" if "Choose your first tickets" in text_of(mail) else "rack 1"
            assert send(mail, asked).outcome == "played"
    state = log.load(table)
    (mover,) = state.pending
    mails = [mail for mail in inbox() if mail["Reply-To"]]
    (mail,) = [one for one in mails if f"{table.seats.get(number=mover).person}" in str(one["To"])]
    assert "Draw a card from the deck" in buttons_of(mail)
    assert send(mail, "draw blind").outcome == "played"
    (answer,) = inbox()
    assert set(buttons_of(answer)) == {"Put it in your hand", "Put it in the rack"}
    assert send(answer, "place rack\ndraw blind").outcome == "played"
    assert log.load(table).turn_seat != mover


def test_tickets_for_the_teammate_are_hidden_in_answers_to_others(
    table: Game, inbox: Inbox, send: Reply
) -> None:
    mails = inbox()
    send(mails[0], "keep 1 2 3")
    kept = log.load(table).tickets[table.seats.get(person__email=address(mails[0])).number]
    send(mails[1], "show")
    (answer,) = [one for one in inbox() if address(one) == address(mails[1])]
    board = engine.load_board("team-asia")
    for ticket in kept:
        a, b = (
            board.cities[board.tickets[ticket].a].name,
            board.cities[board.tickets[ticket].b].name,
        )
        mine = log.load(table).offered[table.seats.get(person__email=address(mails[1])).number]
        assert ticket in mine or f"{a} – {b}" not in text_of(answer)


def address(mail: object) -> str:
    (recipient,) = mail["To"].addresses  # type: ignore[index]
    return str(recipient.addr_spec)


@pytest.mark.parametrize("lexicon", [ENGLISH, lexicon_for("nl")], ids=["en", "nl"])
@pytest.mark.parametrize("board", engine.board_names())
def test_every_example_in_a_mail_is_a_move_that_the_rules_know(
    board: str, lexicon: Lexicon
) -> None:
    loaded, chance, dice = engine.load_board(board), engine.Chance.from_seed(7), random.Random(7)
    game, _ = engine.new_game(loaded, loaded.seat_counts[-1], chance)
    seen = set()
    for _ in range(300):
        if game.outcome:
            break
        seat = dice.choice(sorted(game.pending))
        kind = game.pending[seat]
        view = engine.view(game, seat)
        actions = list(view.legal_actions())
        if kind != "tunnel":  # some tunnels cannot be paid
            first, *_ = engine.parse(example_command(kind, loaded, lexicon), view, lexicon)
            if kind != "turn" or game.deck_size:
                assert first in view.legal_actions(), kind
                seen.add(kind)
        game.play(seat, dice.choice(actions), chance)
    assert {"setup", "turn", "second", "keep"} <= seen
    assert not loaded.teams or {"place", "rack"} <= seen
