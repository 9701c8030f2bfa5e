//! What damaged files do: nothing but tests.

#[cfg(test)]
mod tests;
