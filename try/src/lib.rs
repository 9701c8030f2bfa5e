//! The functions that the page calls: a list and settings in, verdicts and reasons out.
//!
//! The page and the module share the module's memory and pass numbers only, so no glue is
//! generated: the page asks for room, writes bytes there, and calls. One instance serves one list
//! on one thread. There is no unsafe code but the exported names, which no other library may have.

mod list;
mod reasons;
mod thresholds;

use list::List;
use std::cell::RefCell;
use thresholds::Thresholds;

/// All that one instance holds.
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

/// Makes room for the settings, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn settings(length: usize) -> *mut u8 {
    with(|this| {
        this.settings = vec![0; length];
        this.settings.as_mut_ptr()
    })
}

/// Makes room for another list in the place of the one before, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn list(length: usize) -> *mut u8 {
    with(|this| {
        this.thresholds = None;
        this.list = List::of_length(length);
        this.list.bytes.as_mut_ptr()
    })
}

/// Finds the lines of the list, once it is written, and says how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn lines() -> usize {
    with(|this| this.list.find_lines())
}

/// Forgets all decisions and begins under the settings. 1: they are refused, and the output says
/// why.
#[unsafe(no_mangle)]
pub extern "C" fn begin() -> usize {
    with(|this| {
        let begun = list::builder(&this.settings).and_then(|builder| this.list.begin(builder));
        this.output = begun.err().unwrap_or_default().into_bytes();
        usize::from(!this.output.is_empty())
    })
}

/// Decides on so many further lines, and says on how many it has decided by now.
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

/// Writes why a line was dropped to the output, and says how long that is.
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

/// Begins to count what thresholds from `lowest` to 100 keep of the list. 1: the settings are
/// refused.
#[unsafe(no_mangle)]
pub extern "C" fn sweep(lowest: u32) -> usize {
    with(|this| {
        let begun = list::builder(&this.settings).and_then(|builder| Thresholds::new(&builder, lowest));
        this.thresholds = begun.ok();
        usize::from(this.thresholds.is_none())
    })
}

/// Reads so many further lines for that, and says how many it has read by now.
#[unsafe(no_mangle)]
pub extern "C" fn sweep_lines(lines: usize) -> usize {
    with(|this| this.thresholds.as_mut().map_or(0, |thresholds| thresholds.take(&this.list, lines)))
}

/// Writes to the output how many lines each threshold keeps, as numbers of 32 bits, and says how
/// long that is.
#[unsafe(no_mangle)]
pub extern "C" fn sweep_run() -> usize {
    with(|this| {
        this.output = this.thresholds.take().map(Thresholds::kept).unwrap_or_default();
        this.output.len()
    })
}
