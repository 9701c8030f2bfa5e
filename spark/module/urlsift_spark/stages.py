"""What Spark's stages are called, so that its web page says what is being done."""

from contextlib import contextmanager


@contextmanager
def named(session, what):
    """Names the jobs that are started within, and their stages."""
    context = session.sparkContext
    context.setJobDescription(f"urlsift: {what}")
    context.setLocalProperty("callSite.short", f"urlsift: {what}")
    try:
        yield
    finally:
        context.setJobDescription(None)
        context.setLocalProperty("callSite.short", None)
