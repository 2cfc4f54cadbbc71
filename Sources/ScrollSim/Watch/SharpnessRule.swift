internal import Foundation

/// Tells sharp photos from those that are not, by their detail over a whole recording.
///
/// A cell that shows its photo becomes sharp once, and hardly ever less sharp; so each stretch of frames is judged as a whole, by its
/// likeliest course (Viterbi, 1967). What a video cannot show is found out from what must be sharp: a photo that was sharp at rest
/// still is when the grid begins to move.
package struct SharpnessRule: Sendable {
  /// Why sharpness cannot be measured in this video, in a sentence; `nil` if it can.
  package private(set) var refusal: String?

  /// A photo is sharp if it has at least this share of the detail that others have.
  private static let leastShare: Float = 0.4
  /// The fewest readings that tell what a column's sharp photos have, if it is like what others have, and if
  /// it is not.
  private static let fewest = (alike: 8, unlike: 50)
  /// A column is like others if its sharp photos have at least this share of their detail; photos of half the size have hardly any.
  private static let leastAlike: Float = 0.25
  /// The difference in that share which counts as one unit of evidence.
  private static let width: Float = 0.2
  /// The strongest evidence that one frame can be.
  private static let mostEvidence: Float = 2
  /// The evidence against becoming sharp, and against becoming less sharp.
  private static let (gain, loss): (Float, Float) = (2, 6)
  /// The least contrast of stripes, as a share of what they have.
  private static let leastStripes: Float = 0.3
  /// The greatest share of sharp photos that may not look so while they move, and of all photos that may look
  /// neither sharp nor less so: in good videos hardly any do, whatever the app shows.
  private static let (mostMisread, mostDoubtful) = (0.05, 0.02)

  /// The grid rests if it moves by fewer pixels than this between two frames, or if no new frame comes for
  /// more than these seconds.
  private static let (leastMotion, restSeconds) = (0.5, 0.1)

  private struct Moment {
    var frame: Int
    var cell: Int
    var evidence: Float
  }

  private var frames: [SeenFrame]
  /// Photos that were sharp at rest just before the grid moved, in its frames: how many there were, and how
  /// many did not look so.
  private var moving = (all: 0, misread: 0)
  private var stretches = (all: 0, losses: 0)
  /// Photos whose detail was measured, and how many looked neither sharp nor less so.
  private var measured = (all: 0, doubtful: 0)

  /// - Parameter stripes: how much of the stripes is there, in some cells (``CellJudge/stripes``).
  package static func judge(
    _ frames: [SeenFrame], stripes: [Float], map: PositionMap
  ) -> (frames: [SeenFrame], refusal: String?) {
    var rule = SharpnessRule(frames: frames)
    rule.judgeStripes(stripes)
    rule.judge(map)
    return (rule.frames, rule.refusal)
  }

  private mutating func judge(_ map: PositionMap) {
    // A picture that is drawn between pixels loses detail by the part of a pixel, which differs from column
    // to column.
    let columns = map.places.mapValues { place in
      Column(x: Int((place.x / 8).rounded()), width: Int(place.width.rounded()))
    }
    var details: [Column: [Float]] = [:]
    for frame in frames {
      for cell in frame.cells where cell.state == .photo {
        if let detail = cell.detail, let column = columns[cell.number] {
          details[column, default: []].append(detail)
        }
      }
    }
    let overall = Self.reference(details.values.flatMap(\.self))
    // A column of few readings has what others of its width have, or all.
    let widths = Dictionary(grouping: details, by: \.key.width).mapValues { $0.flatMap(\.value) }
    func reference(of readings: [Float]) -> Float? {
      let own = Self.reference(readings)
      let isAlike = own > Self.leastAlike * overall
      return readings.count > (isAlike ? Self.fewest.alike : Self.fewest.unlike) ? own : nil
    }
    let references = details.reduce(into: [Column: Float]()) { references, column in
      references[column.key] =
        reference(of: column.value) ?? reference(of: widths[column.key.width] ?? []) ?? overall
    }
    var open: [Int: [Moment]] = [:]
    for (index, frame) in frames.enumerated() {
      for (place, cell) in frame.cells.enumerated() {
        if let stretch = open[cell.number],
          cell.state != .photo || stretch[stretch.count - 1].frame < index - 1
        {
          close(stretch)
          open[cell.number] = nil
        }
        guard cell.state == .photo else { continue }
        let reference = columns[cell.number].flatMap { references[$0] } ?? overall
        let evidence = cell.detail.map { detail in
          let share = (detail / max(reference, 0.01) - Self.leastShare) / Self.width
          measured.all += 1
          if abs(share) < 1 { measured.doubtful += 1 }
          return min(max(share, -Self.mostEvidence), Self.mostEvidence)
        }
        open[cell.number, default: []].append(Moment(frame: index, cell: place, evidence: evidence ?? 0))
      }
    }
    for stretch in open.values { close(stretch) }
    judgeVideo()
  }

  /// Whether there are stripes at all: the photos may have none, or a video that is small may not show them.
  private mutating func judgeStripes(_ stripes: [Float]) {
    let sorted = stripes.sorted()
    // Where embedded thumbnails are all that comes, nothing is sharp, and their numbers say so.
    let hasThumbnails = frames.contains { $0.cells.contains { $0.state == .thumbnail } }
    if sorted.isEmpty, hasThumbnails { return }
    let found = sorted.isEmpty ? 0 : max(0, sorted[sorted.count / 2])
    guard found < Self.leastStripes else { return }
    refusal =
      sorted.isEmpty
      ? "expected a photo that is shown whole and upright in a cell of at least 32 pixels, found none; "
        + "record at full size, with larger cells"
      : "expected at least \(Int(Self.leastStripes * 100)) % of the contrast that a marked photo's stripes have, found "
        + "\(Int(found * 100)) %; use photos from 'scrollsim library mark', and record at full size with less compression"
  }

  private struct Column: Hashable {
    var x: Int
    var width: Int
  }

  /// The detail of sharp photos among these, some of which are not sharp.
  private static func reference(_ details: [Float]) -> Float {
    guard !details.isEmpty else { return 0 }
    let sorted = details.sorted()
    return max(sorted[sorted.count * 7 / 10], 0.6 * sorted[sorted.count * 95 / 100])
  }

  private mutating func close(_ stretch: [Moment]) {
    var (dull, sharp): (Float, Float) = (0, 0)
    var cameFromSharp: [(dull: Bool, sharp: Bool)] = []
    for moment in stretch {
      let lost = sharp - Self.loss > dull
      let stayed = sharp >= dull - Self.gain
      cameFromSharp.append((lost, stayed))
      (dull, sharp) = (
        (lost ? sharp - Self.loss : dull) - moment.evidence,
        (stayed ? sharp : dull - Self.gain) + moment.evidence
      )
    }
    var isSharp = sharp >= dull
    stretches.all += 1
    for index in stretch.indices.reversed() {
      let moment = stretch[index]
      frames[moment.frame].cells[moment.cell].isSharp = isSharp
      let before = isSharp ? cameFromSharp[index].sharp : cameFromSharp[index].dull
      if before, !isSharp { stretches.losses += 1 }
      isSharp = before
    }
    // Sharp where it rested, and then in the frames in which it moves.
    var wasSharpAtRest = false
    for moment in stretch {
      if isAtRest(moment.frame) {
        wasSharpAtRest = frames[moment.frame].cells[moment.cell].isSharp
      } else if wasSharpAtRest, moment.evidence != 0 {
        moving.all += 1
        if moment.evidence < 0 { moving.misread += 1 }
      }
    }
  }

  /// Whether the grid has hardly moved since the frame before, or stays for some time as it is.
  private func isAtRest(_ index: Int) -> Bool {
    let frame = frames[index]
    if index > 0, let before = frames[index - 1].fix, let now = frame.fix,
      abs(before.y - now.y) < Self.leastMotion
    {
      return true
    }
    return index + 1 < frames.count && frames[index + 1].time - frame.time > Self.restSeconds
  }

  private mutating func judgeVideo() {
    guard refusal == nil else { return }
    func share(_ part: Int, of all: Int) -> Double { Double(part) / Double(max(1, all)) }
    func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
    let misread = max(
      share(moving.misread, of: moving.all), share(stretches.losses, of: stretches.all))
    let doubtful = share(measured.doubtful, of: measured.all)
    let remedy = "record with less compression, at full size"
    if misread > Self.mostMisread {
      refusal =
        "of the photos that were sharp before they moved, expected at most \(percent(Self.mostMisread)) to look otherwise in motion, "
        + "found \(percent(misread)); \(remedy)"
    } else if doubtful > Self.mostDoubtful {
      refusal =
        "of all photos, expected at most \(percent(Self.mostDoubtful)) to look neither sharp nor clearly less so, found "
        + "\(percent(doubtful)); \(remedy), or without the app's fades from smaller pictures"
    }
  }
}
