import BenchReport
import TestSupport
import Testing

@Suite struct `Laps that another program measured` {
  private func csv(_ columns: String, _ rows: [String]) -> String {
    ([columns] + rows).joined(separator: "\n") + "\n"
  }

  private func check(_ columns: String, laps: Int = 20, _ row: (Int) -> String) throws -> ScenarioCheck {
    ScenarioCheck(of: try LapSeries(csv: csv(columns, (0..<laps).map(row)), path: "ui/laps.csv"))
  }

  @Test func `are read by their header, whatever order columns have`() throws {
    let text = "\u{FEFF}lap, live_images ,resident_bytes\r\n1,3,100\r\n\r\n2, 4,200\r\n"
    let laps = try LapSeries(csv: text, path: "ui/laps.csv")
    #expect(laps.path == "ui/laps.csv" && laps.lapCount == 2)
    #expect(laps.values == [.liveImages: [3, 4], .resident: [100, 200]])
  }

  @Test(arguments: [
    ("", "line 1: expected a header of resident_bytes, footprint_bytes, image_bytes, live_images"),
    ("lap\n1\n", "line 1: expected a column of resident_bytes"),
    ("resident_byte\n1\n", "found 'resident_byte'"),
    ("live_images,live_images\n1,1\n", "each at most once, found 'live_images'"),
    ("live_images\n1\n1,2\n", "line 3: expected a value in each column, 1 in all, found 2"),
    (
      "live_images\n-1\n",
      "line 2: expected live_images to be a whole number from 0 to 1125899906842624, found '-1'"
    ),
    ("live_images\n1.5\n", "found '1.5'"),
    ("live_images\n99999999999999999999\n", "found '99999999999999999999'"),
    ("live_images\nnan\n", "found 'nan'"),
    (
      "live_images\n" + String(repeating: "1\n", count: LapSeries.mostLaps + 1),
      "line 2002: expected at most 2000 laps, found more"
    ),
  ])
  func `are refused with the line that is wrong`(text: String, words: String) {
    let error = #expect(throws: ResultFileError.self) { try LapSeries(csv: text, path: "laps.csv") }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test func `pass where memory stays, jitters or steps once`() throws {
    let flat = try check("resident_bytes,image_bytes,live_images") { lap in
      "\(200_000_000 + lap * 7919 % 3 * 400_000 + (lap > 9 ? 8_000_000 : 0)),5000000,40"
    }
    #expect(flat.verdict == .pass && flat.findings.isEmpty)
    #expect(flat.judged == ["growth": 3])
  }

  @Test func `fail where a column grows, which is named with its slope`() throws {
    let leak = try check("resident_bytes,footprint_bytes,live_images") { lap in
      "200000000,\(150_000_000 + lap * 1_000_000),\(40 + lap)"
    }
    #expect(leak.verdict == .regression)
    #expect(leak.findings.map(\.metric) == ["footprint_bytes", "live_images"])
    #expect(leak.findings[0].text.contains("+1.0 MB a lap"), "\(leak.findings[0].text)")
    #expect(leak.findings[1].text.contains("+1 a lap"), "\(leak.findings[1].text)")
  }

  @Test func `blame images for what images take`() throws {
    let images = try check("resident_bytes,image_bytes") { lap in
      "\(200_000_000 + lap * 1_000_000),\(5_000_000 + lap * 1_000_000)"
    }
    #expect(images.findings.map(\.metric) == ["image_bytes"])
  }

  @Test func `say nothing of a few laps, and only remark on a sawtooth`() throws {
    let few = try check("live_images", laps: 13) { _ in "40" }
    #expect(few.verdict == .notMeasured)
    #expect(few.findings[0].advice == "Measure at least 14, each the same way there and back.")
    let sawtooth = try check("image_bytes") { "\($0 % 4 * 1_000_000)" }
    #expect(sawtooth.verdict == .pass && sawtooth.findings.map(\.verdict) == [.notice])
  }
}
