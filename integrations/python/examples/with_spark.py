"""Links and text of archives in S3 with Spark, without duplicates.

    python with_spark.py s3://BUCKET/LIST s3://BUCKET/OUTPUT

`LIST` has the address of an archive on each line. If it is killed, the same command continues.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.functions import min as least
from pyspark.sql.functions import shiftright

import crawl_job


def main(listing: str, output: str) -> None:
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.executorEnv.PYTHONPATH", os.path.dirname(os.path.abspath(__file__)))
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.ui.enabled", "false")
    )
    for name, value in os.environ.items():
        if name.startswith(("AWS_", "CRAWL_")):
            builder = builder.config(f"spark.executorEnv.{name}", value)
    spark = builder.getOrCreate()

    def stage(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for part in batch.to_pylist():
                yield from crawl_job.stage(part, output).to_batches()

    def write(places: pa.Table) -> pa.Table:
        return crawl_job.write(places["part"][0].as_py(), places["place"], output)

    parts = crawl_job.plan(listing, output)
    splits = spark.createDataFrame(parts, "part long, path string, start long, end long").repartition(len(parts), "part")
    places = splits.mapInArrow(stage, "digest string, place long")
    first = places.groupBy("digest").agg(least("place").alias("place")).withColumn("part", shiftright("place", 32))
    written = first.groupBy("part").applyInArrow(write, "part long, rows long").collect()
    print(crawl_job.commit([row.asDict() for row in written], output))
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
