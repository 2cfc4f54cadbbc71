internal import ArgumentParser
internal import BenchReport
internal import Foundation
internal import GalleryKit
internal import ScrollSim

/// What `tune` and `merge` share: they prepare a search, show its progress, and write what comes of it.
struct TuneSession {
  let output: String
  let format: RunCommand.Format
  let jobs: Int?
  let hidesProgress: Bool

  /// Refuses a number of jobs that makes no sense.
  static func check(jobs: Int?) throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs: expected 1 to 1024, found \(jobs)")
    }
  }

  /// Reads a scenario, or says what is wrong with it.
  static func scenario(path: String) throws -> Scenario {
    do { return try ScenarioFile.read(path: path) } catch { throw Exit.because(error.description) }
  }

  /// Runs `body`; ends the program with the code of what it throws.
  static func explaining<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as TuneError {
      switch error.kind {
      case .usage: throw Exit.because(error.description)
      case .notComparable: throw Exit.because(error.description, Exit.notComparable)
      case .missing: throw Exit.because(error.description, Exit.notMeasured)
      }
    } catch {
      throw Exit.because(OutputFiles.words(error))
    }
  }

  /// Prepares the scenarios, searches, writes the file and its page, and shows the outcome.
  func run(
    _ scenarios: [Scenario], options: TuneOptions, search body: (TuneSearch) throws -> TuneFile
  ) async throws {
    try OutputFiles.makeFolder(output)
    let progress = TuneProgress(isShown: Terminal.showsProgress && !hidesProgress)
    let provenance = await Provenance.current(
      command: CommandLine.arguments, libraries: ImageLibraries.versions)
    let jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let start = ContinuousClock.now
    let file = try Self.explaining {
      defer { progress.clear() }
      let settings = try scenarios.map { scenario in
        var scenario = scenario
        scenario.device.memoryBudgetBytes = options.memoryBudgetBytes
        if let costs = options.costs { scenario.device.costs = costs }
        if let seed = options.seed { scenario.seed = seed }
        return try TuneSetting.prepare(scenario, provenance: provenance, note: progress.note)
      }
      return try body(
        TuneSearch(
          options: options, settings: settings, provenance: provenance, jobs: jobs,
          onProgress: progress.update))
    }
    let took = ContinuousClock.now - start
    let path = "\(output)/\(file.name).tune\(file.shard.map { ".\($0.index)-of-\($0.count)" } ?? "").json"
    try Exit.onFailure { try file.write(to: path) }
    if file.shard == nil {
      try OutputFiles.write(TunePage(file).render(), to: String(path.dropLast(".json".count) + ".html"))
    }
    try Terminal.write(try render(file))
    Terminal.writeError(
      "evaluated \(progress.evaluated) combinations over \(scenarios.count == 1 ? "1 scenario" : "\(scenarios.count) scenarios") "
        + "in \(Figure.text(Double(took.components.seconds) + Double(took.components.attoseconds) * 1e-18, unit: "seconds")), "
        + "\(jobs) at a time")
    Terminal.writeError(
      file.shard == nil
        ? "search: \(path)\npage:   \(path.dropLast(".json".count)).html" : "part: \(path)")
    if let outcome = file.outcome, outcome.recommendation == nil { throw Exit.limitBroken }
  }

  private func render(_ file: TuneFile) throws -> String {
    let report = TuneReport(file)
    return switch format {
    case .table: report.renderTerminal(colour: Terminal.showsColour, width: Terminal.width)
    case .json: try file.json() + "\n"
    case .markdown: report.renderMarkdown()
    case .csv: report.renderCSV()
    }
  }
}
