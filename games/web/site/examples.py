"""Drawn examples of rulings: on the rules page each is below the ruling that it shows."""

from __future__ import annotations

import re
from typing import Final

from django.template.loader import render_to_string

RULING: Final = re.compile(
    r'<p><strong>([BJAMP]-\d+)</strong>.*?</p>\n(?:<div class="scroll".*?</div>\n)?', re.DOTALL
)
"""A ruling, with the table that follows it."""
EXAMPLES: Final = (
    "B-2", "B-4", "B-5", "B-7", "B-9", "B-12", "J-3", "J-4", "J-9", "A-3", "A-4", "A-8", "A-11",
)  # fmt: skip
"""The rulings with an example, which is a template of this name in web/site/examples/."""


def with_examples(html: str) -> str:
    """The rules in HTML with a drawing after each ruling that has one, in the active language."""
    return RULING.sub(lambda found: found[0] + _figure(found[1]), html)


def _figure(ruling: str) -> str:
    if ruling not in EXAMPLES:
        return ""
    content = render_to_string(f"web/site/examples/{ruling}.html")
    return f'<figure class="example" id="example-{ruling}">{content}</figure>\n'
