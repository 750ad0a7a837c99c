"""Reviews of finished games, to read: one's own, and those that players share."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from games.api.answers import Answer, Row
from games.api.schema import describe
from games.api.views_games import GameEndpoint
from games.common.work_rows import WorkStatus
from games.people.models import Person
from games.review.reviews import review_of, shared_reviews


class OptionData(Answer):
    """An action with what it was expected to lead to."""

    action = serializers.DictField()
    margin = serializers.FloatField(help_text="Points ahead of the best other side, at the end.")
    error = serializers.FloatField(help_text="The standard error of the margin.")
    wins = serializers.FloatField(help_text="The share of games played out that were won.")
    playouts = serializers.IntegerField()


class ReviewedData(Answer):
    """A decision: `options` are best first, `chosen` is the place of the choice among them."""

    seq = serializers.IntegerField(help_text="The number of the decision.")
    at = serializers.IntegerField(help_text="The event that answered it.")
    turn = serializers.IntegerField()
    kind = serializers.CharField()
    chosen = serializers.IntegerField()
    options = OptionData(many=True)
    lost = serializers.FloatField(
        help_text="Points given away; 0 where that is no more than noise."
    )
    luck = serializers.FloatField(help_text="Useful cards beyond expectation that followed.")


class ReviewData(Answer):
    """The review of the decisions of a seat. `shared_with` is "" where it is private."""

    seat = serializers.IntegerField()
    own = serializers.BooleanField()
    status = serializers.CharField()
    percent = serializers.IntegerField()
    shared_with = serializers.CharField(allow_blank=True)
    decisions = ReviewedData(many=True)

    def get_decisions(self, review: Row) -> list[Any]:
        return review.decisions if review.status == WorkStatus.READY else []


class ReviewList(Answer):
    """The reviews that the caller may read."""

    results = ReviewData(many=True)


class Reviews(GameEndpoint):
    @describe("listReviews", ReviewList, tag="games")
    def get(self, request: Request, code: str) -> Any:
        """Your review of a game that is over, and those that other players share.

        They are asked for and shared on the site.
        """
        found = self.found()
        reader = self.reader if isinstance(self.reader, Person) else None
        own = review_of(found.game, reader) if reader and found.seat else None
        others = [
            one for one in shared_reviews(found.game, found.seat) if own is None or one.pk != own.pk
        ]
        mine = [own] if own else []
        rows = [Row(one, own=one is own) for one in (*mine, *others)]
        return {"results": rows}
