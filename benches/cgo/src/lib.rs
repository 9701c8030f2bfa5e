//! The filter behind three C functions.

use urlsift::{Filter as _, Sift};

/// Returns a filter of the default settings.
#[unsafe(no_mangle)]
pub extern "C" fn urlsift_new() -> *mut Sift {
    Box::into_raw(Box::new(Sift::builder().build().expect("default settings")))
}

/// Decides on a line, and returns whether it is printed.
///
/// # Safety
/// The filter is one of [`urlsift_new`], and the line has so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_admit(filter: *mut Sift, line: *const u8, length: usize) -> bool {
    // SAFETY: the caller's.
    let (filter, line) = unsafe { (&mut *filter, std::slice::from_raw_parts(line, length)) };
    filter.admit(line).is_printed()
}

/// Gives the memory of a filter back.
///
/// # Safety
/// The filter is one of [`urlsift_new`], and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_free(filter: *mut Sift) {
    // SAFETY: the caller's.
    drop(unsafe { Box::from_raw(filter) });
}
