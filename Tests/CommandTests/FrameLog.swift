import Foundation
import Testing

/// What was on screen frame by frame, by a program's own log or by what `watch` has read from its video.
struct FrameLog {
  /// A frame; shares are of the cells' area.
  struct Frame {
    let time: Double
    /// `nil` where it is not known.
    let offset: Double?
    let blankShare: Double
    let notSharpShare: Double
  }

  /// The figures that two logs of one scroll are compared by.
  struct Summary {
    /// Means from the first motion to a second after the last.
    let blank: Double
    let notSharp: Double
    /// Seconds from the first motion to the last.
    let seconds: Double
    let distance: Double
  }

  let frames: [Frame]

  /// Takes frames in the order of their times.
  init(_ frames: [Frame]) { self.frames = frames }

  /// Reads a log as CSV, with the columns of `docs/app.md`.
  init(csv path: String) throws {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let columns = try #require(lines.first, "\(path)")
    func place(_ column: String) throws -> Int { try #require(columns.firstIndex(of: column), "\(column)") }
    let (time, offset) = (try place("time_s"), try place("offset_pt"))
    let (blank, final) = (try place("blank_share"), try place("final_share"))
    frames = lines.dropFirst().compactMap { line in
      guard let seconds = Double(line[time]), let blankShare = Double(line[blank]),
        let finalShare = Double(line[final])
      else { return nil }
      return Frame(
        time: seconds, offset: Double(line[offset]), blankShare: blankShare, notSharpShare: 1 - finalShare)
    }
  }

  /// The figures, each frame weighted by the time to the next.
  ///
  /// Frames without anything on screen are left out, since a video does not show where in the grid they are.
  func summary() throws -> Summary {
    let known = frames.filter { $0.blankShare < 1 && $0.offset != nil }
    let moves = zip(known, known.dropFirst()).filter { abs(($0.offset ?? 0) - ($1.offset ?? 0)) > 0.5 }
    let (first, last) = (try #require(moves.first).0, try #require(moves.last).1)
    var (blank, notSharp, seconds) = (0.0, 0.0, 0.0)
    for (frame, next) in zip(frames, frames.dropFirst()) where frame.blankShare < 1 && frame.offset != nil {
      guard (first.time..<last.time + 1).contains(frame.time) else { continue }
      blank += frame.blankShare * (next.time - frame.time)
      notSharp += frame.notSharpShare * (next.time - frame.time)
      seconds += next.time - frame.time
    }
    return Summary(
      blank: blank / seconds, notSharp: notSharp / seconds, seconds: last.time - first.time,
      distance: (last.offset ?? 0) - (first.offset ?? 0))
  }
}
