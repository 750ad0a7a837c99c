from __future__ import annotations

import pytest

from tools import messages

CATALOGUES = sorted((messages.ROOT / "locale").rglob("*.po"))


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_every_text_is_translated_and_none_is_left_over(language: str) -> None:
    problems = messages.problems(language)
    assert not problems, f"{len(problems)} problems; run: make messages, then translate"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_the_compiled_catalogue_is_fresh(path: messages.Path) -> None:
    is_fresh = path.with_suffix(".mo").read_bytes() == messages.compiled(path)
    assert is_fresh, "run: make messages"
