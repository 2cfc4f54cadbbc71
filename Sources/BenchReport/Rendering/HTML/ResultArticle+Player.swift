#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ResultArticle {
  /// A run that the player can show, or only the charts.
  private struct Take {
    let name: String
    let combination: Combination
    let run: RunRecord
  }

  /// The first run of each combination that has a timeline.
  private var takes: [Take] {
    pools.compactMap { pool in
      pool.completed.first { !$0.timeline.timeMs.isEmpty }.map {
        Take(name: names.line(for: pool.combination), combination: pool.combination, run: $0)
      }
    }
  }

  /// What the user would have seen, two strategies side by side, and what happened meanwhile on one time axis.
  var player: String {
    let takes = takes
    guard let leading = takes.first else { return "" }
    // A player shows one trace; runs of another, or with a damaged record, stay with the charts below.
    let playable = takes.filter {
      $0.run.timeline.offset == leading.run.timeline.offset && $0.run.playback?.decoded() != nil
    }
    let shown = playable.isEmpty ? takes : playable
    let chart = overview(of: shown).svg(id: "\(id)-overview")
    guard let grid = ScreenGrid(result.scenario), !playable.isEmpty else {
      return """
        <section>
        \(heading("Over time"))
        <p class="hint">\(whyThereIsNoPlayer)</p>
        <div class="timeline alone">\(chart)</div>
        </section>
        """
    }
    let chosen = choice(among: playable)
    let data = PlayerData(
      grid: grid, photos: result.library.photos, names: playable.map(\.name),
      records: playable.compactMap(\.run.playback),
      offsets: leading.run.timeline.offset, left: chosen.left, right: chosen.right,
      start: Self.start(playable[chosen.left].run, playable[chosen.right].run))
    let options = playable.enumerated().map { place, take in
      "<option value=\"\(place)\">\(take.name.escaped)\(take.combination.isReference ? " (bound)" : "")</option>"
    }.joined()
    let note =
      playable.contains { $0.run.playback?.colours == nil }
      ? " Cells are grey: a model opens no file and knows no colours." : ""
    let first = pools.contains { $0.completed.count > 1 } ? " Of several iterations, the first is shown." : ""
    let leftOut = takes.count - playable.count
    let missing = leftOut > 0 ? " \(leftOut) runs hold no playback of this trace and are left out." : ""
    return """
      <section class="player" aria-label="Player">
      \(heading("What the user would have seen"))
      <p class="hint">Each photo in its mean colour, frame by frame; it opens where the two differ most.\(first)\(note)\(missing)</p>
      <noscript><p>The player needs scripts, which are switched off here.</p></noscript>
      <div class="stage">
      <div class="controls" hidden="hidden" role="group" aria-label="Playback">
      <button type="button" class="play">Play</button>
      <input type="range" class="scrub" min="0" max="\(data.frameCount - 1)" step="1" value="0" aria-label="Time"/>
      <span class="time">0.00 s</span>
      <label>Speed <select class="speed"><option value="0.1">0.1×</option><option value="0.25">0.25×</option>\
      <option value="0.5">0.5×</option><option value="1" selected="selected">1×</option><option value="2">2×</option>\
      </select></label>
      </div>
      <div class="screens" hidden="hidden">
      \(Self.screen("Left", options))
      \(Self.screen("Right", options))
      <p class="legend"><span class="swatch final"></span> final <span class="swatch degraded"></span> degraded \
      <span class="swatch blank"></span> blank <span class="swatch failed"></span> failed</p>
      </div>
      <div class="timeline">\(chart)</div>
      </div>
      <p class="aside" role="status"></p>
      <script type="application/json" class="data">\(data.json)</script>
      </section>
      """
  }

  private var whyThereIsNoPlayer: String {
    result.changesLibrary
      ? "The library changes meanwhile, and what each frame showed is kept only where it does not: there is no player."
      : "This result does not hold what each frame showed; run the scenario again for a player."
  }

  private static func screen(_ side: String, _ options: String) -> String {
    """
    <div class="screen"><select aria-label="\(side) strategy">\(options)</select>\
    <canvas role="img"></canvas><p class="count"></p></div>
    """
  }

  /// The recommended strategy to the right of the one that leaves most blank.
  private func choice(among takes: [Take]) -> (left: Int, right: Int) {
    let right = takes.firstIndex { $0.combination == recommendation.combination } ?? takes.count - 1
    let others = takes.indices.filter { $0 != right && !takes[$0].combination.isReference }
    let left = others.max { blank(takes[$0]) < blank(takes[$1]) } ?? takes.indices.first { $0 != right }
    return (left ?? right, right)
  }

  private func blank(_ take: Take) -> Double { take.run.figure("blankAreaRatio") ?? 0 }

  /// The frame at which two runs differ most in what is blank.
  private static func start(_ left: RunRecord, _ right: RunRecord) -> Int {
    let gaps = zip(left.timeline.blankShare, right.timeline.blankShare).map { abs($0 - $1) }
    return gaps.indices.max { gaps[$0] < gaps[$1] } ?? 0
  }

  /// Speed, blank area and image memory of all runs over one time axis.
  private func overview(of takes: [Take]) -> LineChart {
    let budget = Double(result.scenario.memoryBudgetBytes)
    // A bound keeps to no budget; on its scale, all others would lie flat on the ground.
    let rivals = takes.filter { !$0.combination.isReference }
    let scaled = rivals.isEmpty ? takes : rivals
    let most = max(budget, scaled.flatMap(\.run.timeline.imageBytes).filter(\.isFinite).max() ?? 0)
    let scale = ByteScale(fitting: most)
    func points(_ run: RunRecord, _ column: KeyPath<Timeline, [Double]>, _ factor: Double) -> [LineChart
      .Point]
    {
      zip(run.timeline.timeMs, run.timeline[keyPath: column]).map {
        LineChart.Point(x: $0 / 1000, y: $1 * factor)
      }
    }
    func lines(_ column: KeyPath<Timeline, [Double]>, _ factor: Double) -> [LineChart.Line] {
      takes.map { LineChart.Line(name: $0.name, points: points($0.run, column, factor)) }
    }
    let velocity = takes.first.map { points($0.run, \.velocity, 1) } ?? []
    var memory = LineChart.Panel(
      name: "image memory", unit: scale.name, lines: lines(\.imageBytes, 1 / scale.size),
      range: 0...most / scale.size)
    memory.guide = .init(name: "budget \(Figure.text(budget, unit: "bytes"))", y: budget / scale.size)
    var chart = LineChart(
      title: "What happened over time",
      panels: [
        .init(name: "scroll speed", unit: "pt/s", points: velocity),
        .init(name: "blank area", unit: "% of the screen", lines: lines(\.blankShare, 100)), memory,
      ])
    chart.plotHeight = 96
    chart.width = 600
    return chart
  }
}
