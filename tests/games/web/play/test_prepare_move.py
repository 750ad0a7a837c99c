"""The page that prepares a move."""

from __future__ import annotations

from games import log
from tests.fixtures.games import keep_all


def prepare(client, game, query):
    return client.get(f"/games/{game.code}/move/?{query}")


def test_a_claim_tells_what_it_costs_and_what_it_scores(red_hand, browse, alice):
    page = prepare(browse(alice), red_hand, "do=claim&track=atlanta-nashville-gray")
    text = page.content.decode()
    assert page.status_code == 200
    assert "You pay 1 red and score 1 point." in text
    assert "You place 1 train and have 44 left." in text
    assert "Claim the route" in text


def test_the_cheapest_payment_is_prepared_and_the_others_are_links(red_hand, browse, alice):
    text = prepare(
        browse(alice), red_hand, "do=claim&track=atlanta-nashville-gray"
    ).content.decode()
    assert 'aria-current="true">1 red' in text
    assert "colour=blue&amp;locomotives=0" in text
    assert "colour=locomotive&amp;locomotives=1" in text


def test_a_chosen_payment_is_prepared(red_hand, browse, alice):
    query = "do=claim&track=boston-montreal-gray-1&colour=red&locomotives=1"
    text = prepare(browse(alice), red_hand, query).content.decode()
    assert "You pay 1 red and 1 locomotive and score 2 points." in text


def test_a_ticket_that_the_route_completes_is_named(stack, begin, browse, alice, bob):
    stack(["red"] * 4, ["new-york-atlanta-6", "duluth-houston-8"])
    game = begin(alice, bob)
    view = log.load(game)
    board = view.board
    tickets = view.offered[0]
    keep_all(game, 0, 1)
    near = [
        (track.id, ticket)
        for ticket in tickets
        for track in board.tracks.values()
        if {track.a, track.b} == {board.tickets[ticket].a, board.tickets[ticket].b}
    ]
    text = prepare(browse(alice), game, "do=tickets").content.decode()
    assert "It completes" not in text
    for track, ticket in near:
        text = prepare(browse(alice), game, f"do=claim&track={track}").content.decode()
        assert f"worth {board.tickets[ticket].points} points" in text


def test_a_bullet_route_is_built_for_everybody(stack, begin, browse, alice, bob):
    stack(["red"] * 4)
    game = begin(alice, bob, board="japan")
    keep_all(game, 0, 1)
    text = prepare(browse(alice), game, "do=claim&track=akita-morioka-bullet").content.decode()
    assert "You pay 2 red and build the bullet route for everybody." in text
    assert "Your progress goes from 0 to 2; the route scores no points." in text
    assert "15 bullet trains are left after that." in text


def test_a_typed_command_is_prepared_first(red_hand, browse, alice):
    text = prepare(browse(alice), red_hand, "text=draw+white+blind").content.decode()
    assert "You take this face-up card: white." in text
    assert "You take the top card of the deck." in text
    assert text.count('name="action"') == 2


def test_a_command_that_cannot_be_read_stays_in_its_box(red_hand, browse, alice):
    page = prepare(browse(alice), red_hand, "text=dance+<b>")
    text = page.content.decode()
    assert page.status_code == 422
    assert "is not a command" in text
    assert 'value="dance &lt;b&gt;"' in text
    assert "['" not in text


def test_an_illegal_move_is_not_prepared(red_hand, browse, alice):
    page = prepare(browse(alice), red_hand, "do=claim&track=calgary-winnipeg-white")
    assert page.status_code == 422
    assert 'role="alert"' in page.content.decode()


def test_a_route_that_is_not_on_the_board_is_refused(red_hand, browse, alice):
    for query in ("do=claim&track=atlantis", "do=claim", "do=dance", "", "do=draw&source=x"):
        assert prepare(browse(alice), red_hand, query).status_code == 422


def test_tickets_to_keep_are_confirmed_with_those_that_go_back(begin, browse, alice, bob):
    game = begin(alice, bob)
    offered = log.load(game).offered[0]
    query = "do=keep&" + "&".join(f"ticket={ticket}" for ticket in offered[:2])
    text = prepare(browse(alice), game, query).content.decode()
    assert "Keep 2 tickets" in text
    assert text.count("You keep ") == 2
    assert text.count("goes back.") == 1


def test_too_few_tickets_are_refused(begin, browse, alice, bob):
    game = begin(alice, bob)
    page = prepare(browse(alice), game, "do=keep")
    assert page.status_code == 422
    assert "Keep at least 2 tickets." in page.content.decode()


def test_only_who_plays_prepares_moves(red_hand, browse, bob, dana):
    assert prepare(browse(dana), red_hand, "do=tickets").url == f"/games/{red_hand.code}/"
    assert prepare(browse(), red_hand, "do=tickets").url.startswith("/accounts/login/")
    page = prepare(browse(bob), red_hand, "do=tickets")
    assert page.status_code == 422
    assert "it is another player&#x27;s turn" in page.content.decode()
