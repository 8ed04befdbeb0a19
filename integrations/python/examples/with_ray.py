"""Links and text of archives in S3 with Ray Data, without duplicates.

    python with_ray.py s3://BUCKET/LIST s3://BUCKET/OUTPUT

`LIST` has the address of an archive on each line. If it is killed, the same command continues.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import pyarrow as pa
import ray

import crawl_job


def main(listing: str, output: str) -> None:
    variables = {name: value for name, value in os.environ.items() if name.startswith(("AWS_", "CRAWL_"))}
    variables["PYTHONPATH"] = os.path.dirname(os.path.abspath(__file__))
    ray.init(num_cpus=2, runtime_env={"env_vars": variables}, include_dashboard=False)

    def stage(parts: pa.Table) -> pa.Table:
        return pa.concat_tables([crawl_job.stage(part, output) for part in parts.to_pylist()])

    def with_part(places: pa.Table) -> pa.Table:
        firsts = places["min(place)"]
        parts = pa.array([place >> 32 for place in firsts.to_pylist()], pa.int64())
        return pa.table({"part": parts, "place": firsts})

    def write(places: pa.Table) -> pa.Table:
        return crawl_job.write(places["part"][0].as_py(), places["place"], output)

    parts: list[dict[str, Any]] = crawl_job.plan(listing, output)
    places = ray.data.from_items(parts, override_num_blocks=len(parts)).map_batches(stage, batch_size=1, batch_format="pyarrow")
    first = places.groupby("digest").min("place").map_batches(with_part, batch_format="pyarrow")
    written = first.groupby("part").map_groups(write, batch_format="pyarrow").take_all()
    print(crawl_job.commit(written, output))


if __name__ == "__main__":
    main(*sys.argv[1:])
