internal import BenchReport
internal import GalleryKit
internal import ScrollSim

/// The runs of a result to draw, with the contents of their frames.
struct ShownRuns {
  /// A run, its name among the others, and the changes of its cells.
  struct Run {
    let record: RunRecord
    let name: String
    let changes: [CellChange]
  }

  let runs: [Run]
  /// The first grid.
  let grid: ScreenGrid
  /// Later layouts, each with its first frame.
  let later: [(frame: Int, layout: GridLayout)]

  /// The plausible offsets of a grid.
  private static let offsets = -1e9...1e9

  /// Finds the first run of each combination, as iterations show nearly the same.
  ///
  /// - Parameter strategies: names of the strategies to show, or words of their runs' names as in `nuke/urgency`; all if empty.
  /// - Throws: an exit code, after an error message.
  init(of result: ResultFile, strategies: [String]) throws {
    let chosen = strategies.map(RunName.init)
    for name in chosen where !result.runs.contains(where: { name.names($0) }) {
      let known = Set(result.runs.map(\.combination.name)).sorted().joined(separator: ", ")
      throw Exit.because("--strategy: expected one of \(known), found '\(name)'")
    }
    let firsts = result.runs.filter { $0.iteration == 0 }
    let meant =
      chosen.isEmpty
      ? firsts
      : chosen.flatMap { name in firsts.indices.filter { name.names(firsts[$0]) } }.uniqued.map { firsts[$0] }
    let names = RowNames(firsts.map(\.combination))
    var runs: [Run] = []
    for record in meant {
      if let changes = record.playback?.decoded(), record.timeline.offset.allSatisfy(Self.offsets.contains) {
        runs.append(Run(record: record, name: names.line(for: record.combination), changes: changes))
      } else {
        Terminal.writeError("\(record.id): left out, since it has no record of its frames")
      }
    }
    guard !runs.isEmpty else {
      throw Exit.because(
        "\(result.scenario.name): expected runs with a record of their frames, found none; run the scenario again",
        Exit.notMeasured)
    }
    guard let grid = ScreenGrid(result.scenario, photos: result.library.photos) else {
      throw Exit.because(
        "\(result.scenario.name): expected a result that tells its grid (scenario.spacing), found none that can be "
          + "drawn; run the scenario again", Exit.notMeasured)
    }
    // The trace lays the grid out, for all runs alike.
    guard let layouts = ScreenLayouts(grid, runs.first?.record.playback) else {
      throw Exit.because(
        "\(result.scenario.name): expected layouts of a grid (playback.layouts), found some that no scenario has; run "
          + "the scenario again", Exit.notMeasured)
    }
    self.runs = runs
    self.grid = grid
    later = layouts.later.map { ($0.frame, $0.grid.layout) }
  }

  /// Writes the photos that could not be decoded, and their substitute, to standard error.
  static func sayFailures(of photos: FilmLibrary, drawn: String) {
    for (file, reason) in photos.failures.sorted(by: { $0.key < $1.key }).prefix(5) {
      Terminal.writeError("\(file): drawn \(drawn), as it cannot be decoded: \(reason)")
    }
  }
}
