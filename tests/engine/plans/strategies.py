"""Plans for hypothesis: of any aims that a board knows, sensible or not."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.board.model import Board
from engine.plans.model import (
    Aim,
    Answers,
    BuildBullets,
    ClaimTrack,
    CompleteTickets,
    ConnectCities,
    Draws,
    DrawTurns,
    EitherOf,
    FirstOpen,
    HoldCards,
    Plan,
    SingleAim,
    StationIn,
)


def single_aims(board: Board) -> st.SearchStrategy[SingleAim]:
    cities = st.sampled_from(list(board.cities))
    return st.one_of(
        st.builds(ClaimTrack, st.sampled_from(list(board.tracks))),
        st.builds(ConnectCities, cities, cities),
        st.just(CompleteTickets()),
        st.builds(StationIn, cities),
        st.builds(BuildBullets, st.integers(1, 3)),
    )


def plans(board: Board) -> st.SearchStrategy[Plan]:
    single = single_aims(board)
    several = st.lists(single, min_size=2, max_size=3).map(tuple)
    aim: st.SearchStrategy[Aim] = st.one_of(
        single,
        st.builds(FirstOpen, several),
        st.builds(EitherOf, several),
        st.builds(DrawTurns, st.integers(1, 3), st.booleans()),
        st.builds(HoldCards, st.integers(1, 12)),
    )
    draws = st.builds(
        Draws,
        st.lists(st.sampled_from(("red", "blue")), max_size=2, unique=True).map(tuple),
        st.booleans(),
        st.sampled_from(("never", "useless", "always")),
    )
    return st.builds(
        Plan,
        st.lists(aim, min_size=1, max_size=6).map(tuple),
        st.builds(Answers, draws, st.none(), st.integers(0, 3), st.just(())),
    )
