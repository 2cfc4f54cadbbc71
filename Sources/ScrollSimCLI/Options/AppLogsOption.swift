internal import ArgumentParser
internal import Foundation
internal import ScrollSim

/// `--app` and `--video`: an app's log of its painted frames, or what a recording of its screen shows.
struct AppLogsOption: ParsableArguments {
  @Option(
    name: .customLong("app"),
    help: ArgumentHelp(
      "A CSV file of an app's frames, for the scenario's only run or for the run named before it, as in screens/lifo=frames.csv. Repeat for several.",
      valueName: "run=file"),
    completion: .file(extensions: ["csv"]), transform: Self.argument)
  var arguments: [Argument] = []

  @Option(
    name: .customLong("video"),
    help: ArgumentHelp(
      "A screen recording of the app over marked photos; the scenario plays the scroll of the first. Named and repeated like --app.",
      valueName: "run=file"),
    completion: .file(), transform: Self.argument)
  var videos: [Argument] = []

  @Option(
    help: "With --video: a recording of a slow pass over the same screen, as a map for all videos.",
    completion: .file(), transform: OptionValue.path)
  var map: String?

  @Flag(
    inversion: .prefixedNo,
    help:
      "With --app or --video: replay on this machine, or compare logs of another device with the model only.")
  var replay = true

  var isEmpty: Bool { arguments.isEmpty && videos.isEmpty }

  var name: String { videos.isEmpty ? "--app" : "--video" }

  struct Argument {
    /// A strategy or a library, or words of the run's identifier, as in `nuke/urgency`; `nil` for the scenario's only run.
    let name: String?
    let path: String

    /// Whether it names a run: its name has at least one word, and all of them name the run;
    /// neither the scenario at the head of its identifier nor the iteration at the end is a word.
    func names(_ combination: Combination, id: String) -> Bool {
      guard let words = name?.split(separator: "/") else { return true }
      let known = Set(id.split(separator: "/").dropFirst().dropLast())
      return !words.isEmpty && words.allSatisfy { known.contains($0) || $0 == combination.name }
    }
  }

  func validate() throws {
    try refuse(map != nil && videos.isEmpty, "--map: expected --video, which it helps to read, found none")
    try refuse(!replay && isEmpty, "--no-replay: expected --app or --video, found neither")
    try refuse(
      !arguments.isEmpty && !videos.isEmpty,
      "--video: expected no --app, whose logs are of another scroll, found both")
  }

  private static func argument(_ text: String) throws -> Argument {
    if FileManager.default.fileExists(atPath: text) { return Argument(name: nil, path: text) }
    // Parameters of a strategy have a '=', too.
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    let path = try OptionValue.path(String(parts[parts.count - 1]))
    return Argument(name: parts.count > 1 ? parts.dropLast().joined(separator: "=") : nil, path: path)
  }

  /// Reads the logs or videos, matches them to runs, and removes the combinations that none of them needs from the scenario.
  ///
  /// - Parameter folder: where a video's scroll is written, which becomes the scenario's.
  func logs(of scenarios: inout [Scenario], folder: String, _ line: ProgressLine) async throws -> [AppLog] {
    guard !isEmpty else { return [] }
    guard scenarios.count == 1 else {
      throw Exit.because("\(name): expected one scenario, whose grid it shows, found \(scenarios.count)")
    }
    let scenario = scenarios[0]
    guard !scenario.trace.changesLayout else {
      throw Exit.because("\(name): expected a scenario whose grid keeps its layout, found rotate or columns")
    }
    var once = scenario
    once.iterations = 1
    let runs = try (arguments + videos).map { (run: try run($0, of: once), path: $0.path) }
    scenarios[0].compare.keep(runs.map(\.run.combination))
    let paths = runs.map(\.path)
    let frames: [PaintedFrames]
    if videos.isEmpty {
      frames = try paths.map(PaintedFrames.read)
    } else {
      (frames, scenarios[0].trace) = try await watch(paths, scenario, folder, line)
    }
    return zip(runs, frames).map { run, frames in
      let id = run.run.id(scenario: scenario.name)
      return AppLog(of: String(id.dropLast("/\(run.run.iteration)".count)), frames)
    }
  }

  /// Reads videos, and the scroll of the first.
  private func watch(
    _ paths: [String], _ scenario: Scenario, _ folder: String, _ line: ProgressLine
  ) async throws -> ([PaintedFrames], TraceSource) {
    try await line.duringCancellable {
      var (frames, start): ([PaintedFrames], Double) = ([], 0)
      let scroll = "\(folder)/\(scenario.name).scroll.csv"
      var known: WatchedVideo?
      if let map { known = try await WatchedVideo.read(map, line) }
      for path in paths {
        let video = try await WatchedVideo.read(path, from: known, line)
        frames.append(try video.frames(beside: scenario))
        guard frames.count == 1 else { continue }
        try OutputFiles.makeFolder(folder)
        let scale = video.scale(on: scenario)
        try OutputFiles.write(video.trace(scale: scale), to: scroll)
        start = video.traceStart(scale: scale)
      }
      let source = RecordingSource(
        path: scroll, physics: ScrollPhysicsModels.all[0].name, from: start, settle: 0)
      return (frames, .recording(source))
    }
  }

  private func run(_ argument: Argument, of scenario: Scenario) throws -> PlannedRun {
    let runs = scenario.runs
    let named = runs.filter { argument.names($0.combination, id: $0.id(scenario: scenario.name)) }
    guard named.count == 1 else {
      let listed = (named.isEmpty ? runs : named).map { "\n  \($0.id(scenario: scenario.name))" }.joined()
      let found = argument.name.map { "'\($0)'" } ?? "none"
      throw Exit.because(
        "\(name) \(argument.path): expected words that name one run, found \(found), which "
          + "\(named.isEmpty ? "names none" : "leaves \(named.count)") of these:\(listed)")
    }
    return named[0]
  }
}
