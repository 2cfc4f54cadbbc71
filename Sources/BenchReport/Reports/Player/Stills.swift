internal import GalleryKit
package import ScrollSim

/// The screens of several runs at the same few moments.
package struct Stills {
  /// A cell on screen; its place is in points.
  typealias Cell = (place: GridLayout.Cell, state: CellState)

  /// Moments, in frames from 0.
  let frames: [Int]
  /// The screens of each run, moment by moment.
  let rows: [[[Cell]]]

  /// Takes the screens of runs of one trace, at the frame of each twelfth of it at which most is missing over all runs.
  ///
  /// - Parameter runs: runs of one result; those without a record of their frames are skipped.
  /// - Complexity: O(runs × frames × cells on screen).
  package init(_ runs: [RunRecord], grid: ScreenGrid) {
    let films = runs.compactMap { run -> Film? in
      guard let changes = run.playback?.decoded(), let layouts = ScreenLayouts(grid, run.playback) else {
        return nil
      }
      return Film(changes: changes, offsets: run.timeline.offset, layouts: layouts)
    }
    var missing = Array(repeating: 0, count: films.map(\.offsets.count).min() ?? 0)
    for film in films {
      film.play { frame, cells in
        if frame < missing.count { missing[frame] += cells.count { $0.state != .final } }
      }
    }
    let count = min(12, missing.count)
    let frames = (0..<count).map { place in
      let part = place * missing.count / count..<(place + 1) * missing.count / count
      // Ties go to the first.
      return part.reduce(part.lowerBound) { missing[$1] > missing[$0] ? $1 : $0 }
    }
    self.frames = frames
    rows = films.map { film in
      var screens: [Int: [Cell]] = [:]
      film.play { frame, cells in if frames.contains(frame) { screens[frame] = cells } }
      return frames.map { screens[$0] ?? [] }
    }
  }

  /// Every item with a visible image.
  package var items: Set<Int> { Set(rows.joined().joined().filter(\.state.showsImage).map(\.place.item)) }
}

private struct Film {
  let changes: [CellChange]
  let offsets: [Double]
  let layouts: ScreenLayouts

  /// Passes the cells on screen to `visit`, frame by frame.
  func play(_ visit: (_ frame: Int, _ cells: [Stills.Cell]) -> Void) {
    var states: [Int: CellState] = [:]
    var next = changes[...]
    for (frame, offset) in offsets.enumerated() {
      while let change = next.first, change.frame <= frame {
        states[change.item] = change.state
        next.removeFirst()
      }
      let cells = layouts[frame].cells(at: offset)
      visit(frame, cells.map { ($0, states[$0.item] ?? .blank) })
    }
  }
}
