import Foundation
import TestSupport
import Testing

/// The package from `make package`, as others install it.
@Suite(.long, .timeLimit(.minutes(60)))
struct PackageTests {
  @Test(
    .enabled("not root, or not installed: apt-get install debootstrap dpkg-dev libcurl4-openssl-dev") {
      try await Program.has("debootstrap", "dpkg-deb", "dpkg-shlibdeps", "unshare", "curl-config")
        && getuid() == 0
    })
  func `the Debian package brings all that the program needs to a clean root, and leaves nothing behind`()
    async throws
  {
    let folder = TemporaryFolder()
    let made = try await Program.shell(
      "'\(Repository.path)/scripts/package' '\(folder.file("packages"))' | tail -n 2", code: 0)
    let packages = made.output.split(separator: "\n").map(String.init)
    try #require(packages.count == 2 && packages[0].hasSuffix(".tar.gz") && packages[1].hasSuffix(".deb"))

    let steps = ["scrollsim --version", "run fling --mode model", "man", "complete", "remove"]
    let line = """
      cd /tmp
      echo '== \(steps[0])'; scrollsim --version
      echo '== \(steps[1])'; scrollsim run fling --mode model --costs epyc-2core --no-progress --no-variations
      echo '== \(steps[2])'; man -l /usr/share/man/man1/scrollsim.1.gz | head -n 5; man -w scrollsim
      echo '== \(steps[3])'; bash -c '. /usr/share/bash-completion/completions/scrollsim && complete -p scrollsim'
      echo '== \(steps[4])'; dpkg --verify scrollsim; apt-get purge -y -qq scrollsim >/dev/null 2>&1
      find / -xdev -path /proc -prune -o -name '*scrollsim*' -print | grep -v -e '^/tmp/' -e '^/var/log/' -e '^/root/' || true
      """
    let script = "\(Repository.path)/Tests/CommandTests/clean-root.sh"
    try folder.write(line, as: "line")
    let outcome = try await Program.shell(
      "'\(script)' '\(folder.file("root"))' '\(packages[1])' \"$(cat '\(folder.file("line"))')\"")
    try #require(outcome.code == 0, "\(outcome.error)")
    let said = outcome.output.split(separator: "== ").map(String.init)
    try #require(said.count == steps.count, "\(outcome.output)")
    #expect(said[0].contains("scrollsim 0.") && said[0].contains("libheif"))
    #expect(said[1].contains("Recommended: "))
    #expect(said[2].contains("SCROLLSIM(1)") && said[2].contains("/usr/share/man/man1/scrollsim.1.gz"))
    #expect(said[3].contains("complete ") && said[3].contains("scrollsim"))
    #expect(said[4].split(separator: "\n").count == 1, "\(said[4])")
  }

  @Test func `the formula and the scripts can be read`() async throws {
    var lines = ["scripts/install", "scripts/package", "packaging/debian"].map {
      "bash -n '\(Repository.path)/\($0)'"
    }
    if try await Program.has("ruby") { lines.append("ruby -c '\(Repository.path)/packaging/scrollsim.rb'") }
    try await Program.shell(lines.joined(separator: " && "), code: 0)
  }
}
