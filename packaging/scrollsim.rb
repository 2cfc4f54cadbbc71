# A formula for a tap of one's own; scrollsim's repository takes the place of OWNER/REPOSITORY:
# brew install --HEAD OWNER/TAP/scrollsim
class Scrollsim < Formula
  desc "Replays how people scroll through photos, and what each way of caching them costs"
  homepage "https://github.com/OWNER/REPOSITORY"
  license "Apache-2.0"
  head "https://github.com/OWNER/REPOSITORY.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "apriltag"
  depends_on "ffmpeg"
  depends_on "jpeg-turbo"
  depends_on "libheif"
  depends_on "libpng"
  depends_on "little-cms2"
  depends_on macos: :sequoia
  depends_on "sqlite"
  depends_on "webp"
  uses_from_macos "expat"

  def install
    # Homebrew builds in a sandbox of its own, in which SwiftPM cannot make another.
    system "scripts/build", "-c", "release", "--product", "scrollsim", "--disable-sandbox"
    system "scripts/install", ".build/release/scrollsim", prefix
  end

  test do
    assert_match "scrollsim", shell_output("#{bin}/scrollsim --version")
    system bin/"scrollsim", "run", "fling", "--mode", "model", "--costs", "epyc-2core", "--no-progress"
    assert_path_exists testpath/"results/local/fling.model.json"
  end
end
