# The formula of Homebrew, for Linux and macOS.
class Urlsift < Formula
  desc "@DESCRIPTION@"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@RELEASE@/urlsift-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256 aarch64-apple-darwin@"
    end
    on_intel do
      url "@RELEASE@/urlsift-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256 x86_64-apple-darwin@"
    end
  end
  on_linux do
    on_arm do
      url "@RELEASE@/urlsift-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256 aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@RELEASE@/urlsift-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256 x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "urlsift"
    man1.install "docs/urlsift.1"
    bash_completion.install "completions/urlsift.bash" => "urlsift"
    zsh_completion.install "completions/_urlsift"
    fish_completion.install "completions/urlsift.fish"
  end

  test do
    lines = "https://example.com/user/1\nhttps://example.com/user/2\n"
    assert_equal "https://example.com/user/1\n", pipe_output("#{bin}/urlsift -q", lines)
  end
end
