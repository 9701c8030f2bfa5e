//! What filters remember, through the library.

// Each store holds and answers the same.
mod every_store;
// Several workers that claim a line on one server.
mod first_to_print;
// What a filter remembers from line to line.
mod hidden_groups;

mod line_to_line;
// A list in pieces, saved and loaded between them, against the whole list.
mod pieces;
// A line that comes again, whatever was learned meanwhile.
mod repetitions;
// Sessions with wrong times.
mod wrong_times;
