#!/bin/sh
# Installs urlsift @VERSION@: the program, its manual page and completions, below ~/.local or the directory that the first argument
# names. It takes only archives whose checksums stand here and in a SHA256SUMS that the owner signed, and changes nothing before both are
# checked.
set -eu

into=${1:-$HOME/.local}
# Where archives are fetched from; a mirror or a directory (file:///...) will do, since checksums stand here.
from=${URLSIFT_FROM:-@RELEASE@}
# The public key of the owner. Without one, the release was not signed.
key='@KEY@'

fail() { echo "install.sh: $*" >&2; exit 1; }

case $(uname -s)-$(uname -m) in
    Linux-x86_64 | Linux-amd64) target=x86_64-unknown-linux-musl sum=@SHA256 x86_64-unknown-linux-musl@ ;;
    Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-musl sum=@SHA256 aarch64-unknown-linux-musl@ ;;
    Darwin-x86_64) target=x86_64-apple-darwin sum=@SHA256 x86_64-apple-darwin@ ;;
    Darwin-arm64) target=aarch64-apple-darwin sum=@SHA256 aarch64-apple-darwin@ ;;
    *) fail "no program is made for $(uname -s) on $(uname -m); with Rust it can be built: @REPOSITORY@" ;;
esac
name=urlsift-@VERSION@-$target

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fetch() { curl --fail --silent --show-error --location --output "$scratch/$2" "$from/$1" || fail "cannot fetch $from/$1"; }
fetch "$name.tar.gz" archive
found=$( (sha256sum "$scratch/archive" 2>/dev/null || shasum -a 256 "$scratch/archive") | cut -d ' ' -f 1)
[ "$found" = "$sum" ] || fail "$name.tar.gz is not what was released: its SHA-256 is $found, not $sum; nothing was installed"
if [ -z "$key" ]; then
    echo "install.sh: this release is not signed; its checksum is right" >&2
elif ! command -v ssh-keygen >/dev/null; then
    echo "install.sh: the signature was not verified, because ssh-keygen (OpenSSH) is not installed; the checksum is right" >&2
else
    fetch SHA256SUMS sums
    fetch SHA256SUMS.sig signature
    echo "urlsift namespaces=\"urlsift\" $key" >"$scratch/signers"
    ssh-keygen -Y verify -f "$scratch/signers" -I urlsift -n urlsift -s "$scratch/signature" <"$scratch/sums" >/dev/null 2>&1 \
        || fail "SHA256SUMS is not signed by the owner of urlsift ($key); nothing was installed"
    grep -q "^$sum [ *]\(\./\)\{0,1\}$name\.tar\.gz\$" "$scratch/sums" || fail "the signed SHA256SUMS does not name this $name.tar.gz; nothing was installed"
fi
tar -xzf "$scratch/archive" -C "$scratch"

place() { mkdir -p "$into/$(dirname "$2")" && cp "$scratch/$name/$1" "$into/$2" || fail "cannot write $into/$2"; }
place urlsift bin/urlsift
place docs/urlsift.1 share/man/man1/urlsift.1
place completions/urlsift.bash share/bash-completion/completions/urlsift
place completions/_urlsift share/zsh/site-functions/_urlsift
place completions/urlsift.fish share/fish/vendor_completions.d/urlsift.fish
echo "installed $("$into/bin/urlsift" --version) as $into/bin/urlsift"
case :$PATH: in *":$into/bin:"*) ;; *) echo "add $into/bin to PATH to run it by name" ;; esac
