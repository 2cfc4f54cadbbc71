import BenchReport
import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

/// Results of the shipped scenarios in model mode, to the last digit.
///
/// If a change is meant to change them, `UPDATE_GOLDEN=1 swift test --filter Golden` rewrites them; the
/// difference belongs in the commit that made it.
@Suite struct `Golden results` {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
    path: "Golden")

  private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

  /// `scripts/gate` compares all shipped scenarios with their figures in `make check`, by the optimised
  /// program.
  private static let names =
    LongTests.areWanted || isUpdating ? Shipped.names : ["browse", "visits"]

  @Test(arguments: names)
  func `a shipped scenario gives the same on every machine`(name: String) throws {
    let result = try Scenario.model(name).modelResult()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let timelines = SHA256.hex(of: Array(try encoder.encode(result.runs.map(\.timeline))))
    let found = CSVReport(result).render() + "timelines \(timelines)\n"
    let file = Self.folder.appending(path: "\(name).csv")
    if Self.isUpdating { try Data(found.utf8).write(to: file) }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(differences(found, expected) == [])
    #expect(result.verdict == .pass)
  }

  /// The differences, value by value, rather than two pages of numbers.
  private func differences(_ found: String, _ expected: String) -> [String] {
    let lines = [found, expected].map {
      $0.split(whereSeparator: \.isNewline).map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    }
    guard lines[0].count == lines[1].count, let titles = lines[0].first, lines[0].first == lines[1].first
    else {
      return ["other runs or metrics"]
    }
    var differences: [String] = []
    for (found, expected) in zip(lines[0], lines[1]) {
      for (title, value) in zip(titles, zip(found, expected)) where value.0 != value.1 {
        differences.append("\(found.dropFirst(2).first ?? ""): \(title) is \(value.0), was \(value.1)")
      }
    }
    return differences + (lines[0].last == lines[1].last ? [] : ["timelines"])
  }
}
