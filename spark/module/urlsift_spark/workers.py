"""The Python processes of executors, which Spark keeps from task to task."""

import gc


def settle():
    """Takes what is loaded so far out of garbage collection, once for each process.

    Spark collects garbage after each task. Looking at all modules takes 40 ms then, as long as filtering 30,000 lines.
    """
    if not gc.get_freeze_count():
        gc.freeze()
