from __future__ import annotations

from io import BytesIO

import pytest
from babel.messages.extract import extract

from tools import messages

CATALOGUES = sorted((messages.ROOT / "locale").rglob("*.po"))


def test_the_same_texts_are_found_by_every_python_f_strings_included() -> None:
    module = """f'<b>{_("Claim")}</b> {ngettext("a mail", "mails", 2)}' + pgettext("a song", 'Night'
        ' Mail') + _(variable) + _(f"{not_a_text}")"""
    found = extract(messages.in_python, BytesIO(module.encode()), messages.KEYWORDS)
    assert {(texts, context) for _line, texts, _comments, context in found} == {
        ("Claim", None),
        (("a mail", "mails"), None),
        ("Night Mail", "a song"),
    }


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_every_text_is_translated_and_none_is_left_over(language: str) -> None:
    problems = messages.problems(language)
    assert not problems, f"{len(problems)} problems; run: make messages, then translate"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: "-".join(path.parts[-4:-2]))
def test_the_compiled_catalogue_is_fresh(path: messages.Path) -> None:
    is_fresh = path.with_suffix(".mo").read_bytes() == messages.compile_catalogue(path)
    assert is_fresh, "run: make messages"
