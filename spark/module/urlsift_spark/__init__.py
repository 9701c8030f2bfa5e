"""urlsift on Spark: the filter and the groups of lists that outgrow one machine.

    from urlsift_spark import Lines, Settings, sift

    kept = sift(session, Lines(["hdfs:///lists/*.gz"]), Settings(threshold=95))

`kept` is a data frame of the lines that the program `urlsift` prints, and its column `place` orders them as it does.
"""

from .cuts import Cuts
from .filter import sift
from .groups import cluster
from .lines import Lines
from .settings import Settings

__all__ = ["Cuts", "Lines", "Settings", "cluster", "sift"]
