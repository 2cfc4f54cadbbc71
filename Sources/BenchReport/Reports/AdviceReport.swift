package import ScrollSim

extension Document {
  /// Advises how far ahead to cache, in which order and with how much memory, with the supporting figures.
  package init(_ advice: GridAdvice, from result: ResultFile) {
    let report = AdviceReport(advice, result)
    head = Head(
      title: "\(result.scenario.name) · advice", kind: "scrollsim advise", heading: result.scenario.name,
      about: result.scenario.about)
    blocks = report.answer + [.only(.text, [report.figures]), .only(.page, report.page)]
  }
}

/// Advice in blocks.
private struct AdviceReport {
  let advice: GridAdvice
  let result: ResultFile
  /// The advised combination; `nil` if nothing can be recommended.
  private var chosen: Combination? { recommendation.combination }
  private let recommendation: Recommendation

  init(_ advice: GridAdvice, _ result: ResultFile) {
    self.advice = advice
    self.result = result
    recommendation = Recommendation(result)
  }

  var answer: [Document.Block] {
    var blocks: [Document.Block] = [
      .sentences([.init(recommendation.claim, .strong)] + recommendation.context.map { .init($0) })
    ]
    if let answers { blocks.append(.facts(answers)) }
    if let code = advice.code {
      blocks.append(.code([.init(caption: "In Swift, with GalleryKit", language: "swift", text: code)]))
    }
    return blocks
  }

  private func run(of combination: Combination) -> RunRecord? {
    result.runs.first { $0.combination == combination }
  }

  /// The developer's questions with their answers.
  private var answers: [Document.Fact]? {
    guard let chosen, let run = run(of: chosen), let bytes = run.figure("peakImageBytes") else { return nil }
    let image = advice.meanImageBytes ?? advice.imageWidth * advice.imageHeight * 4
    let images = bytes / Double(max(1, image))
    let (about, are) = advice.meanImageBytes == nil ? ("", "of") : ("about ", "that fit into")
    let screens = images / Double(max(1, advice.imagesPerScreen))
    let budget = Double(result.scenario.memoryBudgetBytes)
    var answers = [
      Document.Fact(
        name: "How far ahead",
        text: "\(chosen.strategy)\(result.window(of: chosen)?.reach.map { ": \($0)" } ?? ""). "
          + (advice.window ?? "")),
      Document.Fact(
        name: "In what order",
        text: "\(chosen[.order] ?? Figure.none). \(advice.order ?? "")\(loss(of: chosen))"),
      Document.Fact(
        name: "How much memory",
        text: "\(Figure.text(bytes, unit: "bytes")) of the \(Figure.text(budget, unit: "bytes")) at most: "
          + "\(about)\(Figure.fixed(images, 0)) images \(are) \(advice.imageWidth) × \(advice.imageHeight) pixels, "
          + "\(Figure.fixed(screens, 1)) screenfuls, with the visible one."),
    ]
    if let load = run.figure("load") {
      let bound = run.bounds?["scrollNotSharpRatio"].map {
        " No window in any order leaves less than \(Figure.text($0, unit: "rate")) not sharp."
      }
      answers.append(
        Document.Fact(
          name: "Why",
          text:
            "While the grid moves, \(Figure.fixed(load, 2)) s of decoding arrive in a second for each decoder."
            + "\(withoutCaching)\(bound ?? "")"))
    }
    answers.append(
      Document.Fact(
        name: "Compared", text: "\(advice.considered) windows and orders, and the best of them in variations."
      ))
    return answers
  }

  /// The same window's share not sharp, first in, first out.
  private func loss(of chosen: Combination) -> String {
    var plain = chosen
    plain.choices[.order] = advice.plainOrder
    guard plain != chosen, let text = notSharp(of: plain) else { return "" }
    return " First in, first out, the same window leaves \(text) not sharp."
  }

  /// The share not sharp without any window.
  private var withoutCaching: String {
    let plain = result.runs.map(\.combination).first {
      $0.strategy == advice.plainStrategy && $0[.order] == advice.plainOrder
    }
    let text = plain.flatMap(notSharp)
    return text.map { " Without caching, first in, first out, \($0) of the screen is not sharp." } ?? ""
  }

  private func notSharp(of combination: Combination) -> String? {
    run(of: combination)?.figure("scrollNotSharpRatio").map { Figure.text($0, unit: "rate") }
  }

  /// The result's page, without the parts above.
  var page: [Document.Block] {
    let report = ResultReport(result, id: "result", columns: .deciding)
    return report.essence.dropFirst(2) + report.background
  }

  var figures: Document.Block {
    let table = ResultTable(result, recommendation: recommendation)
    return .section("The best, by their figures", [.table(table.table), .list(table.notes)])
  }
}
