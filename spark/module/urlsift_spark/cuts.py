"""Copies of intermediate results in a directory that all executors reach, so that no result hangs on a long line of earlier ones.

Without cuts, the plan of each round holds those of all rounds before it, and a lost executor repeats them all. Spark's own local
checkpoints are lost with the executor that holds them, and took four times as long.
"""

import uuid

from pyspark.sql import Observation

from .stages import named


class Cuts:
    """A directory for copies, which is deleted at the end of a `with`."""

    def __init__(self, session, directory):
        self.session = session
        self.path = f"{directory.rstrip('/')}/urlsift-spark-{uuid.uuid4()}"
        self.count = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._delete(self.path)

    def cut(self, rows, what, *measures):
        """Writes rows as Parquet, and gives what was written, with the given sums over it by name."""
        self.count += 1
        path = f"{self.path}/{self.count}"
        measured = Observation()
        with named(self.session, what):
            (rows.observe(measured, *measures) if measures else rows).write.parquet(path)
        copy = self.session.read.schema(rows.schema).parquet(path)
        copy.cut = path
        return copy, measured.get if measures else {}

    def drop(self, copy):
        """Deletes a copy that is not needed any more."""
        self._delete(copy.cut)

    def _delete(self, path):
        jvm = self.session._jvm
        location = jvm.org.apache.hadoop.fs.Path(path)
        location.getFileSystem(self.session._jsparkSession.sessionState().newHadoopConf()).delete(location, True)
