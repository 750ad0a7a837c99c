"""Replies as mail programs write them: five programs, two languages, many habits.

Each is made from a template of the program's own quoting, around the text of one of our mails; that
quote is full of words that are commands, and none of them may ever be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from html import escape

OUR_MAIL = {
    "en": """=== Reply above this line ===

It is your turn in Japan.

Draw cards, claim a route or draw tickets.
2 days left: until Tuesday 24 November 2026, 08:30 (CET, Europe/Amsterdam)

Play your turn:
https://nightmail.example/games/abcdefgh/
Draw two cards from the deck:
https://nightmail.example/do/eyJwIjoxLCJnIjoiYWJjZGVmZ2giLCJkIjozMSwiYyI6ImRyYXcgYmxpbmQifQ:x/

Or reply to this mail with your move, for instance: draw blind blind
“help” tells what else you can write.

Your hand: 2 red and 1 locomotive
draw blind
tickets

--
Night Mail · Japan · abcdefgh""",
    "nl": """=== Antwoord boven deze regel ===

Jij bent aan zet in Japan.

Trek kaarten, claim een route of trek kaartjes.

Of antwoord op deze mail met je zet, bijvoorbeeld: trek blind blind
“help” vertelt wat je nog meer kunt schrijven.

Je hand: 2 rood en 1 locomotief
trek blind
kaartjes

--
Night Mail · Japan · abcdefgh""",
}

COMMANDS = {
    "en": [
        "draw blind blind",
        "Draw red, then draw blind.",
        "draw red\ndraw blind",
        "claim matsumoto to nagoya red: 2 red 1 loco",
        "Claim Matsumoto – Nagoya (red): 2 red and a locomotive",
        "tickets",
        "keep 1 3",
        "pass",
        "show",
        "Help",
    ],
    "nl": [
        "trek blind blind",
        "Trek rood, dan trek blind.",
        "trek rood\ntrek blind",
        "neem Matsumoto naar Nagoya rood met 2 rode en 1 locomotief",
        "claim kyoto naar osaka: blauw",
        "kaartjes",
        "houd 1 en 3",
        "pas",
        "toon",
        "Help",
    ],
}

FROM = "Night Mail <reply+0123456789abcdef0123456789abcdef@nightmail.example>"


def arrows(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def page(text: str) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.splitlines())


@dataclass(frozen=True)
class Program:
    """How a mail program puts the writer's text and the quote together, as text and as a page."""

    name: str
    plain: Callable[[str, str], str]
    html: Callable[[str, str], str]
    flowed: bool = False


def gmail_plain(text: str, lang: str) -> str:
    header = {
        "en": f"On Fri, Nov 20, 2026 at 10:00 AM Night Mail <\n{FROM[12:-1]}> wrote:",
        "nl": f"Op vr 20 nov 2026 om 10:00 schreef Night Mail <\n{FROM[12:-1]}>:",
    }
    return f"{text}\n\n{header[lang]}\n\n{arrows(OUR_MAIL[lang])}\n"


def gmail_html(text: str, lang: str) -> str:
    header = {
        "en": f"On Fri, Nov 20, 2026 at 10:00 AM {escape(FROM)} wrote:<br>",
        "nl": f"Op vr 20 nov 2026 om 10:00 schreef {escape(FROM)}:<br>",
    }
    return (
        f'<div dir="ltr">{page(text)}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{header[lang]}</div><blockquote class="gmail_quote"'
        f' style="margin:0 0 0 .8ex">{page(OUR_MAIL[lang])}</blockquote></div>'
    )


OUTLOOK = {
    "en": ("From", "Sent", "To", "Subject", "Friday, 20 November 2026 10:00"),
    "nl": ("Van", "Verzonden", "Aan", "Onderwerp", "vrijdag 20 november 2026 10:00"),
}


def outlook_plain(text: str, lang: str) -> str:
    sender, sent, to, subject, when = OUTLOOK[lang]
    return (
        f"{text}\n\n{'_' * 32}\n{sender}: {FROM}\n{sent}: {when}\n{to}: Alice <alice@example.org>\n"
        f"{subject}: [Night Mail] Japan · abcdefgh\n\n{OUR_MAIL[lang]}\n"
    )


def outlook_html(text: str, lang: str) -> str:
    sender, sent, to, subject, when = OUTLOOK[lang]
    said = "".join(f"<p class=MsoNormal>{escape(line)}<o:p></o:p></p>" for line in text.split("\n"))
    return (
        "<html xmlns:o='urn:schemas-microsoft-com:office:office'><head><style><!-- p.MsoNormal"
        " {margin:0cm} draw red --></style></head><body lang=EN-GB><div class=WordSection1>"
        f"{said}<p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='border:none;border-top:solid"
        f" #E1E1E1 1.0pt'><p class=MsoNormal><b>{sender}:</b> {escape(FROM)}<br><b>{sent}:</b>"
        f" {when}<br><b>{to}:</b> Alice<br><b>{subject}:</b> [Night Mail] Japan</p></div>"
        f"{page(OUR_MAIL[lang])}</div></body></html>"
    )


def apple_header(lang: str) -> str:
    return {
        "en": f"On 20 Nov 2026, at 10:00, {FROM} wrote:",
        "nl": f"Op 20 nov. 2026, om 10:00 heeft {FROM} het volgende geschreven:",
    }[lang]


def apple_plain(text: str, lang: str) -> str:
    return f"{text}\n\n{arrows(apple_header(lang))}\n> \n{arrows(OUR_MAIL[lang])}\n"


def apple_html(text: str, lang: str) -> str:
    said = "<br>".join(map(escape, text.split("\n")))
    return (
        f'<html><body style="line-break: after-white-space;">{said}<br><div><br>'
        '<blockquote type="cite">'
        f'<div>{escape(apple_header(lang))}</div><br class="Apple-interchange-newline">'
        f"<div>{page(OUR_MAIL[lang])}</div></blockquote></div></body></html>"
    )


def thunderbird_header(lang: str) -> str:
    return {
        "en": "On 20/11/2026 10:00, Night Mail wrote:",
        "nl": "Op 20-11-2026 om 10:00 schreef Night Mail:",
    }[lang]


def thunderbird_plain(text: str, lang: str) -> str:
    return f"{text}\n\n{thunderbird_header(lang)}\n{arrows(OUR_MAIL[lang])}\n"


def thunderbird_html(text: str, lang: str) -> str:
    said = "".join(f"<p>{escape(line)}</p>" for line in text.split("\n"))
    return (
        f'<!DOCTYPE html><html><body text="#000000">{said}<div class="moz-cite-prefix">'
        f'{thunderbird_header(lang)}<br></div><blockquote type="cite" cite="mid:1@nightmail">'
        f"{page(OUR_MAIL[lang])}</blockquote></body></html>"
    )


def phone_plain(text: str, lang: str) -> str:
    sender, _sent, to, subject, when = OUTLOOK[lang]
    date, title, sent = {
        "en": ("Date", "Original message", "Sent from my Galaxy"),
        "nl": ("Datum", "Oorspronkelijk bericht", "Verstuurd vanaf mijn Galaxy"),
    }[lang]
    return (
        f"{text}\n\n{sent}\n\n-------- {title} --------\n{sender}: {FROM}\n{date}: {when}\n"
        f"{to}: Alice\n{subject}: [Night Mail] Japan\n\n{OUR_MAIL[lang]}\n"
    )


def phone_html(text: str, lang: str) -> str:
    sent = {"en": "Sent from my Galaxy", "nl": "Verstuurd vanaf mijn Galaxy"}[lang]
    body = phone_plain(text, lang).partition(sent)[2]
    return (
        f'<html><body><div dir="auto">{page(text)}</div><div><br></div>'
        f'<div id="composer_signature"><div style="font-size:12px">{sent}</div></div>'
        f"<div>{page(body)}</div></body></html>"
    )


PROGRAMS = [
    Program("gmail", gmail_plain, gmail_html),
    Program("outlook", outlook_plain, outlook_html),
    Program("apple", apple_plain, apple_html),
    Program("thunderbird", thunderbird_plain, thunderbird_html, flowed=True),
    Program("phone", phone_plain, phone_html),
]

SIGNED = {
    "en": "\n\n-- \nAlice Example\nSet sail, or pass",
    "nl": "\n\n-- \nAlice\nkaartjes te koop",
}
POLITE = {
    "en": ("Hi Night Mail,\n\n", "\n\nThanks, and have a good evening!\nAlice"),
    "nl": ("Hallo,\n\n", "\n\nGroetjes,\nAlice"),
}


@dataclass(frozen=True)
class Case:
    """A reply and the commands in it; "" where there are none."""

    name: str
    raw: bytes
    commands: str


def cases(program: Program, lang: str) -> Iterator[Case]:
    """The replies of one program in one language."""
    for number, command in enumerate(COMMANDS[lang]):
        hello, goodbye = POLITE[lang]
        plain, html = program.plain(command, lang), program.html(command, lang)
        signed = program.plain(command + SIGNED[lang], lang)
        polite = program.plain(hello + command + goodbye, lang)
        made = {
            "plain": mail(plain),
            "base64": mail(plain, cte="base64"),
            "html": mail(html, "html"),
            "both": both(plain, html),
            "signed": mail(signed),
            "polite": mail(polite),
            "polite page": mail(program.html(hello + command + goodbye, lang), "html"),
            "flowed": mail(flow(plain), flowed=True),
            "latin": mail(plain, charset="windows-1252", cte="8bit"),
            "mislabelled": mail(plain, cte="8bit").replace(
                b'charset="utf-8"', b'charset="us-ascii"'
            ),
            "unknown charset": mail(plain, cte="8bit").replace(b'"utf-8"', b'"x-nobody-knows"'),
        }
        for habit, raw in made.items():
            yield Case(f"{program.name} {lang} {number} {habit}", raw, command)
    huge = program.plain(COMMANDS[lang][0], lang) + arrows("draw blind\n" * 15_000)
    yield Case(f"{program.name} {lang} huge", mail(huge), COMMANDS[lang][0])
    for habit, text in (("empty", ""), ("blank", "\n \n\t\n"), ("signature", SIGNED[lang])):
        yield Case(f"{program.name} {lang} {habit}", mail(program.plain(text, lang)), "")
        yield Case(
            f"{program.name} {lang} {habit} page", mail(program.html(text, lang), "html"), ""
        )
    yield Case(f"{program.name} {lang} forwarded", mail(forwarded(program, lang)), "")


def flow(text: str) -> str:
    """Text as format=flowed: long lines broken softly (RFC 3676)."""
    lines = []
    for line in text.split("\n"):
        while len(line) > 40 and " " in line[20:40] and not line.startswith((">", "--", "__")):
            place = line.rindex(" ", 20, 40) + 1
            lines.append(line[:place])
            line = line[place:]
        lines.append(line)
    return "\n".join(lines)


def forwarded(program: Program, lang: str) -> str:
    title = {
        ("apple", "en"): "Begin forwarded message:",
        ("apple", "nl"): "Begin doorgestuurd bericht:",
        ("gmail", "en"): "---------- Forwarded message ---------",
        ("gmail", "nl"): "---------- Doorgestuurd bericht ---------",
        ("thunderbird", "en"): "-------- Forwarded Message --------",
        ("thunderbird", "nl"): "-------- Doorgestuurd bericht --------",
    }.get((program.name, lang), "_" * 32)
    sender = OUTLOOK[lang][0]
    return f"\n\n{title}\n{sender}: {FROM}\nSubject: Japan\n\n{OUR_MAIL[lang]}\n"


def mail(
    text: str,
    subtype: str = "plain",
    *,
    charset: str = "utf-8",
    cte: str = "quoted-printable",
    flowed: bool = False,
) -> bytes:
    message = _message()
    if charset != "utf-8":
        text = text.encode(charset, "ignore").decode(charset)
    message.set_content(text, subtype=subtype, charset=charset, cte=cte)
    if flowed:
        message.set_param("format", "flowed")
    return message.as_bytes()


def both(plain: str, html: str) -> bytes:
    message = _message()
    message.set_content(plain)
    message.add_alternative(html, subtype="html")
    return message.as_bytes()


def _message() -> EmailMessage:
    message = EmailMessage(policy=SMTP.clone(cte_type="8bit"))
    message["From"] = "Alice <alice@example.org>"
    message["To"] = FROM
    message["Subject"] = "Re: [Night Mail] Japan · abcdefgh"
    message["Message-ID"] = "<1@example.org>"
    return message
