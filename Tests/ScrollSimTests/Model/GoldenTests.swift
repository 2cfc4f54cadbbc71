import BenchReport
import Foundation
import GalleryKit
import Testing

@testable import ScrollSim

/// Results of the shipped scenarios in model mode, to the last digit.
///
/// Where a change means to change them, `UPDATE_GOLDEN=1 swift test --filter Golden` writes them anew; the difference
/// belongs into the commit that made it.
@Suite struct `Golden results` {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
    path: "Golden")

  @Test(arguments: Shipped.names)
  func `a shipped scenario gives the same on every machine`(name: String) throws {
    let result = try Scenario.model(name).modelResult()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let timelines = SHA256.hex(of: Array(try encoder.encode(result.runs.map(\.timeline))))
    let found = CSVReport(result).render() + "timelines \(timelines)\n"
    let file = Self.folder.appending(path: "\(name).csv")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try Data(found.utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(found == expected)
    #expect(result.verdict == .pass)
  }
}
