/// A choice in sentences: what to take, and the alternatives.
struct ChoiceWords {
  let choice: Choice
  /// The question's rivals that have the chosen resize mode.
  let rivals: [Rival]
  let question: Recommendation.Question

  private var chosen: Rival { rivals[choice.chosen] }
  private func name(_ place: Int) -> String { question.name(rivals[place].combination) }
  private func names(_ places: [Int]) -> String { places.map(name).listed(most: 4) }

  var claim: String {
    let budget = Figure.bytes(question.budget)
    let need = "its images need \(chosen.figures.imageText) of the \(budget) budget."
    let start = name(choice.chosen) + (question.window(chosen.combination).map { ", \($0)" } ?? "")
    guard question.rivals.count > 1 else { return "\(start), the only strategy that fits; \(need)" }
    let next = choice.runnerUp.map { place in
      " (next: \(name(place)), \(rivals[place].figures.notSharpText) and \(rivals[place].figures.blankText))"
    }
    let when = chosen.figures.isOfWholeTrace == true ? "over the whole trace" : "while scrolling"
    return
      "\(start): \(when) it leaves \(chosen.figures.notSharpText) of the area not sharp, "
      + "\(chosen.figures.blankText) blank\(next ?? ""); \(need)"
  }

  /// Where the choice holds, what looks better here, what needs less memory, and what will do as well, a sentence each.
  var beside: [String] { [holds, better, frugal, alternatives].compactMap(\.self) }

  private var holds: String? {
    let variations = sensitivity(of: choice.chosen)?.sentence(isReplay: question.isReplay)
    let loads = LoadStanding(of: chosen.combination, at: question.loads)
    guard let variations else { return loads?.sentence(of: "it", name: question.name) }
    return loads.map { "\(variations.dropLast()); \($0.clause(name: question.name))." } ?? variations
  }

  private func sensitivity(of place: Int) -> Sensitivity? {
    Sensitivity(of: rivals[place].combination, in: question.variations, along: question.axis)
  }

  /// Those that will do as well and, if there are no variations, those that only need more memory.
  private var alternatives: String? {
    let same = choice.interchangeable
    let rest = choice.alike.filter { !([choice.chosen] + same + choice.frugal).contains($0) }
    let (does, look) = (same.count == 1 ? "does" : "do", rest.count == 1 ? "looks" : "look")
    // Rivals that rounds do not tell apart may still look different.
    let looksAlike = rest.map { rivals[$0].figures }.allSatisfy {
      !$0.isSeenToLose(more: chosen.figures) && !chosen.figures.isSeenToLose(more: $0)
    }
    let words = [
      same.isEmpty ? nil : "\(names(same)) \(does) as well",
      rest.isEmpty || !question.variations.isEmpty
        ? nil
        : "\(names(rest)) \(looksAlike ? "\(look) as good to the eye" : "cannot be told from it"), with more memory",
    ].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: "; ") + "."
  }

  /// The best that looks better than the choice where both were measured.
  private var better: String? {
    let least = rivals[choice.least]
    guard chosen.isSeenToLose(more: least), let there = sensitivity(of: choice.least) else { return nil }
    return
      "Here \(name(choice.least)) leaves less, \(least.figures.notSharpText) not sharp, but it is best or tied for best in "
      + "only \(there.held) of \(there.count) variations."
  }

  /// The rival that looks as good here with less memory, and its price elsewhere.
  private var frugal: String? {
    guard let place = choice.frugal.first else { return nil }
    let rest = Array(choice.frugal.dropFirst())
    let others =
      rest.isEmpty
      ? "" : " \(names(rest)) look\(rest.count == 1 ? "s" : "") as good here, too, with less memory."
    let less = Figure.text(
      chosen.figures.peakImageBytes - rivals[place].figures.peakImageBytes, unit: "bytes")
    let start = "\(name(place)) needs \(less) less and looks as good here"
    guard let mine = sensitivity(of: choice.chosen), let theirs = sensitivity(of: place) else {
      return "\(start).\(others)"
    }
    let prices = zip(mine.levels, theirs.levels).compactMap { mine, theirs in
      mine.notSharp.flatMap { left in
        theirs.notSharp.map { (level: mine, more: $0 - left, left: left, theirs: $0) }
      }
    }
    guard let worst = prices.max(by: { $0.more < $1.more }), worst.more > DecidingFigures.visibleDifference
    else { return "\(start), but holds up in fewer variations.\(others)" }
    return
      "\(start); when \(worst.level.name) it leaves \(Figure.text(worst.theirs, unit: "rate")) not sharp, "
      + "\(name(choice.chosen)) \(Figure.text(worst.left, unit: "rate")).\(others)"
  }
}
