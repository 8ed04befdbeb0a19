"""The command `tokenwright-extract` with archives and output in S3: a server of moto on this machine."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from archives import packed, record
from conftest import S3
from faulty import between

TARGET = Path(__file__).resolve().parents[2] / "arrow" / "target"
COMMAND = Path(os.environ.get("TOKENWRIGHT_EXTRACT", TARGET / "debug" / "tokenwright-extract"))
INPUT = "s3://archives/a/*.warc.gz"


@pytest.fixture(scope="module")
def bucket(s3: S3) -> S3:
    """Two archives of 150 pages, 50 of which both have, and a bucket for output."""
    if not COMMAND.exists():
        pytest.skip("the command is not built: cargo build --manifest-path integrations/arrow/Cargo.toml --package tokenwright-extract")
    if "built without S3" in run("s3://archives/a", "s3://output/none").stderr:
        pytest.skip("the command is built without its feature `s3`")
    s3.client.create_bucket(Bucket="archives")
    s3.client.put_object(Bucket="archives", Key="a/1.warc.gz", Body=packed(range(150)))
    s3.client.put_object(Bucket="archives", Key="a/2.warc.gz", Body=packed(range(100, 250)))
    s3.client.put_object(Bucket="archives", Key="a/deeper/3.warc.gz", Body=packed(range(1)))
    return s3


@pytest.fixture
def output(bucket: S3) -> Iterator[S3]:
    """An empty bucket."""
    bucket.client.create_bucket(Bucket="output")
    yield bucket
    assert not bucket.client.list_multipart_uploads(Bucket="output").get("Uploads")
    for key in keys(bucket):
        bucket.client.delete_object(Bucket="output", Key=key)
    bucket.client.delete_bucket(Bucket="output")


def run(*arguments: str, **variables: str | None) -> subprocess.CompletedProcess[str]:
    """Run the command, with other variables; `None` removes one."""
    environment = {name: value for name, value in {**os.environ, **variables}.items() if value is not None}
    inputs, out = arguments[:1], arguments[1]
    split = [] if "--split" in arguments else ["--split", "1"]
    command = [COMMAND, *inputs, "--out", out, *split, *arguments[2:]]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)


def done(*arguments: str, **variables: str | None) -> str:
    """Run the command, which must succeed. Returns its summary."""
    made = run(*arguments, **variables)
    assert made.returncode == 0, made.stderr
    return made.stderr


def keys(s3: S3, prefix: str = "") -> list[str]:
    pages = s3.client.get_paginator("list_objects_v2").paginate(Bucket="output", Prefix=prefix)
    return [found["Key"] for page in pages for found in page.get("Contents", [])]


def rows(s3: S3, prefix: str) -> pa.Table:
    """The rows of all output files, by their places."""
    files = [key for key in keys(s3, prefix) if key.endswith(".parquet")]
    tables = [pq.read_table(pa.BufferReader(s3.client.get_object(Bucket="output", Key=key)["Body"].read())) for key in files]
    return pa.concat_tables(tables).sort_by([("source", "ascending"), ("offset", "ascending")])


def test_objects_have_the_rows_of_files(output: S3, tmp_path: Path) -> None:
    assert "300 pages" in done(INPUT, "s3://output/x", "--title", "--text")
    there = rows(output, "x/")
    assert there["source"].unique().to_pylist() == ["s3://archives/a/1.warc.gz", "s3://archives/a/2.warc.gz"]
    assert len([key for key in keys(output) if key.endswith(".parquet")]) > 2
    assert {"x/_SUCCESS", "x/_request.json"} <= set(keys(output))
    for name, numbers in (("1.warc.gz", range(150)), ("2.warc.gz", range(100, 250))):
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / name).write_bytes(packed(numbers))
    done(str(tmp_path / "in"), str(tmp_path / "out"), "--title", "--text")
    here = pa.concat_tables([pq.read_table(file) for file in (tmp_path / "out").glob("*.parquet")])
    here = here.sort_by([("source", "ascending"), ("offset", "ascending")])
    assert there.drop(["source"]).equals(here.drop(["source"]))
    # From S3 to a folder, and back from Parquet in S3. A folder is all that is below it.
    assert "301 pages" in done("s3://archives/a/", str(tmp_path / "local"), "--title")
    assert "300 pages" in done("s3://output/x/*.parquet", "s3://output/again", "--html-column", "title", "--text")


def test_keys_are_taken_as_they_are(output: S3) -> None:
    name = "a%20b c=é+&.warc.gz"
    output.client.put_object(Bucket="output", Key=f"in/{name}", Body=packed(range(3)))
    assert "3 pages" in done(f"s3://output/in/{name}", "s3://output/o=1/é", "--title")
    assert rows(output, "o=1/é/")["source"].unique().to_pylist() == [f"s3://output/in/{name}"]


def test_a_large_part_is_one_object(output: S3) -> None:
    """An output file of more than 5 MiB is sent in parts."""
    output.client.put_object(Bucket="output", Key="in.warc", Body=b"".join(record(number) for number in range(900)))
    done("s3://output/in.warc", "s3://output/x", "--text", "--split", "64")
    [file] = [key for key in keys(output, "x/") if key.endswith(".parquet")]
    found = output.client.head_object(Bucket="output", Key=file)
    # The tag of an upload in parts has their number.
    assert found["ContentLength"] > 5 << 20 and found["ETag"].strip('"').endswith("-2")
    assert rows(output, "x/").num_rows == 900


def test_a_run_is_continued_by_content(output: S3) -> None:
    done(INPUT, "s3://output/x", "--title")
    before = rows(output, "x/")
    file = next(key for key in keys(output) if key.endswith(".parquet"))
    output.client.delete_object(Bucket="output", Key=file)
    assert "3 parts were there already" in done(INPUT, "s3://output/x", "--title")
    assert rows(output, "x/").equals(before)
    # The same content under another key has the same output, as its tag is the same.
    output.client.copy_object(Bucket="archives", Key="b/1.warc.gz", CopySource="archives/a/1.warc.gz")
    assert "2 parts were there already" in done("s3://archives/b/1.warc.gz", "s3://output/x", "--title")
    other = run(INPUT, "s3://output/x", "--text")
    assert other.returncode == 1 and "the output of another request" in other.stderr


def test_a_killed_run_leaves_no_half(output: S3) -> None:
    slow = {"count": 0}

    def harm(method: str, path: str) -> None:
        slow["count"] += "a/2.warc.gz" in path and method == "GET"
        if slow["count"] > 6:
            time.sleep(30)

    with between(output.port, harm) as address:
        command = [COMMAND, INPUT, "--out", "s3://output/x", "--split", "1", "--title", "--dedup", "--threads", "1"]
        running = subprocess.Popen(command, env={**os.environ, "AWS_ENDPOINT_URL": address})
        deadline = time.monotonic() + 60
        while slow["count"] <= 6 and time.monotonic() < deadline:
            time.sleep(0.05)
        running.send_signal(signal.SIGKILL)
        running.wait()
    assert "x/_SUCCESS" not in keys(output)
    done(INPUT, "s3://output/x", "--title", "--dedup")
    done(INPUT, "s3://output/whole", "--title", "--dedup")
    assert rows(output, "x/").equals(rows(output, "whole/"))
    assert rows(output, "x/").num_rows == 250


def test_partitions_are_read_as_such(output: S3, tmp_path: Path) -> None:
    types = ["text/html", "application/xhtml+xml"]
    records = []
    for number in range(40):
        page = f"<html lang={['de-AT', 'DE', 'en', ''][number % 4]}><title>{number}</title>".encode()
        date = f"WARC-Date: 2026-01-0{1 + number % 3}T00:00:00Z\r\n"
        records.append(gzip.compress(record(number, page, date, types[number % 2])))
    broken = record(99, b"<p>").replace(b"Content-Length: ", b"Content-Length: 9")
    (tmp_path / "in.warc.gz").write_bytes(b"".join(records) + gzip.compress(broken))
    done(str(tmp_path / "in.warc.gz"), "s3://output/x", "--title", "--partition-by", "media_type,language,date")
    found = ds.dataset("output/x", filesystem=output.files(), partitioning="hive", format="parquet")
    found = found.to_table().sort_by("offset")
    assert found["language"].to_pylist()[:40] == ["de", "de", "en", None] * 10
    assert found["day"].to_pylist()[:3] == ["2026-01-01", "2026-01-02", "2026-01-03"]
    assert found["title"].to_pylist()[:40] == [str(number) for number in range(40)]
    assert any(key.startswith("x/media_type=application%2Fxhtml+xml/language=de/day=2026-01-02/part-in.warc.gz-") for key in keys(output))
    # What is found is removed where the mark of a part is missing.
    for key in keys(output, "x/_parts/"):
        output.client.delete_object(Bucket="output", Key=key)
    stale = next(key for key in keys(output) if key.endswith("-0.parquet")).replace("-0.parquet", "-7.parquet")
    output.client.put_object(Bucket="output", Key=stale, Body=b"half")
    done(str(tmp_path / "in.warc.gz"), "s3://output/x", "--title", "--partition-by", "media_type,language,date")
    assert stale not in keys(output) and "x/_SUCCESS" in keys(output)


@pytest.mark.parametrize(
    ("source", "target", "message", "variables"),
    [
        ("s3://absent/1.warc.gz", "s3://output/x", "s3://absent/1.warc.gz: there is no bucket `absent`", {}),
        ("s3://archives/a/1.warc.gz", "s3://absent/x", "there is no bucket `absent`", {}),
        ("s3://archives/a/9.warc.gz", "s3://output/x", "s3://archives/a/9.warc.gz: there is no such object", {}),
        ("s3://archives/a/*.zst", "s3://output/x", "no object has such a key", {}),
        ("s3://", "s3://output/x", "names no bucket", {}),
        ("s3://a b/c", "s3://output/x", "the bucket's name has other characters", {}),
        ("s3://archives/a//1.warc.gz", "s3://output/x", "empty path segment", {}),
        (
            INPUT,
            "s3://output/x",
            "there are no credentials: set AWS_ACCESS_KEY_ID",
            {"AWS_ACCESS_KEY_ID": None, "AWS_SECRET_ACCESS_KEY": None, "AWS_METADATA_ENDPOINT": "http://127.0.0.1:1"},
        ),
        (INPUT, "s3://output/x", "Missing SecretAccessKey", {"AWS_SECRET_ACCESS_KEY": None}),
        (INPUT, "s3://output/x", "Connection refused", {"AWS_ENDPOINT_URL": "http://127.0.0.1:1"}),
        (INPUT, "s3://output/x", "AWS_ENDPOINT_URL is `nonsense`", {"AWS_ENDPOINT_URL": "nonsense"}),
    ],
)
def test_what_is_wrong_is_said(output: S3, source: str, target: str, message: str, variables: dict[str, str | None]) -> None:
    failed = run(source, target, "--title", **variables)
    assert failed.returncode == 1 and message in failed.stderr, failed.stderr
    assert failed.stderr.startswith("tokenwright-extract: ") and failed.stderr.count("\n") == 1
    assert not keys(output)


def test_an_object_that_vanishes_or_changes_fails_its_part(output: S3) -> None:
    for change, message in (("delete", "there is no such object"), ("replace", "the object was replaced while it was read")):
        for number in (1, 2):
            output.client.put_object(Bucket="output", Key=f"in/{number}.warc.gz", Body=packed(range(150)))
        seen = {"gets": 0}

        def harm(method: str, path: str) -> None:
            if "in/2.warc.gz" in path and method == "GET":
                seen["gets"] += 1
                # The first reads say what it is and where its records are.
                if seen["gets"] == 8 and change == "delete":
                    output.client.delete_object(Bucket="output", Key="in/2.warc.gz")
                elif seen["gets"] == 8:
                    output.client.put_object(Bucket="output", Key="in/2.warc.gz", Body=packed(range(150, 300)))

        with between(output.port, harm) as address:
            failed = run("s3://output/in/*.warc.gz", f"s3://output/{change}", "--title", "--threads", "1", AWS_ENDPOINT_URL=address)
        assert seen["gets"] >= 8
        assert failed.returncode == 1 and f"s3://output/in/2.warc.gz: {message}" in failed.stderr, failed.stderr
        found = keys(output, f"{change}/")
        assert f"{change}/_SUCCESS" not in found
        # What is there is whole.
        assert rows(output, f"{change}/").num_rows >= 150


def test_a_connection_that_breaks_is_repeated_or_said(output: S3) -> None:
    broken = {"left": 3}

    def some(method: str, path: str) -> int | None:
        if method == "GET" and "1.warc.gz" in path and broken["left"] > 0:
            broken["left"] -= 1
            return 1000
        return None

    with between(output.port, some) as address:
        assert "150 pages" in done("s3://archives/a/1.warc.gz", "s3://output/x", "--title", AWS_ENDPOINT_URL=address)
    assert broken["left"] == 0
    before = rows(output, "x/")
    assert before["title"].to_pylist() == [str(number) for number in range(150)]

    def always(method: str, path: str) -> int | None:
        return 0 if method == "GET" and "1.warc.gz" in path else None

    with between(output.port, always) as address:
        failed = run("s3://archives/a/1.warc.gz", "s3://output/y", "--title", AWS_ENDPOINT_URL=address)
    assert failed.returncode == 1 and "s3://archives/a/1.warc.gz: " in failed.stderr, failed.stderr
    assert not keys(output, "y/")
