"""The tags of Django's library ``i18n``, with texts that are translated once in each language.

Django looks a text up, as a lazy one, each time that its tag is drawn; a page has a hundred of
them. The settings put this library in the place of Django's, so templates load ``i18n`` as ever.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.template.base import FilterExpression, Node, Parser, Token, Variable
from django.template.context import Context
from django.templatetags import i18n
from django.utils.translation import get_language, gettext

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


@register.filter
def board_name(board: Any) -> str:
    """The name of a board, or of what shows one, in the active language."""
    return gettext(board.name)


class KeptText(Node):
    """A text that depends on nothing but the language."""

    def __init__(self, translated: Node) -> None:
        self.translated = translated
        self.kept: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        """The text in the active language."""
        language = _language(context)
        text = self.kept.get(language)
        if text is None:
            text = self.kept[language] = self.translated.render(context)
        return text


def _language(context: Context) -> str | None:
    """The active language, asked for once while a page is drawn: no template changes it."""
    try:
        return context.night_mail_language  # type: ignore[attr-defined]
    except AttributeError:
        language = context.night_mail_language = get_language()  # type: ignore[attr-defined]
        return language


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> Node:
    """Read `{% translate "…" %}`, with or without a context, as Django does."""
    node = i18n.do_translate(parser, token)
    context = node.message_context
    kept = (
        node.asvar is None
        and _is_constant(node.filter_expression)
        and (context is None or _is_constant(context))
    )
    return KeptText(node) if kept else node


def _is_constant(expression: FilterExpression) -> bool:
    text = expression.var
    return not expression.filters and (not isinstance(text, Variable) or text.literal is not None)
