from collections.abc import Callable
from typing import Any

import pyarrow as pa

class Extractor:
    def __new__(cls, request: str) -> Extractor: ...
    def extract(
        self,
        chunks: list[tuple[Any, Any, Any]],
        threads: int,
        progress: Callable[[int], object] | None = None,
    ) -> pa.Table: ...

class WarcReader:
    def __new__(cls, path: str, start: int, end: int | None, max_record_bytes: int) -> WarcReader: ...
    def read_batch(self, bytes: int) -> pa.RecordBatch | None: ...

def warc_splits(path: str, bytes: int) -> list[tuple[int, int | None]]: ...
