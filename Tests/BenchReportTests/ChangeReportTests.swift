import Testing

@testable import BenchReport
@testable import ScrollSim

struct ChangeReportTests {
  /// The metrics that change with a sample's blank area.
  private static let ofBlank = ["blankAreaRatio", "scrollBlankRatio", "scrollNotSharpRatio"]

  /// A result of two strategies; the blank area of `none` takes these values, one an iteration.
  private static func result(_ mode: ResultFile.Mode, blank: [Double], decodes: Double = 10) -> ResultFile {
    var result = Sample.result(
      mode: mode,
      runs: blank.enumerated().flatMap { iteration, blank in
        [Sample.run("none", iteration: iteration, blank: blank), Sample.run("screens", iteration: iteration)]
      })
    result.changeRuns { $0.metrics["decodes"] = decodes }
    return result
  }

  private func compare(base: ResultFile, head: ResultFile) -> ChangeReport {
    ChangeReport(ResultComparison(base: base, head: head))
  }

  @Test func `in a model every difference counts, and nothing else is shown`() {
    let report = compare(
      base: Self.result(.model, blank: [0.1]), head: Self.result(.model, blank: [0.1000001]))
    #expect(report.rows.map(\.metric).sorted() == Self.ofBlank)
    #expect(report.rows.map(\.weight) == [.counts, .counts, .counts])
    #expect(report.conclusion == "Changes that count: 3 worse.")
    #expect(report.comparison.direction == .worse)
  }

  @Test func `what is worse by a thousandth of a per cent is not shown as no change at all`() {
    let base = Self.result(.model, blank: [0.1])
    for (blank, row) in [
      (0.10001, "| none | 10 % | 10.001 % | +0.001 pp | +0.01 % | **worse** | yes |"),
      (0.09999, "| none | 10 % | 9.999 % | -0.001 pp | -0.01 % | better | yes |"),
      (0.2, "| none | 10.0 % | 20.0 % | +10.0 pp | +100 % | **worse** | yes |"),
    ] {
      let text = Document(ResultComparison(base: base, head: Self.result(.model, blank: [blank]))).markdown()
      #expect(text.contains("| scrollBlankRatio \(row)\n"), "\(text)")
    }
  }

  @Test func `models of libraries are marked as models`() {
    var result = Self.result(.model, blank: [0.1])
    let note = "does not measure its code"
    #expect(!Document(ResultComparison(base: result, head: result)).markdown().contains(note))
    result.runs[0].combination.library = "nuke"
    let document = Document(ResultComparison(base: result, head: result))
    #expect(document.markdown().contains(note) && document.html().contains(note))
  }

  @Test func `in replays a change counts if all iterations of one side lie beyond all of the other`() {
    let base = Self.result(.replay, blank: [0.10, 0.11, 0.12, 0.10, 0.13])
    let apart = compare(base: base, head: Self.result(.replay, blank: [0.05, 0.06, 0.07, 0.05, 0.09]))
    #expect(apart.rows.map(\.weight) == [.counts, .counts, .counts])
    #expect(apart.comparison.direction == .better)
    let mixed = compare(base: base, head: Self.result(.replay, blank: [0.05, 0.06, 0.07, 0.05, 0.10]))
    #expect(mixed.rows.map(\.weight) == [.withinSpread, .withinSpread, .withinSpread])
    #expect(
      mixed.conclusion
        == "Nothing is known to have changed: all differences lie within the spread of the iterations.")
    #expect(mixed.comparison.direction == nil)
  }

  @Test func `replays that other work disturbed are reported, with their side`() throws {
    let quiet = Self.result(.replay, blank: [0.1])
    var busy = quiet
    busy.disturbanceNote = "1 of 2 runs were disturbed."
    let text = Document(ResultComparison(base: quiet, head: busy)).markdown()
    #expect(text.contains("In the head, 1 of 2 runs were disturbed.") && !text.contains("In the base,"))
    let choice = try #require(ChoiceComparison(busy, by: .strategy))
    #expect(Document(choice, of: busy).markdown().contains("1 of 2 runs were disturbed."))
  }

  @Test func `few iterations tell nothing, however far apart`() {
    let report = compare(
      base: Self.result(.replay, blank: [0.1, 0.1, 0.1, 0.1]),
      head: Self.result(.replay, blank: [0.9, 0.9, 0.9, 0.9]))
    #expect(report.rows.map(\.weight) == [.unknown, .unknown, .unknown])
    #expect(report.conclusion.hasSuffix("run both with --rounds 5."))
    let recorded = compare(base: Self.result(.watch, blank: [0.1]), head: Self.result(.watch, blank: [0.9]))
    #expect(recorded.conclusion.hasSuffix("give 'scrollsim watch' 5 recordings of each."))
  }

  @Test func `recordings that show different photos are advised to take one map`() {
    let base = Self.result(.watch, blank: [0.1])
    var head = base
    (head.scenario.sha256, head.library.sha256) = ("other", "other")
    #expect(
      compare(base: base, head: head).conclusion
        == "These results did not measure the same thing and cannot be judged. The recordings show different "
        + "photos; read both with --map and one slow pass over all of them.")
  }

  @Test func `results without a run in common say so, and recordings how they get one name`() {
    let start = "These results did not measure the same thing and cannot be judged. "
    let none = Sample.result(runs: [Sample.run("none")])
    let screens = Sample.result(runs: [Sample.run("screens")])
    #expect(compare(base: none, head: screens).conclusion == start + "They have no combination in common.")
    func recorded(_ name: String) -> ResultFile {
      Sample.result(mode: .watch, name: name, runs: [Sample.run(name)])
    }
    #expect(
      compare(base: recorded("old"), head: recorded("new")).conclusion
        == start + "Scenario names differ: base old, head new. To be compared, recordings need one name, "
        + "which 'scrollsim watch --name' gives them.")
  }

  @Test func `what counts comes first, columns of the table before others, worse before better`() {
    var head = Self.result(.model, blank: [0.05], decodes: 11)
    head.runs[1].metrics["cacheHitRate"] = 0.4
    let report = compare(base: Self.result(.model, blank: [0.1]), head: head)
    #expect(
      report.rows.map { "\($0.run) \($0.metric)" } == [
        "screens cacheHitRate", "none scrollBlankRatio", "none scrollNotSharpRatio", "none decodes",
        "screens decodes", "none blankAreaRatio",
      ])
  }

  @Test func `equal results are reported as equal`() {
    let result = Self.result(.model, blank: [0.1])
    let report = compare(base: result, head: result)
    #expect(report.conclusion == "Nothing changed.")
    #expect(!Document(report.comparison).html().contains("<td"))
  }

  @Test func `what did not measure the same is not judged`() {
    var head = Self.result(.model, blank: [0.9])
    head.library.sha256 = "other"
    let report = compare(base: Self.result(.model, blank: [0.1]), head: head)
    #expect(!report.comparison.isComparable)
    #expect(report.rows.map(\.weight) == [.unknown, .unknown, .unknown])
    #expect(report.comparison.direction == nil)
  }
}
