"""Django's tag ``csrf_token``, drawn once a page, and ``static``, ``url`` and ``include``, which
look for their file or page once a process.

The page of a game has seven forms, as many files and twenty templates, and each of these tags takes
long. The settings put this library in the place of Django's, so templates are written as ever.
"""

from __future__ import annotations

from typing import Final

from django import template
from django.template.base import Parser, Template, Token, Variable
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode, CycleNode, IfChangedNode
from django.template.defaulttags import url as do_url
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode, do_include
from django.templatetags import static as django_static

register = template.Library()
register.tags.update(django_static.register.tags)


class FormToken(CsrfTokenNode):
    """The hidden field of a form that proves that it came from this site."""

    def render(self, context: Context) -> str:
        """The field; it is the same in all forms of a page."""
        field = form_token_of(context)
        if not field:
            field = context.night_mail_form_token = super().render(context)  # type: ignore[attr-defined]
        return field


def form_token_of(context: Context) -> str:
    """The field that the forms of this page have had so far, "" if there was none."""
    return getattr(context, "night_mail_form_token", "")


@register.tag
def csrf_token(parser: Parser, token: Token) -> FormToken:
    """Read `{% csrf_token %}`."""
    return FormToken()


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


class KeptInclude(template.Node):
    """Another template, which is the same as long as a process lives."""

    def __init__(self, include: IncludeNode) -> None:
        self.include = include
        self.kept: Template | None = None

    def render(self, context: Context) -> str:
        """The other template with the names of this one."""
        if self.kept is None:
            engine = context.template.engine  # type: ignore[union-attr]
            found = engine.get_template(self.include.template.var)
            # Files change while a developer looks at them.
            if engine.debug or any(found.nodelist.get_nodes_by_type(kind) for kind in REMEMBERS):
                self.include.origin = self.origin
                return self.include.render(context)
            self.kept = found
        with context.push():
            return self.kept._render(context)  # type: ignore[union-attr]


REMEMBERS: Final = (BlockNode, ExtendsNode, CycleNode, IfChangedNode)
"""What keeps something apart for each template: Django's own way includes one that has any."""


@register.tag
def include(parser: Parser, token: Token) -> template.Node:
    """Read `{% include "file" %}`; one with more to it, or with a name, is left to Django."""
    node = do_include(parser, token)
    name = node.template.var
    constant = not node.template.filters and isinstance(name, str) and not name.startswith(".")
    plain = constant and not node.extra_context and not node.isolated_context
    return KeptInclude(node) if plain else node
