"""Django's tags ``static`` and ``url``, which look for a constant file or page once a process.

The page of a game has some eighty of them. The settings put this library in the place of Django's,
so templates are written as ever. docs/performance.md says what that saves.
"""

from __future__ import annotations

from django import template
from django.template.base import Parser, Token, Variable
from django.template.context import Context
from django.template.defaulttags import url as do_url
from django.templatetags import static as django_static

register = template.Library()
register.tags.update(django_static.register.tags)


class KeptAddress(template.Node):
    """The address of a file or a page, which is the same as long as a process lives."""

    def __init__(self, address: template.Node, name: str | None) -> None:
        self.address, self.name = address, name
        self.kept = ""

    def render(self, context: Context) -> str:
        """The address, or nothing where it is given a name."""
        if not self.kept:
            drawn = self.address.render(context)
            self.kept = drawn if self.name is None else context[self.name]
        if self.name is None:
            return self.kept
        context[self.name] = self.kept
        return ""


@register.tag
def static(parser: Parser, token: Token) -> template.Node:
    """Read `{% static "file" %}`; what depends on the page is left to Django."""
    node = django_static.StaticNode.handle_token(parser, token)
    name = node.path.var
    constant = not node.path.filters and not isinstance(name, Variable)
    return KeptAddress(node, node.varname) if constant else node


@register.tag
def url(parser: Parser, token: Token) -> template.Node:
    """Read `{% url "page" %}`; the address of one among many is left to Django."""
    node = do_url(parser, token)
    name = node.view_name.var
    constant = not node.view_name.filters and isinstance(name, str) and ":" not in name
    return KeptAddress(node, node.asvar) if constant and not node.args and not node.kwargs else node
