"""Says what the package needs. In the repository, the module of urlsift is the one beside it."""

from pathlib import Path

from setuptools import setup

NEIGHBOUR = Path(__file__).resolve().parent.parent / "python"

setup(
    install_requires=[
        f"urlsift @ {NEIGHBOUR.as_uri()}" if NEIGHBOUR.is_dir() else "urlsift==0.1.0",
        # Executors of another release than the driver's are refused; this one is tested.
        "pyspark==4.3.0",
        # What Spark hands lines over in.
        "pyarrow>=18",
        # State by host in streams. pyspark 4.3 warns about pandas 3.
        "pandas>=2.2,<3",
    ]
)
