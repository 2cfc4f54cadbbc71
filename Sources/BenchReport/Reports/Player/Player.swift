internal import ScrollSim

struct PlayedRun {
  let name: String
  let run: RunRecord
  var combination: Combination { run.combination }
}

extension ResultReport {
  /// The first run with a timeline of each combination.
  var takes: [PlayedRun] {
    pools.compactMap { pool in
      pool.completed.first { !$0.timeline.timeMs.isEmpty }.map {
        PlayedRun(name: names.line(for: pool.combination), run: $0)
      }
    }
  }

  /// The runs that a player shows; it shows one trace, and runs of another, or with a damaged record, appear in charts alone.
  var playable: [PlayedRun] {
    let takes = takes
    return takes.filter {
      $0.run.timeline.offset == takes[0].run.timeline.offset && $0.run.playback?.decoded() != nil
    }
  }

  /// The user's view of two strategies side by side, and the runs' course on one time axis.
  var player: Document.Block {
    let takes = takes
    guard !takes.isEmpty else { return .text() }
    let opening = PlayerOpening(self)
    let shown = opening?.playable ?? takes
    let chosen = opening?.pair ?? OpeningPair(shown.map(\.run), recommendation: recommendation)
    let chart = overview(of: shown, chosen: [shown[chosen.left], shown[chosen.right]])
      .svg(id: "\(id)-overview")
    guard let opening else {
      let why =
        result.features.contains(.changes)
        ? "There is no player: frames are recorded only if the library does not change."
        : "This result has no record of its frames; run the scenario again for a player."
      return .section("Over time", [.hint(why), .markup("<div class=\"timeline alone\">\(chart)</div>")])
    }
    let few = Set(few(Self.mostAtAGlance).map(\.combination))
    let places = shown.indices.filter { few.contains(shown[$0].combination) }
    let data = PlayerData(
      opening, photos: result.library.photos, sheet: photos, few: places.count < shown.count ? places : nil)
    return .section(
      .init(
        heading: "What the user would have seen", style: "player", label: "Player",
        blocks: [
          .hint(about(shown, leftOut: takes.count - shown.count)),
          .markup(controls(shown, data, chart: chart)),
        ]))
  }

  private func about(_ playable: [PlayedRun], leftOut: Int) -> String {
    let sentences = [
      "\(picture(of: playable)), frame by frame: \(opening). "
        + "It opens where the two differ most. Point at a blank cell to see why.",
      pools.contains { $0.completed.count > 1 } ? "Of several iterations, the first is shown." : "",
      leftOut > 0 ? "Runs without a playback of this trace are left out: \(leftOut)." : "",
    ]
    return sentences.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func picture(of playable: [PlayedRun]) -> String {
    let colour =
      playable.contains { $0.run.playback?.colours == nil }
      ? "in grey, as a model opens no file and knows no colours" : "in its mean colour"
    guard let photos else { return "Each photo \(colour)" }
    let shown = Set(playable.flatMap { $0.run.playback?.decoded()?.shownItems ?? [] })
    let drawn = shown.count { photos.squares[$0] != nil }
    return drawn == shown.count
      ? "The photos themselves, small"
      : "\(drawn) of the \(shown.count) photos themselves, small, and each other one \(colour)"
  }

  private func controls(_ playable: [PlayedRun], _ data: PlayerData, chart: String) -> String {
    let options = playable.enumerated().map { place, take in
      "<option value=\"\(place)\">\(take.name.escaped)\(take.combination.role.map { " (\($0))" } ?? "")</option>"
    }.joined()
    let side =
      data.few.map { "\($0.count) of \(playable.count) strategies, \(fewInWords)," }
      ?? "Every strategy"
    return """
      <noscript><p>The player needs scripts, which are switched off here.</p></noscript>
      <div class="stage">
      <div class="controls" hidden="hidden" role="group" aria-label="Playback">
      <button type="button" class="play">Play</button>
      <span class="jumps"><button type="button" class="previous" aria-label="Previous blank">‹ blank</button>\
      <button type="button" class="next" aria-label="Next blank">blank ›</button></span>
      <input type="range" class="scrub" min="0" max="\(data.frameCount - 1)" step="1" value="0" aria-label="Time"/>
      <a class="time" title="A link to this moment">0.00 s</a>
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
      <h3 class="film-title" hidden="hidden">Side by side</h3>
      <p class="hint" hidden="hidden">\(side) at the same moments: in each twelfth of the trace, when most is missing. Below \
      is the share of cells that are sharp, outlined where it changes. Choose one to see it above.</p>
      <div class="scroll" hidden="hidden"><table class="film"></table></div>\
      \(data.few == nil ? "" : "\n<button type=\"button\" class=\"all\" hidden=\"hidden\">All \(playable.count)</button>")
      <p class="hint keys" hidden="hidden">Keys: space plays, arrows go frame by frame (with shift, ten), n and p to the \
      next and the previous blank. The time is a link to this moment.</p>
      <p class="aside" role="status"></p>
      <script type="application/json" class="data">\(data.json)</script>
      """
  }

  private static func screen(_ side: String, _ options: String) -> String {
    """
    <div class="screen"><select aria-label="\(side) strategy">\(options)</select>\
    <canvas role="img" tabindex="0"></canvas><p class="count"></p></div>
    """
  }

  private var opening: String {
    guard recommends else { return "choose any two" }
    return recommendation.runnerUp != nil
      ? "the recommended one against its runner-up, or any two"
      : recommendation.equals.isEmpty
        ? "the recommended one against any other"
        : "the recommended one against one that cannot be told from it, or any two"
  }
}
