"""Numbers as they are, for a page with many of them: {% plain_numbers %}."""

from __future__ import annotations

from django import template
from django.template.base import Parser, Token
from django.template.context import Context

register = template.Library()


class PlainNumbers(template.Node):
    """Says that numbers are written as they are from here on, without looking at each of them."""

    def render(self, context: Context) -> str:
        """Nothing."""
        context.use_l10n = False
        return ""


@register.tag
def plain_numbers(parser: Parser, token: Token) -> PlainNumbers:
    """Read `{% plain_numbers %}`.

    Unlike Django's `{% localize off %}` it has no end, whose content would be copied twice.
    """
    return PlainNumbers()
