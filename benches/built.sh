# Sourced by the scripts beside it, from the repository's root: the program that they measure, and the lists.

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")

# Names the program to measure: URLSIFT, or what is built here as it is shipped.
built() {
    [ -n "${URLSIFT:-}" ] || cargo build --profile dist --quiet || return
    echo "${URLSIFT:-$target/dist/urlsift}"
}

# generate SHAPE LINES [LEFT OUT]: writes a made-up list to standard output. The generator uses nothing but the standard library: the
# compiler alone makes it in seconds, without a build of the program.
generate() {
    if [ ! -x "$target/generate" ] || [ -n "$(find benches -name '*.rs' -newer "$target/generate")" ]; then
        mkdir -p "$target"
        rustc -O --edition 2024 --cap-lints allow benches/generate.rs -o "$target/generate.$$"
        mv "$target/generate.$$" "$target/generate"
    fi
    "$target/generate" "$@"
}
