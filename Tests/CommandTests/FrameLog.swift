import Foundation
import Testing

/// What was on screen frame by frame, by a program's own log or by what `watch` has read from its video.
struct FrameLog {
  /// A frame; shares are of the area of the cells of which something is known.
  struct Frame {
    let time: Double
    let offset: Double
    let blankShare: Double
    let notSharpShare: Double
    /// Whether anything of it is known.
    var isKnown = true
  }

  /// The figures that two logs of one scroll are compared by.
  struct Summary {
    /// Means from the first motion to a second after the last.
    let blank: Double
    let notSharp: Double
    /// Seconds from the first motion to the last.
    let seconds: Double
    let distance: Double
    /// Seconds from one frame that moves to the next, on average.
    let interval: Double
  }

  let frames: [Frame]

  /// Takes frames in the order of their times.
  init(_ frames: [Frame]) { self.frames = frames }

  /// Reads a log as CSV, with the columns of `docs/app.md`.
  init(csv path: String) throws {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let columns = try #require(lines.first, "\(path)")
    frames = try lines.dropFirst().map { line in
      func value(_ column: String) throws -> Double {
        try #require(columns.firstIndex(of: column).flatMap { Double(line[$0]) }, "\(column) in \(line)")
      }
      let unknown = columns.contains("unknown_share") ? try value("unknown_share") : 0
      let known = max(1 - unknown, .leastNormalMagnitude)
      return Frame(
        time: try value("time_s"), offset: try value("offset_pt"),
        blankShare: try value("blank_share") / known, notSharpShare: 1 - (try value("final_share")) / known,
        isKnown: unknown < 1)
    }
  }

  /// The figures, each frame weighted by the time to the next.
  func summary() throws -> Summary {
    let known = zip(frames, frames.dropFirst()).filter(\.0.isKnown)
    let moves = zip(frames, frames.dropFirst()).filter { abs($0.offset - $1.offset) > 0.5 }
    let (first, last) = (try #require(moves.first).0, try #require(moves.last).1)
    var (blank, notSharp, seconds) = (0.0, 0.0, 0.0)
    for (frame, next) in known where (first.time..<last.time + 1).contains(frame.time) {
      blank += frame.blankShare * (next.time - frame.time)
      notSharp += frame.notSharpShare * (next.time - frame.time)
      seconds += next.time - frame.time
    }
    return Summary(
      blank: blank / seconds, notSharp: notSharp / seconds, seconds: last.time - first.time,
      distance: last.offset - first.offset, interval: (last.time - first.time) / Double(moves.count))
  }
}
