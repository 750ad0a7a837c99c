"""Plans through the pages of the game."""

from __future__ import annotations

import pytest

from games.people.models import Person
from games.plans.carry_out import carry_out_orders
from games.plans.models import PlanFate, SeatPlan, UsualAnswers
from games.tables.models import Game, PlanChoice
from tests.fixtures.games import act
from tests.fixtures.orders import LATER
from tests.fixtures.pages import Browse
from tests.games.plans.test_follow_plan import TWO_BLIND


@pytest.fixture
def table(red_hand: Game) -> Game:
    Game.objects.filter(pk=red_hand.pk).update(plans=PlanChoice.ALL)
    red_hand.refresh_from_db()
    return red_hand


@pytest.fixture
def press(table: Game, bob: Person, browse: Browse):
    client = browse(bob)

    def send(do: str, text: str = "", **fields: str):
        return client.post(f"/games/{table.code}/plan/", {"do": do, "text": text, **fields})

    return send


def test_only_those_who_sit_at_the_table_are_offered_a_plan(
    table, alice, bob, charlie, browse
) -> None:
    for reader in (alice, bob, charlie, None):
        text = browse(reader).get(f"/games/{table.code}/").content.decode()
        assert (f"/games/{table.code}/plan/" in text) == (reader in (alice, bob))


def test_lines_are_added_by_buttons_and_read_back_with_what_would_happen(press) -> None:
    page = press("connect", **{"from": "seattle", "to": "helena"})
    assert page.context["lines"] == ["connect seattle with helena"]
    assert page.context["preview"]
    page = press("tickets", page.context["text"])
    assert page.context["lines"] == ["connect seattle with helena", "complete my tickets"]
    page = press("up-1", page.context["text"])
    assert page.context["lines"] == ["complete my tickets", "connect seattle with helena"]
    page = press("drop-0", page.context["text"])
    assert page.context["lines"] == ["connect seattle with helena"]
    assert not SeatPlan.objects.exists()


def test_a_line_can_replace_the_last_one(press) -> None:
    page = press(
        "claim", "plan\nclaim seattle to helena", track="duluth-helena-orange", **{"else": "1"}
    )
    assert page.context["lines"] == ["claim helena to seattle, else claim duluth to helena"]
    page = press("hold", page.context["text"], cards="9", **{"else": "1"})
    assert page.context["lines"][1:] == ["hold 9 cards"]


def test_answers_are_ticked_and_become_lines_of_the_text(press) -> None:
    page = press(
        "answers",
        "plan\ncomplete my tickets",
        **{"ask-aim_lost": "1", "ask-few_trains": "1", "n-few_trains": "9", "blind": "never"},
    )
    text = page.context["text"]
    assert "draw for these, no face-up locomotives, never blind" in text
    assert "ask me if an aim is lost, or somebody has 9 trains" in text


def test_a_plan_is_given_shown_on_the_page_of_the_game_paused_and_let_go_on(
    press, table, bob, browse
) -> None:
    assert press("give", "plan\ncomplete my tickets").status_code == 302
    assert SeatPlan.objects.get().fate == PlanFate.STANDING
    client = browse(bob)
    page = client.get(f"/games/{table.code}/").content.decode()
    assert "complete my tickets" in page
    for do, fate in (("pause", PlanFate.PAUSED), ("go-on", PlanFate.STANDING)):
        client.post(f"/games/{table.code}/plan/change/", {"do": do})
        assert SeatPlan.objects.get().fate == fate
    client.post(f"/games/{table.code}/plan/change/", {"do": "cancel"})
    assert not SeatPlan.objects.exists()


def test_nobody_else_reads_of_a_plan(press, table, alice, charlie, browse) -> None:
    press("give", "plan\ncomplete my tickets")
    for reader in (alice, charlie, None):
        assert (
            "complete my tickets"
            not in browse(reader).get(f"/games/{table.code}/").content.decode()
        )


def test_a_line_that_is_none_is_named_with_an_example_and_nothing_is_lost(press) -> None:
    page = press("give", "plan\ncomplete my tickets\nwin the game")
    assert page.status_code == 422
    assert "“win the game” is not a line of a plan" in page.content.decode()
    assert "win the game" in page.context["text"]
    assert not SeatPlan.objects.exists()


def test_usual_answers_are_saved_and_used_by_the_next_plan(press, bob) -> None:
    press("usual", "plan\ncomplete my tickets\nask me if somebody has 4 trains")
    assert UsualAnswers.objects.get(person=bob)
    page = press("tickets")
    assert "ask me if somebody has 4 trains" in page.context["text"]


def test_all_plans_of_a_person_rest_by_one_press(press, bob, browse) -> None:
    press("give", "plan\ncomplete my tickets")
    browse(bob).post("/plans/pause/")
    assert SeatPlan.objects.get().fate == PlanFate.PAUSED


def test_a_plan_that_asks_says_why_on_the_page_and_offers_to_go_on(
    press, table, bob, browse
) -> None:

    press("give", "plan\nconnect seattle with helena\nask me if a locomotive lies face up")
    act(table, 0, *TWO_BLIND)
    carry_out_orders(now=LATER)
    page = browse(bob).get(f"/games/{table.code}/").content.decode()
    assert "A locomotive lies face up." in page
    assert 'value="go-on"' in page


def test_home_says_what_the_plan_does_and_pauses_and_stops_it_in_one_press(
    press, table, bob, browse
) -> None:
    press("give", "plan\nclaim seattle to helena\ndraw for these, no face-up locomotives")
    act(table, 0, *TWO_BLIND)
    client = browse(bob)
    page = client.get("/").content.decode()
    assert "No game is waiting for you." in page
    carry_out_orders(now=LATER)
    assert "drawing for Helena – Seattle, 4 of 6" in client.get("/").content.decode()
    change = {"from": "home"}
    for do, said in (("pause", "Your plan rests."), ("go-on", "Pause"), ("cancel", "cancelled")):
        where = client.post(f"/games/{table.code}/plan/change/", {"do": do, **change})
        assert where.headers["Location"] == "/"
        assert said in client.get("/").content.decode()
    assert not SeatPlan.objects.exists()


def test_a_plan_that_has_asked_since_the_page_was_opened_is_cancelled(
    press, table, bob, browse
) -> None:
    press("give", "plan\nconnect seattle with helena\nask me if a locomotive lies face up")
    client = browse(bob)
    assert 'name="standing"' not in client.get(f"/games/{table.code}/").content.decode()
    act(table, 0, *TWO_BLIND)
    carry_out_orders(now=LATER)
    assert SeatPlan.objects.get().fate == PlanFate.ASKS
    client.post(f"/games/{table.code}/plan/change/", {"do": "cancel"})
    assert not SeatPlan.objects.exists()


def test_a_page_with_an_order_that_has_ended_dismisses_no_later_plan(
    press, table, bob, browse
) -> None:
    press("give", "plan\ncomplete my tickets")
    browse(bob).post(f"/games/{table.code}/plan/change/", {"do": "cancel", "standing": ""})
    assert SeatPlan.objects.get().fate == PlanFate.STANDING


def test_an_emptied_text_stays_empty_although_a_plan_is_in_place(press, table, bob, browse) -> None:
    press("give", "plan\ncomplete my tickets")
    page = browse(bob).get(f"/games/{table.code}/plan/")
    assert page.context["lines"] == ["complete my tickets"]
    assert press("drop-0", page.context["text"]).context["lines"] == []
    assert press("show", "").context["lines"] == []
