"""The heaviest trail of a multigraph, exactly.

A trail uses no edge twice. The search first makes the graph small without losing any answer. Where
few edges are left it tries all trails. Else it sweeps over them one by one, keeping for each way in
which the edges behind the sweep can matter to those ahead of it only the heaviest choice. Its time
depends on how many vertices the sweep has to keep in view at once (about five on a railway map),
not on how many trails there are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple, TypeAlias

Vertex: TypeAlias = Hashable
Choice: TypeAlias = tuple[int, int]
"""A weight, and the bits of the edges that make it up."""

Marks: TypeAlias = tuple[int, ...]

Touching: TypeAlias = dict[Vertex, dict[int, "Edge"]]
"""The edges at each vertex, by their bits."""

NOTHING: Choice = (0, 0)
_WEIGHT: Final = itemgetter(0)
_PART_WEIGHT: Final = attrgetter("weight")
EDGES_WALKED: Final = 10
"""With n edges left or fewer every trail is tried, which is quicker than a sweep."""
VERTICES_PER_START: Final = 4
"""For each group of this many vertices another one is tried as the start of the sweep."""


class Edge(NamedTuple):
    """An edge between two vertices; ``bits`` names it, one bit of its own."""

    a: Vertex
    b: Vertex
    weight: int
    bits: int


def heaviest_trail(edges: Iterable[Edge]) -> Choice:
    """The weight of the heaviest trail, and the bits of the edges it uses.

    Weights are positive. Of equally heavy trails always the same for the same list of edges.

    >>> heaviest_trail([Edge("a", "b", 2, 1), Edge("b", "c", 3, 2), Edge("b", "d", 4, 4)])
    (7, 6)
    """
    best = NOTHING
    for part in sorted(_parts(edges), key=_PART_WEIGHT, reverse=True):
        if part.weight <= best[0]:
            break
        best = max(best, part.heaviest(best[0]), key=_WEIGHT)
    return best


def _parts(edges: Iterable[Edge]) -> list[_Part]:
    """The edges in parts that hang together, those of the first edges first."""
    touching: Touching = {}
    for edge in edges:
        a, b, _, bits = edge
        if a in touching:
            touching[a][bits] = edge
        else:
            touching[a] = {bits: edge}
        if b in touching:
            touching[b][bits] = edge
        else:
            touching[b] = {bits: edge}
    return [_Part(start, touching) for start in list(touching) if start in touching]


class _Part:
    """One connected part while it is made smaller; ``loops`` are the closed walks at a vertex.

    Its vertices are moved out of ``touching``: outwards from ``start``, so that neighbours are near
    each other. ``came_by`` are the edges by which the others were reached, in this order.
    """

    def __init__(self, start: Vertex, touching: Touching) -> None:
        reached, weight, ends, odd = [start], 0, 0, 0
        self.touching: Touching = {start: touching.pop(start)}
        self.came_by: list[Edge] = []
        for vertex in reached:
            here = self.touching[vertex]
            ends += len(here)
            odd += len(here) & 1
            for edge in here.values():
                a, b, own, _ = edge
                weight += own
                other = b if a == vertex else a
                if other in touching:
                    self.touching[other] = touching.pop(other)
                    self.came_by.append(edge)
                    reached.append(other)
        self.loops: dict[Vertex, Choice] = {}
        # Each edge was met at both its ends.
        self.weight = weight // 2
        self.is_tree = ends // 2 < len(self.touching)
        # Euler: one trail has all edges if at most two vertices have an odd number of them.
        self.is_trail = odd <= 2

    def heaviest(self, at_least: int) -> Choice:
        """The heaviest trail of this part, or nothing if none is heavier than ``at_least``."""
        if not self.is_trail:
            if self.is_tree:
                return self._heaviest_in_a_tree()
            self._shrink()
            ends = [vertex for vertex, edges in self.touching.items() if len(edges) & 1]
            if len(ends) > 2:
                if sum([len(edges) for edges in self.touching.values()]) <= 2 * EDGES_WALKED:
                    return _walk(self.touching, self.loops, ends, at_least)
                return _sweep(_order(self.touching), self.loops, at_least)
        return self._all_that_is_left()

    def _all_that_is_left(self) -> Choice:
        """Every edge and every loop, where one trail has them all."""
        # Each edge is met at both its ends.
        ends = [edge for edges in self.touching.values() for edge in edges.values()]
        loops = self.loops.values()
        weight = sum([edge.weight for edge in ends]) // 2 + sum([loop[0] for loop in loops])
        return weight, sum([edge.bits for edge in ends]) // 2 + sum([loop[1] for loop in loops])

    def _heaviest_in_a_tree(self) -> Choice:
        """The heaviest path: where it turns, the two heaviest arms that lead outwards meet."""
        best, arms = NOTHING, dict.fromkeys(self.touching, NOTHING)
        for vertex, edge in zip(reversed(self.touching), reversed(self.came_by), strict=False):
            arm, inner_arm = arms[vertex], arms[inner := edge.b if edge.a == vertex else edge.a]
            weight, bits = arm[0] + edge.weight, arm[1] + edge.bits
            best = max(best, (weight + inner_arm[0], bits + inner_arm[1]), key=_WEIGHT)
            arms[inner] = max(inner_arm, (weight, bits), key=_WEIGHT)
        return best

    def _shrink(self) -> None:
        """Replace what a heaviest trail treats as one by one edge, until nothing changes.

        - A trail that ends where an unused edge begins is not yet a heaviest one. So of the two
          edges at a vertex without others it uses both or neither: they become one edge.
        - An edge from a vertex to itself is taken whenever the vertex is passed: it becomes weight
          of the vertex.
        - A dead end can only be the end of a trail, and a trail has two: of the dead ends at one
          vertex only the two heaviest count.
        """
        touching, loops = self.touching, self.loops
        waiting = list(touching)
        while waiting:
            vertex = waiting.pop()
            edges = touching.get(vertex)
            if edges is None:
                continue
            if len(edges) == 2:
                first, second = edges.values()
                a = first.b if first.a == vertex else first.a
                b = second.b if second.a == vertex else second.a
                weight, bits = loops.pop(vertex, NOTHING)
                del touching[vertex], touching[a][first.bits], touching[b][second.bits]
                weight += first.weight + second.weight
                bits += first.bits + second.bits
                if a == b:
                    old = loops.get(a, NOTHING)
                    loops[a] = weight + old[0], bits + old[1]
                else:
                    touching[a][bits] = touching[b][bits] = Edge(a, b, weight, bits)
                waiting += [a, b]
            elif len(edges) == 1:
                (edge,) = edges.values()
                end = edge.b if edge.a == vertex else edge.a
                if vertex in loops:
                    weight, bits = loops.pop(vertex)
                    del edges[edge.bits], touching[end][edge.bits]
                    weight += edge.weight
                    bits += edge.bits
                    edges[bits] = touching[end][bits] = Edge(vertex, end, weight, bits)
                dead_ends = [
                    (e.weight + loops.get(tip, NOTHING)[0], e.bits, tip)
                    for e in touching[end].values()
                    if len(touching[tip := e.b if e.a == end else e.a]) == 1
                ]
                if len(dead_ends) > 2:
                    _, bits, tip = min(dead_ends, key=_WEIGHT)
                    del touching[end][bits], touching[tip]
                    loops.pop(tip, None)
                    waiting.append(end)


def _walk(
    touching: Touching, loops: dict[Vertex, Choice], ends: list[Vertex], at_least: int
) -> Choice:
    """The heaviest trail, or nothing if none is heavier than ``at_least``: every one is tried.

    ``ends`` are the vertices with an odd number of edges, four or more. A heaviest trail cannot go
    on, so it has used all edges where it ends; it would be closed only if it had used all there
    are. So it ends at two of them, and begins at one of all but the first.
    """
    onward = {
        vertex: [
            (edge.bits, edge.b if edge.a == vertex else edge.a, edge.weight)
            for edge in edges.values()
        ]
        for vertex, edges in touching.items()
    }
    best, chosen = at_least, 0
    for start in ends[1:]:
        waiting = [(start, *loops.get(start, NOTHING))]
        while waiting:
            vertex, so_far, used = waiting.pop()
            if so_far > best:
                best, chosen = so_far, used
            for bits, other, weight in onward[vertex]:
                if used & bits:
                    continue
                total, taken = so_far + weight, used + bits
                if (loop := loops.get(other)) is not None and not used & loop[1]:
                    total += loop[0]
                    taken += loop[1]
                waiting.append((other, total, taken))
    return (best, chosen) if chosen else NOTHING


def _order(touching: Touching) -> list[Edge]:
    """All edges, vertex after vertex, such that few vertices are in view at any time."""
    nearby = {
        vertex: {edge.b if edge.a == vertex else edge.a for edge in edges.values()}
        for vertex, edges in touching.items()
    }
    # The rim of a map is a good place to start, and there vertices have few neighbours.
    starts = sorted(touching, key=lambda vertex: len(nearby[vertex]))
    tries = max(1, len(touching) // VERTICES_PER_START)
    tried = [_order_from(start, touching, nearby) for start in starts[:tries]]
    return min(tried, key=lambda found: found[0])[1]


def _order_from(
    start: Vertex, touching: Touching, nearby: dict[Vertex, set[Vertex]]
) -> tuple[int, list[Edge]]:
    """A guess of the work, and the edges from ``start`` onwards.

    Next comes always the vertex in view that brings the fewest new ones.
    """
    order: dict[int, Edge] = {}
    view: dict[Vertex, None] = {start: None}
    seen = {start}
    work = 0
    while view:
        vertex = min(view, key=lambda vertex: len(nearby[vertex] - seen))
        for edge in touching[vertex].values():
            if edge.bits not in order:
                other = edge.b if edge.a == vertex else edge.a
                if other not in seen:
                    seen.add(other)
                    view[other] = None
                order[edge.bits] = edge
                work += 4 ** len(view)
        del view[vertex]
    return work, list(order.values())


def _sweep(edges: list[Edge], loops: dict[Vertex, Choice], at_least: int) -> Choice:
    """The heaviest trail, or nothing if none is heavier than ``at_least``.

    A state is what the choices behind the sweep mean to the edges ahead: how many ends of the trail
    lie behind, and a mark for each vertex in view. The mark is 0 where no chosen edge touches the
    vertex, else twice the number of the piece it belongs to, plus 1 if an odd number touches it.
    """
    last = {vertex: n for n, edge in enumerate(edges) for vertex in (edge.a, edge.b)}
    ahead = sum(edge.weight for edge in edges) + sum(weight for weight, _ in loops.values())
    best = (at_least, 0)
    view: list[Vertex] = []
    states: dict[tuple[int, Marks], Choice] = {(0, ()): NOTHING}
    for n, edge in enumerate(edges):
        entering = [vertex for vertex in (edge.a, edge.b) if vertex not in view]
        view += entering
        here, there = view.index(edge.a), view.index(edge.b)
        leaving = [place for place in sorted((here, there), reverse=True) if last[view[place]] == n]
        ahead -= edge.weight
        after: dict[tuple[int, Marks], Choice] = {}
        for (ends, marks), (weight, bits) in states.items():
            marks += (0,) * len(entering)
            taken_weight, taken_bits = weight + edge.weight, bits + edge.bits
            for place in (here, there):
                if not marks[place] and (loop := loops.get(view[place])):
                    taken_weight += loop[0]
                    taken_bits += loop[1]
            for total, chosen, now in (
                (taken_weight, taken_bits, _join(marks, here, there)),
                (weight, bits, list(marks)),
            ):
                if total + ahead <= best[0]:
                    continue
                ended, complete = _leave(now, leaving)
                if ends + ended > 2:
                    continue
                if complete:
                    if total > best[0] and not any(now):
                        best = total, chosen
                    continue
                state = ends + ended, _renumber(now)
                if state not in after or after[state][0] < total:
                    after[state] = total, chosen
        for place in leaving:
            del view[place]
        states = after
    return best if best[1] else NOTHING


def _join(marks: Marks, here: int, there: int) -> list[int]:
    """The marks after an edge between two places of the view has been chosen."""
    now = list(marks)
    for place in (here, there):
        now[place] = (now[place] or 2 * (len(now) + place + 1)) ^ 1
    piece, joined = now[here] >> 1, now[there] >> 1
    return [mark & 1 | piece << 1 if mark >> 1 == joined else mark for mark in now]


def _leave(marks: list[int], leaving: list[int]) -> tuple[int, bool]:
    """Take vertices out of view, the last place first.

    Gets how many ends of the trail that makes, and whether a piece went out of view whole: it can
    then only be the trail itself, if no other piece is in view.
    """
    ended = 0
    for place in leaving:
        mark = marks.pop(place)
        ended += mark & 1
        if mark and all(other >> 1 != mark >> 1 for other in marks):
            return ended, True
    return ended, False


def _renumber(marks: list[int]) -> Marks:
    """Number the pieces by first appearance, so that equal states look equal."""
    names: dict[int, int] = {0: 0}
    return tuple(names.setdefault(mark >> 1, len(names)) << 1 | mark & 1 for mark in marks)
