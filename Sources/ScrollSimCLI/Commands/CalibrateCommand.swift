internal import ArgumentParser
internal import ScrollSim

/// `scrollsim calibrate`: measures decode costs on this machine.
struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Measures this machine's cost table for model mode.",
    discussion: """
      Decodes photos of every format in every resize mode, one at a time and several at once, for about a minute, and \
      reads files that are not in memory; let nothing else run meanwhile. Photos of --library take up to two seconds \
      each beside it. Scenarios name the table 'this-machine'.

      It says whether other work disturbed the measurement, as replays do. A disturbed table does not replace an \
      undisturbed one of the same machine: it is left beside it, and the command ends with 3.
      """)

  @Option(help: "Where the table goes; this machine's place by default.", transform: Choice.output)
  var output: String?

  @Option(help: "The table's name in scenarios.")
  var name = CostTables.thisMachine

  @Option(
    help: """
      Decode photos of this folder as well, \(CalibrationPhotos.mostKnown) at random if it has more; models over it then know \
      what each takes.
      """,
    transform: Choice.path)
  var library: String?

  @Option(help: "How many photos to make and decode.")
  var photos = 56

  @Option(help: "Millions of pixels a photo, as 0.5-16.", transform: Choice.range)
  var megapixels = 0.5...16.0

  @Option(help: "How often to decode each photo in each mode and size.")
  var rounds = 3

  @Flag(help: "Lets a table that other work disturbed replace an undisturbed one of the same machine.")
  var force = false

  func validate() throws {
    try Choice.check("--rounds", rounds, in: 1...100)
    try Choice.check("--photos", photos, in: 1...1000)
    guard megapixels.lowerBound >= 0.01, megapixels.upperBound <= 200 else {
      throw ValidationError("--megapixels: expected sizes from 0.01 to 200, found \(megapixels)")
    }
  }

  func run() async throws {
    let output = output ?? CostTables.thisMachinePath
    // Checks the file before a minute of measuring.
    try OutputFiles.checkFile(output)
    let progress = ProgressLine()
    let provenance = await ScrollSimCommand.provenance
    let start = ContinuousClock.now
    func measure() async throws -> (table: CostTable, written: CostTables.Written) {
      defer { progress.clear() }
      let prepared = try CalibrationPhotos.prepare(
        count: photos, megapixels: megapixels, besides: library, note: progress.show)
      let calibration = Calibration(
        of: prepared, rounds: rounds, mostWorkers: max(4, 2 * provenance.cores),
        baseResidentBytes: try await RestingProcess.residentBytes(
          executable: ScrollSimCommand.executable, over: prepared.location),
        folder: CacheFolder.path
      ) { [remaining = RemainingTime()] share in
        guard let left = remaining.seconds(at: share) else { return }
        if remaining.tell() {
          progress.clear()
          Terminal.writeError(
            "measuring takes about \(ProgressLine.duration(left)) more; let nothing else run meanwhile")
        }
        progress.show("measuring, \(Int(share * 100)) %, \(ProgressLine.duration(left)) left")
      }
      let table = try await calibration.measure(name: name, provenance: provenance)
      return (table, try CostTables.write(table, to: output, isForced: force))
    }
    let (table, written) = try await measure()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let description = CostTableDescription(table: table).description
    if OutputFiles.isStream(output) {
      Terminal.writeError(description)
    } else {
      try Terminal.write(description)
    }
    Terminal.writeError("measured in \(ProgressLine.duration(seconds))")
    let signs = table.source.disturbance?.joined(separator: ", and ")
    switch written {
    case .inPlace(let earlier):
      if let signs {
        Terminal.writeError(
          "other work disturbed the measurement, so that costs are too high, probably: \(signs); "
            + "calibrate again while nothing else runs")
      }
      if let earlier { Terminal.writeError("before: \(earlier)") }
      Terminal.writeError("table: \(output)")
    case .beside(let path):
      throw Exit.because(
        "\(output): kept as it was: it was measured on this machine when nothing disturbed it, and other work disturbed the new "
          + "table: \(signs ?? ""); that one is \(path), and '--force' lets it replace the other",
        Exit.notMeasured)
    }
  }
}
