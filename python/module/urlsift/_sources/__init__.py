"""Where lines come from: a list, or a column of a table. Each source gives its lines as columns of Arrow, a part at a time, and takes back
what was decided on them, so that Python handles no line by itself.
"""

import importlib
import sys
from typing import Any

from .lines import Lines

#: Whose tables are known. A table cannot be there before its package was imported, so none is imported for nothing.
PACKAGES = ("pandas", "polars", "pyarrow")


def table(data: Any, column: Any) -> Any:
    """The source that a table, or a single column, is; `None` if data is neither."""
    for package in PACKAGES:
        if sys.modules.get(package) is not None:
            found = importlib.import_module(f"{__name__}.of_{package}").table(data, column)
            if found is not None:
                return found
    return None


__all__ = ["Lines", "table"]
