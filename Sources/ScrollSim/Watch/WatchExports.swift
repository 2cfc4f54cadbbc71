extension WatchedVideo {
  /// The frame log that an app could have written of itself (`docs/app.md`), with further shares that pixels
  /// tell.
  ///
  /// A scale is the video's pixels for each point.
  ///
  /// - Parameter isOfGrid: leaves out the frames before the first that shows photos, as while the app opens, and those after the last.
  package func frameLog(scale: Double = 1, isOfGrid: Bool = false) -> String {
    let header = "time_s,offset_pt,final_share,degraded_share,blank_share,wrong_share,unknown_share"
    var frames = moments[...]
    let places = frames.indices.filter { frames[$0].frame.fix != nil }
    if isOfGrid, let first = places.first, let last = places.last { frames = frames[first...last] }
    let rows = frames.map { time, offset, frame in
      var areas: [CellSight: Double] = [:]
      for cell in frame.cells { areas[sight(of: cell), default: 0] += Double(cell.area) }
      if frame.fix == nil { areas[frame.isEmpty ? .blank : .unknown] = 1 }
      // In the order of the header.
      let inOrder = CellSight.allCases.map { areas[$0] ?? 0 }
      let all = max(inOrder.reduce(0, +), .leastNormalMagnitude)
      let shares = inOrder.map { number($0 / all, 6) }
      return ([number(time, 6), number(offset / scale, 2)] + shares).joined(separator: ",")
    }
    return ([header] + rows).joined(separator: "\n") + "\n"
  }

  /// The scroll as a recording, which scenarios replay: the offset at each frame that tells it, and where a rest ends.
  package func trace(scale: Double = 1) -> String {
    let (moments, frame) = (moments, 1 / Double(refreshRate))
    var rows = ["time_s,offset_pt"]
    func note(_ time: Double, _ offset: Double) {
      rows.append("\(number(time, 6)),\(number(offset / scale, 2))")
    }
    for (index, moment) in moments.enumerated() where moment.frame.fix != nil {
      note(moment.time, moment.offset)
      // Phones write no frame while nothing changes, and replays move evenly between points: they would creep through a rest.
      let end = index + 1 < moments.count ? moments[index + 1].time - frame : moment.time
      if end - moment.time >= Recording.restGap { note(end, moment.offset) }
    }
    return rows.joined(separator: "\n") + "\n"
  }

  /// Where that scroll begins: points from the least offset, since a recording tells only how offsets differ.
  package func traceStart(scale: Double = 1) -> Double {
    let first = moments.first { $0.frame.fix != nil }
    return ((first?.offset ?? 0) / scale).rounded(toPlaces: 2)
  }

  /// The frames by their times (of several with one time, the first), and how far each is scrolled from the
  /// least offset.
  ///
  /// Where a frame does not tell, or differs by no more than the error of reading, the offset is the last
  /// one: a grid at rest keeps still.
  private var moments: [(time: Double, offset: Double, frame: SeenFrame)] {
    let start = seen.compactMap { $0.fix?.y }.min() ?? 0
    var (last, offset) = (-Double.infinity, seen.lazy.compactMap { $0.fix?.y }.first ?? start)
    return zip(times, indices).compactMap { time, index in
      guard time.rounded(toPlaces: 6) > last else { return nil }
      last = time.rounded(toPlaces: 6)
      if let y = seen[index].fix?.y, abs(y - offset) > Self.leastMotion { offset = y }
      return (time, offset - start, seen[index])
    }
  }

  private func number(_ value: Double, _ places: Int) -> String {
    Figure.plain(value.rounded(toPlaces: places) + 0)
  }
}
