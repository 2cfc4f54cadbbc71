import Foundation
import Testing

@testable import BenchReport
@testable import ScrollSim

/// Whole reports in every format, as last reviewed.
///
/// `UPDATE_SNAPSHOTS=1 swift test --filter Snapshot` rewrites them; the change shows in the commit.
@Suite("Snapshots")
struct SnapshotTests {
  private static let results = [Sample.played, Sample.played.asModel]
  private static let changes: ResultComparison = {
    var head = Sample.played.asModel
    head.runs[0].metrics["blankAreaRatio"] = 0.05
    head.runs[1].metrics["decodes"] = 7
    return ResultComparison(base: Sample.played.asModel, head: head)
  }()

  @Test(arguments: [
    "report.md", "report.csv", "report.txt", "report.html", "changes.md", "changes.csv", "changes.txt",
    "changes.html", "app.html",
  ])
  func `a report is what it was`(name: String) throws {
    let path = "\((#filePath as NSString).deletingLastPathComponent)/Snapshots/\(name)"
    let text = try Self.render(name)
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] != nil {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let known = try String(contentsOfFile: path, encoding: .utf8)
    let (lines, knownLines) = (Self.lines(text), Self.lines(known))
    let place = zip(lines, knownLines).enumerated().first { $1.0 != $1.1 }?.offset
    if let place {
      Issue.record(
        "\(name):\(place + 1): expected \(knownLines[place].prefix(300)), found \(lines[place].prefix(300))")
    }
    #expect(lines.count == knownLines.count)
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func render(_ name: String) throws -> String {
    let isReport = name.hasPrefix("report.")
    if name.hasSuffix(".csv") { return isReport ? CSVReport(results).render() : CSVReport(changes).render() }
    // Made again each time: the leak sanitizer does not see through the tagged pointers of a stored one.
    let document = try isReport ? Document(results) : name.hasPrefix("app.") ? app() : Document(changes)
    if name.hasSuffix(".md") { return document.markdown() }
    if name.hasSuffix(".txt") { return document.terminal(colour: false, width: 120) }
    // The page without its style sheet and script, which are separate files.
    return document.html().replacing(/<style>[\s\S]*?<\/style>/, with: "<style/>")
      .replacing(/<script>[\s\S]*?<\/script>/, with: "<script/>")
  }

  /// An app that agrees with the replays except in one strategy, and that scrolled elsewhere with another.
  private static func app() throws -> Document {
    let logs =
      try `An app beside scrollsim`.logs().dropLast() + [
        try `An app beside scrollsim`.log("screens", blank: 0.2, images: 90_000_000),
        try `An app beside scrollsim`.log("settle", blank: 0.3, images: 60_000_000, frames: 90),
      ]
    return Document(`An app beside scrollsim`.file(Array(logs)))
  }
}

extension ResultFile {
  /// The result as if it came from a model.
  fileprivate var asModel: ResultFile {
    var result = self
    result.mode = .model
    result.metricDefinitions = Metric.definitions(of: [])
    result.costs = CostsRecord(name: "epyc-2core", sha256: "cc")
    return result
  }
}
