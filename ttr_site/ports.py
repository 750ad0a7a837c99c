"""`python -m ttr_site.ports 127.0.0.1 8000`: print in a sentence why a port cannot be used.

`make run` checks it before it creates a database; the commands that listen parse their ports here.
"""

from __future__ import annotations

import argparse
import errno
import socket
import sys

WRITE = "write a number from 1 to 65535, such as"


def port(text: str, example: int = 8000) -> int:
    """Parse the number of a port.

    :raises argparse.ArgumentTypeError: with a sentence, as argparse shows it.

    >>> port("8123")
    8123
    """
    if text.isascii() and text.isdecimal() and 0 < int(text[:6]) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a port: {WRITE} {example}.")


def refusal(error: OSError, *, host: str, port: int, other: str) -> str:
    """Return why a port cannot be listened on, and how to choose another."""
    if error.errno in {errno.EACCES, errno.EPERM}:
        why = f"Port {port} is only for root, as all below 1024 are."
    elif error.errno == errno.EADDRINUSE:
        why = f"Port {port} of {host} is in use. Stop what runs there, or"
        return f"{why} choose another: {other}"
    else:
        why = f"Port {port} of {host} cannot be used ({error.strerror or error})."
    return f"{why} Choose another: {other}"


def probe(host: str, port: int) -> None:
    """Listen on a port for a moment.

    :raises OSError: if it cannot be used.
    """
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
        # As the server does, which may start right after another one.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))


def main(host: str, text: str) -> None:
    try:
        number = port(text)
        probe(host, number)
    except argparse.ArgumentTypeError as error:
        sys.exit(f"PORT={text}: {error}")
    except OSError as error:
        sys.exit(refusal(error, host=host, port=number, other="make run PORT=8001"))


if __name__ == "__main__":
    main(*sys.argv[1:3])
