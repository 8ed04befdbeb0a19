"""Progress on a terminal."""

from __future__ import annotations

import os
import sys
import time


class Progress:
    """Pages, MB and MB a second, on standard error if that is a terminal."""

    def __init__(self, total_bytes: int) -> None:
        refused = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        self._shows = sys.stderr.isatty() and not refused
        self._total = total_bytes
        self._start = time.monotonic()
        self._shown = 0.0
        self.pages = 0
        self.bytes = 0

    def update(self, pages: int, page_bytes: int, read_bytes: int) -> None:
        """Count pages and their length; `read_bytes` is how far the input has been read."""
        self.pages += pages
        self.bytes += page_bytes
        elapsed = time.monotonic() - self._start
        if self._shows and elapsed - self._shown >= 0.1:
            self._shown = elapsed
            share = min(read_bytes / self._total, 1) if self._total else 1
            bar = ("#" * round(share * 30)).ljust(30, ".")
            sys.stderr.write(f"\r[{bar}] {share:4.0%}  {self._figures()}\x1b[K")
            sys.stderr.flush()

    def finish(self) -> str:
        """Remove the bar. Returns the figures in words."""
        if self._shows and self._shown:
            sys.stderr.write("\r\x1b[K")
        return self._figures()

    def _figures(self) -> str:
        elapsed = max(time.monotonic() - self._start, 1e-9)
        rate = self.bytes / 1e6 / elapsed
        return f"{self.pages:,} pages, {self.bytes / 1e6:,.1f} MB, {rate:,.0f} MB/s"
