extension WatchedVideo {
  /// The frame log that an app could have written of itself (`docs/app.md`), with the shares that pixels tell further.
  ///
  /// - Parameter scale: the video's pixels for each point.
  package func frameLog(scale: Double = 1) -> String {
    let header = "time_s,offset_pt,final_share,degraded_share,blank_share,wrong_share,unknown_share"
    // Where a frame does not tell, the offset is the last one.
    var offset = start
    let rows = moments.map { time, frame in
      var areas: [CellSight: Double] = [:]
      for cell in frame.cells { areas[sight(of: cell), default: 0] += Double(cell.area) }
      if frame.fix == nil { areas[frame.isEmpty ? .blank : .unknown] = 1 }
      // In the order of the header.
      let inOrder = CellSight.allCases.map { areas[$0] ?? 0 }
      let all = max(inOrder.reduce(0, +), .leastNormalMagnitude)
      let shares = inOrder.map { number($0 / all, 6) }
      offset = frame.fix?.y ?? offset
      return ([number(time, 6), number((offset - start) / scale, 2)] + shares).joined(separator: ",")
    }
    return ([header] + rows).joined(separator: "\n") + "\n"
  }

  /// The scroll as a recording, which scenarios replay: the offset at each frame that tells it.
  ///
  /// - Parameter scale: the video's pixels for each point.
  package func trace(scale: Double = 1) -> String {
    let points = moments.compactMap { time, frame in
      frame.fix.map { "\(number(time, 6)),\(number(($0.y - start) / scale, 2))" }
    }
    return (["time_s,offset_pt"] + points).joined(separator: "\n") + "\n"
  }

  /// The frames by their times; of those that have one time, the first.
  private var moments: [(time: Double, frame: SeenFrame)] {
    var last = -Double.infinity
    return zip(times, indices).compactMap { time, index in
      guard time.rounded(toPlaces: 6) > last else { return nil }
      last = time.rounded(toPlaces: 6)
      return (time, seen[index])
    }
  }

  private func number(_ value: Double, _ places: Int) -> String {
    Figure.plain(value.rounded(toPlaces: places) + 0)
  }

  /// The least offset, from which others count.
  private var start: Double { seen.compactMap { $0.fix?.y }.min() ?? 0 }
}
