"""Try a job on an engine: archives in S3 on this machine, a worker that is killed, and a driver that is killed.

    python try_job.py with_ray.py
    python try_job.py with_spark.py

Starts a server of moto, makes archives with broken records and pages that others have, runs the program, kills one of its workers, kills
it when it has written some parts, runs it again, and compares its rows with those of one process.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import boto3
import pyarrow as pa
import pyarrow.parquet as pq
from moto.server import ThreadedMotoServer

import make_crawl

FILES = 4
LISTING, OUTPUT = "s3://crawl/list", "s3://crawl/output"


def main(program: str, pages: int = 1500) -> int:
    here = Path(__file__).resolve().parent
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    with tempfile.TemporaryDirectory() as folder:
        marker = Path(folder, "killed")
        os.environ.update(
            AWS_ENDPOINT_URL=f"http://127.0.0.1:{server.get_host_and_port()[1]}",
            AWS_ACCESS_KEY_ID="test",
            AWS_SECRET_ACCESS_KEY="test",
            AWS_DEFAULT_REGION="us-east-1",
            CRAWL_SPLIT=str(512 << 10),
            CRAWL_KILL_WORKER=str(marker),
        )
        client = boto3.client("s3")
        client.create_bucket(Bucket="crawl")
        for number in range(FILES):
            # Two files each have the same pages under other addresses, and those of two are broken in part. What may be a part of a broken
            # record has an error as well, and is no duplicate.
            path = Path(folder, "crawl.warc.gz")
            make_crawl.make(path, pages, large=10_000_000, seed=number // 2, site=f"http://{number}.example", broken=number >= 2)
            client.upload_file(str(path), "crawl", f"in/{number}.warc.gz")
        addresses = [f"s3://crawl/in/{number}.warc.gz" for number in range(FILES)]
        client.put_object(Bucket="crawl", Key="list", Body="\n".join(addresses).encode())

        command = [sys.executable, str(here / program), LISTING, OUTPUT]
        driver = subprocess.Popen(command, start_new_session=True)
        while len(_keys(client, "output/_staging/")) < 4 and driver.poll() is None:
            time.sleep(0.1)
        killed = driver.poll() is None
        os.killpg(driver.pid, signal.SIGKILL)
        driver.wait()
        staged = len(_keys(client, "output/_staging/"))
        if _keys(client, "output/_SUCCESS"):
            print("the driver was done before it could be killed", file=sys.stderr)
            return 1
        subprocess.run(command, check=True)
        status = _compare(client, addresses)
        print(f"killed: {'a worker' if marker.exists() else 'no worker'}, {'the driver' if killed else 'no driver'} after {staged} parts")
        server.stop()
        return status or int(not (killed and marker.exists()))


def _keys(client, prefix: str) -> list[str]:
    return [found["Key"] for found in client.list_objects_v2(Bucket="crawl", Prefix=prefix).get("Contents", [])]


def _compare(client, addresses: list[str]) -> int:
    """Compare the output with the rows of one process. Returns an exit status."""
    import crawl_job

    seen: set[str] = set()
    expected = []
    every = broken = 0
    for number, address in enumerate(addresses):
        for table in crawl_job.rows(address, 0, -1, number):
            every += len(table)
            first = [digest not in seen and not seen.add(digest) for digest in table["digest"].to_pylist()]
            broken += len(table) - table["record_error"].null_count
            expected.append(table.filter(pa.array(first)).drop_columns(["digest", "place"]))
    parts = [key for key in _keys(client, "output/part-")]
    tables = [pq.read_table(pa.BufferReader(client.get_object(Bucket="crawl", Key=key)["Body"].read())) for key in parts]
    rows = pa.concat_tables(expected)
    found = pa.concat_tables(tables).cast(rows.schema)
    if not found.equals(rows) or not _keys(client, "output/_SUCCESS"):
        print(f"the rows differ: {len(found)}, and {len(rows)} of one process", file=sys.stderr)
        return 1
    print(f"{len(found)} rows, the same as of one process, in the same order; {every - len(rows)} duplicates; {broken} broken records")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
