from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from games.people.models import Person


def test_two_people_cannot_look_alike(alice: Person) -> None:
    with pytest.raises(ValidationError):
        Person.objects.create_user("other@example.org", "A1ice")


def test_an_address_belongs_to_one_person_whatever_its_case(alice: Person) -> None:
    with pytest.raises(ValidationError):
        Person.objects.create_user("ALICE@example.org", "Zoe")


def test_a_person_is_shown_by_name_and_never_by_address(alice: Person) -> None:
    assert str(alice) == alice.get_full_name() == alice.get_short_name() == "Alice"


def test_a_time_zone_must_exist(db: None) -> None:
    with pytest.raises(ValidationError):
        Person.objects.create_user("a@example.org", "Zoe", timezone="Europe/Atlantis")
