"""What the tests share."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


@dataclass
class S3:
    """A server of S3 on this machine."""

    port: int
    client: Any

    def files(self) -> Any:
        """The server as a file system of pyarrow."""
        fs = pytest.importorskip("pyarrow.fs")
        endpoint = f"127.0.0.1:{self.port}"
        return fs.S3FileSystem(access_key="test", secret_key="test", endpoint_override=endpoint, scheme="http")


@pytest.fixture(scope="session")
def s3() -> Iterator[S3]:
    """A server of moto, which the variables of AWS name."""
    server = pytest.importorskip("moto.server", reason="moto is not installed: pip install './integrations/python[s3]'")
    import boto3

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    running = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    _, port = running.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "test")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        yield S3(port, boto3.client("s3"))
    running.stop()
