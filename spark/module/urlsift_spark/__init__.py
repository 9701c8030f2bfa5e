"""urlsift on Spark: one URL of every group of similar ones, or the groups, for data that outgrows one machine.

    from urlsift_spark import Settings, cluster, filter

    kept = filter(frame, "url", Settings(threshold=90), order="time")
    groups = cluster(frame, "url")

`kept` has the rows of `frame` whose URLs the program `urlsift` prints, `groups` all rows with `group`, `size` and `shape`. `Lines` reads
files as the program does: `Lines(["hdfs:///lists/*.gz"]).read(session)` has the columns `place`, which orders it, and `line`.
"""

from .clustering import cluster
from .filtering import filter
from .lines import Lines
from .settings import Refused, Settings

__all__ = ["Lines", "Refused", "Settings", "cluster", "filter"]
