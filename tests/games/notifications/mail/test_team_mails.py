"""Mails of a game in teams: hand and rack, the decisions that only such a board asks, the table."""

from __future__ import annotations

import pytest

from engine.actions import Claim, Draw, DrawTickets, Place, RackTicket
from games import log
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import act, keep_all
from tests.fixtures.mail import Inbox, html_of, prose_of, text_of
from tests.fixtures.pages import TUNNEL
from tests.games.notifications.mail.test_privacy import parsed, written


def test_the_turn_mail_tells_hand_rack_and_teams(
    at_the_tunnel: Game, inbox: Inbox, alice: Person
) -> None:
    """A-2, A-6"""
    mail = inbox(alice)[-1]
    text = text_of(mail)
    assert "Your hand: 3 purple, 1 orange and 1 locomotive" in text
    assert "Your team's rack: 1 purple and 1 red" in text
    assert "Tickets in your team's rack:" in text
    assert "Team 1 (yours): trains together: 54; in the rack: cards 2, tickets 2" in text
    table = text[text.index("The table:") :]
    named = ["Team 1", "- Alice", "- Bob", "Team 2", "- Charlie", "- Dana"]
    assert sorted(named, key=table.index) == named
    assert "Draw cards, claim a route, draw tickets or share tickets." in text
    for words in ("Your team's rack", "Tickets in your team's rack", "Team 2"):
        assert words in html_of(mail).replace("&#x27;", "'")


@pytest.mark.parametrize(("privacy", "told"), [("counts", True), ("nothing", False)])
def test_below_full_privacy_the_rack_is_only_counted(
    at_the_tunnel: Game, privacy: str, told: bool
) -> None:
    """A-2"""
    mail = parsed(written(at_the_tunnel, 0, privacy))
    for text in (text_of(mail), html_of(mail).replace("&#x27;", "'")):
        assert "Your team's rack:" not in text
        assert "Tickets in your team's rack" not in text
        assert ("In your team's rack: cards 2, tickets 2." in text) is told
        assert "1 purple" not in text


def test_both_teammates_are_asked_for_a_ticket_when_both_have_kept(
    begin, inbox: Inbox, alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    """A-5: the choice is simultaneous, and the other team is not waited for."""
    game = begin(alice, bob, charlie, dana, board="team-asia")
    inbox()
    keep_all(game, 0)
    assert inbox() == []
    keep_all(game, 1)
    mails = inbox()
    assert sorted(str(mail["To"]) for mail in mails) == [
        "Alice <alice@example.org>",
        "Bob <bob@example.org>",
    ]
    for mail in mails:
        assert "Choose the ticket to put in your team's rack." in text_of(mail)


def test_a_teammates_ticket_is_in_no_mail_before_both_have_chosen(
    begin, inbox: Inbox, alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    """A-5"""
    game = begin(alice, bob, charlie, dana, board="team-asia")
    keep_all(game, 0, 1)
    chosen = log.load(game).tickets[1][0]
    act(game, 1, RackTicket(chosen))
    ticket = log.load(game).board.tickets[chosen]
    cities = log.load(game).board.cities
    mail = parsed(written(game, 0))
    assert f"{cities[ticket.a].name} – {cities[ticket.b].name}" not in text_of(mail)
    assert "Bob has chosen a ticket for the rack." in text_of(mail)


@pytest.mark.parametrize("privacy", ["full", "counts", "nothing"])
def test_a_card_to_place_is_named_at_full_privacy_only(team_table: Game, privacy: str) -> None:
    """A-3"""
    act(team_table, 0, Draw("blind"))
    mail = parsed(written(team_table, 0, privacy))
    assert "Choose where the card you drew goes" in text_of(mail)
    assert ("One card to place: purple" in text_of(mail)) is (privacy == "full")


@pytest.mark.parametrize("privacy", ["full", "counts", "nothing"])
def test_an_open_tunnel_is_asked_for_in_words_that_everybody_may_read(
    at_the_tunnel: Game, privacy: str
) -> None:
    """A-8: the demand is public; whether it can be paid is not in the mail of anybody else."""
    act(at_the_tunnel, 0, Claim(TUNNEL, "purple"))
    asked = "The tunnel Rawalpindi – West Junction costs 2 more cards: pay, or withdraw."
    assert asked in prose_of(parsed(written(at_the_tunnel, 0, privacy)))
    others = prose_of(parsed(written(at_the_tunnel, 1)))
    assert "Turned up for the tunnel: 1 purple, 1 red, 1 blue, 1 locomotive and 1 orange" in others


def test_drawn_tickets_are_asked_for_with_one_for_the_rack(team_table: Game) -> None:
    """A-5"""
    act(team_table, 0, DrawTickets())
    text = prose_of(parsed(written(team_table, 0)))
    assert "keep at least 1 of 4, one of them for your team's rack." in text


def test_a_placed_card_counts_again(team_table: Game) -> None:
    """A-3: until it is placed it counts in neither hand nor rack."""
    act(team_table, 0, Draw("blind"))
    assert "(you): 0 points, 27 trains, 4 cards" in text_of(parsed(written(team_table, 0)))
    act(team_table, 0, Place("hand"))
    assert "(you): 0 points, 27 trains, 5 cards" in text_of(parsed(written(team_table, 0)))
