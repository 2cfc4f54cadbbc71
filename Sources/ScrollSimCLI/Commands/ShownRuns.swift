internal import BenchReport
internal import GalleryKit
internal import ScrollSim

/// The runs of a result that are drawn, with what each frame of theirs showed.
struct ShownRuns {
  /// A run, its name among the others, and what changed when.
  struct Run {
    let record: RunRecord
    let name: String
    let changes: [CellChange]
  }

  let runs: [Run]
  /// The grid at first.
  let grid: ScreenGrid
  /// How it is laid out anew, each from a frame on.
  let later: [(frame: Int, layout: GridLayout)]

  /// Where a grid can be scrolled to.
  private static let offsets = -1e9...1e9

  /// Finds the first run of each combination, as iterations show nearly the same.
  ///
  /// - Parameter strategies: names of the strategies to show, or words of their runs' names as in `nuke/urgency`; all if empty.
  /// - Throws: an exit code, after saying what is wrong.
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
        Terminal.writeError("\(record.id): left out, as it does not say what its frames showed")
      }
    }
    guard !runs.isEmpty else {
      throw Exit.because(
        "\(result.scenario.name): expected runs that say what their frames showed, found none; run the scenario again",
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

  /// Says which photos could not be decoded, and what stands for them.
  static func sayFailures(of photos: FilmLibrary, drawn: String) {
    for (file, reason) in photos.failures.sorted(by: { $0.key < $1.key }).prefix(5) {
      Terminal.writeError("\(file): drawn \(drawn), as it cannot be decoded: \(reason)")
    }
  }
}
