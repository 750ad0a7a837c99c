"""A mail server that refuses, asks to come again, falls silent, or dies within a mail."""

from __future__ import annotations

from tools.faults.kinds.stage import Stage, kind
from tools.site.wires import dies_after_the_dot, dies_before_the_dot


@kind("smtp-refusing")
def smtp_refusing(stage: Stage) -> str:
    post, wire = stage.site.post, stage.site.post_wire
    if stage.dice.random() < 0.5:
        wire.refuse()
        seconds = stage.wait(2.0, 4.0)
        wire.accept()
        return f"nobody listens for {seconds:.1f} s"
    post.later = stage.dice.choice(("421 4.3.2 Shutting down", "451 4.3.0 Try again later"))
    seconds = stage.wait(2.0, 4.0)
    word, post.later = post.later, ""
    return f"{word[:3]} for {seconds:.1f} s"


@kind("smtp-greylisting")
def smtp_greylisting(stage: Stage) -> str:
    stage.site.post.greylist(4.0)
    stage.wait(3.0, 4.0)
    return "each recipient for 4 s"


@kind("smtp-hanging")
def smtp_hanging(stage: Stage) -> str:
    wire = stage.site.post_wire
    wire.be_silent()
    seconds = stage.wait(3.0, 6.0)
    if stage.dice.random() < 0.5:
        wire.cut()
    wire.speak()
    return f"silent for {seconds:.1f} s"


@kind("smtp-dying-before-the-dot")
def smtp_dying_before(stage: Stage) -> str:
    return f"for {stage.hooked(stage.site.post_wire, dies_before_the_dot, 2.5, 4.0):.1f} s"


@kind("smtp-dying-after-the-dot")
def smtp_dying_after(stage: Stage) -> str:
    return f"for {stage.hooked(stage.site.post_wire, dies_after_the_dot, 2.5, 4.0):.1f} s"
