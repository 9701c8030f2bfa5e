"""What counts as similar: the settings that the program's options set."""

from dataclasses import asdict, dataclass

from urlsift import Sift

#: The key of all hashes. Every executor has to draw the same keys.
SEED = (0, 0)


class Refused(ValueError):
    """What was asked for cannot be done as it was asked; the message says what helps."""


@dataclass(frozen=True)
class Settings:
    """The settings of a filter, each as in `urlsift.Sift`. They travel to the executors, which make filters of them."""

    threshold: float = 95.0
    weights: dict | None = None
    metric: str = "overlap"
    literal: bool = False
    learn: bool = True
    classes: tuple | None = None
    without_classes: tuple = ()
    default_ignores: bool = True
    ignore_params: tuple = ()
    select_params: tuple = ()
    params: str = "sets"
    field: str | None = None
    protect: tuple = ()
    samples: int = 1
    two_pass: bool = False

    def sift(self, **others):
        """Makes a filter; `others` are settings of it beside these."""
        return Sift(**{**asdict(self), **others}, seed=SEED)

    def refuse_meeting_hosts(self):
        """Refuses settings under which URLs on different hosts can be similar, so that a list cannot be divided by host."""
        if self.sift().separates_hosts:
            return
        if self.metric != "overlap":
            help = "use --metric overlap"
        else:
            help = "use a higher --threshold, or a larger weight of the host"
        raise Refused(
            f"a list cannot be divided by host under these settings (threshold {self.threshold:g}, metric {self.metric}): "
            f"URLs on different hosts can be similar; {help}"
        )
