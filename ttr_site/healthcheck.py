"""`python -m ttr_site.healthcheck`: asks the web server of this machine how it is.

With `streams` it asks the process that serves streams of events.

Ends with 0 when /healthz answers 200, else with an error.
"""

from __future__ import annotations

import http.client
import sys

from ttr_site.env import Env, listening_port


def main() -> None:
    env = Env()
    name, default = "NIGHT_MAIL_BIND", "0.0.0.0:8000"
    if sys.argv[1:] == ["streams"]:
        name, default = "NIGHT_MAIL_STREAM_BIND", "0.0.0.0:8001"
    _bind, port = listening_port(env, name, default)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=4)
    connection.request("GET", "/healthz")
    answer = connection.getresponse()
    if answer.status != 200:
        raise SystemExit(f"/healthz answered {answer.status}: {answer.read(200)!r}")


if __name__ == "__main__":
    main()
