//! The functions that hosts of WebAssembly call: a filter or a crawl behind numbers and bytes.
//!
//! An instance of the module holds one filter or crawl and serves one thread at a time. A host
//! writes bytes where [`input`] says, calls a function with their length, and reads the answer at
//! [`output`]. So no glue is generated, and the module imports nothing: it has no clock and no
//! randomness, and takes its seed from the host. The only unsafe code is the exported names, which
//! no other library may use.

#![cfg_attr(
    not(feature = "crawl"),
    allow(dead_code, reason = "the linker leaves out what no export needs")
)]

#[cfg(feature = "crawl")]
mod crawl;
mod crawling;
mod filter;
mod instance;
mod settings;
mod thresholds;

use instance::Instance;
use std::cell::RefCell;

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::default();
}

fn with<T>(call: impl FnOnce(&mut Instance) -> T) -> T {
    INSTANCE.with_borrow_mut(call)
}

/// Makes room for this many bytes of input, and returns its address: valid until the next call of
/// this function.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    with(|this| this.reserve(length))
}

/// Returns the address of the output of the last call that says so.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    with(|this| this.output.as_ptr())
}

/// Returns the length of the output.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    with(|this| this.output.len())
}

/// Makes a filter of settings in place of the previous one. Returns 1; or 0, with the reason in the
/// output, if they are refused, and the previous filter stays.
#[unsafe(no_mangle)]
pub extern "C" fn create(length: usize) -> usize {
    with(|this| this.create(length))
}

/// Decides on a line, given without its line end, and returns the number of its verdict. A line of
/// more than 1 MiB is not compared; one byte more than that is enough of it.
#[unsafe(no_mangle)]
pub extern "C" fn admit(length: usize) -> u32 {
    with(|this| this.admit(length))
}

/// Writes the template of a line, as it reads with everything learned, to the output. Returns 1; or
/// 0 if it is not a URL.
#[unsafe(no_mangle)]
pub extern "C" fn shape(length: usize) -> usize {
    with(|this| this.shape(length))
}

/// Returns the number of the group of a line, counted from 0 among all lines of the filter;
/// 4,294,967,295 stands for none.
#[unsafe(no_mangle)]
pub extern "C" fn group(number: usize) -> u32 {
    with(|this| this.group(number))
}

/// Writes the reason why a line was dropped to the output: the line of this number, counted from 0.
/// Returns 1; or 0 if it was not dropped as similar or repeated, or decisions are not noted.
#[unsafe(no_mangle)]
pub extern "C" fn explain(length: usize, number: usize) -> usize {
    with(|this| this.explain(length, number))
}

/// Returns the number of kept URLs, without further samples.
#[unsafe(no_mangle)]
pub extern "C" fn kept() -> u32 {
    with(|this| {
        this.filter
            .as_ref()
            .map_or(0, |filter| filter.sift().len() as u32)
    })
}

/// Returns the bytes that the filter or crawl uses, approximately.
#[unsafe(no_mangle)]
pub extern "C" fn memory_usage() -> usize {
    with(|this| this.heap_bytes())
}

/// Starts to count the lines that thresholds from `lowest` to 100 keep under settings. Returns 1;
/// or 0, with the reason in the output, if the settings are refused.
#[unsafe(no_mangle)]
pub extern "C" fn sweep(length: usize, lowest: u32) -> usize {
    with(|this| this.sweep(length, lowest))
}

/// Takes a line for it.
#[unsafe(no_mangle)]
pub extern "C" fn sweep_line(length: usize) {
    with(|this| this.sweep_line(length));
}

/// Ends it, and writes the number of lines that each threshold keeps to the output, as numbers of
/// 32 bits.
#[unsafe(no_mangle)]
pub extern "C" fn sweep_end() {
    with(Instance::sweep_end);
}
