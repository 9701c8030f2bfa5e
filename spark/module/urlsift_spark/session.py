"""The Spark session of the commands."""

import os
import sys
from pathlib import Path

from pyspark.sql import SparkSession

LOGGING = Path(__file__).with_name("log4j2.properties").as_uri()


def start(name, master=None, settings=None):
    """Starts Spark, or takes the session that `spark-submit` has prepared. `settings` are Spark's own."""
    # Executors would take the `python3` of their path, which knows nothing of this package.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    builder = SparkSession.builder.appName(name)
    if master:
        builder = builder.master(master)
    for key, value in {**_defaults(master), **(settings or {})}.items():
        builder = builder.config(key, value)
    return builder.getOrCreate()


def _defaults(master):
    """What the commands set unless `--conf` does."""
    defaults = {
        "spark.driver.extraJavaOptions": f"-Dlog4j2.configurationFile={LOGGING}",
        "spark.ui.showConsoleProgress": "false",
    }
    if (master or "local").startswith("local"):
        # Spark's 200 are for clusters: each takes a tenth of a second, which on one machine is most of a small run.
        defaults["spark.sql.shuffle.partitions"] = str(4 * (os.cpu_count() or 1))
    return defaults
