"""J-3 to J-7, J-9: bullet trains, and what is special about the map of Japan."""

from __future__ import annotations

import json

import pytest

import engine
from engine.actions import Claim
from engine.board.loading import BOARD_FOLDER, build_board
from engine.cards import empty_hand
from engine.errors import IllegalAction
from engine.events import BulletTrainPlaced, RouteClaimed
from engine.scoring import bullet_bonuses, final_scores
from tests.engine.positions import UnshuffledChance, give, position

BULLET = "hamamatsu-nagoya-bullet"  # three spaces


def test_a_bullet_route_spends_no_trains_scores_no_points_and_moves_the_progress() -> None:
    """J-3"""
    game = position("japan", hands=[{"red": 2, "locomotive": 1}])
    events = game.play(0, Claim(BULLET, "red", 1), UnshuffledChance())
    assert events[0] == BulletTrainPlaced(0, BULLET, "red", 1)
    assert game.trains[0] == 20
    assert game.points[0] == 0
    assert game.progress == [3, 0]
    assert game.bullets == 15
    assert game.discards["red"] == 2


def test_one_bullet_train_stands_on_the_route_whatever_its_length() -> None:
    """J-3"""
    game = position("japan")
    give(game, "aomori-morioka-bullet", 0)
    give(game, "kyoto-osaka-bullet", 1)
    assert game.bullets == 14
    assert game.progress == [4, 1]


def test_a_built_bullet_route_serves_everybodys_tickets() -> None:
    """J-3"""
    game = position("japan", tickets=[["osaka-tokyo"], ["osaka-tokyo"]])
    for track in ("kyoto-osaka-bullet", "kyoto-nagoya-bullet", BULLET):
        give(game, track, 0)
    for track in ("hamamatsu-odawara-bullet", "odawara-tokyo-bullet"):
        give(game, track, 1)
    for seat in (0, 1):
        assert engine.view(game, seat).completed(seat, "osaka-tokyo")


def test_it_belongs_to_nobody_but_the_log_keeps_who_built_it() -> None:
    """J-3"""
    game = position("japan")
    give(game, BULLET, 1)
    assert game.claims == [[], []]
    assert game.owner[BULLET] == 1


def test_after_the_last_bullet_train_bullet_routes_are_ordinary_gray_routes() -> None:
    """J-4"""
    game = position("japan", hands=[{"blue": 3}], bullets=0)
    events = game.play(0, Claim(BULLET, "blue", 0), UnshuffledChance())
    assert events[0] == RouteClaimed(0, BULLET, "blue", 0, 4)
    assert game.trains[0] == 17
    assert game.progress == [0, 0]
    assert game.claims[0] == [BULLET]


def test_then_they_serve_only_their_owner_and_want_trains() -> None:
    """J-4"""
    game = position("japan", hands=[{"blue": 3}], bullets=0, trains=[2])
    with pytest.raises(IllegalAction) as refusal:
        game.play(0, Claim(BULLET, "blue", 0), UnshuffledChance())
    assert refusal.value.message == "claim.too_few_trains"
    give(game, "kyoto-osaka-bullet", 1)
    assert engine.view(game, 0).network(0) == []
    assert engine.view(game, 1).network(1) == ["kyoto-osaka-bullet"]


def test_a_player_without_trains_can_still_build_bullet_routes() -> None:
    """J-5"""
    game = position("japan", hands=[{"blue": 3, "red": 3}], trains=[0])
    claims = [action for action in game.legal_actions(0) if isinstance(action, Claim)]
    assert claims
    assert {game.board.tracks[claim.track].kind for claim in claims} == {"bullet"}
    game.play(0, Claim(BULLET, "blue", 0), UnshuffledChance())


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_aomori_to_hakodate_is_no_double_and_one_player_may_claim_both(seats: int) -> None:
    """J-6"""
    game = position("japan", seats, hands=[{"white": 3, "red": 2}])
    game.play(0, Claim("aomori-hakodate-white", "white", 0), UnshuffledChance())
    game.pending = {0: "turn"}
    game.play(0, Claim("aomori-hakodate-bullet", "red", 0), UnshuffledChance())
    assert game.owner["aomori-hakodate-white"] == game.owner["aomori-hakodate-bullet"] == 0


def test_kokura_and_tokyo_join_the_insets_to_the_map() -> None:
    """J-7"""
    game = position("japan", tickets=[["osaka-shibuya", "hakata-kochi"]])
    for track in (
        "kyoto-osaka-bullet",
        "kyoto-nagoya-bullet",
        BULLET,
        "hamamatsu-odawara-bullet",
        "odawara-tokyo-bullet",
    ):
        give(game, track, 1)
    assert not engine.view(game, 0).completed(0, "osaka-shibuya")
    give(game, "shibuya-tokyo-red", 0)
    assert engine.view(game, 0).completed(0, "osaka-shibuya")
    assert game.board.tickets["osaka-shibuya"].points == 13
    for track in ("hakata-kokura-bullet", "kokura-matsuyama-gray", "kochi-matsuyama-green"):
        give(game, track, 0)
    assert engine.view(game, 0).completed(0, "hakata-kochi")


@pytest.mark.parametrize(
    ("progress", "bonuses"),
    [
        ((9, 7, 5, 3, 1), (25, 15, 5, -5, -10)),
        ((12, 7, 7, 3, 0), (25, 15, 15, -5, -20)),
        ((7, 7, 7, 7, 7), (25, 25, 25, 25, 25)),
        ((0, 0, 0, 0, 0), (-20, -20, -20, -20, -20)),
        ((4, 0, 0, 0, 0), (25, -20, -20, -20, -20)),
        ((9, 9, 5, 1), (20, 20, 0, -10)),
        ((9, 5, 5, 1), (20, 10, 10, -10)),
        ((3, 2, 1), (15, 5, -10)),
        ((3, 3, 1), (15, 15, -10)),
        ((3, 1, 1), (15, 5, 5)),
        ((2, 1), (10, -10)),
        ((2, 2), (10, 10)),
        ((2, 0), (10, -20)),
        ((0, 0), (-20, -20)),
    ],
)
def test_the_bullet_bonus_with_all_its_ties(
    progress: tuple[int, ...], bonuses: tuple[int, ...]
) -> None:
    """J-9"""
    bullets = engine.load_board("japan").bullet_trains
    assert bullets is not None
    assert tuple(bullet_bonuses(progress, bullets)) == bonuses


def test_the_last_bullet_train_changes_the_very_next_claim() -> None:
    """J-4: what is claimed after it costs trains, scores, and serves its owner only."""
    game = position(
        "japan",
        hands=[{"red": 1}, {"blue": 1}],
        bullets=1,
        tickets=[["osaka-tokyo"], ["osaka-tokyo"]],
    )
    events = game.play(0, Claim("kyoto-osaka-bullet", "red", 0), UnshuffledChance())
    assert isinstance(events[0], BulletTrainPlaced)
    assert game.bullets == 0
    events = game.play(1, Claim("odawara-tokyo-bullet", "blue", 0), UnshuffledChance())
    assert events[0] == RouteClaimed(1, "odawara-tokyo-bullet", "blue", 0, 1)
    assert game.trains == [20, 19]
    assert game.progress == [1, 0]
    assert engine.view(game, None).network(0) == ["kyoto-osaka-bullet"]
    assert set(engine.view(game, None).network(1)) == {"kyoto-osaka-bullet", "odawara-tokyo-bullet"}


def test_a_bullet_route_claimed_with_trains_completes_the_tickets_of_its_owner_only() -> None:
    """J-4, J-3: in the view as in the final score."""
    game = position("japan", tickets=[["osaka-tokyo"], ["osaka-tokyo"]])
    for track in ("kyoto-osaka-bullet", "kyoto-nagoya-bullet", BULLET, "hamamatsu-odawara-bullet"):
        give(game, track, 0)
    game.bullets = 0
    give(game, "odawara-tokyo-bullet", 1)
    assert not engine.view(game, 0).completed(0, "osaka-tokyo")
    assert engine.view(game, 1).completed(1, "osaka-tokyo")
    completed = {score.seats[0]: score.completed for score in final_scores(game)}
    assert completed == {0: 0, 1: 1}


def test_who_built_one_track_of_a_double_bullet_route_does_not_claim_the_other() -> None:
    """B-9, J-3: the kind of a track does not matter."""
    raw = json.loads((BOARD_FOLDER / "japan.json").read_text(encoding="utf-8"))
    (built,) = (track for track in raw["tracks"] if track["id"] == BULLET)
    raw["tracks"].append({**built, "id": "twin"})
    game, _ = engine.new_game(build_board("twins", raw), 4, engine.Chance.from_seed(1), range(4))
    game.pending = {0: "turn"}
    game.hands[0] = {**empty_hand(), "red": 6}
    assert Claim("twin", "red", 0) in game.legal_actions(0).listed()
    give(game, BULLET, 0)
    assert "twin" in game.open_tracks.by_id
    assert Claim("twin", "red", 0) not in game.legal_actions(0)
    assert Claim("twin", "red", 0) not in game.legal_actions(0).listed()


def test_sixteen_bullet_trains_stand_on_sixteen_routes_and_no_more() -> None:
    """J-1, J-4"""
    game = position("japan", 5)
    bullets = [track for track in game.board.tracks.values() if track.kind == "bullet"]
    for n, track in enumerate(bullets[:17]):
        give(game, track.id, n % 5)
    assert game.bullets == 0
    assert game.claims[1] == [bullets[16].id]
    assert sum(game.progress) == sum(track.length for track in bullets[:16])
