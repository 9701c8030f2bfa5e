//! What filters remember, through the library.

// Values on a server with damage.
mod damaged_server;
// Each store holds and answers the same.
mod every_store;
// Several workers that claim a line on one server.
mod first_to_print;
// Expired groups that searches find, hidden or removed.
mod hidden_groups;
// What a filter remembers from line to line.
mod line_to_line;
// A list in pieces, saved and loaded between them, against the whole list.
mod pieces;
// What policies ask about the lines of a window.
mod recent;
// A line that comes again, whatever was learned meanwhile.
mod repetitions;
// Sessions with wrong times.
mod wrong_times;
