from __future__ import annotations

import random
from io import StringIO

from django.core.management import call_command

from games.people.models import Person
from games.players import rate_finished_games
from games.players.models import Rating, RatingChange
from games.players.skill import Skill, displayed_rating
from tests.fixtures.games import NOW
from tests.games.players.conftest import Ended
from tests.games.players.test_ratings import rows


def test_counting_everything_again_leads_to_the_same_rows(
    ended: Ended, alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    dice = random.Random(7)
    people = [alice, bob, charlie, dana]
    for hours in range(25):
        table = dice.sample(people, dice.randint(2, 4))
        places = sorted(dice.choices(range(1, 5), k=len(table)))
        board = dice.choice(["usa", "japan"])
        ended(*([person] for person in table), places=places, hours=hours, board=board)
        if dice.random() < 0.4:
            rate_finished_games(now=NOW)
    rate_finished_games(now=NOW)
    before = rows()
    out = StringIO()
    call_command("recompute_ratings", stdout=out)
    assert out.getvalue() == "25 games counted.\n"
    assert rows() == before


def test_what_somebody_changed_by_hand_is_put_right(
    ended: Ended, alice: Person, bob: Person
) -> None:
    ended([alice], [bob], places=[1, 2])
    rate_finished_games(now=NOW)
    before = rows()
    RatingChange.objects.update(mu_after=99)
    Rating.objects.update(mu=99, games=12)
    call_command("recompute_ratings", stdout=StringIO())
    assert rows() == before


def test_everybody_begins_in_the_middle_and_the_margin_is_shown() -> None:
    assert str(displayed_rating(Skill())) == "1500 ± 400"
    shown = displayed_rating(Skill(30.0, 2.0))
    assert (shown.points, shown.margin) == (1620, 96)
