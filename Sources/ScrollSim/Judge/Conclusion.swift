extension RunExplanation {
  /// The conclusion, in one or two sentences.
  ///
  /// The first names the most frequent cause and its share of the blank cells: "most" from one half on. For queued cells it names
  /// the kind of job that began more often while they waited; for lost ones, the most frequent kind of loss. Ties go to the first.
  ///
  /// The second says whether more lead would help, by the first rule that applies:
  ///
  /// 1. Every blank cell belongs to the first screen, follows a jump or failed: *no window could know, or help*.
  /// 2. ``leastBlankShare`` is at least 0.8: *a longer lead would hardly help*, and how busy decoders were in fast scrolling, from 0.9.
  /// 3. Most blank cells were lost before: *keeping images for longer would help more than a longer lead*.
  /// 4. The median lead in fast scrolling (or in motion, if it never was fast) is less than the 95th percentile of images' time
  ///    from wanted to ready: *the lead is too short*, with both numbers.
  /// 5. Otherwise: *the lead is long enough in most frames*, and the rest waits for its turn.
  ///
  /// Rules 4 and 5 say nothing without a lead or a decoded image to compare, and name ``leastBlank`` if it is known.
  package var conclusion: String {
    let total = causes.reduce(0.0) { $0 + Double($1.cells) }
    guard let main = causes.filter({ $0.cells > 0 }).max(by: { $0.cells < $1.cells }), total > 0 else {
      return "No cell was blank when it appeared."
    }
    let share = Double(main.cells) / total
    let most = share > 0.9995 ? "All" : share >= 0.5 ? "Most" : "The largest part"
    let first =
      "\(most) of the blank cells (\(Figure.text(share, unit: "rate"))) "
      + main.cause.sentence + detail(of: main.cause) + "."
    return [first, outlook(main: main.cause, share: share)].compactMap(\.self).joined(separator: " ")
  }

  private func detail(of cause: BlankCause) -> String {
    switch cause {
    case .queuedBehind:
      guard let queue = queuedBehind, queue.visible > 0 || queue.cached > 0 else { return "" }
      return queue.visible >= queue.cached
        ? ", mostly behind cells that were on screen" : ", mostly behind others that were only to be cached"
    case .evictedEarly:
      let loss = losses.filter { $0.count > 0 }.max { $0.count < $1.count }
      return loss.map { ", mostly \($0.reason.title)" } ?? ""
    case .decoding, .firstScreen, .jumped, .cancelled, .failed, .neverWanted:
      return ""
    }
  }

  private func outlook(main: BlankCause, share: Double) -> String? {
    let beyondWindows: Set<BlankCause> = [.firstScreen, .jumped, .failed]
    if causes.allSatisfy({ $0.cells == 0 || beyondWindows.contains($0.cause) }) {
      return "No window could have helped."
    }
    let least = leastBlankShare == nil ? nil : leastBlank.map(Self.floor)
    if let share = leastBlankShare, let least, share >= 0.8 {
      let busy = lead.busyFast ?? 0
      let load =
        busy >= 0.9 ? "; decoders are busy \(Figure.text(busy, unit: "rate")) of the fast scrolling" : ""
      return "A longer lead would hardly help: \(least)\(load)."
    }
    if main == .evictedEarly, share >= 0.5 {
      return "Keeping images for longer would help more than a longer lead."
    }
    guard let given = lead.fastLeadMs ?? lead.leadMs, let needed = lead.wantedToReadyMs else { return nil }
    let motion = lead.fastLeadMs == nil ? "in motion" : "while scrolling fast"
    let place =
      "\(motion), where nineteen in twenty images take up to \(Figure.text(needed.p95, unit: "ms")) from wanted to ready"
    let numbers = "\(Figure.text(given.p50, unit: "ms")) at the median \(place)"
    let limit = least.map { "; \($0)" } ?? ""
    if given.p50 == 0 { return "Nothing is wanted ahead in most frames \(place)\(limit)." }
    return given.p50 < needed.p95
      ? "The lead is too short: \(numbers)\(limit)."
      : "The lead is long enough in most frames (\(numbers)); the rest waits for its turn\(limit)."
  }

  /// The fewest blank cells, as a clause.
  package static func floor(_ count: Int) -> String {
    "no strategy in any order leaves fewer than \(Figure.text(count, unit: "count")) blank"
  }
}
