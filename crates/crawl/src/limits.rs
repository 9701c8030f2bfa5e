//! The limits of a crawl.

/// Limits of a crawl; the defaults suit a crawl for every kind of page that a site has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Well answered pages of each template. Default 3.
    pub keep: u32,
    /// Failed pages of a template after which no more are requested, and links of it that wait.
    /// Default 20.
    pub failures: u32,
    /// Templates of one path that differ in the names of their parameters only. Parameters that
    /// select a page (`action=edit`) belong to the path. Default 10.
    pub parameter_sets: u32,
    /// Names in a path that it had before, as in `/a/b/a/b`, or values of one class after the
    /// first, as in `/2024/05/2024/06`. Default 4; a run that is repeated at once counts twice at
    /// most.
    pub repeats: u32,
    /// Path segments. Default 16.
    pub depth: u32,
    /// Requests to one host, failed ones included. Default 5,000.
    pub requests_per_host: u32,
    /// Templates of one host. Default 5,000. Replaces
    /// [`max_per_host`](urlsift_core::Builder::max_per_host).
    pub templates_per_host: u32,
    /// Hosts below one registrable domain. Default 100; set
    /// [`merge_hosts`](urlsift_core::Builder::merge_hosts) to have hosts that show the same pages
    /// share their templates.
    pub hosts_per_domain: u32,
    /// Hosts in all. Default 100,000.
    pub all_hosts: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            keep: 3,
            failures: 20,
            parameter_sets: 10,
            repeats: 4,
            depth: 16,
            requests_per_host: 5_000,
            templates_per_host: 5_000,
            hosts_per_domain: 100,
            all_hosts: 100_000,
        }
    }
}

impl Limits {
    /// Returns each limit by its name, to be read or set.
    ///
    /// ```
    /// use urlsift::crawl::Limits;
    ///
    /// let mut limits = Limits::default();
    /// for (name, limit) in limits.by_name() {
    ///     if name == "keep" {
    ///         *limit = 1;
    ///     }
    /// }
    /// assert_eq!(limits, Limits { keep: 1, ..Limits::default() });
    /// ```
    pub fn by_name(&mut self) -> [(&'static str, &mut u32); 9] {
        [
            ("keep", &mut self.keep),
            ("failures", &mut self.failures),
            ("parameter_sets", &mut self.parameter_sets),
            ("repeats", &mut self.repeats),
            ("depth", &mut self.depth),
            ("requests_per_host", &mut self.requests_per_host),
            ("templates_per_host", &mut self.templates_per_host),
            ("hosts_per_domain", &mut self.hosts_per_domain),
            ("all_hosts", &mut self.all_hosts),
        ]
    }
}
