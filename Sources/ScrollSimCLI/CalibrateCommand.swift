internal import ArgumentParser
internal import BenchReport
internal import Foundation
internal import GalleryKit
internal import ScrollSim

/// `scrollsim calibrate`: measures what decoding costs here.
struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Measures this machine's cost table for model mode.",
    discussion: """
      Decodes photos of every format in every resize mode, one at a time and several at once, for about a minute; \
      let nothing else run meanwhile. Scenarios name the table 'this-machine'.
      """)

  @Option(help: "Where the table goes; this machine's place by default.", transform: Choice.path)
  var output = CostTables.thisMachinePath

  @Option(help: "What scenarios call the table.")
  var name = CostTables.thisMachine

  @Option(help: "Decode the photos of this folder as well.", transform: Choice.path)
  var library: String?

  @Option(help: "How many photos to make and decode.")
  var photos = 56

  @Option(help: "Millions of pixels a photo, as 0.5-16.", transform: Choice.range)
  var megapixels = 0.5...16.0

  @Option(help: "How often to decode each photo in each mode and size.")
  var rounds = 3

  func validate() throws {
    guard (1...100).contains(rounds) else {
      throw ValidationError("--rounds: expected 1 to 100, found \(rounds)")
    }
    guard (1...1000).contains(photos) else {
      throw ValidationError("--photos: expected 1 to 1000, found \(photos)")
    }
    guard megapixels.lowerBound >= 0.01, megapixels.upperBound <= 200 else {
      throw ValidationError("--megapixels: expected sizes from 0.01 to 200, found \(megapixels)")
    }
  }

  func run() async throws {
    let showsProgress = Terminal.showsProgress
    let provenance = await Provenance.current(
      command: CommandLine.arguments, libraries: ImageLibraries.versions)
    let table = try Exit.onFailure {
      let assets = try CalibrationPhotos.prepare(
        count: photos, megapixels: megapixels, besides: library
      ) { message in
        if showsProgress { Terminal.writeProgress(message) }
      }
      let calibration = Calibration(
        assets: assets, rounds: rounds, mostWorkers: max(4, 2 * provenance.cores)
      ) { share in
        if showsProgress { Terminal.writeProgress("measuring, \(Int(share * 100)) %") }
      }
      let table = try calibration.measure(name: name, provenance: provenance)
      if showsProgress { Terminal.clearProgress() }
      try CostTables.write(table, to: output)
      return table
    }
    try Terminal.write(CostTableDescription(table).description)
    Terminal.writeError("table: \(output)")
  }
}
