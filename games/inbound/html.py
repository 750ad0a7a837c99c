"""The text of a page that a mail program made, without what it quotes."""

from __future__ import annotations

import re
from html import unescape

# Possessive: a name is read once, and not again at each of its letters where no ">" follows.
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:]*+)([^<>]*+)>")
# What mail programs put around the mail that they answer, or just before it.
QUOTES = re.compile(
    r"""gmail_quote|gmail_attr|divRplyFwdMsg|appendonsend|moz-cite-prefix|OutlookMessageHeader"""
    r"""|yahoo_quoted|type=["']?cite|protonmail_quote|mail-quote""",
    re.IGNORECASE,
)
SIGNATURES = re.compile(r"gmail_signature|moz-signature|AppleMailSignature|ms-outlook-mobile", re.I)
STRUCK = re.compile(r"<(?:s|del|strike)[\s>]|line-through", re.IGNORECASE)
HIDDEN = re.compile(r"display\s*:\s*none|mso-hide|line-through", re.IGNORECASE)
SILENT = frozenset({"head", "style", "script", "title", "template", "object", "s", "del", "strike"})
BLOCKS = frozenset(
    {"p", "div", "tr", "table", "li", "ul", "ol", "h1", "h2", "h3", "h4", "pre", "hr", "body"}
)
CELLS = frozenset({"td", "th"})
# No character has such a number, and Python refuses to read the longest of them.
ENDLESS = re.compile(r"&#[0-9]{9,}+;?")
VOID = frozenset({"br", "hr", "img", "meta", "link", "input", "area", "base", "col", "wbr"})


def text_of_html(page: str) -> str:
    """Gets the text up to the quote, a line a block. Takes time in proportion to the length.

    >>> text_of_html("<div>draw <b>red</b></div><div>draw&nbsp;blind<br></div>")
    'draw red\\ndraw blind'
    >>> text_of_html("<p>pass</p><div><br></div>Alice<blockquote type=cite>draw blind</blockquote>")
    'pass\\n\\nAlice'
    >>> text_of_html("<s>draw red</s> <span style='text-decoration: line-through'>or</span> pass")
    'pass'
    """
    page = _without_comments(page)
    lines: list[str] = []
    line = ""
    silent, depth = "", 0  # the element whose text is not shown, and how often it has begun
    place = 0
    for tag in TAG.finditer(page):
        closing, name, attributes = tag[1] == "/", tag[2].lower(), tag[3]
        if silent:
            if name == silent and not attributes.endswith("/"):
                depth += -1 if closing else 1
                silent = silent if depth else ""
            place = tag.end()
            continue
        line += page[place : tag.start()]
        place = tag.end()
        if not closing and (name == "blockquote" or QUOTES.search(attributes)):
            place = len(page)
            break
        if name == "br" or (name in BLOCKS and line.strip()):
            lines.append(line)
            line = ""
        elif name in CELLS:
            line += " "
        if not closing and name not in VOID and _is_silent(name, attributes):
            silent, depth = name, 1
            if name in BLOCKS and line.strip():
                lines.append(line)
                line = ""
    if not silent:
        line += page[place:]
    return "\n".join(_text(line) for line in [*lines, line]).strip()


def has_struck_text(page: str) -> bool:
    """Whether something on a page was struck out, which its plain alternative does not show."""
    return STRUCK.search(page) is not None


def _is_silent(name: str, attributes: str) -> bool:
    return (
        name in SILENT
        or HIDDEN.search(attributes) is not None
        or SIGNATURES.search(attributes) is not None
    )


def _text(markup: str) -> str:
    markup = ENDLESS.sub("", re.sub(r"\s+", " ", markup))
    return unescape(markup).replace("\xa0", " ").replace("\u200b", "")


def _without_comments(page: str) -> str:
    """Gets a page without comments and declarations; one that does not end takes the rest."""
    kept: list[str] = []
    place = 0
    while (start := page.find("<!", place)) >= 0:
        kept.append(page[place:start])
        mark = "-->" if page.startswith("<!--", start) else ">"
        end = page.find(mark, start + 2)
        if end < 0:
            return "".join(kept)
        place = end + len(mark)
    return "".join([*kept, page[place:]])
