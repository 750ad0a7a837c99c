"""The page of fair play, the links to it, and reports and decisions that name its lines."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.common.errors import Refused
from games.leagues.models import Division
from games.lobby import GameOptions, create_game
from games.moderation.fair_play import FairPlayLine
from games.moderation.models import AuditEntry, Report
from games.moderation.sanctions import warn
from games.people.models import Person
from games.tables.models import Game
from games.talk.messages import post_message
from tests.fixtures.games import NOW
from tests.fixtures.mail import Inbox, prose_of
from tests.games.moderation.conftest import WHY

LINK = 'href="/fair-play/'


@pytest.mark.parametrize(("language", "headline"), [("en", "Fair play"), ("nl", "Eerlijk spel")])
def test_the_page_has_an_anchor_for_each_line(browse, db, language: str, headline: str) -> None:
    page = browse().get("/fair-play/", headers={"accept-language": language}).content.decode()
    assert f"<h1>{headline}</h1>" in page
    assert re.findall(r'<li id="([a-z-]+)">', page) == FairPlayLine.values


def main_of(page: str) -> str:
    """A page without its foot, which links to fair play everywhere."""
    assert LINK in page.partition('<footer class="site-foot">')[2]
    return page.partition('<footer class="site-foot">')[0]


def test_where_one_signs_up_or_joins_the_page_is_linked(
    browse, bob: Person, alice: Person, division: Division, game: Game
) -> None:
    table = create_game(organiser=alice, options=GameOptions(board="usa", seats=3), now=NOW)
    season = division.season
    paths = ["/lobby/", "/leagues/", "/rules/", "/learn/", f"/games/{game.code}/",
             reverse("season", args=[season.league.slug, season.number])]  # fmt: skip
    for path in ("/accounts/signup/", *paths):
        assert LINK in main_of(browse().get(path).content.decode()), path
    dana = Person.objects.create_user("d@example.org", "Dana")
    assert LINK in main_of(browse(dana).get(f"/games/{table.code}/join/").content.decode())


def test_a_report_names_the_line_and_so_does_the_page_of_moderators(
    browse, alice: Person, bob: Person, mona: Person
) -> None:
    form = {"kind": "player", "text": "It moves like a machine.", "line": "programs"}
    browse(alice).post("/people/Bob/report/", form)
    browse(alice).post("/people/Bob/report/", {**form, "line": "advice"})
    assert list(Report.objects.values_list("line", flat=True)) == ["programs", "advice"]
    refused = browse(alice).post("/people/Bob/report/", {**form, "line": "luck"})
    assert refused.status_code == 422
    client = browse(mona)
    assert "No bots and no search" in client.get("/moderation/").content.decode()
    first = Report.objects.earliest("pk")
    page = client.get(f"/moderation/reports/{first.pk}/").content.decode()
    assert '<a href="/fair-play/#programs">No bots and no search</a>' in page
    # The form begins with the line of the latest report.
    person = client.get("/moderation/people/Bob/").content.decode()
    assert '<option value="advice" selected>3. No advice from others</option>' in person


def test_a_report_of_a_message_names_the_line(
    browse, game: Game, alice: Person, bob: Person
) -> None:
    message = post_message(game=game, person=bob, text="Take Denver, partner.", now=NOW)
    path = f"/games/{game.code}/talk/{message.pk}/report/"
    assert '<option value="partners">' in browse(alice).get(path).content.decode()
    browse(alice).post(path, {"text": "He passes on what he holds.", "line": "luck"})
    assert not Report.objects.exists()
    browse(alice).post(path, {"text": "He passes on what he holds.", "line": "partners"})
    assert Report.objects.get().line == "partners"


def test_the_mail_about_a_decision_names_the_line_that_was_broken(
    browse, bob: Person, mona: Person, inbox: Inbox
) -> None:
    form = {"do": "suspend", "suspend-reason": "", "reason": WHY, "line": "accounts"}
    browse(mona).post("/moderation/people/Bob/", form)
    entry = AuditEntry.objects.get()
    assert entry.data["line"] == "accounts"
    [mail] = inbox(bob)
    assert "It is about this line of fair play: One person, one account." in prose_of(mail)
    link = re.search(r"(/appeal/\S+)", prose_of(mail))
    assert link
    page = browse().get(link[1]).content.decode()
    assert "/fair-play/#accounts" in page
    assert "One person, one account" in browse(mona).get("/moderation/people/Bob/").content.decode()


def test_a_decision_names_no_line_that_is_not_there(bob: Person, mona: Person) -> None:
    with pytest.raises(Refused, match="line of fair play"):
        warn(actor=mona, person=bob, reason=WHY, line="luck", now=NOW)
    assert not AuditEntry.objects.exists()
