"""The files of a list, in the order in which they are read, and what their first bytes say.

Looked at before anything is read: Spark reads xz, and what is compressed under a plain name, as if it were text, and leaves out the byte
order mark at the start of a file, which is a part of its first line.
"""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pyspark
from py4j.java_gateway import JavaClass

from .settings import Refused

#: How files of each compression begin, and the suffixes by which Spark knows them; none if it does not read them at all.
COMPRESSIONS = {
    "xz": (b"\xfd7zXZ", ()),
    "gzip": (b"\x1f\x8b", (".gz",)),
    "zstd": (b"\x28\xb5\x2f\xfd", (".zst", ".zstd")),
    "bzip2": (b"BZh", (".bz2",)),
}
#: All of these.
SUFFIXES = tuple(suffix for _, suffixes in COMPRESSIONS.values() for suffix in suffixes)
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
#: Opening a file takes a storage service some 30 ms; ten thousand files are done in half a minute.
THREADS = 16


@dataclass(frozen=True)
class Inputs:
    """Files by the names that Spark gives them in `_metadata.file_path`, in the order in which they are read."""

    paths: tuple
    #: Their bytes.
    sizes: tuple
    #: The places of those that begin with a byte order mark.
    marked: frozenset = frozenset()


def find(session, reader, arguments, is_text):
    """Finds the files that the arguments name, those of a directory in the order of their names. `reader` makes a data frame of paths."""
    paths = []
    for argument in arguments:
        if argument.endswith(".xz"):
            raise Refused(_refusal(argument, "xz"))
        paths += sorted(_plain(path) for path in reader(argument).inputFiles())
    for path, count in Counter(paths).items():
        if count > 1:
            raise Refused(f"{path} is named {count} times: name each file once")
    configuration = session._jsparkSession.sessionState().newHadoopConf()
    look = lambda path: _look(session._jvm, configuration, path, is_text)
    with ThreadPoolExecutor(THREADS) as pool:
        # Each thread of Python starts one of Java.
        looked = list((pool.map if len(paths) > 1 else map)(look, paths))
    return Inputs(tuple(paths), tuple(size for size, _ in looked), frozenset(place for place, (_, is_marked) in enumerate(looked) if is_marked))


def _look(jvm, configuration, path, is_text):
    """The size of a file, and whether it is text that begins with a byte order mark."""
    # By its whole name at once: Java searches each of its files for `org`, `org.apache`, and so on.
    location = getattr(jvm, "org.apache.hadoop.fs.Path")(getattr(jvm, "java.net.URI")(path))
    system = location.getFileSystem(configuration)
    return system.getFileStatus(location).getLen(), is_text and _is_marked(jvm, configuration, path, location, system)


def _plain(path):
    """`inputFiles` writes `file:///a` for what `_metadata.file_path` calls `file:/a`."""
    return re.sub(r"^(\w+):///", r"\1:/", path)


def _is_marked(jvm, configuration, path, location, system):
    """Whether the text of a file begins with a byte order mark. Refuses compressed files that Spark would take for text."""
    stream = system.open(location)
    try:
        start = _start(stream)
        for name, (magic, suffixes) in COMPRESSIONS.items():
            if start.startswith(magic) and not path.endswith(suffixes):
                raise Refused(_refusal(path, name))
        if not start:
            return False
        stream.seek(0)
        if path.endswith(COMPRESSIONS["zstd"][1]):
            if not _reads_zstd(jvm):
                raise Refused(f"cannot read {path}: Spark {pyspark.__version__} reads zstd only with Hadoop's native library; use Spark 4.3, or gzip")
            # Hadoop's own reader takes a native library that Spark does without.
            start = _start(getattr(jvm, "com.github.luben.zstd.ZstdInputStream")(stream))
        else:
            codec = getattr(jvm, "org.apache.hadoop.io.compress.CompressionCodecFactory")(configuration).getCodec(location)
            start = _start(codec.createInputStream(stream)) if codec else start
        return start.startswith(BYTE_ORDER_MARK)
    finally:
        stream.close()


def _reads_zstd(jvm):
    """Whether Spark reads zstd: by itself, as 4.3 does and 4.0 does not, or by Hadoop's native library."""
    own = getattr(jvm, "org.apache.spark.sql.execution.datasources.HadoopLineRecordReader")
    return isinstance(own, JavaClass) or getattr(jvm, "org.apache.hadoop.io.compress.ZStandardCodec").isNativeCodeLoaded()


def _start(stream):
    """The first bytes of a stream."""
    return bytes(stream.readNBytes(5))


def _refusal(path, name):
    suffixes = COMPRESSIONS[name][1]
    if suffixes:
        return f"cannot read {path}: it is compressed by {name}, which Spark sees by the name alone; call it {suffixes[0]}"
    return f"cannot read {path}: Spark does not read {name}; compress it again, as by: xz -dc FILE | zstd > FILE.zst"
