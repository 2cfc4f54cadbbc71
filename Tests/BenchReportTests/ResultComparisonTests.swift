import Testing

@testable import BenchReport
@testable import ScrollSim

struct ResultComparisonTests {
  private let base = Sample.result(
    runs: [Sample.run("none", hit: 0.4, images: 50e6), Sample.run("settle"), Sample.run("screens")])
  private let head = Sample.result(
    runs: [Sample.run("settle"), Sample.run("none", hit: 0.5, images: 75e6), Sample.run("directional")])

  @Test func `runs are matched by what they replay`() {
    let comparison = ResultComparison(base: base, head: head)
    #expect(comparison.matches.map(\.name) == ["settle", "none"])
    #expect(comparison.onlyInBase == ["screens"] && comparison.onlyInHead == ["directional"])
    #expect(comparison.isComparable && comparison.differences.isEmpty)
    let runs = [0.1, 0.2, 0.9].enumerated().map { Sample.run("none", iteration: $0, hit: $1) }
    let pooled = ResultComparison(base: Sample.result(runs: runs), head: Sample.result(runs: runs)).matches
    #expect(pooled.count == 1, "iterations by their median")
    #expect(pooled.first?.changes.first { $0.metric == "cacheHitRate" }?.head == 0.2)
  }

  @Test func `changes have a size, a share and a sense`() throws {
    let changes = try #require(
      ResultComparison(base: base, head: head).matches.first { $0.name == "none" }
    ).changes
    let hitRate = changes.first { $0.metric == "cacheHitRate" }
    #expect(hitRate?.base == 0.4 && hitRate?.head == 0.5 && hitRate?.effect == .better)
    let images = changes.first { $0.metric == "peakImageBytes" }
    #expect(images?.absolute == 25e6 && images?.percent == 50 && images?.effect == .worse)
    #expect(changes.first { $0.metric == "decodes" }?.effect == .same)
  }

  @Test func `a base of zero has no percentage, a side without a value is unknown`() {
    func change(_ better: MetricDefinition.Direction, _ base: Double?, _ head: Double?) -> MetricChange {
      let definition = MetricDefinition(unit: "count", class: .exact, better: better, about: "")
      return MetricChange(metric: "a", definition: definition, base: base, head: head)
    }
    let zero = change(.lower, 0, 50)
    #expect(zero.percent == nil && zero.absolute == 50 && zero.effect == .worse)
    #expect(change(.higher, nil, 1).effect == .unknown && change(.higher, nil, nil).effect == .same)
    #expect(change(.neither, 1, 2).effect == .changed)
  }

  @Test func `another scenario, library or mode cannot be compared, nor what has nothing in common`() {
    var (scenario, library, model) = (head, head, head)
    scenario.scenario.sha256 = "cc"
    library.library.sha256 = "cc"
    for other in [scenario, library] {
      let comparison = ResultComparison(base: base, head: other)
      #expect(!comparison.isComparable && comparison.differences.count == 1)
    }
    model.mode = .model
    for other in [model, Sample.result(runs: [Sample.run("directional")])] {
      #expect(!ResultComparison(base: base, head: other).isComparable)
    }
  }

  @Test func `replays at the decode times of different devices cannot be compared`() {
    func paced(_ device: String, _ ratio: Double = 0.5) -> ResultFile {
      var result = base
      result.scenario.devicePace = DevicePace(device: device, ratios: ["fast": ratio])
      return result
    }
    let comparison = ResultComparison(base: paced("phone"), head: paced("tablet"))
    #expect(!comparison.isComparable)
    #expect(ChangeReport(comparison).conclusion.hasSuffix(" base phone, head tablet."))
    #expect(!ResultComparison(base: base, head: paced("phone")).isComparable)
    let slow = ResultComparison(base: paced("phone", 2), head: paced("tablet", 2))
    #expect(slow.isComparable, "both are of this machine, which is too slow for either")
    #expect(ResultComparison(base: paced("phone", 1.04), head: paced("phone", 1.06)).isComparable)
  }

  @Test func `every input that differs is named, and why results cannot be judged`() throws {
    var other = head
    other.scenario.memoryBudgetBytes = 60_000_000
    other.scenario.columns = 5
    let said = ["The memory budget differs: 150 MB, then 60 MB.", "The cells in a row differ: 3, then 5."]
    // An option changes the budget of the same file, as that of `advise` does.
    let same = ResultComparison(base: base, head: other)
    #expect(same.isComparable && same.differences == said)
    other.scenario.sha256 = "cc"
    let comparison = ResultComparison(base: base, head: other)
    #expect(comparison.differences == said)
    let text = Document(comparison).markdown()
    #expect(
      text.contains(
        "These results did not measure the same thing and cannot be judged. \(said.joined(separator: " "))"))
    #expect(text.split(separator: said[0], omittingEmptySubsequences: false).count == 2, "once")
    var machine = head
    machine.provenance.cpu = "Faster CPU"
    let elsewhere = ResultComparison(base: base, head: machine)
    #expect(elsewhere.isComparable)
    #expect(
      elsewhere.differences == [
        "Machines differ: base Test CPU, 2 cores, 8.00 GB, Debian 12, head Faster CPU, 2 cores, 8.00 GB, Debian 12."
      ])
  }

  @Test func `a head that crashed is not said to have changed nothing, and is bad`() {
    let crashed = Sample.failed("none", .crashed, "signal 11")
    let comparison = ResultComparison(base: base, head: Sample.result(runs: [Sample.run("settle"), crashed]))
    #expect(
      ChangeReport(comparison).conclusion == "Nothing changed. Not every run was measured on both sides.")
    #expect(Document(comparison).html().contains("<section class=\"verdict bad\""))
  }

  @Test func `where no run was measured on both sides, nothing is said to be the same`() {
    let crashed = Sample.result(runs: [Sample.failed("none", .crashed, "signal 11")])
    let sides = [(base, crashed, "bad"), (crashed, base, "unsure"), (crashed, crashed, "unsure")]
    for (base, head, tone) in sides {
      let comparison = ResultComparison(base: base, head: head)
      #expect(
        ChangeReport(comparison).conclusion == "Nothing can be compared: no run was measured on both sides.")
      #expect(Document(comparison).html().contains("<section class=\"verdict \(tone)\""))
    }
  }

  @Test func `the terminal says what only one side has, and that few iterations tell nothing`() {
    let text = Document(ResultComparison(base: base, head: head)).terminal(colour: false, width: 100)
    #expect(
      text.hasPrefix(
        """
        fling · replay: head against base
        Nothing is known to have changed: there are too few iterations to tell; run both with --rounds 5.
        A change counts if all iterations of one side lie beyond all of the other, with at least 5 on each
        side.
        """))
    #expect(
      text.contains("│ peakImageBytes │ none │  50 MB │  75 MB │   +25 MB │   +50 % │ worse  │ cannot tell"))
    #expect(text.contains("\n\nOnly the base has: screens.\nOnly the head has: directional.\n\n"))
  }

  @Test func `everything is shown if asked for, what is the same last`() {
    let comparison = ResultComparison(base: base, head: head)
    let text = Document(comparison, all: true).terminal(colour: false, width: 100)
    #expect(text.contains("│ settleToFullMs "))
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("│") }
    #expect(lines.count == 1 + 2 * 68)
    #expect(lines.dropFirst(3).allSatisfy { $0.contains("│ same   │ unchanged") })
    #expect(ChangeReport(comparison, all: true).conclusion == ChangeReport(comparison).conclusion)
    let narrow = Document(comparison).terminal(colour: false, width: 50)
    #expect(narrow.split(separator: "\n").filter { $0.hasPrefix("│") }.allSatisfy { $0.count <= 50 })
    #expect(narrow.contains("worse"), "what matters is kept")
  }

  @Test func `failures and growth are reported, and growth in the head alone is bad`() {
    let flatRun = Sample.run("none", growth: Sample.growth(.flat, bytesPerLap: 0))
    let growingRun = Sample.run("none", growth: Sample.growth(.growing, bytesPerLap: 5))
    let crashed = Sample.failed("settle", .crashed, "signal 11")
    let (whole, failing) = (
      Sample.result(runs: [flatRun, Sample.run("settle")]), Sample.result(runs: [growingRun, crashed])
    )
    let text = Document(ResultComparison(base: whole, head: failing)).terminal(colour: false, width: 100)
    #expect(text.contains("none: memory grows with every lap, the base's stays the same lap after lap."))
    #expect(text.contains("settle: the head did not complete: crashed: signal 11."))
    let (flat, growing) = (Sample.result(runs: [flatRun]), Sample.result(runs: [growingRun]))
    let comparison = ResultComparison(base: flat, head: growing)
    #expect(
      ChangeReport(comparison).conclusion
        == "No figure changed. Memory grows lap over lap with none, but not in the base.")
    #expect(Document(comparison).html().contains("<section class=\"verdict bad\""))
    let same = ResultComparison(base: growing, head: growing)
    #expect(ChangeReport(same).conclusion == "Nothing changed.")
  }

  @Test func `JSON has what the comparison has`() throws {
    let text = try ResultComparison(base: base, head: head).stableJSON()
    for field in ["\"isComparable\" : true", "\"effect\" : \"worse\"", "\"weight\" : \"cannot tell\""] {
      #expect(text.contains(field))
    }
  }
}
