"""What people write is read, and what their mail programs quote is not."""

from __future__ import annotations

import pytest

import engine
from engine.text.parse import Actions, Command
from games.inbound.body import text_of
from games.inbound.commands import Unclear, read_commands
from games.inbound.quotes import lines_above_quote
from games.language.lexicon import lexicon_for
from tests.engine.text.test_commands_page import view_for
from tests.games.inbound.corpus import PROGRAMS, Case, Program, cases

LANGUAGES = ("en", "nl")


def reading(raw: bytes, command: str, lang: str) -> Command | str:
    """Return what a reply is read as, or why it is not."""
    view = view_for(command or "draw blind")
    try:
        return read_commands(
            lines_above_quote(text_of(raw)), view=view, lexicon=lexicon_for(lang), name="Alice"
        )
    except engine.InvalidAction as error:
        return error.message
    except Unclear as error:
        return str(error)


def expected(case: Case, lang: str) -> Command | str:
    if not case.commands:
        return "command.empty"
    return engine.parse_command(case.commands, view_for(case.commands), lexicon_for(lang))


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_replies_are_read_as_they_were_meant(program: Program, lang: str) -> None:
    wrong = {
        case.name: got
        for case in cases(program, lang)
        if (got := reading(case.raw, case.commands, lang)) != expected(case, lang)
    }
    assert wrong == {}


@pytest.mark.slow
def test_the_corpus_is_large() -> None:
    every = [case for program in PROGRAMS for lang in LANGUAGES for case in cases(program, lang)]
    assert len(every) >= 500
    assert len({case.raw for case in every}) >= 500


@pytest.mark.parametrize(
    "text",
    [
        "I think I draw blind",
        "draw blind\nno, wait: draw red",
        "draw blind\n\nor shall I\n\ndraw red",
        "pass on my regards to Bob",
        "Take care!",
        "keep up the good work",
        "show me what you have",
        "Ticket sales are up",
        "draw blind, if you please, or red",
        "Sorry, no time. Can you pass for me?",
        "houd je taai",
        "trek je er niets van aan",
        "T",
        "k\n\nNight Mail wrote something",
    ],
)
def test_prose_is_no_move(text: str) -> None:
    for lang in LANGUAGES:
        assert not isinstance(reading(text_mail(text), "draw blind", lang), Actions)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("draw blind\nAlice", "draw blind"),
        ("draw blind\nCheers, A.", "draw blind"),
        ("*draw blind*", "draw blind"),
        ("Hello,\ndraw red\n\n\ndraw blind\n\nA nice game, this.", "draw red; draw blind"),
        ("draw blind\n\nTake care!\nAlice", "draw blind"),
        ("draw blind\n\nOutlook for Android", "draw blind"),
        ("draw blind\n\nGet Outlook for iOS<https://aka.ms/o0ukef>", "draw blind"),
        ("draw blind\n\nVerzonden vanuit Mail voor Windows", "draw blind"),
    ],
)
def test_what_surrounds_a_move_does_not_matter(text: str, command: str) -> None:
    view = view_for(command)
    assert reading(text_mail(text), command, "en") == engine.parse_command(command, view)


def text_mail(text: str) -> bytes:
    return f"Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n".encode()
