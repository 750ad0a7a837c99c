"""Plans by mail: given, shown, paused and cancelled. The delivery log says nothing of any of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
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
from games.inbound.reply import Reply
from games.plans.giving import AsksAtOnce, give, pause_plan, plan_of, resume_plan
from games.plans.models import PlanFate, SeatPlan
from games.plans.texts import asks_now, preview_of, text_of, why_of
from games.plans.usual import usual_answers

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


def answer_plan(reply: Reply, lines: Sequence[str]) -> InboundResult:
    """Do what the lines of :func:`plan_in` say: give a plan, show it, pause it or let it go on."""
    try:
        return replace(_carry_out(lines, reply), discreet=True)
    except engine.InvalidAction as error:
        problem = not_understood(reply.explain(error), detail="hand")
        problem = replace(problem, legible=error.message not in NO_LINE)
    except Unclear as error:
        problem = not_understood(str(error), detail="hand")
    except Refused as error:
        reason = str(error)
        if isinstance(error, AsksAtOnce) and not reply.full:
            reason = _("The plan would ask you at once. The page of the game says why.")
        headline = _("This is not possible, so nothing was done.")
        problem = replace(not_understood(reason, detail="hand"), headline=headline)
    return replace(problem, choices=[example_of_plan(reply.view, reply.lexicon)], discreet=True)


def example_of_plan(view: engine.View, lexicon: Lexicon) -> str:
    """A short plan in one line."""
    return f"{lexicon.phrases['plan'][0]}: {example_line(view, lexicon)}"


def commands_of_plans(view: engine.View, lexicon: Lexicon) -> list[str]:
    """What can be written about plans, for the list of all commands."""
    plan, pause, go_on = (lexicon.phrases[key][0] for key in ("plan", "pause", "go_on"))
    return [example_of_plan(view, lexicon), f"{plan} · {plan} {pause} · {plan} {go_on}"]


def _carry_out(lines: Sequence[str], reply: Reply) -> InboundResult:
    lexicon = reply.lexicon
    head = after_plan_word(lines[0], lexicon) or ""
    if asked := asked_of_plan(head, lexicon):
        _refuse_doubts(lines[1:], reply)
        return _go_on(reply) if asked == "go_on" else _pause(reply)
    found, rest = _split([head, *lines[1:]] if head else lines[1:], reply)
    _refuse_doubts(rest, reply)
    if not found:
        return _show(reply)
    text = "\n".join([lexicon.phrases["plan"][0], *found])
    return _give(read_plan(text, reply.view, lexicon, usual_answers(reply.person)), reply)


def _split(lines: Sequence[str], reply: Reply) -> tuple[list[str], Sequence[str]]:
    """The lines of the plan, and those below its end.

    :raises InvalidAction: for a line that ends no letter, and is none of a plan.
    """
    found: list[str] = []
    name = reply.person.name
    place, apart = 0, False
    while place < len(lines):
        line = lines[place]
        if len(found) > MOST_LINES:
            raise engine.InvalidAction("plan.too_long", most=MOST_LINES)
        if not line:
            apart = True
        elif run := _run(lines[place:], reply):
            found.append(" ".join(run))
            place += len(run) - 1
            apart = False
        elif ended := next(
            (end for end in before_courtesy(line, name) if _is_line(end, reply)), ""
        ):
            return [*found, ended], lines[place + 1 :]
        elif is_courtesy(line, name):
            return found, lines[place:]
        else:
            try:
                check_plan_line(line, reply.view, reply.lexicon)
            except engine.InvalidAction as error:
                if not (found and apart) or error.message not in NO_LINE:
                    raise
            return found, lines[place:]
        place += 1
    return found, []


def _run(lines: Sequence[str], reply: Reply) -> Sequence[str]:
    """The first of some lines that are one of a plan, which a mail program may have broken."""
    for end in range(min(LONGEST_RUN, len(lines)), 0, -1):
        if all(lines[:end]) and _is_line(" ".join(lines[:end]), reply):
            return lines[:end]
    return []


def _is_line(text: str, reply: Reply) -> bool:
    try:
        check_plan_line(text, reply.view, reply.lexicon)
    except engine.InvalidAction:
        return False
    return True


def _refuse_doubts(lines: Sequence[str], reply: Reply) -> None:
    """Refuse lines below the end that may change what is above them.

    :raises Unclear: if there is one.
    """
    meant = next((line for line in lines if line and _is_line(line, reply)), "")
    doubt = meant or doubt_below(
        lines, view=reply.view, lexicon=reply.lexicon, name=reply.person.name
    )
    if doubt:
        raise Unclear(
            _(
                "“%(text)s”, further down, may change your plan. If you mean the plan as it "
                "is, send it on its own, one line below the other."
            )
            % {"text": clip(doubt)}
        )


def _give(plan: Plan, reply: Reply) -> InboundResult:
    seat = reply.seat
    stored = give(
        game=seat.game,
        seat=seat.number,
        person=reply.person,
        plan=plan,
        by_mail=True,
        now=reply.now,
    )
    result = _shown(stored, _("Your plan is in place. Nobody else can see it."), reply)
    return replace(result, reason=result.reason or _begins(reply))


def _begins(reply: Reply) -> str:
    """When a plan begins that was given a moment ago."""
    phrases = reply.lexicon.phrases
    words = {
        "cancel": reply.lexicon.word("cancel"),
        "pause": f"{phrases['plan'][0]} {phrases['pause'][0]}",
    }
    if reply.seat.plan_due_at is None:
        begins = _(
            "It begins when you are next to decide. Write “%(pause)s” to pause it, or "
            "“%(cancel)s” to cancel it."
        )
    else:
        words["at"] = format_datetime(reply.seat.plan_due_at, DateFormat.TIME)
        begins = _(
            "It begins at %(at)s. Until then, you can make the move yourself. Write "
            "“%(pause)s” to pause it, or “%(cancel)s” to cancel it."
        )
    return begins % words


def _pause(reply: Reply) -> InboundResult:
    seat, plan = reply.seat, plan_of(reply.seat, reply.person)
    if plan is not None and plan.lasts:
        pause_plan(game=seat.game, seat=seat.number, person=reply.person, now=reply.now)
        seat.refresh_from_db()
        return _show(reply)
    return _no_plan(reply)


def _go_on(reply: Reply) -> InboundResult:
    seat = reply.seat
    stored = resume_plan(game=seat.game, seat=seat.number, person=reply.person, now=reply.now)
    return _shown(stored, _("Your plan goes on."), reply)


def _show(reply: Reply) -> InboundResult:
    plan = plan_of(reply.seat, reply.person)
    if plan is None:
        return _no_plan(reply)
    if not plan.lasts:
        headline = _("You have an order in this game.")
    elif plan.fate == PlanFate.STANDING:
        headline = _("Your plan is in place. Nobody else can see it.")
    elif plan.fate == PlanFate.PAUSED:
        headline = _("Your plan rests until you let it go on.")
    else:
        headline = _("Your plan asks you.")
    return _shown(plan, headline, reply)


def _no_plan(reply: Reply) -> InboundResult:
    return InboundResult(
        InboundOutcome.ANSWERED,
        _("You have no plan in this game."),
        reason=_(
            "Write “%(plan)s”, and what you are after on the lines below it: one aim a line, "
            "how to draw, and when to ask you."
        )
        % {"plan": reply.lexicon.phrases["plan"][0]},
        choices=[example_of_plan(reply.view, reply.lexicon)],
    )


def _shown(plan: SeatPlan, headline: str, reply: Reply) -> InboundResult:
    """A plan as it is stored, what it asks, and what it would do; below full privacy a link."""
    seat, lexicon = reply.seat, reply.lexicon
    seat.refresh_from_db()
    result = InboundResult(InboundOutcome.ANSWERED, headline)
    if not reply.full:
        return replace(result, reason=_("The page of the game shows it."))
    # Read again: a plan that goes on may have moved.
    view = engine.view(log.load(seat.game), seat.number)
    result = replace(result, plan=text_of(plan, view, lexicon).split("\n"))
    if asks_now(plan, seat):
        return replace(result, reason=why_of(plan, seat, view, lexicon))
    preview = preview_of(plan, seat, view, lexicon, now=reply.now)
    return replace(result, preview=preview)
