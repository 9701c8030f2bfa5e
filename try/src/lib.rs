//! The functions that the page calls: a list and settings in, verdicts and reasons out.
//!
//! The page and the module share the module's memory and pass numbers only, so no glue is
//! generated: the page asks for room, writes bytes there, and calls. One instance serves one list
//! on one thread. The only unsafe code is the exported names, which no other library may use.

mod list;
mod reasons;
mod thresholds;

use list::List;
use std::cell::RefCell;
use thresholds::Thresholds;

/// The state of one instance.
#[derive(Default)]
struct Instance {
    /// The settings as the page writes them: a name and a text in each line.
    settings: Vec<u8>,
    list: List,
    thresholds: Option<Thresholds>,
    /// The bytes that the page reads after a call.
    output: Vec<u8>,
}

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::default();
}

fn with<T>(call: impl FnOnce(&mut Instance) -> T) -> T {
    INSTANCE.with_borrow_mut(call)
}

/// Makes room for the settings, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn settings(length: usize) -> *mut u8 {
    with(|this| {
        this.settings = vec![0; length];
        this.settings.as_mut_ptr()
    })
}

/// Makes room for another list in place of the previous one, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn list(length: usize) -> *mut u8 {
    with(|this| {
        this.thresholds = None;
        this.list = List::of_length(length);
        this.list.bytes.as_mut_ptr()
    })
}

/// Finds the lines of the list, once it is written, and returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn lines() -> usize {
    with(|this| this.list.find_lines())
}

/// Forgets all decisions and begins under the settings. Returns 1 if they are refused; the output
/// then has the reason.
#[unsafe(no_mangle)]
pub extern "C" fn begin() -> usize {
    with(|this| {
        let begun = list::builder(&this.settings).and_then(|builder| this.list.begin(builder));
        this.output = begun.err().unwrap_or_default().into_bytes();
        usize::from(!this.output.is_empty())
    })
}

/// Decides on this many further lines, and returns the number decided so far.
#[unsafe(no_mangle)]
pub extern "C" fn decide(lines: usize) -> usize {
    with(|this| this.list.decide(lines))
}

/// Returns the start of a column: the ends of lines (0) or their groups (1), both numbers of 32
/// bits, or their verdicts (2), a byte each.
#[unsafe(no_mangle)]
pub extern "C" fn column(which: usize) -> *const u8 {
    with(|this| match which {
        0 => this.list.ends.as_ptr().cast(),
        1 => this.list.groups.as_ptr().cast(),
        _ => this.list.verdicts.as_ptr(),
    })
}

/// Writes the reason why a line was dropped to the output, and returns its length.
#[unsafe(no_mangle)]
pub extern "C" fn explain(line: usize) -> usize {
    with(|this| {
        this.output.clear();
        this.list.explain(line, &mut this.output);
        this.output.len()
    })
}

/// Returns the start of the output.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    with(|this| this.output.as_ptr())
}

/// Returns the length of the output.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    with(|this| this.output.len())
}

/// Starts to count the lines that thresholds from `lowest` to 100 keep. Returns 1 if the settings
/// are refused.
#[unsafe(no_mangle)]
pub extern "C" fn sweep(lowest: u32) -> usize {
    with(|this| {
        let begun = list::builder(&this.settings).and_then(|builder| Thresholds::new(&builder, lowest));
        this.thresholds = begun.ok();
        usize::from(this.thresholds.is_none())
    })
}

/// Reads this many further lines for it, and returns the number read so far.
#[unsafe(no_mangle)]
pub extern "C" fn sweep_lines(lines: usize) -> usize {
    with(|this| this.thresholds.as_mut().map_or(0, |thresholds| thresholds.take(&this.list, lines)))
}

/// Writes the number of lines that each threshold keeps to the output, as numbers of 32 bits, and
/// returns its length.
#[unsafe(no_mangle)]
pub extern "C" fn sweep_run() -> usize {
    with(|this| {
        this.output = this.thresholds.take().map(Thresholds::kept).unwrap_or_default();
        this.output.len()
    })
}
