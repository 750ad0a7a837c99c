"""Who wishes so is asked before a card is drawn; everybody else draws with one press."""

from __future__ import annotations

import re

from games import log
from games.people.models import Person


def test_a_card_is_drawn_only_after_a_yes(red_hand, browse, alice):
    page = browse(alice).get(f"/games/{red_hand.code}/").content.decode()
    assert 'name="action"' in page[page.index('class="draws"') - 200 :]
    Person.objects.filter(pk=alice.pk).update(confirm_draws=True)
    alice.refresh_from_db()
    reader = browse(alice)
    before = log.load(red_hand).seq
    page = reader.get(f"/games/{red_hand.code}/").content.decode()
    form = re.search(r'<form method="get" action="([^"]+)" class="draws">(.*?)</form>', page, re.S)
    assert form
    assert 'name="source" value="blind"' in form[2]
    assert "csrf" not in form[2]
    asked = reader.get(form[1], {"do": "draw", "source": "blind"}).content.decode()
    assert "Your move, not made yet" in asked
    assert log.load(red_hand).seq == before


def test_it_is_a_setting(browse, alice):
    reader = browse(alice)
    assert 'name="confirm_draws"' in reader.get("/settings/").content.decode()
    reader.post(
        "/settings/",
        {"name": "Alice", "language": "en", "timezone": "Europe/Amsterdam", "theme": "auto",
         "mail_privacy": "full", "confirm_draws": "on"},
    )  # fmt: skip
    alice.refresh_from_db()
    assert alice.confirm_draws
