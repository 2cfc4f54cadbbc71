package import ScrollSim

/// What was read from a film, compared with what it shows.
package struct FilmReading: Sendable {
  /// The mean share of the area, as it is and as it was read.
  package struct Share: Sendable {
    package var truth = 0.0
    package var read = 0.0
    package var error: Double { abs(read - truth) }
  }

  package private(set) var blank = Share()
  package private(set) var wrong = Share()
  package private(set) var notSharp = Share()
  /// How far offsets are off, from the least, in pixels of the film.
  package private(set) var offsetErrors: [Double] = []
  /// Wrong photos that stay for three frames, and those of them that were found.
  package private(set) var plantedWrong = 0
  package private(set) var foundWrong = 0
  /// Wrong photos that were read where there are none.
  package private(set) var inventedWrong = 0
  /// By how many frames cells were read to become sharp too early or too late, from the least.
  package private(set) var waitErrors: [Int] = []
  /// Why sharpness was refused.
  package let refusal: String?

  /// - Parameters:
  ///   - kept: which frames of the film the video has.
  ///   - scale: its pixels for each of the film's.
  package init(_ video: WatchedVideo, of film: Film, kept: [Int], scale: Double) {
    refusal = video.refusal
    let shifts = zip(kept, video.indices).compactMap { index, seen in
      video.seen[seen].fix.map { $0.y / scale - film.frames[index].offset }
    }.sorted()
    let shift = shifts.isEmpty ? 0 : shifts[shifts.count / 2]
    var count = 0.0
    var runs: [Int: (length: Int, isFound: Bool)] = [:]
    var lastWrong: [Int: Int] = [:]
    var waits: [Int: Wait] = [:]
    for (place, (index, seen)) in zip(kept, video.indices).enumerated() {
      let (truth, read) = (film.frames[index], video.seen[seen])
      guard read.fix != nil || read.isEmpty else { continue }
      count += 1
      if let fix = read.fix { offsetErrors.append(abs(fix.y / scale - truth.offset - shift)) }
      let area = max(truth.cells.reduce(0) { $0 + $1.area }, .leastNonzeroMagnitude)
      let readArea = max(
        read.cells.reduce(0) { $0 + ($1.state == nil ? 0 : Double($1.area)) }, .leastNonzeroMagnitude)
      for cell in truth.cells {
        if cell.shown == .blank { blank.truth += cell.area / area }
        if cell.shown != .sharp { notSharp.truth += cell.area / area }
        if cell.isWrong { wrong.truth += cell.area / area }
      }
      if read.fix == nil {
        blank.read += 1
        notSharp.read += 1
      }
      for cell in read.cells {
        guard let state = video.state(of: cell) else { continue }
        let share = Double(cell.area) / readArea
        if state == .blank { blank.read += share }
        if state != .final { notSharp.read += share }
        if cell.state == .wrong { wrong.read += share }
      }
      let sharp = Set(read.cells.filter { $0.state == .photo && $0.isSharp }.map(\.number))
      for cell in truth.cells where cell.area > 0.3 {
        let number = film.number(of: cell.item)
        var wait = waits[number] ?? Wait(lastFrame: place)
        if wait.lastFrame < place - 1 {
          waitErrors += wait.error.map { [$0] } ?? []
          wait = Wait(lastFrame: place)
        }
        if cell.shown == .sharp, wait.truth == nil { wait.truth = place }
        if sharp.contains(number), wait.read == nil { wait.read = place }
        wait.lastFrame = place
        waits[number] = wait
      }
      let found = Set(read.cells.filter { $0.state == .wrong }.map(\.number))
      for cell in truth.cells {
        let number = film.number(of: cell.item)
        if cell.isWrong {
          lastWrong[number] = place
          guard cell.area > 0.6 else { continue }
          var run = runs[number] ?? (0, false)
          run.length += 1
          run.isFound = run.isFound || found.contains(number)
          runs[number] = run
        } else if let run = runs.removeValue(forKey: number), run.length >= 3 {
          plantedWrong += 1
          if run.isFound { foundWrong += 1 }
        }
      }
      // A recording may show a frame's change one frame later.
      for number in found where place - (lastWrong[number] ?? -10) > 1 { inventedWrong += 1 }
    }
    func mean(_ share: Share) -> Share {
      Share(truth: share.truth / max(count, 1), read: share.read / max(count, 1))
    }
    (blank, wrong, notSharp) = (mean(blank), mean(wrong), mean(notSharp))
    offsetErrors.sort()
    waitErrors = (waitErrors + waits.values.compactMap(\.error)).sorted()
  }

  /// A cell from the frame in which it comes on screen, and the frames in which it is sharp and is read as
  /// sharp.
  private struct Wait {
    var lastFrame: Int
    var truth: Int?
    var read: Int?
    var error: Int? { truth.flatMap { truth in read.map { abs($0 - truth) } } }
  }

  /// The error of the time to sharp, in frames, of all but a share of the cells.
  package func waitError(share: Double) -> Int {
    waitErrors.isEmpty ? 0 : waitErrors[min(waitErrors.count - 1, Int(Double(waitErrors.count) * share))]
  }

  /// The offset error of all but a share of the frames.
  package func offsetError(share: Double) -> Double {
    offsetErrors.isEmpty
      ? 0 : offsetErrors[min(offsetErrors.count - 1, Int(Double(offsetErrors.count) * share))]
  }
}

extension Film.Cell {
  /// Whether it shows another photo.
  package var isWrong: Bool { if case .wrong = shown { true } else { false } }
}
