"""Batches that are read more than once."""

import tempfile

import pyarrow


class Spool:
    """Batches in a file that vanishes with it."""

    def __init__(self):
        self.file = tempfile.TemporaryFile(prefix="urlsift-spark-")
        self.writer = None

    def write(self, batch):
        """Appends a batch."""
        if self.writer is None:
            self.writer = pyarrow.ipc.new_stream(self.file, batch.schema, options=pyarrow.ipc.IpcWriteOptions(compression="lz4"))
        self.writer.write_batch(batch)

    def read(self):
        """Gives all batches, as often as it is asked. No batch comes after."""
        if self.writer is None:
            return
        self.writer.close()
        self.file.seek(0)
        with pyarrow.ipc.open_stream(self.file) as batches:
            yield from batches
