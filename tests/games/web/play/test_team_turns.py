"""The decisions that only a board with teams knows, through pages and forms."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from engine.actions import Claim, Draw, DrawTickets, Pay, Place, RackTicket, Withdraw
from games import log
from games.web.play.move_form import encode_actions
from tests.fixtures.games import act, keep_all
from tests.fixtures.pages import TUNNEL


def page_of(game, client, query: str = "") -> str:
    return unescape(client.get(f"/games/{game.code}/{query}").content.decode())


def make(game, client, **query) -> str:
    """Prepare a move and make it, as a reader of the page would; return the page that follows."""
    page = client.get(f"/games/{game.code}/move/?{urlencode(query, doseq=True)}").content.decode()
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)
    fields = {name: unescape(value) for name, value in found}
    assert "action" in fields, page[:2000]
    answer = client.post(f"/games/{game.code}/act/", fields, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_the_rack_lies_beside_the_hand_with_both_counts(at_the_tunnel, browse, alice, bob):
    """A-2"""
    for person in (alice, bob):
        page = page_of(at_the_tunnel, browse(person))
        assert "Your team's rack <span" in page
        assert '<b class="number">1</b> red' in page


@pytest.mark.parametrize("reader", ["charlie", "dana", None])
def test_the_others_see_how_many_cards_lie_in_a_rack_and_no_more(
    at_the_tunnel, browse, request, reader
):
    """A-2, A-6"""
    person = request.getfixturevalue(reader) if reader else None
    page = page_of(at_the_tunnel, browse(person))
    assert re.search(r"Team 1.*?>54</td>\s*<td[^>]*>2</td>\s*<td[^>]*>2</td>", page, re.DOTALL)
    assert '<b class="number">1</b> red' not in page


def test_a_drawn_card_is_placed_and_the_second_goes_to_the_other_place(team_table, browse, alice):
    """A-3"""
    client = browse(alice)
    act(team_table, 0, Draw("blind"))
    page = page_of(team_table, client)
    assert "One card to place" in page
    assert "You drew this card: purple." in page
    assert "Your second card then goes to the other place." in page
    for place in ("hand", "rack"):
        assert encode_actions([Place(place)])[0] in page
    decision = log.load(team_table).decision_seqs[0]
    client.post(
        f"/games/{team_table.code}/act/",
        {"decision": decision, "action": encode_actions([Place("hand")])[0]},
    )
    assert "It goes to your team's rack, because the first card went to your hand." in page_of(
        team_table, client
    )


def test_the_others_see_one_card_to_place_and_not_which(team_table, browse, bob):
    """A-3: it counts in neither size."""
    act(team_table, 0, Draw("blind"))
    page = page_of(team_table, browse(bob))
    assert "card to place" in page
    assert "You drew this card" not in page


def test_a_face_up_locomotive_goes_to_the_rack(stack, begin, browse, alice, bob, charlie, dana):
    """A-3"""
    stack([*["red"] * 8, *["blue"] * 8, "locomotive"])
    game = begin(alice, bob, charlie, dana, board="team-asia")
    keep_all(game, 0, 1, 2, 3)
    for seat in range(4):
        act(game, seat, RackTicket(log.load(game).tickets[seat][0]))
    page = page_of(game, browse(alice), "move/?do=draw&source=locomotive")
    assert "It goes to your team's rack." in page


def test_a_payment_can_be_taken_from_hand_or_rack(at_the_tunnel, browse, alice):
    """A-4"""
    page = page_of(at_the_tunnel, browse(alice), f"move/?do=claim&track={TUNNEL}")
    assert "2 purple from your hand" in page
    assert "1 purple from your hand and 1 purple from the rack" in page
    assert "1 purple and 1 locomotive" in page
    make(at_the_tunnel, browse(alice), do="claim", track=TUNNEL, colour="purple", rack_colour="1")
    state = log.load(at_the_tunnel)
    assert state.hands[0]["purple"] == 2
    assert state.racks[0]["purple"] == 0


@pytest.mark.parametrize("rack", ["x", "-1", "", "999", "²"])
def test_a_share_of_the_rack_that_is_no_number_is_refused(at_the_tunnel, browse, alice, rack):
    answer = browse(alice).get(
        f"/games/{at_the_tunnel.code}/move/",
        {"do": "claim", "track": TUNNEL, "colour": "purple", "rack_colour": rack},
    )
    assert answer.status_code == 422
    assert "is not understood" in answer.content.decode()


def test_more_than_the_rack_holds_is_refused(at_the_tunnel, browse, alice):
    """A-4"""
    answer = browse(alice).get(
        f"/games/{at_the_tunnel.code}/move/",
        {"do": "claim", "track": TUNNEL, "colour": "purple", "rack_colour": "2"},
    )
    assert answer.status_code == 422
    assert "does not have that many" in answer.content.decode()


def test_a_prepared_tunnel_says_what_may_happen(at_the_tunnel, browse, alice):
    """A-8"""
    page = page_of(at_the_tunnel, browse(alice), f"move/?do=claim&track={TUNNEL}")
    assert "Then 5 cards are turned up from the deck." in page
    assert (
        "Each purple card and each locomotive among them costs one more purple card or locomotive."
        in page
    )
    only = page_of(at_the_tunnel, browse(alice), "move/?text=claim+cawnpore+to+kathmandu:+1+loco")
    assert "Each locomotive among them costs one more locomotive." in only


def test_an_open_tunnel_is_public_and_its_answers_are_not(
    at_the_tunnel, browse, alice, bob, charlie
):
    """A-8, B-15"""
    act(at_the_tunnel, 0, Claim(TUNNEL, "purple"))
    mine = page_of(at_the_tunnel, browse(alice))
    for page in (
        mine,
        page_of(at_the_tunnel, browse(bob)),
        page_of(at_the_tunnel, browse(charlie)),
        page_of(at_the_tunnel, browse()),
    ):
        assert "Tunnel Rawalpindi – West Junction" in page
        assert '<b class="number">2</b> purple' in page
        assert page.count("costs one more</span>") == 2
        assert "That makes 2 more cards." in page
        assert ("Alice pays or withdraws." in page) is (page is not mine)
        assert ("do=withdraw" in page) is (page is mine)
        assert ("do=pay" in page) is (page is mine)


def test_a_tunnel_is_paid(at_the_tunnel, browse, alice):
    """A-8: a locomotive of the rack would do as well."""
    client = browse(alice)
    act(at_the_tunnel, 0, Claim(TUNNEL, "purple"))
    assert "Pay 1 purple and 1 locomotive from your hand" in page_of(at_the_tunnel, client)
    page = make(at_the_tunnel, client, do="pay", locomotives="1")
    assert "You built the tunnel Rawalpindi – West Junction: 2 points." in page
    assert log.load(at_the_tunnel).owner == {TUNNEL: 0}


def test_a_tunnel_is_withdrawn_from(at_the_tunnel, browse, alice):
    """A-8: the cards go back to hand and rack as they came."""
    before = log.load(at_the_tunnel)
    act(at_the_tunnel, 0, Claim(TUNNEL, "purple", 0, 1))
    page = make(at_the_tunnel, browse(alice), do="withdraw")
    assert "You withdrew from the tunnel Rawalpindi – West Junction." in page
    state = log.load(at_the_tunnel)
    assert (state.hands[0], state.racks[0]) == (before.hands[0], before.racks[0])
    assert state.turn_seat == 1


def test_who_cannot_pay_is_told_so_and_withdraws(stack, begin, browse, alice, bob, charlie, dana):
    """A-8: the engine waits all the same."""
    stack([*["purple"] * 2, "red", "red", *["yellow"] * 12, *["green"] * 5, *["purple"] * 5])
    game = begin(alice, bob, charlie, dana, board="team-asia")
    keep_all(game, 0, 1, 2, 3)
    for seat in range(4):
        act(game, seat, RackTicket(log.load(game).tickets[seat][0]))
    act(game, 0, Claim(TUNNEL, "purple"))
    page = page_of(game, browse(alice))
    assert "costs 5 more cards: pay, or withdraw. You cannot pay that." in page
    assert "do=pay" not in page
    assert "cannot pay" not in page_of(game, browse(bob))
    make(game, browse(alice), do="withdraw")


def test_tickets_are_shared_as_a_whole_turn(team_table, browse, alice, bob):
    """A-6"""
    client = browse(alice)
    page = page_of(team_table, client)
    assert "Share tickets with your team" in page
    assert "choose 1 to 2 tickets" in page
    tickets = log.load(team_table).tickets[0][1:3]
    page = make(team_table, client, do="share", ticket=tickets)
    assert "in the ticket rack." in page
    state = log.load(team_table)
    assert state.ticket_racks[0][2:] == tickets
    assert state.turn_seat == 1
    board = state.board
    for key in tickets:
        ticket = board.tickets[key]
        assert f"{board.cities[ticket.a].name} – {board.cities[ticket.b].name}" in page_of(
            team_table, browse(bob)
        )


@pytest.mark.parametrize("count", [0, 3])
def test_none_or_three_tickets_are_not_shared(team_table, browse, alice, count):
    """A-6"""
    tickets = log.load(team_table).tickets[0][:count]
    answer = browse(alice).get(
        f"/games/{team_table.code}/move/?{urlencode({'do': 'share', 'ticket': tickets}, True)}"
    )
    assert answer.status_code == 422
    assert "You share 1 to 2 tickets in a turn." in answer.content.decode()


def test_first_tickets_are_kept_and_then_one_is_chosen_for_the_rack(
    begin, browse, alice, bob, charlie, dana
):
    """A-5"""
    game = begin(alice, bob, charlie, dana, board="team-asia")
    client = browse(alice)
    page = page_of(game, client)
    assert "keep at least 3 of 5." in page
    assert "Your teammate cannot see them." in page
    offered = log.load(game).offered[0]
    make(game, client, do="keep", ticket=offered[:3])
    assert "A ticket for the team" not in page_of(game, client)
    keep_all(game, 1)
    page = page_of(game, client)
    assert "A ticket for the team" in page
    assert page.count('type="radio" name="ticket"') == 3
    make(game, client, do="rack", ticket=offered[1])
    page = page_of(game, client)
    assert "chosen for the rack" in page
    assert log.load(game).ticket_racks[0] == []


def test_mid_game_exactly_one_of_those_kept_goes_to_the_rack(team_table, browse, alice):
    """A-5"""
    client = browse(alice)
    act(team_table, 0, DrawTickets())
    page = page_of(team_table, client)
    assert page.count('type="radio" name="rack"') == 4
    offered = log.load(team_table).offered[0]
    answer = client.get(
        f"/games/{team_table.code}/move/?{urlencode({'do': 'keep', 'ticket': offered[:2]}, True)}"
    )
    assert answer.status_code == 422
    assert "Put exactly one of the tickets you keep in" in answer.content.decode()
    make(team_table, client, do="keep", ticket=offered[:1], rack=offered[3])
    state = log.load(team_table)
    assert state.tickets[0][-1] == offered[0]
    assert state.ticket_racks[0][-1] == offered[3]


def test_the_only_ticket_kept_is_the_one_for_the_rack(team_table, browse, alice):
    """A-5"""
    act(team_table, 0, DrawTickets())
    offered = log.load(team_table).offered[0]
    make(team_table, browse(alice), do="keep", ticket=offered[:1])
    assert log.load(team_table).ticket_racks[0][-1] == offered[0]


def test_the_players_stand_team_by_team_with_who_is_next(team_table, browse, charlie):
    """A-1"""
    page = page_of(team_table, browse(charlie))
    table = page[page.index('<table class="players">') :]
    order = ["Team 1", "Alice", "Bob", "Team 2", "Charlie", "Dana"]
    assert sorted(order, key=table.index) == order
    after_alice = re.search(r"Bob.{0,200}>next<", table, re.DOTALL)
    assert after_alice, "her teammate moves after Alice"
    assert table.count(">next<") == 1


def test_the_page_offers_no_private_talk(team_table, browse, alice):
    """A-14"""
    assert "Teammates cannot talk in private here" in page_of(team_table, browse(alice))


def test_the_board_says_whose_tickets_it_has(browse, db):
    page = browse().get("/boards/team-asia/").content.decode().replace("&#x27;", "'")
    assert "The tickets of this board are Night Mail's own" in page
    assert "A tunnel may cost more than it shows" in page


@pytest.mark.parametrize(
    "action", [Place("rack"), RackTicket("nowhere"), Pay(), Pay(99, 99, 99), Withdraw()]
)
def test_moves_of_another_decision_are_refused(team_table, browse, alice, action):
    answer = browse(alice).post(
        f"/games/{team_table.code}/act/",
        {"decision": log.load(team_table).decision_seqs[0], "action": encode_actions([action])[0]},
    )
    assert answer.status_code == 422
