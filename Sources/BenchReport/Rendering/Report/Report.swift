/// Results, and what is known besides, to be written for people or for other programs.
///
/// All formats are of one model: the table with its best values and notes (``ReportTable``), the recommendation, what
/// was not measured or is over a limit, what a search found, and how well models predict replays.
public struct Report: Sendable {
  private let results: [ResultFile]
  private let tune: TuneFile?
  private let fidelity: FidelityFile?

  /// Takes results, in the order in which they are shown.
  ///
  /// - Parameters:
  ///   - results: of one scenario or several, in any mode.
  ///   - tune: a search, for what more memory buys.
  ///   - fidelity: how well models predict replays; where there is none, it is found from scenarios of which there are
  ///     results in both modes.
  public init(_ results: [ResultFile], tune: TuneFile? = nil, fidelity: FidelityFile? = nil) {
    self.results = results
    self.tune = tune
    self.fidelity = fidelity ?? FidelityFile(bothModesOf: results)
  }

  /// One page that needs no network.
  public func renderHTML() -> String { HTMLReport(results, tune: tune, fidelity: fidelity).render() }

  /// A document for pull requests and READMEs.
  public func renderMarkdown() -> String {
    let parts =
      results.map { MarkdownReport($0).render() }
      + [
        tune.map { TuneReport($0).renderMarkdown() },
        fidelity.map { "## How well the model predicts\n\n\(FidelityReport($0).summary)\n" },
      ].compactMap(\.self)
    return parts.joined(separator: "\n")
  }

  /// Tables for a terminal.
  ///
  /// - Parameters:
  ///   - colour: whether the terminal shows colours.
  ///   - width: characters in a line.
  public func renderTerminal(colour: Bool, width: Int) -> String {
    let parts =
      results.map { TerminalTable($0, colour: colour, width: width).render() }
      + [
        tune.map { TuneReport($0).renderTerminal(colour: colour, width: width) },
        fidelity.map { FidelityReport($0).section.text(colour: colour, width: width) + "\n" },
      ].compactMap(\.self)
    return parts.joined(separator: "\n")
  }

  /// Every metric of every run, one run a line, under one head; searches and fidelity have files of their own.
  public func renderCSV() -> String { CSVReport(results).render() }
}

extension FidelityFile {
  /// Compares the scenarios of which there are results in both modes; `nil` if there are none.
  init?(bothModesOf results: [ResultFile]) {
    let pairs = results.filter { $0.mode == .replay }.compactMap { replay in
      results.first {
        $0.mode == .model && $0.scenario.sha256 == replay.scenario.sha256
          && $0.scenario.name == replay.scenario.name
      }.map { (replay: replay, model: $0) }
    }
    guard let first = pairs.first else { return nil }
    let costs = Set(pairs.compactMap(\.model.costs?.name)).sorted().joined(separator: ", ")
    self.init(
      replays: pairs.map(\.replay), models: pairs.map(\.model), costs: costs,
      provenance: first.replay.provenance)
  }
}
