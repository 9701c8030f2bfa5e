//! Prints how well each way of comparing distinguishes the endpoints of `testdata/quality.tsv`: the
//! table of `docs/quality.md`.
//!
//! ```sh
//! cargo run --release --example quality
//! ```

mod table;

fn main() -> Result<(), urlsift::Error> {
    print!("{}", table::table()?);
    Ok(())
}
