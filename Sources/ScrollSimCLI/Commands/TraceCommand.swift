internal import ArgumentParser
internal import BenchReport
internal import Foundation
internal import GalleryKit
internal import ScrollSim

/// `scrollsim trace`: describes, draws and imports scroll traces.
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace", abstract: "Describes, draws and imports scroll traces.",
    subcommands: [Info.self, Plot.self, Import.self])

  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Describes a trace: its duration, distance and speed, and anything odd about it.")

    @OptionGroup var source: TraceArgument

    func run() throws {
      let loaded = try source.load()
      let summary = TraceSummary(loaded.trace, viewportLength: loaded.viewportLength)
      func seconds(_ value: Double) -> String { Figure.text(value, unit: "seconds") }
      func points(_ value: Double) -> String { "\(Figure.fixed(value, 0)) pt" }
      let (fastest, layouts) = (summary.maximumVelocity, summary.layouts)
      let (lowest, highest) = (summary.offsets.lowerBound, summary.offsets.upperBound)
      let beginning = loaded.origin > 0 ? " from where it begins" : ""
      let laps = summary.laps > 0 ? "\n  laps       \(summary.laps)" : ""
      let text = """
        \(loaded.name)
          duration   \(seconds(summary.duration)), \(loaded.trace.frameCount(refreshRate: loaded.refreshRate)) frames \
        at \(loaded.refreshRate) Hz
          distance   \(points(summary.distance)), \(Figure.fixed(summary.screenfuls, 1)) screenfuls
          offsets    \(points(lowest - loaded.origin)) to \(points(highest - loaded.origin))\(beginning)
          fastest    \(points(fastest))/s, \(Figure.fixed(fastest / loaded.viewportLength, 1)) screenfuls/s
          dragging   \(seconds(summary.draggingSeconds)), decelerating \(seconds(summary.deceleratingSeconds)), \
        at rest \(seconds(summary.idleSeconds))
          flings     \(summary.flings), turns \(summary.directionChanges), jumps \(summary.jumps)\
        \(layouts > 0 ? ", new layouts \(layouts)" : "")\(laps)
        \(loaded.notes.map { "  odd        \($0)\n" }.joined())
        """
      try Terminal.write(Terminal.harmless(text))
    }
  }

  struct Plot: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Draws offset and velocity against time as SVG.")

    @OptionGroup var source: TraceArgument

    @Option(
      name: .shortAndLong,
      help: "The file to write; by default the trace's name with .svg, which must be new.",
      transform: OptionValue.output)
    var output: String?

    func run() throws {
      let loaded = try source.load()
      let chart = LineChart(of: loaded.trace, name: loaded.name, refreshRate: loaded.refreshRate)
      let path = try output ?? OutputFiles.new("\(loaded.name).svg")
      try OutputFiles.write(chart.document(), to: path)
      Terminal.writeError("drawn: \(path)")
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Converts a recording from a browser, Android or Chrome.",
      discussion: """
        Reads a page's scroll, wheel or pointer events (JSON), the output of Android's 'getevent -lt', a \
        Chrome trace (JSON, category input), or a recording (CSV), and detects which it is. A scenario plays \
        what it writes: "trace": { "recording": "swipe.csv" }.

          adb exec-out getevent -lt > swipe.txt
          scrollsim trace import swipe.txt --scale 2.75
        """)

    @Argument(help: "The file to read.", transform: OptionValue.path)
    var file: String

    @Option(help: "How many of the file's units of length, such as pixels of a phone's screen, make a point.")
    var scale = 1.0

    @Option(
      name: .shortAndLong,
      help: "The file to write; by default the name of the file that is read, with .csv, which must be new.",
      transform: OptionValue.output)
    var output: String?

    func validate() throws {
      try refuse(!(0.01...100).contains(scale), "--scale: expected 0.01 to 100, found \(scale)")
    }

    func run() throws {
      let usual = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent + ".csv"
      guard !OutputFiles.areSame(output ?? usual, file) else {
        throw Exit.because(
          "\(output ?? usual): expected a file other than the one that is read; name it with --output")
      }
      let path = try output ?? OutputFiles.new(usual)
      try OutputFiles.write(TraceImport.read(path: file, scale: scale).csv, to: path)
      Terminal.writeError("recording: \(path)")
      // What went to a pipe cannot be read back.
      guard !OutputFiles.isStream(path) else { return }
      for note in try LoadedTrace.notes(ofRecording: path) { Terminal.writeError("\(path): \(note)") }
    }
  }
}

struct LoadedTrace {
  let trace: ScrollTrace
  let name: String
  let refreshRate: Int
  let viewportLength: Double
  let notes: [String]
  /// The offset that counts as 0: a recording says how far it scrolls, but not where in the content it begins.
  var origin = 0.0

  /// Long content on a phone's screen, on which recordings are played.
  fileprivate static let limits = ScrollLimits(maximumOffset: 2 * middle, viewportLength: 844)
  fileprivate static let middle = 1_000_000.0

  /// Notes on a recording that begins where scenarios begin, at the start of the content.
  fileprivate static func notes(ofRecording path: String) throws(TraceError) -> [String] {
    try TraceSource.recording(RecordingSource(path: path, physics: ScrollPhysicsModels.all[0].name))
      .notes(within: limits).map(\.text)
  }
}

/// The trace of a scenario, or of a recording by itself.
struct TraceArgument: ParsableArguments {
  @Argument(help: "A scenario (.json) or a recording (.csv).", transform: OptionValue.path)
  var file: String

  @Option(
    help: "How many photos the library has; by default, as the scenario says.",
    transform: OptionValue.photoCount)
  var photos: Int?

  func load() throws -> LoadedTrace {
    file.lowercased().hasSuffix(".csv") ? try loadRecording() : try loadScenario()
  }

  /// Plays a recording on a phone's screen, far from either end of the content; the notes are about the start, where
  /// scenarios play it.
  private func loadRecording() throws -> LoadedTrace {
    guard photos == nil else {
      throw Exit.because("--photos: expected a scenario, found a recording, which has none")
    }
    let source = TraceSource.recording(
      RecordingSource(path: file, physics: ScrollPhysicsModels.all[0].name, from: LoadedTrace.middle))
    let limits = LoadedTrace.limits
    return LoadedTrace(
      trace: try source.trace(within: limits),
      name: URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent, refreshRate: 60,
      viewportLength: limits.viewportLength, notes: try LoadedTrace.notes(ofRecording: file),
      origin: LoadedTrace.middle)
  }

  private func loadScenario() throws -> LoadedTrace {
    let scenario: Scenario
    do { scenario = try ScenarioFile.read(path: file) } catch {
      guard let other = Self.otherKind(of: file) else { throw error }
      throw Exit.because("\(file): expected a scenario (.json) or a recording (.csv), found \(other)")
    }
    let laidOut: LaidOutScenario
    if let photos {
      guard let squares = scenario.overPhotos(photos) else {
        throw Exit.because(
          "--photos: expected nothing for \(scenario.name), whose cells have the shapes of its photos (grid.cells)"
        )
      }
      laidOut = squares
    } else {
      laidOut = scenario.over(try ModelPhotos.prepare(scenario.library, seed: scenario.seed) { _ in }.assets)
    }
    return LoadedTrace(
      trace: try laidOut.makeTrace(), name: scenario.name, refreshRate: scenario.screen.refreshRate,
      viewportLength: laidOut.layout.screenful, notes: try laidOut.allTraceNotes().map(\.text))
  }

  /// The kind of a file that is not a scenario, in words; `nil` if it is unknown.
  private static func otherKind(of path: String) -> String? {
    do {
      _ = try TraceImport.read(path: path)
      return "events; 'scrollsim trace import' makes a recording of them"
    } catch TraceError.unreadable {
      return nil
    } catch {}
    guard let stored = try? AnyStoredFile.read(path: path) else { return nil }
    return switch stored {
    case .result: "a result, which 'scrollsim report' shows"
    case .search: "a search, which 'scrollsim report' shows"
    case .fidelity: "a record of 'scrollsim validate'"
    case .other(let schema): "another file of scrollsim's (\(schema))"
    }
  }
}
