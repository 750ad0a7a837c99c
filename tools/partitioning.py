"""Measure the table of events whole and in partitions: `python -m tools.partitioning`.

Works in a database of its own on the PostgreSQL server of ``--server``, which it makes and deletes:
copies of a real log fill it, `manage.py partition_events` partitions it, and the questions that the
site asks are asked before and after. Prints Markdown.
"""

# ruff: noqa: S608 — names of tables are of this file; it prints its report
from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Mapping
from statistics import median
from typing import Any

import psycopg

# The hottest queries of the log; %(game)s is an id, %(last)s the highest number of a row.
QUESTIONS = {
    "the whole log of a game": "SELECT * FROM games_event WHERE game_id = %(game)s ORDER BY seq",
    "the last event of a game": """
        SELECT seq, hash FROM games_event WHERE game_id = %(game)s ORDER BY seq DESC LIMIT 1""",
    "what is new in all logs (a stream, each second)": """
        SELECT id, game_id FROM games_event WHERE id > %(last)s - 500""",
    "the end of all logs (a stream begins)": """
        SELECT id FROM games_event ORDER BY id DESC LIMIT 1""",
    "one row by its id (the admin)": "SELECT * FROM games_event WHERE id = %(last)s - 77777",
    "four events appended": """
        INSERT INTO games_event
            (game_id, seq, at, actor, type, version, data, action, salt, prev_hash, hash)
        SELECT game_id, seq + 100000 + %(round)s * 10,
            at, actor, type, version, data, action, salt, prev_hash, hash
        FROM games_event WHERE game_id = %(game)s AND seq < 4""",
}
ROUNDS = 40


def main() -> None:
    """Fill, ask, partition, ask again."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=10_000_000)
    parser.add_argument("--partitions", type=int, default=16)
    parser.add_argument("--server", default="postgres://postgres@127.0.0.1:5432")
    parser.add_argument("--database", default="nm_partitioning")
    parser.add_argument("--keep", action="store_true", help="leave the database there")
    options = parser.parse_args()
    name, url = options.database, f"{options.server}/{options.database}"
    with psycopg.connect(f"{options.server}/postgres", autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")
    try:
        with psycopg.connect(url, autocommit=True) as line:
            _measure(line, url, options.events, options.partitions)
    finally:
        if not options.keep:
            with psycopg.connect(f"{options.server}/postgres", autocommit=True) as line:
                line.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _measure(line: psycopg.Connection[Any], url: str, events: int, partitions: int) -> None:
    _manage(url, "migrate", "--verbosity", "0")
    _manage(url, "demo")
    _tell("filling")
    began = time.monotonic()
    _fill(line, events)
    _tell(f"filled in {time.monotonic() - began:.0f} s")
    line.execute("VACUUM ANALYZE games_event")
    (rows, games) = _one(line, "SELECT count(*), count(DISTINCT game_id) FROM games_event")
    sizes = [_sizes(line)]
    answers = [_answers(line)]
    began = time.monotonic()
    said = _manage(url, "partition_events", "--partitions", str(partitions))
    seconds = time.monotonic() - began
    _tell(said)
    line.execute("VACUUM ANALYZE games_event")
    sizes.append(_sizes(line))
    answers.append(_answers(line))
    guarded = _refusals(line)
    verified = _manage(url, "replay_all", "--sample", "300", "--processes", "2")
    version = _one(line, "SHOW server_version")[0]
    place = f"PostgreSQL {version}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    print(f"{rows:,} events of {games:,} games, {place}.\n")
    print(f"`partition_events --partitions {partitions}` took {seconds:.0f} s. {guarded}\n")
    print(f"`replay_all` there: {verified}")
    _print_table(sizes, answers)


def _fill(line: psycopg.Connection[Any], events: int) -> None:
    """Copy the longest finished game with its seats and its log until there are so many events."""
    (game, length) = _one(
        line,
        "SELECT id, version + 1 FROM games_game WHERE status = 'finished' AND NOT practice"
        " ORDER BY version DESC LIMIT 1",
    )
    copies = -(-events // length)
    line.execute("SET synchronous_commit = off")
    (first,) = _one(line, "SELECT max(id) + 1 FROM games_game")
    new = f"generate_series({first}, {first + copies - 1}) AS new"
    made = {
        "id": "new",
        "code": "'c' || lpad(to_hex(new), 7, '0')",
        "rematch_of_id": "NULL",
        "invitation": "md5(new::text)",
    }
    _copy_rows(line, "games_game", f"id = {game}", made, new)
    _copy_rows(line, "games_seat", f"game_id = {game}", {"game_id": "new"}, new, without="id")
    step = max(1, copies // 50)
    for start in range(first, first + copies, step):
        end = min(start + step, first + copies) - 1
        some = f"generate_series({start}, {end}) AS new"
        _copy_rows(line, "games_event", f"game_id = {game}", {"game_id": "new"}, some, without="id")
        _tell(f"  {end - first + 1}/{copies} games")
    line.execute(
        "SELECT setval(pg_get_serial_sequence('games_game', 'id'), max(id)) FROM games_game"
    )


def _copy_rows(
    line: psycopg.Connection[Any],
    table: str,
    which: str,
    made: dict[str, str],
    new: str,
    without: str = "",
) -> None:
    columns = [
        name
        for (name,) in line.execute(
            "SELECT attname FROM pg_attribute"
            " WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped",
            [table],
        )
        if name != without
    ]
    values = ", ".join(made.get(name, f'"{name}"') for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    # The games in order, each with all its rows, as they come in over time.
    line.execute(
        f"INSERT INTO {table} ({names}) SELECT {values} FROM {new}, {table} old WHERE old.{which}"
    )


def _answers(line: psycopg.Connection[Any]) -> dict[str, tuple[float, float]]:
    """Median milliseconds and pages of each question, over many games."""
    low, high, last = _one(line, "SELECT min(game_id), max(game_id), max(id) FROM games_event")
    found = {}
    for name, question in QUESTIONS.items():
        times, pages = [], []
        for number in range(ROUNDS):
            values = {
                "game": low + 1000 + number * (high - low - 1000) // ROUNDS,
                "last": last,
                "round": number,
            }
            with line.transaction(force_rollback=True):
                (plan,) = _one(line, f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {question}", values)
            plan = json.loads(plan) if isinstance(plan, str) else plan
            times.append(plan[0]["Execution Time"] + plan[0]["Planning Time"])
            pages.append(
                plan[0]["Plan"]["Shared Hit Blocks"] + plan[0]["Plan"]["Shared Read Blocks"]
            )
        found[name] = (median(times), median(pages))
    return found


def _sizes(line: psycopg.Connection[Any]) -> dict[str, str]:
    tables = (
        "SELECT c.oid FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid"
        " WHERE c.relkind = 'r'"
        " AND to_regclass('games_event') IN (c.oid, i.inhparent)"
    )
    rows, indexes, largest, index = _one(
        line,
        f"WITH t AS ({tables})"
        " SELECT sum(pg_table_size(oid)), sum(pg_indexes_size(oid)), max(pg_table_size(oid)),"
        " (SELECT max(pg_relation_size(indexrelid)) FROM pg_index"
        "  WHERE indrelid IN (SELECT oid FROM t)) FROM t",
    )
    return {
        "rows": f"{rows / 2**20:,.0f} MB",
        "indexes": f"{indexes / 2**20:,.0f} MB",
        "largest table that VACUUM takes at once": f"{largest / 2**20:,.0f} MB",
        "largest index": f"{index / 2**20:,.0f} MB",
    }


def _refusals(line: psycopg.Connection[Any]) -> str:
    statements = (
        "UPDATE games_event SET actor = 'x' WHERE id = 1000",
        "DELETE FROM games_event WHERE id = 1000",
        "TRUNCATE games_event_p003",
    )
    for statement in statements:
        try:
            with line.transaction():
                line.execute(statement)
        except psycopg.errors.RaiseException:
            continue
        raise SystemExit(f"not refused: {statement}")
    try:
        with line.transaction():
            _copy_rows(line, "games_event", "id = 1000", {}, "(SELECT 1) AS once", without="id")
    except psycopg.errors.UniqueViolation:
        return (
            "UPDATE, DELETE and TRUNCATE of a partition are refused, and so is a second event of a"
            " number that its game has."
        )
    raise SystemExit("not refused: a second event of a number that its game has")


def _print_table(
    sizes: list[dict[str, str]], answers: list[dict[str, tuple[float, float]]]
) -> None:
    print("| | whole | in partitions |\n|---|---|---|")
    for name in sizes[0]:
        print(f"| {name} | {sizes[0][name]} | {sizes[1][name]} |")
    for name in QUESTIONS:
        cells = [f"{one[name][0]:.2f} ms, {one[name][1]:.0f} pages" for one in answers]
        print(f"| {name} | {cells[0]} | {cells[1]} |")


def _one(line: psycopg.Connection[Any], query: str, values: Mapping[str, Any] | None = None) -> Any:
    row = line.execute(query, values).fetchone()
    assert row is not None
    return row


def _manage(url: str, *words: str) -> str:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "manage.py", *words],
        env={**os.environ, "DATABASE_URL": url, "NIGHT_MAIL_LOG_LEVEL": "ERROR"},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"manage.py {' '.join(words)}: {done.stdout}")
    return done.stdout


def _tell(text: str) -> None:
    print(text, file=sys.stderr)


if __name__ == "__main__":
    main()
