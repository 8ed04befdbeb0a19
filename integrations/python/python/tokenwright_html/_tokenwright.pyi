from collections.abc import Callable
from typing import Any, BinaryIO

import pyarrow as pa

__version__: str

class Extractor:
    def __new__(cls, request: str) -> Extractor: ...
    def extract(
        self,
        chunks: list[tuple[Any, Any, Any]],
        threads: int,
        progress: Callable[[int], object] | None = None,
        *,
        is_text: bool = False,
    ) -> pa.Table: ...

class WarcReader:
    def __new__(cls, input: str | BinaryIO, start: int, end: int | None, max_record_bytes: int) -> WarcReader: ...
    def read_batch(self, bytes: int) -> tuple[pa.RecordBatch | None, int, dict[str, int]]: ...

def is_archive(path: str) -> bool: ...

def warc_splits(input: str | BinaryIO, name: str, bytes: int, indexes: list[str]) -> list[tuple[int, int | None]]: ...
