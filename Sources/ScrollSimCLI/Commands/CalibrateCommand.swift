internal import ArgumentParser
internal import GalleryKit
internal import ScrollSim

/// `scrollsim calibrate`: measures decode costs on this machine.
struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Measures this machine's cost table for model mode.",
    discussion: """
      Decodes photos of every format in every resize mode, one at a time and several at once, and stores \
      thumbnails. This takes about a minute, in which nothing else should run; each photo of --library takes \
      up to two seconds more. Scenarios name the table 'this-machine'.

      It says whether other work disturbed the measurement, as replays do. A disturbed table does not \
      replace an undisturbed one of the same machine: it is saved beside it, and the command exits with 3.
      """)

  @Option(help: "The file to write; this machine's table by default.", transform: OptionValue.output)
  var output: String?

  @Option(help: "The table's name in results; with --output.")
  var name = CostTables.thisMachine

  @Option(
    help: """
      Decode photos of this folder as well, \(CalibrationPhotos.mostKnown) at random if it has more; models over it then know \
      the cost of each.
      """,
    transform: OptionValue.path)
  var library: String?

  @Option(help: "How many photos to make and decode.")
  var photos = 56

  @Option(help: "Millions of pixels per photo, such as 0.5-16.", transform: OptionValue.range)
  var megapixels = 0.5...16.0

  @Option(help: "How often to decode each photo in each mode and size.")
  var rounds = 3

  @Flag(help: "Lets a table that other work disturbed replace an undisturbed one of the same machine.")
  var force = false

  func validate() throws {
    try refuse(
      name != CostTables.thisMachine && output == nil,
      "--name: expected '--output FILE.json', by which scenarios find the table, found none")
    try OptionValue.check("--rounds", rounds, in: 1...100)
    try OptionValue.check("--photos", photos, in: 1...1000)
    try refuse(
      megapixels.lowerBound < 0.01 || megapixels.upperBound > 200,
      "--megapixels: expected sizes from 0.01 to 200, found \(megapixels)")
  }

  func run() async throws {
    let output = output ?? CostTables.thisMachinePath
    // Checks the file before a minute of measuring.
    try OutputFiles.checkFile(output)
    let progress = ProgressLine()
    let provenance = await ScrollSimCommand.provenance
    let start = ContinuousClock.now
    let table = try await measure(showing: progress, provenance)
    let written = try CostTables.write(table, to: output, isForced: force)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    if OutputFiles.isStream(output) {
      Terminal.writeError(table.description)
    } else {
      try Terminal.write(table.description)
    }
    Terminal.writeError("measured in \(ProgressLine.duration(seconds))")
    let signs = table.source.disturbance?.joined(separator: ", and ")
    switch written {
    case .inPlace(let earlier):
      if let signs {
        Terminal.writeError(
          "other work disturbed the measurement, so costs are probably too high: \(signs); "
            + "calibrate again while nothing else runs")
      }
      if let earlier { Terminal.writeError("previous: \(earlier)") }
      Terminal.writeError("table: \(output)")
    case .beside(let path):
      throw Exit.because(
        "\(output): kept as it was: it was measured on this machine when nothing disturbed it, and other work disturbed the new "
          + "table: \(signs ?? ""); that one is \(path), and '--force' lets it replace the other",
        Exit.notMeasured)
    }
  }

  private func measure(showing progress: ProgressLine, _ provenance: Provenance) async throws -> CostTable {
    defer { progress.clear() }
    let prepared = try CalibrationPhotos.prepare(
      count: photos, megapixels: megapixels, besides: library, note: progress.show)
    let baseResidentBytes = try await RestingProcess.residentBytes(
      executable: ScrollSimCommand.executable, over: prepared.location)
    let start = ContinuousClock.now
    var hasTold = false
    return try Calibration.table(
      named: name, of: prepared, rounds: rounds, mostWorkers: max(4, 2 * provenance.cores),
      baseResidentBytes: baseResidentBytes, folder: CacheFolder.path, provenance: provenance
    ) { share in
      // Before that, the pace says nothing about the rest.
      guard share >= 0.03 else { return }
      let left = ProgressLine.duration((ContinuousClock.now - start) / .seconds(1) * (1 / share - 1))
      if !hasTold {
        hasTold = true
        progress.clear()
        Terminal.writeError("measuring takes about \(left) more; let nothing else run meanwhile")
      }
      progress.show("measuring, \(Int(share * 100)) %, \(left) left")
    }
  }
}

extension CostTable {
  /// The table for people: the cost of a photo of 12 megapixels in each format and mode.
  var description: String {
    func figure(_ value: Double) -> String { "\(value.rounded(toPlaces: 2))" }
    let size = PixelSize(width: 4000, height: 3000)
    var lines = [
      "\(name): \(about)",
      source.measurements > 0
        ? "\(source.measurements) measurements, \(source.date)" : "\(source.method); \(source.date)",
      "", "a photo of 12 megapixels and 2 MB for a cell of 386 × 386, in ms (nine of ten within)",
    ]
    for image in images {
      let estimate = DecodeEstimate(
        storedSize: size, orientation: .up, format: image.format,
        as: ImageSpecification(
          targetSize: PixelSize(width: 386, height: 386), contentMode: .aspectFill,
          resizeMode: image.resizeMode))
      let mean = image.milliseconds(estimate, byteCount: 2_000_000)
      let low = mean * CostTable.factor(at: 0.05, of: image.spread)
      let high = mean * CostTable.factor(at: 0.95, of: image.spread)
      guard image.atAnEighth.map({ $0 == estimate.isAtAnEighth }) ?? true else { continue }
      let name = "\(image.format.rawValue) ".padded(to: 16) + image.resizeMode.rawValue.padded(to: 6)
      lines.append("  \(name)\(figure(mean)) (\(figure(low)) to \(figure(high)))")
    }
    lines.append("  \("embedded thumbnail".padded(to: 22))\(figure(preview.fixedMs))")
    let scans = firstScans.milliseconds(storedPixels: size.width * size.height)
    lines.append("  \("first scans".padded(to: 22))\(figure(scans))")
    let slowdown = slowdown.enumerated().map { "\($0.offset + 1): \(figure($0.element))" }
    lines += ["", "times as long with so many decoders busy: \(slowdown.joined(separator: ", "))"]
    for transfer in [thumbnails?.read, thumbnails?.write].compactMap(\.self) {
      lines.append(
        "\(transfer.medium): \(figure(transfer.fixedMs)) ms and \(figure(transfer.msPerMegabyte)) ms a megabyte"
      )
    }
    if let own = ownPhotos {
      let files = Set(own.map(\.path)).count { $0.hasPrefix("/") }
      lines.append("photos whose own costs are known: \(files)")
    }
    lines.append("")
    return lines.joined(separator: "\n")
  }
}
