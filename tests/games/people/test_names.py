from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from games.people import names


@pytest.mark.parametrize("name", ["Al", "Jean-Luc d'Arc", "Ζωή", "山田 太郎", "R2.D2"])
def test_these_names_are_fine(name: str) -> None:
    names.validate_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "x" * 31,
        "a@example.org",
        "Eve  Two",
        " Eve",
        "Eve\u202e",
        "<b>Eve</b>",
        "1234",
        "--",
        "a_b",
    ],
)
def test_these_names_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        names.validate_name(name)


@pytest.mark.parametrize("twin", ["alice", "ALICE", "A l i c e", "Álicé", "A1ice", "аlісе"])
def test_a_look_alike_has_the_same_key(twin: str) -> None:
    assert names.name_key(twin) == names.name_key("Alice")


def test_other_names_have_other_keys() -> None:
    assert len({names.name_key(name) for name in ["Alice", "Alicia", "Bob", "Rob", "Dana"]}) == 5
