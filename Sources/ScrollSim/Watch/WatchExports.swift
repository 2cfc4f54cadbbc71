extension WatchedVideo {
  /// The frame log that an app could have written of itself (`docs/app.md`), with the shares that pixels tell further.
  package var frameLog: String {
    let header = "time_s,offset_pt,final_share,degraded_share,blank_share,wrong_share,unknown_share"
    // Where a frame does not tell, the offset is the last one.
    var offset = start
    let rows = zip(times, indices).map { time, index in
      let frame = seen[index]
      var (final, degraded, blank, wrong, unknown) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for cell in frame.cells {
        let area = Double(cell.area)
        switch (cell.state, state(of: cell)) {
        case (.wrong, _): wrong += area
        case (_, .final): final += area
        case (_, .blank): blank += area
        case (_, nil): unknown += area
        default: degraded += area
        }
      }
      if frame.fix == nil { unknown = 1 }
      let all = max(final + degraded + blank + wrong + unknown, .leastNormalMagnitude)
      let shares = [final, degraded, blank, wrong, unknown].map { number($0 / all, 6) }
      offset = frame.fix?.y ?? offset
      return ([number(time, 6), number(offset - start, 2)] + shares).joined(separator: ",")
    }
    return ([header] + rows).joined(separator: "\n") + "\n"
  }

  /// The scroll as a recording, which scenarios replay: the offset at each frame that tells it.
  package var trace: String {
    let points = zip(times, indices).compactMap { time, index in
      seen[index].fix.map { "\(number(time, 6)),\(number($0.y - start, 2))" }
    }
    return (["time_s,offset_pt"] + points).joined(separator: "\n") + "\n"
  }

  private func number(_ value: Double, _ places: Int) -> String {
    Figure.plain(value.rounded(toPlaces: places) + 0)
  }

  /// The least offset, from which others count.
  private var start: Double { seen.compactMap { $0.fix?.y }.min() ?? 0 }
}
