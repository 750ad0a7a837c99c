"""What is put where something sensible was expected: in paths, fields, headers and bodies."""

from __future__ import annotations

import json
from random import Random
from typing import Final
from urllib.parse import quote_from_bytes

Field = tuple[bytes, bytes]
NUMBERS: Final = (
    "0", "00", "-1", "1.5", "2147483647", "2147483648", "9223372036854775807",
    "9223372036854775808", "1" + "0" * 30, "9" * 400, "9" * 5000, "1e9", "0x10", "%D9%A3", "NaN",
)  # fmt: skip
PIECES: Final = (
    *NUMBERS, "%00", "a%00b", "%FF%FE", "%ED%A0%80", "%F0%9F%9A%82", "..", "%2e%2e%2f", "a%2Fb",
    "%20", "+", "%", "%zz", "%27%22%3E%3Cscript%3E", "x" * 5000, "None", "null", "%C3%A9",
    "%E2%80%AE", "%0D%0ASet-Cookie:x", "%7F", "*", "~", "%25", "%3F", "%23", ";", "{}", "[]",
)  # fmt: skip
"""Parts of a path, quoted as they are sent."""
TEXTS: Final[tuple[bytes, ...]] = (
    b"", b" ", b"0", b"-1", b"1.5", b"1e999", b"NaN", b"Infinity", b"2147483648",
    b"9223372036854775808", b"9" * 30, b"9" * 5000, b"true", b"None", b"null", b"[]", b"{}", b"\0",
    b"a\0b", b"\xff\xfe", b"\xed\xa0\x80", "🚂".encode(), "é\u0301\u202e".encode(), b"\r\nX: y",
    b"x" * 300, b"x" * 70_000, "ß".encode() * 5000, b"%s%d%(x)s", b"{0.__class__}", b"{{ 1 }}",
    b"'\";--", b"<script>", b"../../etc/passwd", b"2026-02-30", b"0000-00-00", b"9999-12-31",
    b"10000-01-01", b"2026-11-24T25:61", b"0001-01-01T00:00", b"9999-12-31T23:59", b"24:00",
    b"P9999999999D", b"a@b", b"a@" + b"b" * 300 + b".example", b"http://[", b"http://127.0.0.1:x/",
    b"javascript:1", b"//evil.example", b"\xd9\xa3", b"1,2,3", b"1,", b"-", b"on", b"off", b"*",
)  # fmt: skip
HEADERS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("HTTP_ACCEPT_LANGUAGE", ("nl", "xx", "en;q=x", "*", ";", "a" * 5000, "nl,\xff", "\0")),
    ("HTTP_RANGE", ("bytes=0-", "bytes=9-1", "bytes=-", "bytes=0-0,1-1", "x", "bytes=" + "9" * 99)),
    ("HTTP_IF_NONE_MATCH", ("*", '"', 'W/"x"', "\xff", '"a",' * 500)),
    ("HTTP_IF_MATCH", ("*", '"x"', ",")),
    ("HTTP_IF_MODIFIED_SINCE", ("x", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 9999 0:0:0")),
    ("HTTP_IF_UNMODIFIED_SINCE", ("Thu, 01 Jan 1970 00:00:00 GMT", "0")),
    ("HTTP_ACCEPT", ("*/*", "application/json", "text/html;q=x", "x", "/", "\xff", "a/b;" * 500)),
    ("HTTP_ACCEPT_ENCODING", ("br", "gzip;q=x", "identity;q=0", "*;q=0", "\xff")),
    ("HTTP_HOST", ("evil.example", "", "localhost:99999", "[::1", "a b", "\xff")),
    ("HTTP_REFERER", ("http://[", "//x", "\xff", "http://localhost/" + "x" * 5000, "javascript:1")),
    ("HTTP_ORIGIN", ("null", "http://[", "https://evil.example", "\xff")),
    ("HTTP_USER_AGENT", ("", "\xff\xfe", "x" * 9000, "\0")),
    ("HTTP_X_FORWARDED_FOR", ("x", "1.2.3.4, y", "::ffff:1.2.3.4", "1" * 500, "\xff", ",")),
    ("HTTP_X_FORWARDED_PROTO", ("https", "x")),
    ("HTTP_X_REQUEST_ID", ("x" * 500, "\xff", "\r\n", "\0")),
    ("HTTP_X_REQUESTED_WITH", ("XMLHttpRequest", "fetch", "\xff")),
    ("HTTP_X_HTTP_METHOD_OVERRIDE", ("DELETE", "x")),
    ("HTTP_AUTHORIZATION", (
        "Bearer", "Bearer  ", "Bearer nm_" + "a" * 36, "Basic ==", "\xff", "Bearer \xff",
    )),
    ("HTTP_IDEMPOTENCY_KEY", ("", "x" * 999, "\xff", "\0")),
    ("HTTP_LAST_EVENT_ID", ("x", "-5", "9" * 30)),
    ("REMOTE_ADDR", ("", "x", "::1", "unix:")),
    ("QUERY_STRING", (
        "%", "%00", "a=%FF&a=%ED%A0%80", "&&&", "=", "page=" + "9" * 5000, "a" * 9000, "\xff",
    )),
    ("CONTENT_LENGTH", ("", "x", "-1", "0", "5", "99999999999")),
    ("CONTENT_TYPE", (
        "", "x", "application/json", "application/json; charset=x", "text/plain", "\xff",
        "multipart/form-data", "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\xe9", "application/x-www-form-urlencoded; charset=utf-16",
        "application/x-www-form-urlencoded; charset=x",
        "application/x-www-form-urlencoded; charset=",
    )),
)  # fmt: skip
"""Variables of WSGI with values that no browser sends there."""
COOKIES: Final = (
    "sessionid=\xff", "sessionid=" + "a" * 32, "sessionid=", "sessionid=a\\000b", "messages=x",
    "messages=\xff", 'messages="W1tc:x:y"', "django_language=xx", "django_language=\xff",
    "theme=\xff", "device=x", ";;;=", "=", "\xff", "a" * 9000, "csrftoken=x",
)  # fmt: skip
BROKEN_JSON: Final[tuple[bytes, ...]] = (
    b"", b"{", b"[]", b"null", b"1", b'"x"', b"{'a': 1}", b'{"a": NaN}', b"\xff", b"\xef\xbb\xbf{}",
    b"[" * 90_000, b'{"a":' * 50_000, b'{"a": "\\ud800"}', b'{"\\u0000": 1}', b"9" * 5000,
    b"1e99999",
    '{"a": 1}'.encode("utf-16"),
)  # fmt: skip


def damaged_part(value: str, dice: Random, *, is_number: bool) -> str:
    """A part of a path that is no longer what it was."""
    if is_number and dice.random() < 0.8:
        return dice.choice(NUMBERS)
    if dice.random() < 0.4 and value:
        at = dice.randrange(len(value))
        near = (value.swapcase(), value[:at], value + value, value[:at] + "%00" + value[at:],
                value[:at] + dice.choice("aZ09-_~:.é%") + value[at + 1 :])  # fmt: skip
        return dice.choice(near)
    return dice.choice(PIECES)


def damaged_fields(fields: list[Field], dice: Random) -> list[Field]:
    """The fields of a form with up to three of them wrong, missing or doubled."""
    found = list(fields)
    for _time in range(dice.choice((0, 1, 1, 1, 2, 3))):
        if not found:
            break
        at = dice.randrange(len(found))
        name, value = found[at]
        match dice.randrange(8):
            case 0:
                del found[at]
            case 1:
                found.append((name, dice.choice(TEXTS)))
            case 2:
                found.insert(at, (name, value))
            case 3:
                found.append((dice.choice((name + b"[]", name.upper(), *TEXTS[-12:])), value))
            case 4:
                found[at] = name, dice.choice(found)[1]
            case _:
                found[at] = name, dice.choice(TEXTS)
    return found


def encoded(fields: list[Field]) -> bytes:
    """Fields as a browser sends them from a form without files."""
    return b"&".join(
        (quote_from_bytes(name, b"") + "=" + quote_from_bytes(value, b"")).encode()
        for name, value in fields
    )


def multipart(fields: list[Field], dice: Random, *, whole: bool) -> tuple[bytes, str]:
    """Fields as a browser sends them with a file, and the type; broken unless ``whole``."""
    line = b"--nightmail"
    body = b"".join(
        b'%s\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
        % (line, name, b'; filename="a.json"' if dice.random() < 0.3 else b"", value)
        for name, value in fields
    )
    body += line + b"--\r\n"
    kind = "multipart/form-data; boundary=nightmail"
    if whole:
        return body, kind
    match dice.randrange(6):
        case 0:
            body = body[: dice.randrange(len(body))]
        case 1:
            body = body.replace(
                b'name="', dice.choice((b"", b'name="\xff', b"name*=utf-8''%00", b'filename="'))
            )
        case 2:
            body = body.replace(b"\r\n\r\n", b"\r\nContent-Transfer-Encoding: base64\r\n\r\n=")
        case 3:
            body = body.replace(b"\r\n", b"\n")
        case 4:
            body = b"\xff\0" + body.replace(b"form-data", b"\xff")
        case _:
            kind = dice.choice(
                (kind.replace("=nightmail", "=other"), kind + "; charset=x", kind[:19])
            )
    return body, kind


def json_body(names: list[str], values: list[str], dice: Random) -> bytes:
    """An object with such names, or something that is none."""
    if dice.random() < 0.25:
        return dice.choice(BROKEN_JSON)
    asked = dice.sample(names, dice.randint(0, min(4, len(names)))) if names else ["a"]
    return json.dumps({name: _json_value(values, dice) for name in asked}).encode()


def _json_value(values: list[str], dice: Random, depth: int = 0) -> object:
    plain: tuple[object, ...] = (
        None, True, False, 0, 1, 2, 3, -1, 2**31, 2**63, 10**40, 1.5, float("nan"), float("inf"),
        "", "usa", "draw blind blind", "2026-11-24", "\0", "\ud800", "x" * 20_000, "🚂",
    )  # fmt: skip
    match dice.randrange(6):
        case 0 if depth < 3:
            return [_json_value(values, dice, depth + 1) for _ in range(dice.randrange(4))]
        case 1 if depth < 3:
            keys = ("type", "source", "route", "cards", "a", "")
            return {dice.choice(keys): _json_value(values, dice, depth + 1) for _ in range(3)}
        case 2 if values:
            return dice.choice(values)
    return dice.choice(plain)
