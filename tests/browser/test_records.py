"""Files of records and the check of a stranger's record, in a browser."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.utils.timezone import now
from playwright.sync_api import Page, expect

from games.common.work import COLLECTIONS
from games.notifications.leases import make_due
from games.people.models import Person
from games.tables.models import Game
from tests.paths import GOLDEN

Violations = Callable[[Page], list[Any]]
Picture = Callable[[Page, str], Path]
OCTOBER = datetime(2026, 10, 9, 10, 30, tzinfo=UTC)


@pytest.fixture
def looked_at(violations: Violations, picture: Picture) -> Callable[[Page, str], None]:
    """Look at a page at two widths, by day and by night."""

    def look(page: Page, name: str) -> None:
        for width in (320, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                picture(page, f"{name}-{width}-{scheme}")
                assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width

    return look


def test_a_stranger_uploads_a_record_and_steps_through_it(
    page: Page, looked_at: Callable[[Page, str], None]
) -> None:
    page.goto("/")
    page.get_by_role("link", name="Records of games").click()
    page.get_by_role("link", name="Check a record").click()
    data = (GOLDEN / "japan-2-final-round.jsonl").read_bytes()
    forged = data.replace(b'"card":"red"', b'"card":"blue"', 1)
    page.get_by_label("Record").set_input_files(
        {"name": "forged.jsonl", "mimeType": "text/plain", "buffer": forged}
    )
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("alert")).to_contain_text("This record does not add up.")
    expect(page.get_by_role("alert")).to_contain_text("Line ")
    looked_at(page, "record-faults")
    page.get_by_label("Record").set_input_files(
        {"name": "game.jsonl", "mimeType": "text/plain", "buffer": data}
    )
    page.get_by_role("button", name="Check it").click()
    expect(page.locator("#messages")).to_contain_text("The record adds up")
    page.get_by_role("link", name="Next step").click()
    expect(page.locator("[data-fact=seq]").first).not_to_have_text("0")
    page.get_by_role("link", name="End", exact=True).click()
    expect(page.get_by_role("heading", name="Final scores")).to_be_visible()
    looked_at(page, "record-replay")
    page.goto("/records/check/")
    looked_at(page, "record-check")
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("#messages")).to_contain_text("deleted")


def test_my_games_come_as_a_file_without_the_page_being_loaded_again(
    page: Page,
    played: Game,
    alice: Person,
    log_in: Callable[..., None],
    looked_at: Callable[[Page, str], None],
) -> None:
    Game.objects.filter(pk=played.pk).update(rated=True, ended_at=OCTOBER)
    log_in(alice)
    page.goto(f"/people/{alice.name}/")
    page.get_by_role("link", name=f"Records {alice.name}").click()
    page.get_by_role("button", name="Make the file").click()
    expect(page.get_by_text("Waiting for its turn")).to_be_visible()
    page.evaluate("window.sameDocument = true")
    assert make_due(COLLECTIONS, now=now()) == 2
    expect(page.get_by_role("link", name="Download", exact=True)).to_be_visible(timeout=20_000)
    assert page.evaluate("window.sameDocument")
    looked_at(page, "records-of-player")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download", exact=True).click()
    assert download.value.suggested_filename == "night-mail-records.zip"
    page.goto("/records/")
    expect(page.get_by_role("link", name="2026-10")).to_be_visible()
    looked_at(page, "records-months")
