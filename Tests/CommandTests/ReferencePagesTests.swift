import BenchReport
import Foundation
import GalleryKit
import ScrollSim
import TestSupport
import Testing

/// The pages that the program generates, compared with its output today, and the manual that is made from its
/// help.
///
/// `UPDATE_SNAPSHOTS=1 scripts/run-tests --filter ReferencePages` rewrites them.
@Suite(.timeLimit(.minutes(5)))
struct ReferencePagesTests {
  @Test(arguments: [
    ("docs/strategies.md", "list strategies --format markdown"),
    ("docs/metrics.md", "list metrics --format markdown"),
    ("docs/scenario-keys.md", "list keys --format markdown"),
  ])
  func `a page says what the program says`(page: String, command: String) async throws {
    let outcome = try await Program.run(command, in: Repository.path, code: 0)
    let file = Repository.root.appending(path: page)
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] != nil {
      try outcome.output.write(to: file, atomically: true, encoding: .utf8)
    }
    let known = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let made = outcome.output.components(separatedBy: "\n")
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
  func `every strategy and order has its parameters and its source`() async throws {
    let page = try await Program.run("list strategies --format markdown").output
    #expect(page.hasPrefix("# Strategies and orders\n"))
    for descriptor in ComparedStrategies.all.map({ $0.descriptor }) {
      let section = try Self.section(descriptor.name, of: page)
      for parameter in descriptor.parameters { #expect(section.contains("| \(parameter.name) | ")) }
      for source in descriptor.sources where !source.address.isEmpty {
        #expect(section.contains("(<\(source.address)>)"))
      }
      #expect(section.contains("Source: "))
    }
    for order in RequestOrder.all {
      let section = try Self.section(order.name, of: page)
      #expect(section.contains("Source: "))
    }
  }

  @Test func `metrics are listed with unit, class and how they follow`() async throws {
    let list = try await Program.run("list metrics").output
    for metric in Metric.all { #expect(list.contains("\(metric.name): \(metric.definition.about)")) }
    #expect(list.contains("[rate, higher is better; exact; share]"))
    let page = try await Program.run("list metrics --format markdown").output
    for metric in Metric.all { #expect(page.contains("| \(metric.name) | \(metric.definition.unit) | ")) }
  }

  // MARK: The manual

  private static let script = Repository.path + "/scripts/manual"

  @Test func `the manual has every command with its options, as roff takes it`() async throws {
    let page = try await Program.shell("'\(Self.script)' '\(Program.path)'", code: 0)
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
