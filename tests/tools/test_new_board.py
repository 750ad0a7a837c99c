"""`make new-board`: a table becomes a board, and its faults and flaws are told."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from engine.board.loading import board_path, build_board, read_board, read_board_data
from engine.board.picture import read_picture
from tools.new_board import __main__ as program
from tools.new_board import coasts
from tools.new_board.atlas import read_topology
from tools.new_board.drawing import lay_out, shapes
from tools.new_board.facts import facts_of, slug
from tools.new_board.outlines import inside
from tools.new_board.playing import Games, Played, play_tables
from tools.new_board.projection import plate
from tools.new_board.report import problems_of_games, problems_of_map, problems_of_tickets, report
from tools.new_board.rows import Table, TableError
from tools.new_board.shore import shore
from tools.new_board.table import read_table

LANTERN = Path(program.__file__).with_name("lantern-island.csv")
SMALL = """board
name,Five Towns
players,2
trains,8

cities
name,latitude,longitude
North,50.6,0.0
East,50.0,1.1
South,49.4,0.1
West,50.0,-1.0
Middle,50.02,0.05

routes
from,to,length,colour,kind
North,East,3,red,
East,South,3,blue,tunnel 2
South,West,3,green,
West,North,3,yellow,ferry 1
Middle,North,2,white/black,
Middle,East,2,orange,
Middle,South,2,purple,
Middle,West,2,gray,

tickets
from,to,points
North,South,
East,West,7
"""


ABROAD = """board
name,Border Towns
players,2
trains,12
first tickets,4,2,1
unkept tickets,leave
final round,2,3
bullet trains,6,15
bullet bonus,2,12,-6
stations,1,2
station left,3

cities
name,latitude,longitude,country,junction
North,50.6,0.0,,
East,50.0,1.1,,
South,49.4,0.1,,
West,50.0,-1.0,,
Fork,50.02,0.05,,yes
Norway 1,51.4,-0.4,Norway,
Norway 2,51.4,0.5,Norway,
Spain 1,48.6,-0.3,Spain,
Spain 2,48.6,0.5,Spain,

routes
from,to,length,colour,kind
North,East,3,red,
East,South,3,blue,tunnel 2
South,West,3,green,sets 4
West,North,3,yellow,ferry 1
Fork,North,2,white/black,
Fork,North,2,gray,bullet
Fork,East,2,orange,
Fork,South,2,purple,
Fork,West,2,gray,bullet
North,Norway 1,1,gray,
North,Norway 2,2,red,
South,Spain 1,1,gray,
South,Spain 2,2,blue,

tickets
from,to,points,copies,deck
North,South,,,
East,West,7,,
West,Norway 4/Spain,,2,
Norway,Spain 9/East 5,,,
East,North,5,,
South,West,4,,
East,South,12,,long
North,West,11,,long
"""


def abroad(tmp_path: Path, *changes: tuple[str, str]) -> Table:
    """The table with countries, bullet routes, long tickets and a junction, changed in places."""
    text = ABROAD
    # A ticket of one pair is there once, long or not.
    text = text.replace("West,South,12,,long", "East,South,12,,long\nNorth,West,11,,long")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "border-towns.csv"
    path.write_text(text, encoding="utf-8")
    return read_table(path)


def small(tmp_path: Path, *changes: tuple[str, str]) -> Table:
    """The small table, with texts of it replaced."""
    text = SMALL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "five-towns.csv"
    path.write_text(text, encoding="utf-8")
    return read_table(path)


def run(monkeypatch: pytest.MonkeyPatch, *words: object) -> int:
    """Run the program as `make` does; its status."""
    monkeypatch.setattr(sys, "argv", ["new_board", *map(str, words)])
    return program.main()


def test_the_table_of_lantern_island_says_what_its_board_file_says() -> None:
    facts = facts_of(read_table(LANTERN))
    written = read_board_data(board_path("lantern-island"))
    assert {name: written[name] for name in facts} == facts


def test_a_spreadsheet_may_write_semicolons_decimal_commas_and_empty_cells(tmp_path: Path) -> None:
    plain = small(tmp_path)
    rows = [",".join(line.split(",") + [""] * 4) for line in SMALL.splitlines()]
    text = "\n".join(rows).replace(".", "#").replace(",", ";").replace("#", ",")
    path = tmp_path / "other.csv"
    path.write_text("\ufeff" + text, encoding="utf-8")
    other = read_table(path)
    assert (other.cities, other.routes, other.tickets) == (
        plain.cities,
        plain.routes,
        plain.tickets,
    )


def test_routes_and_tickets_become_facts(tmp_path: Path) -> None:
    table = small(tmp_path)
    board = build_board("five-towns", facts_of(table))
    assert [board.tickets[key].points for key in ("north-south", "east-west")] == [4, 7]
    assert len(board.groups[board.tracks["middle-north-white"].group]) == 2
    assert board.tracks["east-south-blue"].turns_up == 2
    assert board.tracks["north-west-yellow"].least_locomotives == 1
    assert (board.trains, board.seat_counts) == (8, (2,))


def test_a_mountain_brings_the_points_of_its_crossings(tmp_path: Path) -> None:
    table = small(tmp_path, ("ferry 1", "mountain 2"), ("trains,8", "trains,8\nmost connected,10"))
    board = build_board("five-towns", facts_of(table))
    assert board.tracks["north-west-yellow"].crossings == 2
    assert board.crossing_points == 2
    assert board.bonuses.most_connected == 10


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("North,50.6", "North,abc", "line 8: Write the latitude in degrees, such as 47.5"),
        ("South,49.4", "north,49.4", "line 10: north is in line 8 already"),
        ("East,South,3", "East,Soth,3", "line 17: There is no city 'Soth'; add it"),
        ("East,South,3", "east,South,3", "line 17: There is no city 'east'; did you mean East?"),
        ("East,South,3", "East,East,3", "line 17: Let the route lead from one city to another"),
        ("East,South,3", "East,South,12", "line 17: Make the length a whole number from 1 to 9"),
        ("3,green", "3,lime", "line 18: Make the colour one of purple, white"),
        (
            "tunnel 2",
            "tunnel",
            "line 17: Leave the kind empty, or write 'tunnel 3' (cards turned up)",
        ),
        ("ferry 1", "ferry 5", "line 19: Make the number of the ferry a whole number from 1 to 3"),
        ("East,West,7", "South,North,7", "line 28: The ticket is in line 27 already"),
        ("South,West,3", "North,East,3", "line 18: The route is in line 16 already; for a double"),
        ("East,West,7", "East,West,lots", "line 28: Make the points a whole number from 1 to 99"),
        ("from,to,points", "from,to,worth", "line 26: There is no column 'worth' in tickets"),
        ("tickets\nfrom", "routes\nfrom", "line 1: Add a block 'tickets'"),
        ("trains,8", "trains,many", "line 4: Give 'trains' a whole number from 5 to 99"),
        ("trains,8", "wagons,12", "line 4: There is no setting 'wagons'; there are"),
        ("trains,8", "rules.flush_at,x", "line 4: Write the value of a rule as JSON"),
        ("trains,8", "coast,fine", "line 4: Begin 'coast' with the detail: 50m, 10m or 110m"),
        ("North,50.6", "Nörth,50.5,1\nNorth,50.6", "Name the cities so that a-z tells them apart"),
    ],
)
def test_a_fault_is_told_with_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(TableError) as found:
        facts_of(small(tmp_path, (old, new)))
    assert told in str(found.value)
    assert re.search(r"five-towns\.csv, line \d+: ", str(found.value))


def test_countries_bullets_long_tickets_and_a_junction_become_facts(tmp_path: Path) -> None:
    facts = facts_of(abroad(tmp_path))
    board = build_board("border-towns", facts)
    assert board.countries == {"norway": "Norway", "spain": "Spain"}
    assert board.cities["norway-1"].country == "norway"
    assert board.cities["norway-1"].name == "Norway"
    assert board.cities["fork"].junction
    far = {end.place: end.points for end in board.tickets["west"].far}
    assert far == {"norway": 4, "spain": 4}
    assert "west#2" in board.tickets
    assert {end.place for end in board.tickets["norway"].far} == {"spain", "east"}
    assert [ticket.id for ticket in board.tickets.values() if ticket.long] == [
        "east-south",
        "north-west",
    ]
    assert board.setup_deal.long == 1
    assert (board.returned_at_setup, board.returned_later) == ("removed", "removed")
    bullet = board.tracks["fork-north-bullet"]
    assert (bullet.kind, bullet.colour) == ("bullet", "gray")
    assert board.bullet_trains is not None
    assert (board.bullet_trains.supply, board.bullet_trains.no_progress) == (6, -15)
    assert board.bullet_trains.bonus == {2: (12, -6)}
    assert (board.final_round.of, board.final_round.bullets) == ("any", 3)
    assert board.tracks["south-west-green"].set_size == 4
    assert board.tracks["south-west-green"].kind == "normal"
    assert board.stations is not None
    assert (board.stations.cost, board.stations.points_left) == ((1, 2), 3)


def test_teams_are_one_word_of_the_table(tmp_path: Path) -> None:
    table = small(tmp_path, ("players,2", "teams,yes\nplayers,4"))
    board = build_board("five-towns", facts_of(table))
    assert board.teams is not None
    assert (board.teams.size, board.seat_counts) == (2, (4,))
    assert (board.final_round.of, board.final_round.trains) == ("team", 4)
    assert board.parallels.closing_seats == 4


def test_first_tickets_alone_may_leave_the_game(tmp_path: Path) -> None:
    table = small(tmp_path, ("trains,8", "trains,8\nunkept tickets,first leave"))
    board = build_board("five-towns", facts_of(table))
    assert (board.returned_at_setup, board.returned_later) == ("removed", "under")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("trains,12", "teams,maybe", "line 4: Make 'teams' one of no or yes; found 'maybe'"),
        ("Fork,50.02,0.05,,yes", "Fork,50.02,0.05,,often", "line 19: Write yes below 'junction'"),
        (
            "Spain 2,48.6,0.5,Spain,",
            "Spain 2,48.6,0.5,Portugal,",
            "line 22: Give the country Spain two end places or more",
        ),
        (
            "Norway 1,51.4,-0.4,Norway,",
            "Norway 1,51.4,-0.4,Norway,yes",
            "line 20: Make Norway 1 a junction or an end place of a country, not both",
        ),
        (
            "South,Spain 2,2,blue,",
            "South,Spain 2,2,blue/red,",
            "line 23: Give the end place Spain 2 exactly one route of one colour; found 2",
        ),
        ("Fork,West,2,gray,bullet", "Fork,West,2,red,bullet", "line 35: Make a bullet route gray"),
        (
            "Fork,West,2,gray,bullet",
            "Fork,West,2,gray,rocket",
            "line 35: Leave the kind empty, or write 'tunnel 3' (cards turned up)",
        ),
        ("East,West,7", "East,Fork,7", "line 44: Fork is a junction (line 19): end at a city"),
        ("East,West,7", "East,Spain,7", "line 44: Write the points after each end"),
        ("East,West,7", "East,Spain 1,7", "line 22: Let tickets lead to Spain, not to Spain 1"),
        ("Norway 4/Spain,,2", "Norway 4/Spain,8,2", "line 45: Write the points after each end"),
        ("Norway 4/Spain,,2", "Norway 4/Spane,,2", "line 45: There is no city 'Spane'"),
        ("Norway 4/Spain,,2", "Norway 4/Spain 200,,2", "line 45: Make the points of Spain a whole"),
        ("East,North,5,,", "East,North,5,2,", "line 47: Only tickets with several ends"),
        ("East,North,5,,", "East,North,5,,short", "line 47: Leave the deck empty, or write long"),
        ("East,North,5,,", "West,East 5/North 4,,,", "line 47: The ticket is in line 45 already"),
        ("North,West,11,,long\n", "", "line 49: Add long tickets: 2 are dealt with 2 players"),
        ("players,2", "players,2,6", "say in the block 'board' what the places of 6 players bring"),
        ("bullet bonus,2,12,-6", "bullet bonus,2,12", "line 9: Write the number of players, then"),
        ("bullet bonus,2,12,-6", "bullet bonus,2,a,b", "line 9: Write whole numbers; found 'a'"),
        ("unkept tickets,leave", "unkept tickets,burn", "line 6: Make 'unkept tickets' one of"),
        ("first tickets,4,2,1", "first tickets,1,1,1", "line 5: Offer more tickets than long"),
        ("players,2", "teams,yes\nplayers,4", "line 3: Teams and bullet trains do not go"),
    ],
)
def test_a_fault_of_countries_bullets_or_long_tickets_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    with pytest.raises(TableError) as found:
        facts_of(abroad(tmp_path, (old, new)))
    assert told in str(found.value)
    assert re.search(r"border-towns\.csv, line \d+: ", str(found.value))


def test_long_tickets_are_promised_only_where_there_are_some(tmp_path: Path) -> None:
    table = small(tmp_path, ("trains,8", "first tickets,3,2,1\ntrains,8"))
    with pytest.raises(TableError, match="line 4: Mark the long tickets: write long in their"):
        facts_of(table)


def test_bullet_trains_are_promised_only_where_there_are_bullet_routes(tmp_path: Path) -> None:
    table = small(tmp_path, ("trains,8", "bullet trains,9\ntrains,8"))
    with pytest.raises(TableError, match="line 4: Write bullet as the kind of some routes"):
        facts_of(table)


def test_a_board_with_countries_and_bullets_is_played_drawn_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    abroad(tmp_path)
    out = tmp_path / "border-towns.json"
    words = ("border-towns", "--table", tmp_path / "border-towns.csv", "--out", out)
    assert run(monkeypatch, *words, "--games", 2, "--steps", 1500) == 0, capsys.readouterr().err
    board = read_board(out)
    assert board.countries
    assert sum(ticket.long for ticket in board.tickets.values()) == 2
    told = capsys.readouterr().out
    assert "West - Norway 4 / Spain 4" in told
    assert "East - South (long)" in told
    assert "Norway has one neighbour only" not in told
    assert "No ticket leads to" not in told


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(TableError) as found:
        small(tmp_path, ("East,South,3", "East,South,0"), ("3,green", "3,lime"))
    assert len(str(found.value).splitlines()) == 2


def test_a_table_becomes_a_board_file_that_is_checked_and_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small(tmp_path)
    out = tmp_path / "five-towns.json"
    words = ("five-towns", "--table", tmp_path / "five-towns.csv", "--out", out)
    assert run(monkeypatch, *words, "--games", 0, "--steps", 1500) == 0
    board, picture = read_board(out), read_picture(out)
    assert board.name == "Five Towns"
    assert {shape.kind for shape in picture.shapes} >= {"home"}
    told = capsys.readouterr().out
    assert "still touch" not in told
    assert "5 cities, 9 tracks with 22 spaces, 2 tickets, 8 trains each." in told
    before = out.read_text()
    assert run(monkeypatch, *words, "--games", 0, "--steps", 1500) == 0
    assert out.read_text() == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("Five Towns",), "NAME=five-towns"),
        (("atlantis",), "Copy "),
        (("five-towns", "--out", "other.json"), "five-towns.json"),
    ],
)
def test_without_a_table_nothing_is_written_and_the_way_is_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    told: str,
) -> None:
    assert run(monkeypatch, *words) == 1
    error = capsys.readouterr().err
    assert told in error
    assert "Nothing was written." in error


def test_every_city_stands_on_the_land_that_is_drawn(tmp_path: Path) -> None:
    table = small(tmp_path)
    layout = lay_out(table, facts_of(table), 800)
    for city in layout.cities.values():
        assert inside([shore(layout)], (city.at.real, city.at.imag)), city.key


TOPOLOGY = {
    # Two countries side by side, from 2 west to 2 east and 48 to 52 north, with a border at 0.
    "transform": {"scale": [1, 1], "translate": [-2, 48]},
    "arcs": [
        [[2, 0], [0, 2], [0, 2]],
        [[2, 4], [-2, 0], [0, -2], [0, -2], [2, 0]],
        [[2, 0], [2, 0], [0, 2], [0, 2], [-2, 0]],
    ],
    "objects": {
        "countries": {
            "geometries": [
                {"type": "Polygon", "arcs": [[0, 1]], "properties": {"name": "Westland"}},
                {"type": "MultiPolygon", "arcs": [[[-1, 2]]], "properties": {"name": "Eastland"}},
                {"type": None, "properties": {"name": "Nowhere"}},
            ]
        }
    },
}  # fmt: skip


@pytest.fixture
def atlas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coasts, "load_atlas", lambda detail: read_topology(TOPOLOGY))


@pytest.mark.usefixtures("atlas")
def test_coasts_of_the_earth_take_the_place_of_the_island(tmp_path: Path) -> None:
    table = small(tmp_path, ("trains,8", "coast,50m,Westland\ntrains,8"))
    facts = facts_of(table)
    layout = lay_out(table, facts, 200)
    drawn = {shape["kind"]: shape["path"] for shape in shapes(table, layout)}
    assert drawn.keys() == {"land", "home", "border"}
    left, top, width, height = layout.frame
    for path in drawn.values():
        numbers = [int(number) for number in re.findall(r"-?\d+", path)]
        assert left <= numbers[0] <= left + width
        assert top <= numbers[1] <= top + height


def test_borders_inside_an_area_are_left_out() -> None:
    found = read_topology(TOPOLOGY)
    assert found.borders() == [0]
    (ring,) = found.rings_of(["Westland", "Eastland"])
    assert sorted(ring) == [1, 2]
    with pytest.raises(TableError, match="has no Atlantis; it has Eastland, Nowhere, Westland"):
        found.rings_of(["Atlantis"])


def test_a_bent_map_has_its_cities_where_the_board_has_them() -> None:
    pairs = [((0.0, 0.0), (10.0, 20.0)), ((1.0, 0.0), (110.0, 20.0)), ((0.0, 1.0), (10.0, 120.0))]
    pairs.append(((1.0, 1.0), (130.0, 140.0)))
    bend = plate(pairs, 0.0)
    for globe, at in pairs:
        assert bend(globe) == pytest.approx(at)


@pytest.mark.usefixtures("atlas")
def test_a_line_of_the_charts_draws_a_board_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "lantern-island.json"
    file.write_bytes(board_path("lantern-island").read_bytes())
    chart = coasts.Chart("lantern-island", "main", "50m", (-5.0, 45.0, 5.0, 55.0), ("Eastland",))
    monkeypatch.setattr(coasts, "charts", lambda: [chart])
    spread = {"westerquay": (-1.5, 50.0), "farlight": (1.5, 49.0), "northlight": (0.0, 51.5)}
    monkeypatch.setattr(coasts, "places", lambda: spread)
    coasts.draw("lantern-island", tmp_path)
    kinds = [shape.kind for shape in read_picture(file).shapes]
    assert {"land", "home", "border"} <= {*kinds}
    old, new = read_board(board_path("lantern-island")), read_board(file)
    assert new.digest == old.digest


def flaws(table: Table) -> str:
    board = build_board("five-towns", facts_of(table))
    return "\n".join([*problems_of_map(table, board), *problems_of_tickets(table, board)])


def test_lantern_island_has_no_flaws() -> None:
    assert flaws(read_table(LANTERN)) == ""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("East,West,7", "East,West,30", "(line 28) is worth 30 points and takes 4 trains"),
        ("trains,8", "trains,40", "With 2 players the board is full"),
        ("Middle,East,2,orange,\n", "", "spaces, and"),
        ("East,West,7", "East,North,3", "No ticket leads to Middle, West:"),
        ("Middle,West,2", "East,West,4", "the routes of lines 22 and 23 cross"),
        ("South,West,3,green,\n", "", "There are 0 green spaces"),
    ],
)
def test_what_may_spoil_a_game_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert told in flaws(small(tmp_path, (old, new)))


def test_a_ticket_that_nothing_connects_and_a_city_that_hangs_by_one_route_are_told(
    tmp_path: Path,
) -> None:
    lone = [
        ("West,50.0,-1.0", "West,50.0,-1.0\nLone,51.5,2.0\nFar,51.7,2.2"),
        ("North,East,3,red,", "North,East,3,red,\nLone,Far,2,red,"),
        ("East,West,7", "East,Lone,7"),
    ]
    found = flaws(small(tmp_path, *lone))
    assert "falls into 2 parts; add a route from Far, Lone to the rest" in found
    assert "Lone has one neighbour only" in found
    assert "The ticket East to Lone (line 31) cannot be completed" in found


def test_bots_play_the_facts_and_the_report_counts_their_games() -> None:
    table = read_table(LANTERN)
    facts = facts_of(table)
    tables = play_tables(facts, "lantern-island", 2)
    assert [len(one.bots) for one in tables] == [2, 3, 2, 3, 2]
    assert all(len(one.games) == 2 for one in tables)
    assert tables[-1].wins(0) == 1.0
    text = report(table, build_board("lantern-island", facts), tables)
    assert "1 planner + 1 random      2" in text
    assert "Westerquay - Farlight        12      12" in text


def test_games_show_seats_that_win_too_often_and_tickets_that_stay_open() -> None:
    facts = facts_of(read_table(LANTERN))
    board = build_board("lantern-island", facts)
    lost = Played(
        won=(True, False), points=(40, 10), kept=(3, 3), completed=(2, 1), turns=40, events=140,
        reason="passes", claimed=frozenset(board.tracks) - {"candlecove-oldferry-black"},
    )  # fmt: skip
    found = "\n".join(problems_of_games(board, [Games(("planner", "planner"), [lost] * 60)]))
    assert "number 1 in turn wins 100% of the games and should win about 50%" in found
    assert "number 2 in turn wins 0%" in found
    assert "planners complete 50% of their tickets" in found
    assert "100% of the games of 2 planner players end because nobody can move" in found
    assert "Planners hardly ever claim Candlecove to Oldferry (black)" in found


def test_an_error_of_the_board_file_is_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small(tmp_path, ("trains,8", "rules.flush_at,9"))
    out = tmp_path / "five-towns.json"
    table = tmp_path / "five-towns.csv"
    words = ("five-towns", "--table", table, "--out", out, "--games", 0, "--steps", 200)
    assert run(monkeypatch, *words) == 1
    assert "'flush_at'" in capsys.readouterr().err
    assert not out.exists()


def test_a_slug_has_plain_letters_only() -> None:
    assert slug("Sault St. Marie") == "sault-st-marie"
    assert slug("Zürich-Süd") == "zurich-sud"
