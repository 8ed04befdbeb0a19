"""Links and text of a WARC file with Ray Data, on two local workers, one of which is killed.

    python with_ray.py FOLDER [PAGES]

makes a WARC file in the folder, writes its links and text as Parquet, and compares them with those of one process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import ray

import make_crawl
import pages


def main(folder: Path, count: int = 3000) -> int:
    warc, output, marker = folder / "crawl.warc.gz", folder / "ray", folder / "ray-killed"
    make_crawl.make(warc, count)
    environment = {"env_vars": {"PYTHONPATH": os.path.dirname(os.path.abspath(__file__))}}
    ray.init(num_cpus=2, runtime_env=environment, include_dashboard=False)

    def extract(parts: pa.Table) -> Iterator[pa.Table]:
        for part in parts.to_pylist():
            for at, batch in enumerate(pages.rows(**part)):
                if at > 0 or part["start"] > 0:
                    pages.die_once(str(marker), part["start"])
                yield pa.Table.from_batches([batch])

    parts = ray.data.from_items(pages.splits(warc), override_num_blocks=len(pages.splits(warc)))
    links = parts.map_batches(extract, batch_size=1, batch_format="pyarrow")
    links.write_parquet(str(output))
    return pages.compare(warc, output, marker)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), *map(int, sys.argv[2:])))
