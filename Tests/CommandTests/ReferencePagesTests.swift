import BenchReport
import Foundation
import GalleryKit
import ScrollSim
import TestSupport
import Testing

/// The pages that the program generates, held against its output today.
///
/// `UPDATE_SNAPSHOTS=1 scripts/run-tests --filter ReferencePages` writes them anew.
@Suite(.timeLimit(.minutes(5)))
struct ReferencePagesTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: [
    ("docs/strategies.md", "strategies --format markdown --measured results/strategies.json"),
    ("docs/metrics.md", "metrics --format markdown"),
  ])
  func `a page says what the program says`(page: String, command: String) async throws {
    let outcome = try await Program.run(
      command.split(separator: " ").map(String.init), in: Self.root.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    let file = Self.root.appending(path: page)
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] != nil {
      try outcome.output.write(to: file, atomically: true, encoding: .utf8)
    }
    let known = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let made = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    let place = zip(known, made).enumerated().first { $1.0 != $1.1 }?.offset ?? min(known.count, made.count)
    #expect(
      known == made,
      "\(page):\(place + 1) is old; UPDATE_SNAPSHOTS=1 scripts/run-tests --filter ReferencePages writes it anew"
    )
  }

  /// The section of a page below a heading, to the next one.
  private static func section(_ heading: String, of page: String) throws -> Substring {
    let start = try #require(page.range(of: "\n### \(heading)\n"), "\(heading)")
    return page[start.upperBound...].prefix(
      upTo: page[start.upperBound...].firstRange(of: "\n#")?.lowerBound ?? page.endIndex)
  }

  @Test
  func `every strategy and order has its parameters, its source, and a row or a word that there is none`()
    async throws
  {
    let arguments = ["strategies", "--format", "markdown", "--measured", "results/strategies.json"]
    let page = try await Program.run(arguments, in: Self.root.path).output
    let survey = try SurveyFile.read(path: Self.root.appending(path: "results/strategies.json").path)
    for descriptor in ComparedStrategies.all.map({ $0.descriptor }) {
      let section = try Self.section(descriptor.name, of: page)
      for parameter in descriptor.parameters { #expect(section.contains("| \(parameter.name) | ")) }
      for source in descriptor.sources where !source.address.isEmpty {
        #expect(section.contains("(<\(source.address)>)"))
      }
      #expect(section.contains("Source: "))
      let isSurveyed = survey.combinations.contains { $0.strategy == descriptor.name }
      #expect(section.contains("| order | of possible |") == isSurveyed, "\(descriptor.name)")
      #expect(section.contains("Not measured yet") != isSurveyed, "\(descriptor.name)")
    }
    for order in RequestOrder.all {
      let section = try Self.section(order.name, of: page)
      #expect(section.contains("| strategy | of possible |"))
      #expect(section.contains("Source: "))
    }
  }

  @Test func `without measurements a page has none, and says nothing of them`() async throws {
    let page = try await Program.run(["strategies", "--format", "markdown"]).output
    #expect(page.hasPrefix("# Strategies and orders\n"))
    #expect(!page.contains("of possible") && !page.contains("Not measured"))
  }

  @Test func `measurements are refused that are no survey, or have no page to stand on`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("{}".utf8), as: "other.json")
    let other = try await Program.run(["strategies", "--format", "markdown", "--measured", file])
    #expect(other.code == 64 && other.error.contains("other.json"))
    let listing = try await Program.run(["strategies", "--measured", "results/strategies.json"])
    #expect(listing.code == 64 && listing.error.contains("--format markdown"))
  }

  @Test func `metrics are listed with unit, class and how they follow`() async throws {
    let list = try await Program.run(["metrics"]).output
    for metric in Metric.all { #expect(list.contains("\(metric.name): \(metric.definition.about)")) }
    #expect(list.contains("[rate, higher is better; exact; share]"))
    let page = try await Program.run(["metrics", "--format", "markdown"]).output
    for metric in Metric.all { #expect(page.contains("| \(metric.name) | \(metric.definition.unit) | ")) }
  }
}
