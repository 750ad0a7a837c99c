"""Extract the text that a person wrote: parts, encodings, charsets, HTML."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from email.message import Message
from html import unescape

from games.inbound.parsing import BROKEN, open_message
from games.inbound.quotes import lines_above_quote

# Possessive: a name is read once, and not again at each of its letters where no ">" follows.
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:]*+)([^<>]*+)>")
COMMENT = re.compile("<[!?]")
# Marks that mail programs put around the mail that they answer, or just before it.
QUOTES = re.compile(
    r"""gmail_quote|gmail_attr|divRplyFwdMsg|appendonsend|moz-cite-prefix|OutlookMessageHeader"""
    r"""|yahoo_quoted|type=["']?cite|protonmail_quote|mail-quote""",
    re.IGNORECASE,
)
SIGNATURES = re.compile(r"gmail_signature|moz-signature|AppleMailSignature|ms-outlook-mobile", re.I)
# What was struck out on a page, its plain alternative does not show.
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
    """The text up to the quote, a line a block. Takes time in proportion to the length.

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
    """A page without comments, declarations and processing instructions; one that does not end
    takes the rest.
    """
    kept: list[str] = []
    place = 0
    while found := COMMENT.search(page, place):
        start = found.start()
        kept.append(page[place:start])
        mark = "-->" if page.startswith("<!--", start) else ">"
        end = page.find(mark, start + 2)
        if end < 0:
            return "".join(kept)
        place = end + len(mark)
    return "".join([*kept, page[place:]])


LONGEST = 100_000
"""Only this many characters are read; commands are at the beginning."""
DEEPEST = 8
# Python's own ways to write text; no mail program uses them, and the first takes minutes.
NO_CHARSETS = frozenset({"punycode", "idna", "unicode-escape", "raw-unicode-escape"})
# Latin-1 has control characters where Windows has dashes and quotes, and programs mix the names up
# (WHATWG Encoding Standard, section 4.2).
LATIN = frozenset({"ascii", "iso8859-1"})
SINGLE = LATIN | {"cp1252", "iso8859-15"}
# A plain part that only says that the page is to be read instead. A person who writes these words
# in a reply has them on the page, too.
STUB = re.compile(r"\bx?html\b|\bmime\b|\bbrowser\b", re.IGNORECASE)
SIGNED = re.compile(
    r"^-----BEGIN PGP SIGNED MESSAGE-----[^\S\n]*\n(?:[^\S\n]*[^\s:]+:.*\n)*[^\S\n]*\n"
    r"(?P<text>(?:(?!-----BEGIN PGP).*\n)*)"
    r"-----BEGIN PGP SIGNATURE-----[^\S\n]*\n(?:(?!-----).*\n)*"
    r"-----END PGP SIGNATURE-----",
    re.MULTILINE,
)


def text_of(raw: bytes) -> str:
    """Return the text of a message, its parts in their order; "" where nothing can be read.

    Of alternatives the plain one is taken, unless only the page says what was written and what
    was struck out.

    :raises TooManyParts: if it has more parts than will be read.
    """
    groups: dict[Message, tuple[list[str], list[str]]] = {}
    for group, part in _texts(open_message(raw)):
        plain, pages = groups.setdefault(group, ([], []))
        kind = part.get_content_type()
        if kind == "text/plain":
            plain.append(unsigned(_plain(part)))
        elif kind == "text/html":
            pages.append(decoded_part(part)[:LONGEST])
    texts = [_chosen(*group) for group in groups.values()]
    useful = [text for text in texts if not _is_stub(text)]
    return "\n\n".join(_without_copies(useful or texts))


def _chosen(plain: list[str], pages: list[str]) -> str:
    """The text of parts that say the same in several ways."""
    page = "\n\n".join(filter(str.strip, map(text_of_html, pages)))
    useful = "\n\n".join(text for text in plain if not _is_stub(text))
    if page and (not useful or any(map(STRUCK.search, pages))):
        return page
    return useful or "\n\n".join(filter(str.strip, plain))


def _is_stub(text: str) -> bool:
    """Whether nothing was written above the quote, or only that a page is to be read."""
    said = " ".join(lines_above_quote(text))
    return not any(map(str.isalnum, said)) or (len(said) < 500 and STUB.search(said) is not None)


def _without_copies(texts: Iterable[str]) -> list[str]:
    """Leave out a text that another one holds: some programs send text and page side by side."""
    kept: list[tuple[str, str]] = []
    for text in texts:
        said = "".join(filter(str.isalnum, text))
        if not said or any(said in known for known, _ in kept):
            continue
        kept = [(known, other) for known, other in kept if known not in said]
        kept.append((said, text))
    return [text for _, text in kept]


def unsigned(text: str) -> str:
    """Return the text that was signed inline, without armour and signature (RFC 9580, section 7).

    >>> unsigned("-----BEGIN PGP SIGNED MESSAGE-----\\nHash: SHA256\\n\\ndraw red\\n- -- \\nAl\\n"
    ...          "-----BEGIN PGP SIGNATURE-----\\n\\niHUE\\n-----END PGP SIGNATURE-----\\n")
    'draw red\\n-- \\nAl\\n\\n'
    """
    text = text.replace("\r\n", "\n")
    return SIGNED.sub(lambda found: re.sub("^- ", "", found["text"], flags=re.MULTILINE), text)


def _texts(
    part: Message, group: Message | None = None, depth: int = 0
) -> Iterator[tuple[Message, Message]]:
    """Return the parts that are neither attached nor a message of somebody else, in their order.

    Each comes with its group: parts of one group are alternatives, which say the same.
    """
    payload = part.get_payload()
    if part.get_content_maintype() == "multipart":
        if group is None and part.get_content_subtype() == "alternative":
            group = part
        if isinstance(payload, list) and depth < DEEPEST:
            for child in payload:
                if isinstance(child, Message):
                    yield from _texts(child, group, depth + 1)
    elif not isinstance(payload, list) and not _is_attached(part):
        yield part if group is None else group, part


def _is_attached(part: Message) -> bool:
    try:
        return part.get_content_disposition() == "attachment" or bool(part.get_filename())
    except BROKEN:
        return False


def _plain(part: Message) -> str:
    text = decoded_part(part)[:LONGEST]
    try:
        flowed = str(part.get_param("format", "")).lower() == "flowed"
        joined = str(part.get_param("delsp", "")).lower() == "yes"
    except BROKEN:
        return text
    return unflowed(text, delsp=joined) if flowed else text


def unflowed(text: str, *, delsp: bool = False) -> str:
    """Text in which the soft line breaks of format=flowed are undone (RFC 3676, section 4).

    >>> unflowed("claim kyoto \\nto osaka\\n> quoted \\n> too\\n-- \\nAlice")
    'claim kyoto to osaka\\n> quoted too\\n-- \\nAlice'
    """
    pieces: list[str] = []
    soft, depth_before = False, 0
    for line in text.replace("\r\n", "\n").split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        if not (soft and depth == depth_before and content != "-- "):
            pieces += ["\n", f"{'>' * depth} " if depth else ""]
        soft = content.endswith(" ") and content != "-- "
        pieces.append(content[:-1] if soft and delsp else content)
        depth_before = depth
    return "".join(pieces[1:])


def decoded_part(part: Message) -> str:
    """The text of one part; "" where it cannot be read."""
    try:
        content = part.get_payload(decode=True)
    except BROKEN:
        return ""
    if not isinstance(content, bytes):
        return ""
    return decoded(content[: 4 * LONGEST], _charset(part))


def decoded(content: bytes, charset: str) -> str:
    """Return bytes as text: in the charset they claim, else in UTF-8, else in what Windows writes.

    A text that claims to be Latin and reads as UTF-8 is UTF-8.

    >>> decoded("Kōchi".encode(), "us-ascii"), decoded(b"caf\\xe9", "utf-8"), decoded(b"a", "no")
    ('Kōchi', 'café', 'a')
    >>> decoded(b"Kyoto \\x96 Osaka", "iso-8859-1"), decoded("Kōchi".encode(), "iso-8859-1")
    ('Kyoto – Osaka', 'Kōchi')
    """
    for name in (charset, "utf-8"):
        try:
            codec = codecs.lookup(name) if name else None
            if codec is None or not codec._is_text_encoding or codec.name in NO_CHARSETS:
                continue
            if name == charset and codec.name in SINGLE and _is_utf_8(content):
                return content.decode()
            if codec.name not in LATIN:
                return content.decode(name)
            break
        except BROKEN:
            continue
    return content.decode("windows-1252", "replace")


def _is_utf_8(content: bytes) -> bool:
    try:
        return bool(content.decode())
    except UnicodeDecodeError:
        return False


def _charset(part: Message) -> str:
    try:
        return part.get_content_charset() or ""
    except BROKEN:
        return ""
