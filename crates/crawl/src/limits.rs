//! The limits of a crawl.

/// Defines the limits: each with its default.
macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident = $default:literal;)+) => {
        /// Limits of a crawl; the defaults suit a crawl for every kind of page that a site has.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Limits {
            $($(#[$doc])* pub $name: u32,)+
        }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($name: $default,)+ }
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
                [$((stringify!($name), &mut self.$name),)+]
            }
        }
    };
}

limits! {
    /// Well answered pages of each template. Default 3.
    keep = 3;
    /// Failed pages of a template after which no more are requested, and links of it that wait.
    /// Default 20.
    failures = 20;
    /// Templates of one path that differ in the names of their parameters only. Parameters that
    /// select a page (`action=edit`) belong to the path. Default 10.
    parameter_sets = 10;
    /// Names in a path that it had before, as in `/a/b/a/b`, or values of one class after the
    /// first, as in `/2024/05/2024/06`. Default 4; a run that is repeated at once counts twice at
    /// most.
    repeats = 4;
    /// Path segments. Default 16.
    depth = 16;
    /// Requests to one host, failed ones included. Default 5,000.
    requests_per_host = 5_000;
    /// Templates of one host. Default 5,000. Replaces
    /// [`max_per_host`](urlsift_core::Builder::max_per_host).
    templates_per_host = 5_000;
    /// Hosts below one registrable domain. Default 100; set
    /// [`merge_hosts`](urlsift_core::Builder::merge_hosts) to have hosts that show the same pages
    /// share their templates.
    hosts_per_domain = 100;
    /// Hosts in all. Default 100,000.
    all_hosts = 100_000;
}
