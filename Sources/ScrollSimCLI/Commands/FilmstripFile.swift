internal import BenchReport
internal import GalleryKit
internal import ScrollSim

/// The filmstrip of a result, from the result's record of its frames and the photos themselves.
struct FilmstripFile {
  let result: ResultFile
  /// The folder of photos; `nil` looks into the cache.
  let library: String?
  /// Names of the strategies to show, or words of their runs' names as in `nuke/urgency`; all if empty.
  let strategies: [String]
  /// Seconds to show in a drawing of stills; those of which most is missing if empty.
  let moments: [Double]

  /// Where a grid can be scrolled to.
  private static let offsets = -1e9...1e9

  /// Whether a file is a drawing of stills, the same moments of all runs, and not a picture of every tenth of a second.
  static func isDrawing(_ path: String) -> Bool { path.lowercased().hasSuffix(".svg") }

  /// Draws the filmstrip and writes it: as SVG a few moments, as PNG every tenth of a second.
  ///
  /// - Throws: an exit code, after saying what is wrong.
  func write(to path: String) throws {
    let runs = try chosenRuns()
    guard let grid = ScreenGrid(result.scenario) else {
      throw Exit.because(
        "\(result.scenario.name): expected a result that tells its grid (scenario.spacing), found none that can be "
          + "drawn; run the scenario again", Exit.notMeasured)
    }
    if Self.isDrawing(path) { return try draw(runs, in: grid, to: path) }
    guard let layouts = ScreenLayouts(grid, runs.first?.run.playback) else {
      throw Exit.because(
        "\(result.scenario.name): expected layouts of a grid (playback.layouts), found some that no scenario has; run "
          + "the scenario again", Exit.notMeasured)
    }
    let film = Filmstrip(
      layout: GridLayout(grid), later: layouts.later.map { ($0.frame, GridLayout($0.grid)) },
      photos: result.library.photos, refreshRate: grid.refreshRate)
    try Exit.onFailure {
      let photos = try FilmLibrary(result.library, folder: library, side: film.cellSide)
      let strips = runs.map { run, changes in
        Filmstrip.Strip(name: run.id, changes: changes, offsets: run.timeline.offset)
      }
      let picture = try film.draw(strips, thumbnail: photos.thumbnail)
      try PNGWriter().write(try picture.buffer(ledger: MemoryLedger()), to: path)
      sayFailures(of: photos, drawn: "grey")
    }
  }

  private func draw(_ runs: [(run: RunRecord, changes: [CellChange])], in grid: ScreenGrid, to path: String)
    throws
  {
    let stills = Stills(
      runs.map(\.run), grid: grid, photos: result.library.photos, title: result.scenario.name, at: moments)
    try Exit.onFailure {
      let photos = try TinyPhotos.library(of: result, folder: library)
      let sheet = TinyPhotos.sheet(of: stills.items.sorted(), from: photos)
      sayFailures(of: photos, drawn: "in their mean colours")
      try OutputFiles.write(StillsChart(stills, photos: sheet).document(), to: path)
    }
  }

  private func sayFailures(of photos: FilmLibrary, drawn: String) {
    for (file, reason) in photos.failures.sorted(by: { $0.key < $1.key }).prefix(5) {
      Terminal.writeError("\(file): drawn \(drawn), as it cannot be decoded: \(reason)")
    }
  }

  private func isMeant(_ run: RunRecord, by name: String) -> Bool {
    let words = Set(run.id.split(separator: "/"))
    return run.combination.name == name || name.split(separator: "/").allSatisfy(words.contains)
  }

  private func chosenRuns() throws -> [(run: RunRecord, changes: [CellChange])] {
    for name in strategies where !result.runs.contains(where: { isMeant($0, by: name) }) {
      let known = Set(result.runs.map(\.combination.name)).sorted().joined(separator: ", ")
      throw Exit.because("--strategy: expected one of \(known), found '\(name)'")
    }
    // Iterations show nearly the same; the first of each is enough.
    let runs = result.runs.filter { run in
      run.iteration == 0 && (strategies.isEmpty || strategies.contains { isMeant(run, by: $0) })
    }
    var chosen: [(RunRecord, [CellChange])] = []
    for run in runs {
      if let changes = run.playback?.decoded(), run.timeline.offset.allSatisfy(Self.offsets.contains) {
        chosen.append((run, changes))
      } else {
        Terminal.writeError("\(run.id): left out, as it does not say what its frames showed")
      }
    }
    if chosen.isEmpty {
      throw Exit.because(
        "\(result.scenario.name): expected runs that say what their frames showed, found none; run the scenario again",
        Exit.notMeasured)
    }
    return chosen
  }
}

extension GridLayout {
  fileprivate init(_ grid: ScreenGrid) {
    self.init(
      viewport: Viewport(width: grid.width, height: grid.height), columns: grid.columns, spacing: grid.spacing
    )
  }
}
