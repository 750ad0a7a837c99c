"""The files with the sentences of decisions."""

from __future__ import annotations

from games.moderation.models import ModerationAction
from games.moderation.sentences import SENTENCES
from games.web.admin.leagues import ENTRY_DECISIONS
from games.web.leagues.decision_forms import LEAGUE_DECISIONS, SEASON_DECISIONS
from games.web.moderation.decision_forms import TEXTS
from games.web.moderation.game_decision_forms import GAME_DECISIONS
from games.web.moderation.views_person import CLUB_DECISIONS, PERSON_DECISIONS

NO_ACTIONS = {"conflict", "dates"}
VARIANTS = {"archived_alone", "plays_on", "in_place_of"}
ALL = (
    *(GAME_DECISIONS, SEASON_DECISIONS, ENTRY_DECISIONS),
    *(LEAGUE_DECISIONS, PERSON_DECISIONS, CLUB_DECISIONS),
)


def test_every_sentence_is_about_an_action() -> None:
    keys = {key for part, rows in SENTENCES.items() if part not in NO_ACTIONS for key in rows}
    assert keys - VARIANTS <= set(ModerationAction.values)


def test_every_decision_has_its_texts_and_no_others_are_kept() -> None:
    forms = [form for decisions in ALL for form in decisions.values()]
    assert {form.part for form in forms} == set(TEXTS)
    assert all(form.label for form in forms)
    assert {name for rows in TEXTS.values() for name in rows} == {"title", "description", "button"}
