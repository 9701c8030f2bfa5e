"""Rows as files, in the order of the list: the files of a directory, one after the other by name, are what one machine prints."""

from pyspark.sql import Observation
from pyspark.sql import functions as F

from .settings import Refused
from .stages import named

#: By what is typed: what Spark's writer of text takes. It has none for zstd, but finds that of Parquet by its name.
COMPRESSIONS = {
    "none": "none",
    "gzip": "gzip",
    "bzip2": "bzip2",
    "zstd": "org.apache.parquet.hadoop.codec.ZstandardCodec",
}
FORMATS = ("lines", "parquet")


def write(session, kept, path, format="lines", compression="none"):
    """Writes the lines that are kept to a directory that does not exist yet, and gives their number."""
    with named(session, f"decide on lines, and write {path}"):
        if format == "parquet":
            seen = Observation()
            rows = kept.rows().observe(seen, F.count(F.lit(1)).alias("lines"))
            columns = ["row.*"] if "row" in rows.columns else ["place", "line"]
            codec = "zstd" if compression == "none" else compression
            if codec == "bzip2":
                raise Refused("Parquet is not compressed by bzip2: use --compress zstd or gzip")
            rows.select(*columns).write.option("compression", codec).parquet(path)
        else:
            counted = session.sparkContext.accumulator(0)
            _write_text(kept.texts(counted), path, compression)
            return counted.value
    return seen.get["lines"]


def write_lines(session, lines, path, compression="none", mode="error"):
    """Writes the one column of lines that are in order."""
    with named(session, f"write {path}"):
        _write_text(lines, path, compression, mode)


def _write_text(lines, path, compression, mode="error"):
    text = lines.select(F.col(lines.columns[0]).cast("string").alias("value"))
    text.write.mode(mode).option("compression", COMPRESSIONS[compression]).option("lineSep", "\n").text(path)
