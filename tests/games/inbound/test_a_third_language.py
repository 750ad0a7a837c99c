"""A folder adds a language: commands, courtesies, doubts and quotes in it are read."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from engine.events import CardDrawn, CardTaken
from games import log
from games.inbound import languages
from games.inbound.invitations import InvitationAnswer, Says, read_answer
from games.inbound.models import InboundOutcome
from games.inbound.quotes import lines_above_quote
from games.language import lexicon
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.replies import Reply
from tests.paths import ROOT

Turn = tuple[Game, object]


@pytest.fixture
def esperanto(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The languages of the site, and Esperanto beside them."""
    catalogues = shutil.ignore_patterns("LC_MESSAGES")
    for source in (ROOT / "locale", ROOT / "tests/fixtures/languages"):
        shutil.copytree(source, tmp_path, dirs_exist_ok=True, ignore=catalogues)
    folders = settings.LOCALE_PATHS
    settings.LOCALE_PATHS = [tmp_path, *folders]
    monkeypatch.setattr(lexicon, "WORDS", lexicon.words_of_folders())
    importlib.reload(languages)
    yield
    settings.LOCALE_PATHS = folders
    importlib.reload(languages)


@pytest.mark.usefixtures("esperanto")
def test_a_move_in_it_is_made_whatever_the_mail_program_adds(
    turn: Turn, alice: Person, send: Reply
) -> None:
    game, mail = turn
    Person.objects.filter(pk=alice.pk).update(language="eo")
    before = log.load(game).seq
    text = (
        "Saluton ĉiuj,\n\nprenu blinde, poste prenu el la staplo, mi petas\n\n"
        "Ĝis revido,\nAlice\n\n"
        "Sendita per mia poŝtelefono\n\nJe 20 nov 2026 10:00, Night Mail skribis:"
    )
    assert send(mail, text).outcome == InboundOutcome.PLAYED
    drawn = [one.event for one in log.events(game, after=before)]
    assert sum(isinstance(event, CardDrawn | CardTaken) for event in drawn) == 2


@pytest.mark.usefixtures("esperanto")
@pytest.mark.parametrize("below", ["Ne, atendu!", "Se Bob konsentas", "Ruĝa estas pli bona"])
def test_a_doubt_in_it_keeps_a_move_from_being_made(turn: Turn, send: Reply, below: str) -> None:
    """The writer's language is English: doubts are looked for in all languages."""
    received = send(turn[1], f"draw blind, then blind\n\n{below}")
    assert received.outcome == InboundOutcome.UNREADABLE


@pytest.mark.usefixtures("esperanto")
def test_its_headers_of_a_quote_and_its_answers_to_invitations_are_known() -> None:
    quoted = "Bone!\n\nDe: Bob\nDato: 20.11.2026\nTemo: Via vico\n\nVia vico"
    assert lines_above_quote(quoted) == ["Bone!"]
    assert read_answer(["Saluton,", "", "Mi aliĝas!"]) == InvitationAnswer(Says.JOIN)
    assert read_answer(["Ne, dankon"]) == InvitationAnswer(Says.DECLINE)


@pytest.mark.parametrize("below", ["Atendu!", "Amike"])
def test_without_the_folder_its_words_are_those_of_no_language(
    turn: Turn, send: Reply, below: str
) -> None:
    """And a word of no language changes no move."""
    assert send(turn[1], f"draw blind, then blind\n\n{below}").outcome == InboundOutcome.PLAYED
