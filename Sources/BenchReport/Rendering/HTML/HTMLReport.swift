/// Results as one page that needs no network.
///
/// For each result the verdict and the recommendation come first, then the table, memory against blank area, latencies,
/// a player of what every frame showed, and what the numbers mean and where they come from. A search adds what more
/// memory buys, a record of fidelity how well models predict replays. The page follows the reader's light or dark
/// setting, fits a phone, prints, is read aloud and used by keyboard alone. Whatever stands in a result is shown as
/// text and never read as markup or script.
public struct HTMLReport: Sendable {
  private let results: [ResultFile]
  private let tune: TuneFile?
  private let fidelity: FidelityFile?

  /// Takes a result to show.
  public init(_ result: ResultFile, fidelity: FidelityFile? = nil) {
    self.init([result], fidelity: fidelity)
  }

  /// Takes results to show, one after the other, and what is known besides.
  public init(_ results: [ResultFile], tune: TuneFile? = nil, fidelity: FidelityFile? = nil) {
    self.results = results
    self.tune = tune
    self.fidelity = fidelity
  }

  /// The page.
  public func render() -> String {
    let extras = [tune.map(curves), fidelity.map(FidelitySection.html)].compactMap(\.self)
    if let result = results.first, results.count == 1 {
      let name = result.scenario.name
      let article = ResultArticle(result, id: "result", level: 2)
      return HTMLPage(
        title: "\(name) · \(result.mode.rawValue)", kind: "scrollsim \(result.mode.rawValue)", heading: name,
        about: result.scenario.about,
        content: ([article.essence] + extras + [article.background]).joined(separator: "\n")
      ).render()
    }
    let names = results.map { "\($0.scenario.name) · \($0.mode.rawValue)" }
    let articles = results.enumerated().map { place, result in
      let article = ResultArticle(result, id: "result-\(place)", level: 3)
      return """
        <article id="result-\(place)">
        <h2>\(names[place].escaped)</h2>
        <p class="about">\(result.scenario.about.escaped)</p>
        \(article.essence)
        \(article.background)
        </article>
        """
    }
    let title = Set(results.map(\.scenario.name)).sorted().joined(separator: ", ")
    return HTMLPage(
      title: title.isEmpty ? "no results" : title, kind: "scrollsim report",
      heading: results.isEmpty ? "No results" : "\(results.count) results", about: "",
      content: ([overview(names)] + extras + articles).joined(separator: "\n")
    ).render()
  }

  /// What each result comes to, with a way there.
  private func overview(_ names: [String]) -> String {
    guard !results.isEmpty else { return "" }
    let rows = zip(results, names).enumerated().map { place, entry in
      let (result, name) = entry
      return "<tr><th scope=\"row\"><a href=\"#result-\(place)\">\(name.escaped)</a></th>"
        + "<td><span class=\"badge \(result.judged.rawValue)\">\(result.judged.words)</span></td>"
        + "<td class=\"prose\">\(Recommendation(result).description.escaped)</td></tr>"
    }
    let head = ["result", "verdict", "recommendation"].map { "<th scope=\"col\">\($0)</th>" }
    return HTMLPage.table(label: "Results", head: head, bodies: [rows])
  }

  private func curves(_ tune: TuneFile) -> String {
    let page = TunePage(tune)
    let summary = TuneSummary(tune)
    return page.curves(summary) + "\n<p class=\"recommendation\">\(summary.recommendation.escaped)</p>"
  }
}

extension ResultFile.Verdict {
  /// In a word or two.
  var words: String {
    switch self {
    case .pass: "pass"
    case .limitBroken: "limit broken"
    case .notMeasured: "not measured"
    }
  }
}
