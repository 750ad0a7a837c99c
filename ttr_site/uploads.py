"""Uploaded files: small ones only, in memory; larger ones are not read further."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler, StopUpload

LARGEST: Final = 1_000_000
"""Bytes, of all files of a request together."""
TOO_LARGE: Final = "night_mail.file_too_large"
"""Replaces a file in ``request.META``."""


class SmallFiles(FileUploadHandler):
    """Keeps files in memory, and stops reading a request whose files are larger than that."""

    def __init__(self, request: Any = None) -> None:
        super().__init__(request)
        self._file = BytesIO()
        self._read = 0

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self._file = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self._read += len(raw_data)
        if self._read > LARGEST:
            if self.request is not None:
                self.request.META[TOO_LARGE] = True
            raise StopUpload(connection_reset=True)
        self._file.write(raw_data)

    def file_complete(self, file_size: int) -> InMemoryUploadedFile:
        self._file.seek(0)
        return InMemoryUploadedFile(
            self._file, self.field_name, self.file_name or "", self.content_type, file_size,
            self.charset, self.content_type_extra,
        )  # fmt: skip
