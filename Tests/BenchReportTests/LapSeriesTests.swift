import BenchReport
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `Laps that another program measured` {
  private func csv(_ columns: String, _ rows: [String]) -> String {
    ([columns] + rows).joined(separator: "\n") + "\n"
  }

  private func check(
    _ columns: String, laps: Int = 20, leak: Double? = nil, _ row: (Int) -> String
  ) throws -> ScenarioCheck {
    ScenarioCheck(of: try LapSeries(csv: csv(columns, (0..<laps).map(row)), path: "ui/laps.csv"), leak: leak)
  }

  @Test func `are read by their header, whatever order columns have, in kilobytes if it says so`() throws {
    let text = "\u{FEFF}lap, live_images ,resident_bytes\r\n1,3,1000000\r\n\r\n2, 4,2000000\r\n"
    let laps = try LapSeries(csv: text, path: "ui/laps.csv")
    #expect(laps.path == "ui/laps.csv" && laps.lapCount == 2)
    #expect(laps.values == [.liveImages: [3, 4], .resident: [1_000_000, 2_000_000]])
    let kilobytes = try LapSeries(csv: csv("resident_kb", ["204800", "204804"]), path: "l.csv")
    #expect(kilobytes.values == [.resident: [209_715_200, 209_719_296]])
  }

  private static let wrong = rows(
    #"""
     | line 1: expected a header of resident_bytes or resident_kb, footprint_bytes or footprint_kb, image_bytes or image_kb, live_images
    lap\n1\n | line 1: expected a column of resident_bytes
    resident_byte\n1\n | found 'resident_byte'
    live_images,live_images\n1,1\n | each at most once, found 'live_images'
    live_images\n1\n1,2\n | line 3: expected a value in each column, 1 in all, found 2
    live_images\n-1\n | line 2: expected live_images to be a whole number from 0 to 1125899906842624, found '-1'
    live_images\n1.5\n | found '1.5'
    live_images\n99999999999999999999\n | found '99999999999999999999'
    live_images\nnan\n | found 'nan'
    resident_bytes\n0\n0\n | found 0 in each lap; does the probe measure?
    live_images\n0\n0\n | found 0 in each lap; does the probe measure?
    footprint_bytes\n0\n200000000\n | found a lap with 0
    footprint_bytes\n200000000\n200000000\n | found 200000000 in each lap
    resident_bytes\n204800\n204801\n | as VmRSS is, name the column resident_kb
    resident_kb\n1.5\n | line 2: expected resident_kb to be a whole number
    resident_kb\n0\n0\n | resident_kb: expected a measurement, found 0 in each lap
    resident_kb\n200\n201\n | resident_kb: expected kilobytes, found at most 201, less than a megabyte
    footprint_kb\n204800\n204800\n | footprint_kb: expected memory that changes a little, found 204800 in each lap
    resident_kb,resident_bytes\n204800,1\n204801,2\n | each at most once
    """#)

  @Test(arguments: wrong)
  func `are refused with the line that is wrong, as is a probe that measures nothing, or in another unit`(
    row: [String]
  ) {
    let error = #expect(throws: ResultFileError.self) { try LapSeries(csv: row[0], path: "laps.csv") }
    #expect(error?.description.contains(row[1]) == true, "\(error?.description ?? "")")
  }

  @Test func `are at most 2,000`() throws {
    let most = Array(repeating: "1", count: LapSeries.mostLaps)
    #expect(try LapSeries(csv: csv("live_images", most), path: "laps.csv").lapCount == 2_000)
    let error = #expect(throws: ResultFileError.self) {
      try LapSeries(csv: csv("live_images", most + ["1"]), path: "laps.csv")
    }
    #expect(error?.description.contains("line 2002: expected at most 2000 laps, found more") == true)
  }

  @Test func `pass where memory stays, jitters or steps once, and say how much and how surely`() throws {
    let flat = try check("resident_bytes,image_bytes,live_images") { lap in
      "\(200_000_000 + lap * 7919 % 3 * 400_000 + (lap > 9 ? 8_000_000 : 0)),5000000,40"
    }
    #expect(flat.verdict == .pass && flat.findings.isEmpty)
    #expect(flat.judged == ["resident_bytes": 1, "image_bytes": 1, "live_images": 1])
    let note = try #require(flat.notes.first { $0.hasPrefix("resident_bytes: ") })
    #expect(
      note.contains("208 MB, +") && note.contains(" a lap (95 %: ") && note.contains("a lap would show."))
  }

  @Test func `fail where a column grows, which is named with its slope`() throws {
    let leak = try check("resident_bytes,footprint_bytes,live_images") { lap in
      "\(200_000_000 + lap % 2),\(150_000_000 + lap * 2_000_000),\(40 + lap)"
    }
    #expect(leak.verdict == .regression && leak.findings.map(\.metric) == ["footprint_bytes", "live_images"])
    #expect(leak.findings[0].text.contains("grows: +2.0 MB a lap"), "\(leak.findings[0].text)")
    #expect(leak.findings[1].text.contains("+1 a lap"), "\(leak.findings[1].text)")
    let text = Document(CheckFile(scenarios: [leak], provenance: Sample.fling.provenance))
      .terminal(colour: false, width: 200)
    #expect(text.contains("Regression: footprint_bytes +2.0 MB a lap, live_images +1 a lap (ui/laps.csv)"))
    let images = try check("resident_bytes,image_bytes") { lap in
      "\(200_000_000 + lap * 1_000_000 + lap % 2),\(5_000_000 + lap * 1_000_000)"
    }
    #expect(images.findings.map(\.metric) == ["image_bytes"], "to blame for what images take")
  }

  @Test func `never pass what could hide a leak, and say how many laps show it`() throws {
    func laps(_ count: Int, leak: Double? = nil, _ bytes: (Int) -> Int) throws -> ScenarioCheck {
      try check("resident_bytes", laps: count, leak: leak) { "\(bytes($0))" }
    }
    func noise(_ lap: Int) -> Int { [0, 7, 3, 9, 1, 8, 2, 6, 4, 5][lap * 7 % 10] * 300_000 }
    #expect(try laps(20) { 200_000_000 + noise($0) }.verdict == .pass, "2 MB a lap would show")
    let asked = try laps(20, leak: 100_000) { 200_000_000 + noise($0) }
    #expect(asked.verdict == .notMeasured)
    #expect(asked.findings[0].text.contains("A leak of 100 kB a lap could hide in resident_bytes"))
    let wanted = try #require(asked.findings[0].advice.split(separator: " ").compactMap { Int($0) }.first)
    #expect((21...60).contains(wanted))
    #expect(try laps(wanted, leak: 100_000) { 200_000_000 + noise($0) }.verdict == .pass)
    #expect(try laps(20, leak: 256_000) { 200_000_000 + 512_000 * $0 + noise($0) }.verdict == .regression)
    let sawtooth = try laps(20) { 100_000_000 + $0 % 5 * 2_000_000 + $0 * 1_000_000 + noise($0) / 10 }
    #expect(sawtooth.verdict != .pass)
    let step = try laps(20) { 200_000_000 + ($0 > 11 ? 60_000_000 : 0) + noise($0) }
    #expect(step.verdict == .notMeasured)
  }

  @Test func `are compared with their level at other commits`() throws {
    func laps(_ level: Int) throws -> LapSeries {
      try LapSeries(csv: csv("footprint_bytes", (0..<20).map { "\(level + $0 % 2)" }), path: "ui/laps.csv")
    }
    let provenance = Sample.fling.provenance
    let baseline = BaselineFile(
      updating: nil, with: try laps(200_000_000), on: GateSample.machine, provenance: provenance,
      reason: "the first")
    #expect(BaselineFile.path(in: "b", laps: try laps(2_000_000)) == "b/laps.process.baseline.json")
    func verdict(_ level: Int, with baseline: BaselineFile?) throws -> Verdict {
      var check = ScenarioCheck(of: try laps(level))
      check.compare(try laps(level), with: baseline, path: "b")
      return check.verdict
    }
    #expect(try verdict(203_000_000, with: baseline) == .pass)
    #expect(try verdict(260_000_000, with: baseline) == .regression)
    #expect(try verdict(150_000_000, with: baseline) == .improvement)
    #expect(try verdict(200_000_000, with: nil) == .notComparable)
  }

  @Test func `have a scale even where a column is 0 in most of them`() throws {
    let once = try check("live_images") { $0 == 0 ? "24" : "0" }
    #expect(once.verdict == .pass && once.judged == ["live_images": 1])
    let often = try check("live_images") { $0 % 4 == 0 ? "1" : "0" }
    #expect(often.verdict == .notMeasured)
    let words = often.findings[0].advice.replacing(",", with: "").split(separator: " ")
    let wanted = try #require(words.compactMap { Int($0) }.first)
    #expect(wanted < 1_000_000)
    let few = try check("live_images", laps: 13) { _ in "40" }
    #expect(few.verdict == .notMeasured)
    #expect(few.findings[0].advice == "Measure at least 14, each the same way there and back.")
  }
}

struct LapTrendTests {
  private func trend(_ values: [Double]) throws -> LapTrend { try #require(LapTrend(values)) }

  @Test func `a line has its slope, and no uncertainty`() throws {
    let line = try trend((0..<10).map { 50 + 3 * Double($0) })
    #expect(abs(line.slope - 3) < 1e-9 && line.halfWidth < 1e-9)
    #expect(line.grows(by: 2) && line.grows(by: 3) && !line.grows(by: 7))
    #expect(line.excludes(4) && !line.excludes(2))
    #expect(LapTrend([Double](repeating: 1, count: 9)) == nil, "fewer than ten say nothing")
  }

  @Test func `the interval is Student's`() throws {
    // Residuals of alternating sign are not correlated upwards, so that nothing widens the interval.
    let values = (0..<16).map { Double($0.isMultiple(of: 2) ? 1 : -1) }
    let trend = try trend(values)
    // Σx² = 16 · 255 ÷ 12 = 340, slope = Σxy ÷ 340 = −8 ÷ 340, Σr² = 16 − 64 ÷ 340, t(0.975; 14) = 2.14479.
    let error = ((16 - 64.0 / 340) / 14 / 340).squareRoot()
    #expect(abs(trend.slope + 8.0 / 340) < 1e-9)
    #expect(abs(trend.halfWidth - 2.14479 * error) < 1e-5)
    // And t(0.95; 14) = 1.76131.
    #expect(abs(trend.smallest - trend.halfWidth - 1.76131 * error) < 1e-5)
  }

  @Test func `noise that wanders tells less than noise that does not`() throws {
    let wandering = [0.0, 1, 2, 3, 3, 2, 1, 0, -1, -2, -3, -3, -2, -1, 0, 1]
    let shuffled = [0.0, -3, 2, -1, 3, 1, -2, 0, -1, 3, -3, 2, 1, -2, 1, 0]
    #expect(try trend(wandering).smallest > 2 * trend(shuffled).smallest)
  }

  @Test func `a step is no leak, and hides one that it is as large as`() throws {
    let step = try trend((0..<16).map { ($0 > 8 ? 60.0 : 0) + ($0.isMultiple(of: 2) ? 0.5 : 0) })
    #expect(!step.grows(by: 2) && !step.excludes(2) && step.slope > 3)
    let chunks = try trend((0..<16).map { Double($0 / 4) * 4 })
    #expect(!chunks.excludes(1), "a leak that takes its memory in chunks")
    let climbing = try trend((0..<32).map { Double($0 % 5) * 2 + Double($0) })
    let sawtooth = try trend((0..<32).map { Double($0 % 5) * 2 })
    #expect(climbing.grows(by: 1) && !sawtooth.grows(by: 0.2))
  }
}
