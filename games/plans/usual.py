"""What a person's plans answer where their text says nothing."""

from __future__ import annotations

from typing import Final

from engine.plans.model import Answers, decode_answers, encode_answers
from games.people.models import Person
from games.plans.models import UsualAnswers

# Of the reasons to ask only these mean the same on every board and at every time.
USUAL_STOPS: Final = frozenset(
    {"aim_lost", "aim_done", "few_trains", "locomotive_face_up", "cards_in_hand", "shuffled",
     "after_turns", "wrote"}
)  # fmt: skip


def usual_answers(person: Person) -> Answers | None:
    """The answers that a person has saved for their plans, None where there are none."""
    stored = UsualAnswers.objects.filter(person=person).first()
    return None if stored is None else decode_answers(stored.answers)


def plays_on_vacation(person: Person) -> bool:
    """Whether a person's plans play on while the person is on vacation."""
    return UsualAnswers.objects.filter(person=person, on_vacation=True).exists()


def save_usual_answers(*, person: Person, answers: Answers, on_vacation: bool = False) -> None:
    """Save what a person's plans answer where their text says nothing, and whether they play on
    while the person is on vacation.
    """
    stored = encode_answers(answers)
    # A date that was named once would stop every later plan.
    stored["stops"] = [rule for rule in stored["stops"] if rule["type"] in USUAL_STOPS]
    UsualAnswers.objects.update_or_create(
        person=person, defaults={"answers": stored, "on_vacation": on_vacation}
    )
