internal import GalleryKit
package import ScrollSim

/// The screens of several runs at the same few moments.
package struct Stills {
  /// A cell on screen: its place, in points, and its state.
  struct Cell: Hashable {
    let place: GridLayout.Cell
    let state: CellState

    var item: Int { place.item }
  }

  /// The screens of one run, moment by moment.
  struct Row {
    let name: String
    let screens: [[Cell]]
  }

  /// The default number of moments, enough to see the course of a trace.
  private static let most = 12

  /// Moments, in frames from 0.
  let frames: [Int]
  /// The grid at each of them.
  let grids: [ScreenGrid]
  let rows: [Row]

  /// Takes the screens of runs of one trace.
  ///
  /// - Parameters:
  ///   - runs: runs of one result; those without a record of their frames are skipped.
  ///   - seconds: the moments; if empty, the frame of each twelfth of the trace at which most is missing over all runs.
  /// - Complexity: O(runs × frames × cells on screen).
  package init(_ runs: [RunRecord], grid: ScreenGrid, at seconds: [Double] = []) {
    let names = RowNames(runs.map(\.combination))
    let films = runs.compactMap { run -> (run: RunRecord, film: Film)? in
      guard let changes = run.playback?.decoded(), let layouts = ScreenLayouts(grid, run.playback) else {
        return nil
      }
      return (run, Film(changes, run.timeline.offset, layouts))
    }
    let length = films.map { $0.film.offsets.count }.min() ?? 0
    if seconds.isEmpty {
      frames = Self.worst(of: films.map(\.film), length: length)
    } else {
      frames = seconds.map { min(max(0, Int(($0 * Double(grid.refreshRate)).rounded())), length - 1) }
        .filter { $0 >= 0 }
    }
    grids = frames.map { films.first?.film.layouts[$0] ?? grid }
    rows = films.map { [frames] run, film in
      var screens: [Int: [Cell]] = [:]
      film.play { frame, cells in if frames.contains(frame) { screens[frame] = cells } }
      return Row(name: names.line(for: run.combination), screens: frames.map { screens[$0] ?? [] })
    }
  }

  /// Every item with a visible image.
  package var items: Set<Int> {
    Set(rows.flatMap(\.screens).joined().filter(\.state.showsImage).map(\.item))
  }

  private static func worst(of films: [Film], length: Int) -> [Int] {
    var missing = Array(repeating: 0, count: length)
    for film in films {
      film.play { frame, cells in
        if frame < length { missing[frame] += cells.count { $0.state != .final } }
      }
    }
    let count = min(most, length)
    return (0..<count).map { place in
      let frames = place * length / count..<(place + 1) * length / count
      // Ties go to the first.
      return frames.reduce(frames.lowerBound) { missing[$1] > missing[$0] ? $1 : $0 }
    }
  }
}

/// A run's screen, to be played from the start.
private struct Film {
  let changes: [CellChange]
  let offsets: [Double]
  let layouts: ScreenLayouts

  init(_ changes: [CellChange], _ offsets: [Double], _ layouts: ScreenLayouts) {
    self.changes = changes
    self.offsets = offsets
    self.layouts = layouts
  }

  /// Passes the cells on screen to `visit`, frame by frame.
  func play(_ visit: (_ frame: Int, _ cells: [Stills.Cell]) -> Void) {
    var states: [Int: CellState] = [:]
    var next = changes[...]
    for (frame, offset) in offsets.enumerated() {
      while let change = next.first, change.frame <= frame {
        states[change.item] = change.state
        next.removeFirst()
      }
      visit(frame, cells(of: layouts[frame], at: offset, states))
    }
  }

  private func cells(of grid: ScreenGrid, at offset: Double, _ states: [Int: CellState]) -> [Stills.Cell] {
    grid.cells(at: offset).map { Stills.Cell(place: $0, state: states[$0.item] ?? .blank) }
  }
}
