import ScrollSim

/// An app's painted frames, as `scrollsim validate --app` reads them.
enum PaintedFramesTarget: FuzzTarget {
  static let name = "frames"
  static let longestInput = 4096

  static func seeds() -> [String: [UInt8]] {
    let columns = PaintedFrames.Column.allCases.map(\.rawValue).joined(separator: ",")
    return [
      "all.csv": Array(
        (columns + "\n0.5,0,0,0,4,0,0,0,1,0,0,0,9,5,6,7\n0.6,8,1,1,2,0,0.25,0.25,0.5,0,0,0,1,5,6,7\n").utf8),
      "shares.csv": Array(
        "time_s,offset_pt,blank_share,degraded_share,final_share\r\n0,0,1,0,0\r\n\r\n0.02,-7.5,0.5,0.25,0.25\r\n"
          .utf8),
      "counts.csv": Array(
        "time_s,offset_pt,final_cells,degraded_cells,blank_cells\n0,0,1,2,3\n1,1,0,0,0\n".utf8),
    ]
  }

  /// A log that can be read has a value for each frame in every column, and figures that make sense.
  static func run(_ input: [UInt8]) {
    guard let log = try? PaintedFrames(csv: String(decoding: input, as: UTF8.self), path: "frames.csv") else {
      return
    }
    let counts = [log.times, log.offsets, log.blankShares, log.degradedShares].map(\.count)
    precondition(Set(counts).count == 1, "a frame has no value")
    let figures = PaintedFigures(log, refreshRate: 60)
    for (name, value) in figures.values {
      precondition(value.isFinite && value >= 0, "\(name) is \(value)")
      // Shares are rounded.
      if name.hasSuffix("Ratio") { precondition(value <= 1.001, "\(name) is \(value)") }
    }
    precondition(figures.travel.distance.isFinite, "a way without end")
  }
}
