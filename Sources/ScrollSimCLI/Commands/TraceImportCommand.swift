internal import ArgumentParser
internal import Foundation
internal import ScrollSim

/// `scrollsim trace import`: makes a recording from other programs' files.
struct TraceImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Converts a recording of a browser, Android or Chrome.",
    discussion: """
      Reads a page's scroll, wheel or pointer events (JSON), what Android's 'getevent -lt' prints, a trace of Chrome's (JSON, \
      category input), or a recording (CSV), and knows them apart by itself. A scenario plays what it writes: \
      "trace": { "recording": "swipe.csv" }.

        adb exec-out getevent -lt > swipe.txt
        scrollsim trace import swipe.txt --scale 2.75
      """)

  @Argument(help: "The file to read.", transform: Choice.path)
  var file: String

  @Option(help: "How many of the file's units of length make a point, as pixels of a phone's screen do.")
  var scale = 1.0

  @Option(
    name: .shortAndLong, help: "The recording; by default the file's name with .csv.",
    transform: Choice.output)
  var output: String?

  func validate() throws {
    guard (0.01...100).contains(scale) else {
      throw ValidationError("--scale: expected 0.01 to 100, found \(scale)")
    }
  }

  func run() throws {
    let path = output ?? URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent + ".csv"
    do {
      guard URL(fileURLWithPath: path).standardizedFileURL != URL(fileURLWithPath: file).standardizedFileURL
      else {
        throw Exit.because("\(path): expected another file than the one that is read; name it by --output")
      }
      let recording = try TraceImport.read(path: file, scale: scale)
      try OutputFiles.write(recording.csv, to: path)
      Terminal.writeError("recording: \(path)")
      // What went to a pipe is not to be had back.
      guard !OutputFiles.isStream(path) else { return }
      for note in try LoadedTrace.notes(ofRecording: path) { Terminal.writeError("\(path): \(note)") }
    } catch {
      throw Exit.because(of: error)
    }
  }
}
