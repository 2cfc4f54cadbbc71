internal import ArgumentParser
internal import BenchReport
internal import GalleryKit
internal import ScrollSim

/// The filmstrip of a result, from the result's record of its frames and the photos themselves.
struct FilmstripFile {
  /// A filmstrip's format, chosen by its file's extension.
  enum Kind: String, CaseIterable {
    /// A drawing of stills, the same moments of all runs.
    case svg
    /// A picture of every tenth of a second.
    case png, jpg, jpeg

    init(ofFile path: String) throws {
      self = try Choice.ending(of: path, "--filmstrip")
    }
  }

  let result: ResultFile
  /// The folder of photos; `nil` searches the cache.
  let library: String?
  /// Names of the strategies to show, or words of their runs' names as in `nuke/urgency`; all if empty.
  let strategies: [String]
  /// Seconds to show in a drawing of stills; if empty, the moments at which most is missing.
  let moments: [Double]

  /// The JPEG quality at which small photos keep their edges.
  private static let jpegQuality = 90

  /// Draws and writes the filmstrip: a few moments as SVG, or every tenth of a second as PNG or JPEG.
  ///
  /// - Throws: an exit code, after an error message.
  func write(to path: String) throws {
    let kind = try Kind(ofFile: path)
    let shown = try ShownRuns(of: result, strategies: strategies)
    if kind == .svg { return try draw(shown, to: path) }
    let film = Filmstrip(
      layout: shown.grid.layout, later: shown.later, photos: result.library.photos,
      refreshRate: shown.grid.refreshRate)
    try Exit.onFailure {
      let photos = try FilmLibrary(result.library, folder: library, side: film.cellSide)
      let strips = shown.runs.map { run in
        Filmstrip.Strip(name: run.name, changes: run.changes, offsets: run.record.timeline.offset)
      }
      let picture = try film.draw(strips, thumbnail: photos.thumbnail).buffer(ledger: MemoryLedger())
      if kind == .png {
        try PNGWriter().write(picture, to: path)
      } else {
        try JPEGWriter(quality: Self.jpegQuality, subsampling: .none).write(picture, to: path)
      }
      ShownRuns.sayFailures(of: photos, drawn: "grey")
    }
  }

  private func draw(_ shown: ShownRuns, to path: String) throws {
    let stills = Stills(
      shown.runs.map(\.record), grid: shown.grid, title: result.scenario.name,
      at: moments)
    try Exit.onFailure {
      let photos = try TinyPhotos.library(of: result, folder: library)
      let sheet = TinyPhotos.sheet(of: stills.items.sorted(), from: photos)
      ShownRuns.sayFailures(of: photos, drawn: "in their mean colours")
      try OutputFiles.write(StillsChart(stills, photos: sheet).document(), to: path)
    }
  }
}
