import ScrollSim

/// A process's memory lap by lap, as `scrollsim check --process` reads it.
enum LapSeriesTarget: FuzzTarget {
  static let name = "laps"
  static let longestInput = 4096

  static func seeds() -> [String: [UInt8]] {
    let laps = (1...15).map { "\($0),\(200_000_000 + $0 * 1_000_000),40" }
    return [
      "all.csv": Array(
        "time_s,resident_bytes,footprint_bytes,image_bytes,live_images\r\n0.5,9,8,7,6\r\n".utf8),
      "laps.csv": Array((["lap,resident_bytes,live_images"] + laps).joined(separator: "\n").utf8),
    ]
  }

  /// A series that can be read has a value for each lap in every column, and can be judged.
  static func run(_ input: [UInt8]) {
    guard let laps = try? LapSeries(csv: String(decoding: input, as: UTF8.self), path: "laps.csv") else {
      return
    }
    precondition(laps.values.values.allSatisfy { $0.count == laps.lapCount }, "a lap has no value")
    _ = ScenarioCheck(of: laps).verdict
  }
}
