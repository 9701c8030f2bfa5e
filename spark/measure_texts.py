"""Measures components of messages beside MLlib's MinHashLSH, in one session: `python measure_texts.py [--messages 2000 5000] [--mllib 2000 5000]`.

Messages are those of `benches/marks.py` in five languages, a third of the copies with marks. For MLlib, the terms of a message are the pairs
of its characters, and `approxSimilarityJoin` takes 16 tables and a distance of 0.5. Prints for each run the seconds on the clock and of
processors, and what was found: components, or pairs.
"""

import argparse
import os
import sys
import time
from pathlib import Path

from measure import times
from pyspark.ml.feature import HashingTF, MinHashLSH, NGram, RegexTokenizer
from pyspark.sql import functions as F

from urlsift_spark import Settings, cluster, session

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benches"))
import marks

SETTINGS = Settings(threshold=60, as_="text")


def components(frame):
    """The number of components."""
    return cluster(frame, "text", SETTINGS, order="at").select("group").distinct().count()


def pairs(frame):
    """The number of pairs that MLlib finds."""
    characters = RegexTokenizer(inputCol="text", outputCol="characters", pattern="", gaps=True).transform(frame)
    terms = NGram(n=2, inputCol="characters", outputCol="pairs").transform(characters)
    vectors = HashingTF(inputCol="pairs", outputCol="vector", numFeatures=1 << 18, binary=True).transform(terms)
    vectors = vectors.where(F.size("pairs") > 0).select("at", "vector").persist()
    model = MinHashLSH(inputCol="vector", outputCol="hashes", numHashTables=16, seed=1).fit(vectors)
    found = model.approxSimilarityJoin(vectors, vectors, 0.5).where("datasetA.at < datasetB.at").count()
    vectors.unpersist()
    return found


def main():
    """Prints a table."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--messages", type=int, nargs="+", default=[2_000, 10_000, 50_000])
    given.add_argument("--mllib", type=int, nargs="*", default=[2_000, 5_000])
    given.add_argument("--master", default="local[2]")
    typed = given.parse_args()
    spark = session.start("measure", typed.master, {"spark.ui.enabled": "false", "spark.driver.memory": "4g"})
    print("what | messages | seconds | of processors | found", flush=True)
    # The first run is Java's compiler.
    runs = [(components, 2_000), *((components, count) for count in typed.messages), *((pairs, count) for count in typed.mllib)]
    for run, count in runs:
        lines = marks.messages(count, marks.LANGUAGES, True, 1)
        frame = spark.createDataFrame([(at, text) for at, (text, _) in enumerate(lines)], "at long, text string").persist()
        frame.count()
        before, begin = times(os.getpid(), waited=2), time.monotonic()
        found = run(frame)
        clock, after = time.monotonic() - begin, times(os.getpid(), waited=2)
        processors = sum(after.values()) - sum(before.get(one, 0) for one in after)
        print(f"{run.__name__} | {count:,} | {clock:.1f} | {processors:.1f} | {found:,}", flush=True)
        spark.catalog.clearCache()
    spark.stop()


if __name__ == "__main__":
    main()
