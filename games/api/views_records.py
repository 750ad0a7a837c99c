"""Records of many games: the files of months."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import Answer
from games.api.base import PublicView
from games.api.paging import Page, PageQuery, page_of
from games.api.schema import describe
from games.common.links import site_url
from games.sharing.records.models import Collection, CollectionKind


class MonthOfRecords(Answer):
    """The file with the records of all rated public games that ended in a month (UTC)."""

    month = serializers.CharField(source="subject", help_text="Such as `2026-10`.")
    games = serializers.IntegerField()
    size = serializers.IntegerField(help_text="Bytes of the ZIP file.")
    sha256 = serializers.CharField(source="digest")
    url = serializers.CharField(help_text="The file; it needs no token.")

    def get_url(self, file: Collection) -> str:
        return site_url("records-of-month", file.subject)


class MonthsOfRecords(Page):
    """A page of files."""

    results = MonthOfRecords(many=True)


class RecordsOfMonths(PublicView):
    @describe("listMonthsOfRecords", MonthsOfRecords, tag="records", query=PageQuery)
    def get(self, request: Request) -> Response:
        """The files of past months, the latest first."""
        files = Collection.objects.filter(kind=CollectionKind.MONTH, made_at__isnull=False)
        return page_of(self, files, ("-subject", "-pk"), MonthsOfRecords)
