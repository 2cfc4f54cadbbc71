import Foundation
import GalleryKit

/// A recording of offsets, played as `scrollsim run` plays it.
///
/// It moves in straight lines between its points, within the content. It is under a finger while it moves, and idle
/// while it stays for a tenth of a second.
struct Playback {
  typealias Point = (time: Double, offset: Double)

  /// A run of points, both ends included.
  private struct Piece {
    var points: ClosedRange<Int>
    var isRest: Bool
  }

  private let points: [Point]
  private let pieces: [Piece]

  /// The shortest rest, and the time over which velocity is measured, in seconds.
  private static let (restSeconds, velocitySeconds) = (0.1, 0.05)

  /// Reads a recording.
  ///
  /// - Throws: ``FileError`` if the file is no recording of offsets.
  static func read(_ path: String) throws -> [Point] {
    let table = try Table(contentsOf: path)
    guard table.columns == ["time_s", "offset_pt"] else {
      throw FileError(
        path: path, line: 1,
        reason: "expected 'time_s,offset_pt', found '\(table.columns.joined(separator: ","))'")
    }
    for (index, row) in table.rows.enumerated().dropFirst() where row[0] <= table.rows[index - 1][0] {
      throw FileError(
        path: path, line: index + 2,
        reason: "expected a time after \(table.rows[index - 1][0]), found \(row[0])")
    }
    guard table.rows.count > 1 else {
      throw FileError(
        path: path, line: 1, reason: "expected at least two offsets, found \(table.rows.count)")
    }
    return table.rows.map { ($0[0], $0[1]) }
  }

  /// Plays a recording from the start of content with this largest offset.
  init(_ recording: [Point], limit: Double) {
    var offset = 0.0
    let start = recording.first?.time ?? 0
    var points: [Point] = []
    for (index, point) in recording.enumerated() {
      // Only differences count; at an end the content stays until the recording turns back.
      if index > 0 { offset = min(max(offset + point.offset - recording[index - 1].offset, 0), limit) }
      points.append((point.time - start, offset))
    }
    self.points = points
    pieces = Self.pieces(of: points)
  }

  private static func pieces(of points: [Point]) -> [Piece] {
    var pieces: [Piece] = []
    var (moveStart, runStart) = (0, 0)
    for index in points.indices {
      let isRunEnd = index + 1 == points.count || points[index + 1].offset != points[runStart].offset
      guard isRunEnd else { continue }
      if points[index].time - points[runStart].time >= restSeconds {
        if runStart > moveStart { pieces.append(Piece(points: moveStart...runStart, isRest: false)) }
        pieces.append(Piece(points: runStart...index, isRest: true))
        moveStart = index
      }
      runStart = index + 1
    }
    if moveStart + 1 < points.count {
      pieces.append(Piece(points: moveStart...points.count - 1, isRest: false))
    }
    return pieces
  }

  /// Seconds from start to end.
  var duration: Double { points.last?.time ?? 0 }

  /// Points by which the content is scrolled.
  func offset(at time: Double) -> Double {
    let next = firstIndex(in: points) { $0.time > time }
    guard next > 0 else { return points.first?.offset ?? 0 }
    guard next < points.count else { return points[next - 1].offset }
    let (before, after) = (points[next - 1], points[next])
    return before.offset + (time - before.time) / (after.time - before.time) * (after.offset - before.offset)
  }

  /// Points per second over 50 ms around the time, and the phase of the motion.
  func motion(at time: Double) -> (velocity: Double, phase: ScrollState.Phase) {
    let index = firstIndex(in: pieces) { points[$0.points.upperBound].time > time }
    guard index < pieces.count, !pieces[index].isRest else { return (0, .idle) }
    let piece = pieces[index].points
    let start = max(points[piece.lowerBound].time, time - Self.velocitySeconds / 2)
    let end = min(points[piece.upperBound].time, time + Self.velocitySeconds / 2)
    return ((offset(at: end) - offset(at: start)) / (end - start), .dragging)
  }

  /// The first element for which a condition holds; it must hold for all later elements, too; O(log n).
  private func firstIndex<Element>(in elements: [Element], where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(elements[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
