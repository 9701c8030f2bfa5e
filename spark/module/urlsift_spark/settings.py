"""The settings of a filter, as `urlsift.Sift` describes them."""

import urlsift

#: The key of all hashes. Every executor has to draw the same keys.
SEED = (0, 0)
#: Every setting of a filter, by its keyword.
KNOWN = {setting.keyword: setting for setting in urlsift.settings()}
#: Other keywords: each with the one that it stands for, and whether it says the opposite.
OTHERS = {name: (keyword, is_opposite) for keyword, setting in KNOWN.items() for name, is_opposite in setting.aliases}


class Refused(ValueError):
    """What was asked for cannot be done as it was asked; the message says what helps."""


class Settings:
    """The settings of a filter: the keywords of `urlsift.Sift`, which `help(urlsift.Sift)` explains.

    They travel to the executors, which make filters of them. As attributes they have the values that were given, or the defaults.
    """

    def __init__(self, threshold=None, **given):
        self._given = {}
        for name, value in {"threshold": threshold, **given}.items():
            keyword, is_opposite = OTHERS.get(name, (name, False))
            if keyword not in KNOWN:
                raise TypeError(f"no setting is called {name}")
            if value is not None:
                self._given[keyword] = (not value) if is_opposite else value

    def __getattr__(self, name):
        keyword, is_opposite = OTHERS.get(name, (name, False))
        if keyword not in KNOWN:
            raise AttributeError(f"no setting is called {name}")
        value = self._given.get(keyword, KNOWN[keyword].default)
        return (not value) if is_opposite else value

    def __repr__(self):
        return f"Settings({', '.join(f'{keyword}={value!r}' for keyword, value in self._given.items())})"

    def sift(self, **others):
        """Makes a filter; `others` are settings of it beside these."""
        return urlsift.Sift(**{**self._given, **others, "seed": SEED})

    def clusters(self, leader=False):
        """Makes what takes the lines of a list and gives its groups: components, or those of the filter."""
        return urlsift.Clusters(**{**self._given, "seed": SEED}, leader=leader)

    def terms(self):
        """Makes what reads the terms of texts and sequences that are divided among tasks."""
        return urlsift.DividedTerms(**{**self._given, "seed": SEED})

    @property
    def has_terms(self):
        """Whether lines are texts or sequences, which have no host."""
        return self.as_ != "urls"

    def refuse(self, reason, names):
        """Refuses settings by their names."""
        given = [name for name in names if name in self._given]
        if given:
            raise Refused(f"{reason} leave out {' and '.join(given)}")

    def refuse_meeting_hosts(self):
        """Refuses settings under which URLs on different hosts can be similar, so that a list cannot be divided by host."""
        if self.has_terms:
            raise Refused(f"a list is divided by host, and {self.as_} have none: cluster groups them, and urlsift itself filters them")
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
