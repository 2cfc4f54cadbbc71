/// What a log of frames amounts to, by the definitions of `scrollsim metrics`.
struct Figures {
  /// Frames drawn, and seconds from the first to the last.
  private(set) var (frames, seconds) = (0, 0.0)
  /// Frames in which the grid moved or came to rest less than a second ago.
  private(set) var scrollingFrames = 0
  /// Bytes.
  private(set) var (peakImageBytes, peakResidentBytes) = (0.0, 0.0)
  /// Milliseconds, in order.
  private var workMs: [Double] = []
  /// Sums over the frames that scroll.
  private var (blank, notSharp) = (0.0, 0.0)

  /// Reads a log.
  ///
  /// - Throws: ``FileError`` if it is none.
  init(contentsOf path: String) throws {
    let table = try Table(contentsOf: path)
    guard table.columns == FrameLog.columns else {
      throw FileError(
        path: path, line: 1, reason: "expected the header '\(FrameLog.columns.joined(separator: ","))'")
    }
    func column(_ name: String) -> Int { table.columns.firstIndex(of: name) ?? 0 }
    let (time, offset) = (column("time_s"), column("offset_pt"))
    let (blankShare, degradedShare) = (column("blank_share"), column("degraded_share"))
    var lastMotion: Double?
    for (index, row) in table.rows.enumerated() {
      if index > 0, row[offset] != table.rows[index - 1][offset] { lastMotion = row[time] }
      guard let lastMotion, row[time] - lastMotion < 1 else { continue }
      scrollingFrames += 1
      blank += row[blankShare]
      notSharp += row[blankShare] + row[degradedShare]
    }
    frames = table.rows.count
    if let first = table.rows.first, let last = table.rows.last { seconds = last[time] - first[time] }
    workMs = table.rows.map { $0[column("work_ms")] }.sorted()
    peakImageBytes = table.rows.map { $0[column("peak_image_bytes")] }.max() ?? 0
    peakResidentBytes = table.rows.map { $0[column("resident_bytes")] }.max() ?? 0
  }

  /// Name and value of each figure; empty where no frame scrolls.
  var lines: [(name: String, value: String)] {
    func mean(_ sum: Double) -> String {
      scrollingFrames > 0 ? rounded(sum / Double(scrollingFrames), 5) : ""
    }
    let slow = workMs.isEmpty ? "" : rounded(workMs[(workMs.count - 1) * 95 / 100], 3)
    return [
      ("frames", "\(frames)"), ("scrollingFrames", "\(scrollingFrames)"),
      ("framesPerSecond", seconds > 0 ? rounded(Double(frames - 1) / seconds, 1) : ""),
      ("scrollBlankRatio", mean(blank)), ("scrollNotSharpRatio", mean(notSharp)),
      ("frameWorkP95Ms", slow), ("peakImageBytes", "\(Int(peakImageBytes))"),
      ("peakResidentBytes", "\(Int(peakResidentBytes))"),
    ]
  }

  private func rounded(_ value: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return "\((value * scale).rounded() / scale)"
  }
}
