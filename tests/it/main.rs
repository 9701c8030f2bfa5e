//! The program from outside: what goes in, what comes out, what it says and how it ends.

mod cases;
mod failures;
mod faults;
mod generated;
mod golden;
mod groups;
mod oracle;
mod program;
mod quality;
mod reports;
#[cfg(unix)]
mod signals;
mod statistics;
mod streams;
