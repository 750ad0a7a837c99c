"""Parts of a page that change by themselves: {% part "players" %} … {% endpart %}.

A part carries a mark of its content. A script that asks for the page again names the marks
that it has, and gets the parts that differ; see :mod:`games.web.parts.page_parts`.
"""

from __future__ import annotations

import re
from typing import Final
from zlib import crc32

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context

register = template.Library()

STEP: Final = " after-"
PLAYS_ONCE: Final = re.compile(rf' class="(?:arrives|turns|celebrates){STEP}\d+"')
"""What plays once has played when the page is asked for again: no news."""
FORM_TOKEN: Final = 'name="csrfmiddlewaretoken"'  # noqa: S105 - the name of a field
TOKEN_VALUE: Final = re.compile(rf'{FORM_TOKEN} value="\w*"')
EMPTY: Final = "00000000"


class PartNode(template.Node):
    """One part, in an element of its own that takes no space in the layout."""

    def __init__(self, name: str, tag: str, nodelist: NodeList) -> None:
        self.name, self.tag, self.nodelist = name, tag, nodelist

    def render(self, context: Context) -> str:
        """The part with its mark; nothing where the reader has it already."""
        content = self.nodelist.render(context)
        mark = _mark(content)
        if (context.get("known_parts") or {}).get(self.name) == mark:
            return ""
        return (
            f'<{self.tag} class="part" id="part-{self.name}" data-mark="{mark}">'
            f"{content}</{self.tag}>"
        )


def _mark(content: str) -> str:
    """The mark of a part; the token of its forms is another one on each page, and no news."""
    if not content:
        return EMPTY
    if FORM_TOKEN in content:
        content = TOKEN_VALUE.sub("", content)
    if STEP in content:
        content = PLAYS_ONCE.sub("", content)
    return f"{crc32(content.encode()):08x}"


@register.tag
def part(parser: Parser, token: Token) -> PartNode:
    """Read `{% part "name" %}`, in a picture `{% part "name" "g" %}`."""
    bits = token.split_contents()[1:]
    if not 1 <= len(bits) <= 2:
        raise template.TemplateSyntaxError("A part has a name, and may have an element.")
    values = [FilterExpression(bit, parser).resolve({}) for bit in bits]  # type: ignore[arg-type]
    nodelist = parser.parse(("endpart",))
    parser.delete_first_token()
    return PartNode(values[0], values[1] if len(values) > 1 else "div", nodelist)
