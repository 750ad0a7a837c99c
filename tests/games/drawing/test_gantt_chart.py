"""Spans of time as a picture."""

from __future__ import annotations

from xml.etree import ElementTree

from games.drawing.gantt_chart import GanttBar, gantt_chart

SVG = "{http://www.w3.org/2000/svg}"


def picture(*spans: GanttBar) -> ElementTree.Element:
    text = gantt_chart(
        spans, title="Slow & fast", limit=50, limit_name="end", ticks=[(0, "now"), (50, "last")]
    )
    return ElementTree.fromstring(text)  # noqa: S314


def test_what_ends_too_late_looks_otherwise_than_what_is_in_time() -> None:
    root = picture(
        GanttBar("<slow>", 0, 20, 60, late=True), GanttBar("fast", 0, 20, 40, late=False)
    )
    styles = [bar.get("class") for bar in root.iter(f"{SVG}rect")]
    assert styles == ["span-past", "span-late", "span-past", "span-ahead"]
    assert root.get("aria-label") == "Slow & fast"
    assert "<slow>" in "".join(root.itertext())


def test_a_bar_that_leaves_the_picture_ends_in_an_arrow_inside_it() -> None:
    root = picture(GanttBar("never", 0, 20, 5000, late=True))
    width = float(root.get("viewBox", "").split()[2])
    assert any(path.get("class") == "span-arrow" for path in root.iter(f"{SVG}path"))
    for bar in root.iter(f"{SVG}rect"):
        assert float(bar.get("x", "")) + float(bar.get("width", "")) < width


def test_no_spans_are_a_picture_too() -> None:
    assert picture().tag == f"{SVG}svg"
