from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
VARIABLE = re.compile(r"\b(?:NIGHT_MAIL|DATABASE)_[A-Z_]*[A-Z]\b")


def variables(*paths: Path) -> set[str]:
    return {name for path in paths for name in VARIABLE.findall(path.read_text())}


def test_the_page_for_operators_names_every_variable_and_no_other() -> None:
    read = variables(*(ROOT / "ttr_site").glob("*.py"))
    told = variables(ROOT / "docs" / "operations.md")
    assert read == told


def test_the_compose_file_sets_only_variables_that_are_read() -> None:
    read = variables(*(ROOT / "ttr_site").glob("*.py"))
    assert variables(ROOT / "docker-compose.yml", ROOT / "Dockerfile") <= read
