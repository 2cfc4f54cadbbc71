internal import BenchReport
internal import GalleryKit
internal import ScrollSim

/// A video of a result: the screens of a few runs side by side, as each frame showed them.
struct VideoFile: Sendable {
  let result: ResultFile
  /// The folder of photos; `nil` searches the cache.
  let library: String?
  /// Names of the strategies to show, in their order; if empty, the recommended one and its runner-up.
  let strategies: [String]
  let timing: VideoTiming

  /// Draws the video and writes it.
  ///
  /// - Throws: an exit code, after an error message.
  func write(to path: String, as format: VideoFormat) async throws {
    let shown = try ShownRuns(of: result, strategies: strategies)
    let runs = try chosen(among: shown.runs)
    try OutputFiles.checkFile(path)
    let progress = ProgressLine()
    do {
      try await Interrupt.cancels {
        let (film, frames) = try sideBySide(of: runs, in: shown, screenHeight: format.screenHeight)
        let thumbnail = try photos(of: runs, side: film.cellSide)
        let clip = VideoClip(film, frames: frames, timing: timing, thumbnail: thumbnail) { count in
          progress.show(
            "\(ProgressLine.bar(Double(count) / Double(frames.count)))  picture \(count) of \(frames.count)")
        }
        try await format.write(clip, to: path)
      }
      progress.clear()
    } catch is CancellationError {
      progress.clear()
      throw Exit.because("interrupted: \(path) is as it was", Exit.notMeasured)
    } catch {
      progress.clear()
      throw Exit.because(of: error, path)
    }
  }

  private func sideBySide(of runs: [ShownRuns.Run], in shown: ShownRuns, screenHeight: Int) throws -> (
    SideBySide, [Int]
  ) {
    let sides = runs.map { run in
      let timeline = run.record.timeline
      return SideBySide.Side(
        name: run.name, changes: run.changes, offsets: timeline.offset, blank: timeline.blankShare,
        blurred: timeline.blurredShare)
    }
    let frames = try timing.frames(
      of: sides.map(\.frameCount).min() ?? 0, refreshRate: shown.grid.refreshRate)
    let film = try SideBySide(
      sides, layout: shown.grid.layout, later: shown.later, photos: result.library.photos,
      refreshRate: shown.grid.refreshRate,
      title: "\(result.scenario.name) · \(result.mode.rawValue)",
      frames: (frames.first ?? 0)..<(frames.last ?? 0) + 1, screenHeight: screenHeight)
    return (film, frames)
  }

  /// The named runs, or two.
  private func chosen(among runs: [ShownRuns.Run]) throws -> [ShownRuns.Run] {
    if strategies.isEmpty {
      let pair = OpeningPair(runs.map(\.record), recommendation: Recommendation(result))
      return pair.left == pair.right ? [runs[pair.left]] : [runs[pair.left], runs[pair.right]]
    }
    guard runs.count <= SideBySide.mostSides else {
      throw Exit.because(
        "--strategy: expected at most \(SideBySide.mostSides) runs side by side, found \(runs.count); name them more "
          + "closely, as in \(runs[0].name)")
    }
    return runs
  }

  /// The photos, or squares of their mean colours where they are not found.
  private func photos(of runs: [ShownRuns.Run], side: Int) throws -> (Int) -> Picture? {
    do {
      return try FilmLibrary(result.library, folder: library, side: side).thumbnail
    } catch  where library == nil {
      Terminal.writeError("photos are shown in their mean colours: \(OutputFiles.words(error))")
    }
    let colours = runs.reduce(into: [Int: CellColour]()) { colours, run in
      colours.merge(run.record.playback?.decodedColours(of: run.changes) ?? [:]) { known, _ in known }
    }
    return { item in colours[item].map { Picture(plain: $0) } }
  }
}
