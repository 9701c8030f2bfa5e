//! Lists of words, split at compile time.

/// Splits a list at its blanks. Evaluated in constants, where a wrong number of words is an error
/// of the compiler.
///
/// ```
/// const METHODS: [&str; 2] = urlsift_url::list::list("GET POST");
/// assert_eq!(METHODS, ["GET", "POST"]);
/// ```
///
/// # Panics
///
/// If the list has another number of words.
pub const fn list<const N: usize>(words: &'static str) -> [&'static str; N] {
    let mut all = [""; N];
    let mut rest = words;
    let mut number = 0;
    while !rest.is_empty() {
        let bytes = rest.as_bytes();
        let mut end = 0;
        while end < bytes.len() && bytes[end] != b' ' {
            end += 1;
        }
        let (word, behind) = rest.split_at(end);
        if !word.is_empty() {
            all[number] = word;
            number += 1;
        }
        rest = if behind.is_empty() {
            behind
        } else {
            behind.split_at(1).1
        };
    }
    assert!(number == N, "the list has another number of words");
    all
}
