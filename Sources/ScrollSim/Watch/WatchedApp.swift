internal import GalleryKit

extension WatchedVideo {
  /// The most area that may be unknown while the grid is on screen, where an app is compared with what it
  /// should show.
  private static let mostUnknown = 0.05
  /// How much higher or lower the grid may be than the scenario's, as a share: bars are cut off.
  private static let mostOff = 0.1

  /// What the video shows, as the log of an app that plays a scenario; throws if it is another grid, or too little is known.
  package func frames(beside scenario: Scenario) throws -> PaintedFrames {
    if let refusal { throw VideoError(path: path, "sharpness is not measurable in this video: \(refusal)") }
    guard columns == scenario.grid.columns else {
      throw VideoError(
        path: path,
        "expected \(scenario.grid.columns) columns as in \(scenario.name), found \(columns); change the scenario to match the app"
      )
    }
    let screen = scenario.screen
    let height = (viewport.upperBound - viewport.lowerBound) / scale(on: scenario)
    guard abs(height - screen.height) <= Self.mostOff * screen.height else {
      throw VideoError(
        path: path,
        "expected a grid of \(Figure.plain(screen.width))×\(Figure.plain(screen.height)) pt as in \(scenario.name), found "
          + "\(Figure.plain(screen.width))×\(Figure.fixed(height, 0)); change the scenario to match the app")
    }
    guard map.rows.count == 1 else {
      throw VideoError(
        path: path,
        "expected frames that follow each other, found \(map.rows.count) places at an unknown distance from each other; scroll "
          + "less fast, so that the scroll can be replayed")
    }
    let frames = try PaintedFrames(csv: frameLog(scale: scale(on: scenario), isOfGrid: true), path: path)
    let unknown = frames.unknownShare(refreshRate: refreshRate)
    guard unknown <= Self.mostUnknown else {
      throw VideoError(
        path: path,
        "expected at most \(Figure.plain(100 * Self.mostUnknown)) % of the area to be unknown, found \(Figure.fixed(100 * unknown, 1)) %; see "
          + "'scrollsim watch \(path)'")
    }
    return frames
  }

  package func scale(on scenario: Scenario) -> Double { Double(width) / scenario.screen.width }
}
