"""The filter over rows that are divided by host."""

import numpy
import pyarrow

from .columns import EMPTY, KEPT, NOT_URL, SAMPLE, buffers
from .division import divide
from .settings import Settings
from .spool import Spool
from .workers import settle


def filter(frame, column, settings=None, order=(), partitions=None):
    """Gives the rows of a data frame whose URLs the filter keeps: one of every group of similar ones.

    `column` holds the URLs, as strings or binary. `order` names the columns, or gives them, by which the filter takes the rows of a
    host: the first row of a group is kept. Without it, the row with the smallest URL is kept, so the same rows give the same answer
    however they are partitioned. Rows without a URL, null or empty, are kept. The result is in no order.
    """
    settings = settings or Settings()
    divided = divide(frame, column, settings, order, partitions)
    return divided.mapInArrow(Filter(settings, column, (KEPT, SAMPLE, NOT_URL, EMPTY)), divided.schema)


class Filter:
    """Runs on executors: leaves the rows whose URLs are kept."""

    def __init__(self, settings, column, kept=(KEPT, SAMPLE, NOT_URL)):
        self.settings = settings
        self.column = column
        self.is_kept = numpy.isin(numpy.arange(256), kept)

    def __call__(self, batches):
        """Takes rows in their order."""
        settle()
        sift = self.settings.sift()
        decide = lambda batch: sift.decide_column(*buffers(batch.column(self.column)))
        if self.settings.two_pass:
            spool = Spool()
            for batch in batches:
                decide(batch)
                spool.write(batch)
            sift.restart()
            batches = spool.read()
        for batch in batches:
            kept = self.is_kept[numpy.frombuffer(decide(batch), numpy.uint8)]
            yield batch.filter(pyarrow.array(kept))
