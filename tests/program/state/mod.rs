//! What runs remember: `--state` with a file or a server, `--window`, and `urlsift state`.

// What one run remembers for the next, also when it is killed.
mod across_runs;
// States that earlier builds wrote.
mod earlier_builds;
// `urlsift state export` and `import`: a copy decides as the original does.
mod export_import;
// Permissions, names and locks of the files of a state.
mod files;
// `urlsift state info` and `forget`, windows of time, and full disks.
mod info_and_windows;
// Several runs that share a Redis server.
mod shared_server;
// Servers that take a connection and then say nothing, little, or no more.
mod silent_server;
// The same tasks of `urlsift state` on a file and on a server.
mod subcommand;
// `--state` with `-o`: nothing in the output is lost.
mod with_output;
// Records whose times are wrong.
mod wrong_times;
