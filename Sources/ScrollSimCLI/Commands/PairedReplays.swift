internal import BenchReport
internal import ScrollSim

/// Replays a scenario with two builds in turn, ABBA, and compares them.
struct PairedReplays {
  /// The base build's executable.
  let base: String
  let pairs: Int
  /// Whether what the statistics call a regression counts.
  let isStrict: Bool
  let output: String
  let progress: ProgressLine
  let machine: MachineFingerprint

  /// Replays and judges.
  ///
  /// Each result is kept, as `<output>/pairs/<n>-base/…` and `<n>-head/…`.
  func check(_ scenario: Scenario) async throws -> ScenarioCheck {
    let programs = [ReplayProgram(path: base), ReplayProgram(path: ScrollSimCommand.executable)]
    var results: [(base: ResultFile, head: ResultFile)] = []
    for number in 0..<pairs {
      var pair: [ResultFile?] = [nil, nil]
      // Every other pair turned round, so that a drift of the machine meets both alike.
      for side in number.isMultiple(of: 2) ? [0, 1] : [1, 0] {
        let name = side == 0 ? "base" : "head"
        progress.show("\(scenario.name): pair \(number + 1) of \(pairs), \(name)")
        let folder = "\(output)/pairs/\(number)-\(name)"
        try OutputFiles.makeFolder(folder)
        pair[side] = try await replay(scenario, by: programs[side], into: folder)
      }
      if let base = pair[0], let head = pair[1] { results.append((base, head)) }
    }
    progress.clear()
    var gate = PairedGate()
    gate.isAdvisory = !isStrict
    var generator = SeededGenerator(seed: scenario.seed)
    return gate.check(
      results, expectedRuns: scenario.runIDs, base: base,
      machine: machine, using: &generator)
  }

  private func replay(
    _ scenario: Scenario, by program: ReplayProgram, into folder: String
  ) async throws -> ResultFile {
    do {
      return try await Interrupt.cancels {
        try await program.replay(scenario, into: folder)
      }
    } catch is CancellationError {
      progress.clear()
      throw Exit.because("interrupted: nothing is judged", Exit.notMeasured)
    } catch {
      throw Exit.because("\(error)")
    }
  }
}
