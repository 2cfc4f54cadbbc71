internal import BenchReport
internal import GalleryKit
internal import ScrollSim

/// The filmstrip of a result, from the result's record of its frames and the photos themselves.
struct FilmstripFile {
  let result: ResultFile
  /// The folder of photos; `nil` looks into the cache.
  let library: String?
  /// Names of the strategies to show; all if empty.
  let strategies: [String]

  /// Where a grid can be scrolled to.
  private static let offsets = -1e9...1e9

  /// Draws the filmstrip and writes it as PNG.
  ///
  /// - Throws: an exit code, after saying what is wrong.
  func write(to path: String) throws {
    let strips = try chosenStrips()
    guard let grid = ScreenGrid(result.scenario) else {
      throw Exit.because(
        "\(result.scenario.name): expected a result that tells its grid (scenario.spacing), found none that can be "
          + "drawn; run the scenario again", Exit.notMeasured)
    }
    let film = Filmstrip(
      layout: GridLayout(
        viewport: .init(width: grid.width, height: grid.height), columns: grid.columns, spacing: grid.spacing),
      photos: result.library.photos, refreshRate: grid.refreshRate)
    try Exit.onFailure {
      let photos = try FilmLibrary(result.library, folder: library, side: film.cellSide)
      let picture = try film.draw(strips, thumbnail: photos.thumbnail)
      try PNGWriter().write(try picture.buffer(ledger: MemoryLedger()), to: path)
      for (file, reason) in photos.failures.sorted(by: { $0.key < $1.key }).prefix(5) {
        Terminal.writeError("\(file): drawn grey, as it cannot be decoded: \(reason)")
      }
    }
  }

  private func chosenStrips() throws -> [Filmstrip.Strip] {
    for name in strategies where !result.runs.contains(where: { $0.combination.name == name }) {
      let known = Set(result.runs.map(\.combination.name)).sorted().joined(separator: ", ")
      throw Exit.because("--strategy: expected one of \(known), found '\(name)'")
    }
    // Iterations show nearly the same; the first of each is enough.
    let runs = result.runs.filter { run in
      run.iteration == 0 && (strategies.isEmpty || strategies.contains(run.combination.name))
    }
    var strips: [Filmstrip.Strip] = []
    for run in runs {
      if let changes = run.playback?.decoded(), run.timeline.offset.allSatisfy(Self.offsets.contains) {
        strips.append(Filmstrip.Strip(name: run.id, changes: changes, offsets: run.timeline.offset))
      } else {
        Terminal.writeError("\(run.id): left out, as it does not say what its frames showed")
      }
    }
    if strips.isEmpty {
      throw Exit.because(
        "\(result.scenario.name): expected runs that say what their frames showed, found none; run the scenario again",
        Exit.notMeasured)
    }
    return strips
  }
}
