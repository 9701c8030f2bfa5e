//! The program from outside: what goes in, what comes out, and what it says.

mod golden;
mod oracle;
mod program;
mod streams;
