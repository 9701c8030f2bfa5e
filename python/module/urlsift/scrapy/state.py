"""What outlives a crawl: which kinds were fetched, and, where the crawl goes on later, what was asked for."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.utils.job import job_dir

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings
    from urlsift import Crawl

Tickets = dict[str, tuple[int, str]]
"""Tickets and their URLs by the names that requests carry."""


class State:
    """The file that `URLSIFT_STATE` names, for other crawls, and one in `JOBDIR`, for the same crawl."""

    def __init__(self, settings: BaseSettings) -> None:
        named, job = settings.get("URLSIFT_STATE"), job_dir(settings)
        self._file = Path(named) if named else None
        # Requests are pickled, as Scrapy's own queues do, so they stay in the directory that is Scrapy's.
        self._job = Path(job, "urlsift.requests") if job else None

    def load(self, crawl: Crawl) -> tuple[Tickets, list[dict[str, Any]]]:
        """Takes over an earlier crawl, and returns its open tickets and the requests that waited."""
        if self._job is not None and self._job.exists():
            saved, tickets, waiting = pickle.loads(self._job.read_bytes())
            _load(crawl, saved, self._job)
            return tickets, waiting
        if self._file is not None and self._file.exists():
            _load(crawl, self._file.read_bytes(), self._file)
            crawl.restart()
        return {}, []

    def save(self, crawl: Crawl, tickets: Tickets, waiting: list[dict[str, Any]]) -> None:
        """Writes everything, each file at once."""
        saved = crawl.save()
        if self._file is not None:
            _replace(self._file, saved)
        if self._job is not None:
            _replace(self._job, pickle.dumps((saved, tickets, waiting)))


def _load(crawl: Crawl, saved: bytes, path: Path) -> None:
    try:
        crawl.load(saved)
    except ValueError as error:
        message = f"cannot go on from {path}: {error}; name another file by URLSIFT_STATE, or remove this one"
        raise ValueError(message) from error


def _replace(path: Path, content: bytes) -> None:
    """Writes a file so that it is whole at any time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.part")
    partial.write_bytes(content)
    os.replace(partial, path)
