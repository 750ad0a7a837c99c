"""Plans by mail: given, shown, paused and cancelled. The delivery log says nothing of any of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine.plans.model import Plan
from engine.text.lexicon import Lexicon, clip
from engine.text.plan_lines import example_line
from engine.text.plans import (
    MOST_LINES,
    after_plan_word,
    asked_of_plan,
    begins_plan,
    check_plan_line,
    read_plan,
)
from games import log
from games.common.dates import DateFormat, format_datetime
from games.common.errors import Refused
from games.inbound.answers import InboundResult, not_understood
from games.inbound.commands import LONGEST_RUN, Unclear, doubt_below, tidied
from games.inbound.courtesy import after_greeting, before_courtesy, is_courtesy
from games.inbound.models import InboundOutcome
from games.inbound.privacy import explain_error
from games.language.lexicon import lexicon_for
from games.people.models import MailPrivacy, Person
from games.plans.giving import (
    AsksAtOnce,
    give,
    pause_plan,
    plan_of,
    resume_plan,
)
from games.plans.models import PlanFate, SeatPlan
from games.plans.texts import asks_now, preview_of, text_of, why_of
from games.plans.usual import usual_answers
from games.tables.models import Seat

NO_LINE: Final = frozenset({"plan.line", "plan.empty"})
"""Errors of texts that are like no line of a plan."""
MARK: Final = re.compile(r"(?:[-–•]|\d{1,2}[.)])\s+")
"""The mark of a list before a line."""


def plan_in(lines: Sequence[str], lexicon: Lexicon) -> list[str] | None:
    """The lines of a reply from the word for a plan on; None where it begins with another one."""
    lines = [MARK.sub("", line, count=1) if MARK.match(line) else line for line in tidied(lines)]
    for place, line in enumerate(lines):
        if left := after_greeting(line):
            return [left, *lines[place + 1 :]] if begins_plan(left, lexicon) else None
    return None


def answer_plan(
    lines: Sequence[str], *, seat: Seat, person: Person, view: engine.View, now: datetime
) -> InboundResult:
    """Do what the lines of :func:`plan_in` say: give a plan, show it, pause it or let it go on."""
    reply = _Reply(seat, person, view, now)
    try:
        return replace(reply.answer(lines), discreet=True)
    except engine.InvalidAction as error:
        reason = explain_error(error, person=person, board=view.board)
        problem = not_understood(reason, detail="hand")
        problem = replace(problem, legible=error.message not in NO_LINE)
    except Unclear as error:
        problem = not_understood(str(error), detail="hand")
    except Refused as error:
        reason = str(error)
        if isinstance(error, AsksAtOnce) and not reply.full:
            reason = _("The plan would ask you at once. The page of the game says why.")
        headline = _("This is not possible, so nothing was done.")
        problem = replace(not_understood(reason, detail="hand"), headline=headline)
    return replace(problem, choices=[example_of_plan(view, reply.lexicon)], discreet=True)


def example_of_plan(view: engine.View, lexicon: Lexicon) -> str:
    """A short plan in one line."""
    return f"{lexicon.phrases['plan'][0]}: {example_line(view, lexicon)}"


def commands_of_plans(view: engine.View, lexicon: Lexicon) -> list[str]:
    """What can be written about plans, for the list of all commands."""
    plan, pause, go_on = (lexicon.phrases[key][0] for key in ("plan", "pause", "go_on"))
    return [example_of_plan(view, lexicon), f"{plan} · {plan} {pause} · {plan} {go_on}"]


class _Reply:
    """One reply about the plan of a seat."""

    def __init__(self, seat: Seat, person: Person, view: engine.View, now: datetime) -> None:
        self.seat, self.person, self.view, self.now = seat, person, view, now
        self.lexicon = lexicon_for(person.language)
        self.full = person.mail_privacy == MailPrivacy.FULL

    def answer(self, lines: Sequence[str]) -> InboundResult:
        head = after_plan_word(lines[0], self.lexicon) or ""
        if asked := asked_of_plan(head, self.lexicon):
            self._refuse_doubts(lines[1:])
            return self._go_on() if asked == "go_on" else self._pause()
        found, rest = self._split([head, *lines[1:]] if head else lines[1:])
        self._refuse_doubts(rest)
        if not found:
            return self._show()
        text = "\n".join([self.lexicon.phrases["plan"][0], *found])
        usual = usual_answers(self.person)
        return self._give(read_plan(text, self.view, self.lexicon, usual))

    def _split(self, lines: Sequence[str]) -> tuple[list[str], list[str]]:
        """The lines of the plan, and those below its end.

        :raises InvalidAction: for a line that ends no letter, and is none of a plan.
        """
        found: list[str] = []
        place, apart = 0, False
        while place < len(lines):
            line = lines[place]
            if len(found) > MOST_LINES:
                raise engine.InvalidAction("plan.too_long", most=MOST_LINES)
            if not line:
                apart = True
            elif run := self._run(lines[place:]):
                found.append(" ".join(run))
                place += len(run) - 1
                apart = False
            elif ended := self._before_courtesy(line):
                return [*found, ended], list(lines[place + 1 :])
            elif is_courtesy(line, self.person.name):
                return found, list(lines[place:])
            else:
                error = self._error(line)
                assert error is not None
                if not (found and apart) or error.message not in NO_LINE:
                    raise error
                return found, list(lines[place:])
            place += 1
        return found, []

    def _run(self, lines: Sequence[str]) -> list[str]:
        """The first of some lines that are one of a plan, which a mail program may have broken."""
        for end in range(min(LONGEST_RUN, len(lines)), 0, -1):
            part = list(lines[:end])
            if all(part) and self._error(" ".join(part)) is None:
                return part
        return []

    def _before_courtesy(self, line: str) -> str:
        ends = before_courtesy(line, self.person.name)
        return next((part for part in ends if self._error(part) is None), "")

    def _error(self, line: str) -> engine.InvalidAction | None:
        try:
            check_plan_line(line, self.view, self.lexicon)
        except engine.InvalidAction as error:
            return error
        return None

    def _refuse_doubts(self, lines: Sequence[str]) -> None:
        """Refuse lines below the end that may change what is above them.

        :raises Unclear: if there is one.
        """
        meant = next((line for line in lines if line and self._error(line) is None), "")
        doubt = meant or doubt_below(
            lines, view=self.view, lexicon=self.lexicon, name=self.person.name
        )
        if doubt:
            raise Unclear(
                _(
                    "“%(text)s”, further down, may change your plan. If you mean the plan as it "
                    "is, send it on its own, one line below the other."
                )
                % {"text": clip(doubt)}
            )

    def _give(self, plan: Plan) -> InboundResult:
        stored = give(
            game=self.seat.game,
            seat=self.seat.number,
            person=self.person,
            plan=plan,
            by_mail=True,
            now=self.now,
        )
        result = self._shown(stored, _("Your plan is in place. Nobody else can see it."))
        return replace(result, reason=result.reason or self._begins())

    def _begins(self) -> str:
        """When a plan begins that was given a moment ago."""
        words = {
            "cancel": self.lexicon.word("cancel"),
            "pause": f"{self.lexicon.phrases['plan'][0]} {self.lexicon.phrases['pause'][0]}",
        }
        if self.seat.plan_due_at is None:
            return (
                _(
                    "It begins when you are next to decide. Write “%(pause)s” to pause it, or "
                    "“%(cancel)s” to cancel it."
                )
                % words
            )
        words["at"] = format_datetime(self.seat.plan_due_at, DateFormat.TIME)
        return (
            _(
                "It begins at %(at)s. Until then, you can make the move yourself. Write "
                "“%(pause)s” to pause it, or “%(cancel)s” to cancel it."
            )
            % words
        )

    def _pause(self) -> InboundResult:
        plan = self._plan()
        if plan is None or not plan.lasts:
            return self._none()
        pause_plan(game=self.seat.game, seat=self.seat.number, person=self.person, now=self.now)
        self.seat.refresh_from_db()
        return self._show()

    def _go_on(self) -> InboundResult:
        stored = resume_plan(
            game=self.seat.game, seat=self.seat.number, person=self.person, now=self.now
        )
        return self._shown(stored, _("Your plan goes on."))

    def _show(self) -> InboundResult:
        plan = self._plan()
        if plan is None:
            return self._none()
        if not plan.lasts:
            headline = _("You have an order in this game.")
        elif plan.fate == PlanFate.STANDING:
            headline = _("Your plan is in place. Nobody else can see it.")
        elif plan.fate == PlanFate.PAUSED:
            headline = _("Your plan rests until you let it go on.")
        else:
            headline = _("Your plan asks you.")
        return self._shown(plan, headline)

    def _plan(self) -> SeatPlan | None:
        return plan_of(self.seat, self.person)

    def _none(self) -> InboundResult:
        return InboundResult(
            InboundOutcome.ANSWERED,
            _("You have no plan in this game."),
            reason=_(
                "Write “%(plan)s”, and what you are after on the lines below it: one aim a line, "
                "how to draw, and when to ask you."
            )
            % {"plan": self.lexicon.phrases["plan"][0]},
            choices=[example_of_plan(self.view, self.lexicon)],
        )

    def _shown(self, plan: SeatPlan, headline: str) -> InboundResult:
        """A plan as it is stored, what it asks, and what it would do; below full privacy a link."""
        self.seat.refresh_from_db()
        result = InboundResult(InboundOutcome.ANSWERED, headline)
        if not self.full:
            return replace(result, reason=_("The page of the game shows it."))
        # Read again: a plan that goes on may have moved.
        view = engine.view(log.load(self.seat.game), self.seat.number)
        result = replace(result, plan=text_of(plan, view, self.lexicon).split("\n"))
        if asks_now(plan, self.seat):
            return replace(result, reason=why_of(plan, self.seat, view, self.lexicon))
        preview = preview_of(plan, self.seat, view, self.lexicon, now=self.now)
        return replace(result, preview=preview)
