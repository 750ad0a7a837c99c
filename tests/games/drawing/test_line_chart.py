"""Line charts: every curve is named at its end, nothing leaves the picture, text is escaped."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

from hypothesis import example, given
from hypothesis import strategies as st

from games.drawing.line_chart import WIDTH, Axis, Curve, line_chart, round_ticks

values = st.floats(-1e6, 1e6, allow_nan=False)
curves = st.lists(st.lists(st.tuples(values, values), min_size=1, max_size=8), max_size=6)


def chart(*curves: Curve, **more: float) -> ElementTree.Element:
    drawn = line_chart(curves, title="Points", x=Axis("turn"), y=Axis("points"), **more)
    return ElementTree.fromstring(drawn)  # noqa: S314


@given(curves)
@example([[(0.0, 5e-324)]])
def test_any_numbers_make_a_picture_that_keeps_within_its_width(
    drawn: list[list[tuple[float, float]]],
) -> None:
    picture = chart(
        *(Curve(str(n), points, "#000000", "#ffffff") for n, points in enumerate(drawn))
    )
    for path in picture.iter("{http://www.w3.org/2000/svg}path"):
        across = [float(number) for number in re.findall(r"[MLH]([\d.-]+)", path.attrib["d"])]
        assert all(-0.1 <= x <= WIDTH + 0.1 for x in across)
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}rect"))) == len(drawn)


def test_labels_of_curves_that_end_together_do_not_cover_each_other() -> None:
    same = [(0.0, 0.0), (1.0, 50.0)]
    picture = chart(*(Curve(str(n), same, "#000000", "#ffffff") for n in range(5)))
    heights = [
        float(re.findall(r" ([\d.-]+)\)", group.attrib["transform"])[0])
        for group in picture.iter("{http://www.w3.org/2000/svg}g")
    ]
    assert all(low - high >= 14 for high, low in pairwise(heights))


def test_words_are_escaped() -> None:
    drawn = line_chart([], title='<script>"', x=Axis("<b>"), y=Axis("&"))
    assert "<script>" not in drawn
    assert "<b>" not in drawn


def test_a_mark_stands_where_it_is_told() -> None:
    line = Curve("1", [(0, 0), (10, 1)], "#000000", "#ffffff")
    marked = chart(line, mark=10).findall(".//*[@class='chart-mark']")
    assert len(marked) == 1
    assert "chart-mark" not in ElementTree.tostring(chart(line), encoding="unicode")


@given(st.floats(-1e9, 1e9), st.floats(1e-3, 1e9))
@example(0.85, 0.25)
def test_round_ticks_span_what_they_are_asked_to(low: float, wide: float) -> None:
    ticks = round_ticks(low, low + wide)
    assert ticks[0] <= low + wide * 0.001
    assert ticks[-1] >= low + wide * 0.999
    assert 2 <= len(ticks) <= 12
