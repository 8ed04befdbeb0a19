"""Links and text of a WARC file with Spark, on two local workers, one of whose processes is killed.

    python with_spark.py FOLDER [PAGES]

makes a WARC file in the folder, writes its links and text as Parquet, and compares them with those of one process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
from pyspark.sql import SparkSession

import make_crawl
import pages

SCHEMA = (
    "offset long, url string, record_error string, reason string, encoding string, "
    "links array<struct<url: string>>, text string"
)


def main(folder: Path, count: int = 3000) -> int:
    warc, output, marker = folder / "crawl.warc.gz", folder / "spark", folder / "spark-killed"
    make_crawl.make(warc, count)
    here = os.path.dirname(os.path.abspath(__file__))
    spark = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.executorEnv.PYTHONPATH", here)
        .config("spark.pyspark.python", sys.executable)
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )

    def extract(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for part in batch.to_pylist():
                for rows in pages.rows(**part):
                    pages.die_once(str(marker), part["start"])
                    yield rows

    parts = pages.splits(warc)
    splits = spark.createDataFrame(parts, "path string, start long, end long").repartition(len(parts))
    splits.mapInArrow(extract, SCHEMA).write.parquet(str(output))
    spark.stop()
    return pages.compare(warc, output, marker)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), *map(int, sys.argv[2:])))
