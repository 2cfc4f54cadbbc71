import Foundation
import TestSupport
import Testing

/// The manual page, which `make install` makes from the program's help.
@Suite(.timeLimit(.minutes(10)))
struct ManualTests {
  private static let script = (#filePath as NSString).deletingLastPathComponent + "/../../scripts/manual"

  @Test func `the manual has every command with its options, as roff takes it`() async throws {
    let page = try await Program.shell("'\(Self.script)' '\(Program.path)'")
    #expect(page.code == 0, "\(page.error)")
    let lines = page.output.split(separator: "\n")
    for command in ["run", "list", "list results", "trace import", "library generate", "check"] {
      #expect(lines.contains(".SS scrollsim \(command)"))
    }
    #expect(page.output.contains("\\-\\-resize\\-mode"))
    #expect(page.output.contains("scrollsim \\- replays how people scroll over a photo library"))
    let requests = Set(lines.filter { $0.hasPrefix(".") }.map { $0.prefix { !$0.isWhitespace } })
    #expect(requests.isSubset(of: [".TH", ".SH", ".SS", ".TP", ".B", ".I", ".nf", ".fi"]), "\(requests)")
    #expect(!lines.contains { $0.hasPrefix("'") })
  }
}
