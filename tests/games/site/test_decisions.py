"""Decisions: one form, links that lead somewhere, and code that cites each of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.paths import ROOT

FOLDER = ROOT / "docs/decisions"
PAGES = {int(page.name[:4]): page for page in FOLDER.glob("*.md")}
CITED = re.compile(r"\b[Dd]ecisions? (\d+)\b(?: and (\d+)\b)?")
LINK = re.compile(r"decisions/(\d{4}-[\w-]+\.md)")


def sources(*suffixes: str) -> list[Path]:
    """The files of code, or texts, with these suffixes."""
    files = [ROOT / "tests/selection.py", *ROOT.glob("*.md")]
    for folder in ("engine", "games", "ttr_site", "tools", "tests/fixtures", "docs", "deploy"):
        files += (ROOT / folder).rglob("*.*")
    return [file for file in files if file.suffix in suffixes]


def cited(files: list[Path]) -> set[int]:
    """The numbers of the decisions that these files cite."""
    texts = (file.read_text(encoding="utf-8") for file in files)
    return {
        int(number) for text in texts for one in CITED.findall(text) for number in one if number
    }


@pytest.mark.parametrize("number", sorted(PAGES))
def test_a_decision_says_what_why_and_at_what_price(number: int) -> None:
    text = PAGES[number].read_text(encoding="utf-8")
    assert text.startswith(f"# {number}. "), "The heading is `# N. Subject`."
    order = [text.find(f"\n**{part}") for part in ("Decision", "Why.**", "Price.**")]
    assert -1 not in order
    assert order == sorted(order)
    assert len(text) < 6_000, "A page fits on two screens."


def test_code_cites_every_decision() -> None:
    assert set(PAGES) <= cited(sources(".py"))


def test_every_decision_that_is_cited_exists() -> None:
    assert cited(sources(".py", ".md", ".conf")) <= set(PAGES)


def test_links_to_decisions_lead_to_pages() -> None:
    names = {page.name for page in PAGES.values()}
    for file in sources(".md", ".py"):
        linked = set(LINK.findall(file.read_text(encoding="utf-8")))
        assert linked <= names, file
    for page in PAGES.values():
        beside = set(re.findall(r"\]\((\d{4}-[\w-]+\.md)\)", page.read_text(encoding="utf-8")))
        assert beside <= names, page
