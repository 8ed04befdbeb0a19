"""What the tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def _corpus() -> Path | None:
    root = Path(__file__).resolve().parents[3]
    shared = [Path(os.environ["TOKENWRIGHT_SHARED"])] if "TOKENWRIGHT_SHARED" in os.environ else []
    folders = [folder / "corpus" for folder in [*shared, root / "test-data", root.parent / "shared"]]
    return next((folder for folder in folders if folder.is_dir()), None)


@pytest.fixture(scope="session")
def corpus() -> dict[str, str]:
    """Real pages, which are not part of the repository."""
    folder = _corpus()
    if folder is None:
        if os.environ.get("TOKENWRIGHT_REQUIRE_SHARED") == "1":
            pytest.fail("the corpus is absent: name its parent folder in TOKENWRIGHT_SHARED")
        pytest.skip("the corpus is absent")
    return {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.html"))}
