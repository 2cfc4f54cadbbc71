internal import ArgumentParser
internal import BenchReport
internal import Foundation
internal import ScrollSim

/// `scrollsim watch`: reads from the pixels of screen recordings what an app showed.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Reads from screen recordings what an app showed: blank, not sharp, wrong.",
    discussion: """
      Put photos from 'scrollsim library mark' into any gallery, record the screen while you scroll, and \
      give the videos of one program. ffmpeg decodes each video; every frame tells how far it is scrolled, \
      and what each cell shows. A video of a slow pass through all photos, given with --map, tells where the \
      photos are that the other videos never show.

      scrollsim watch recording.mp4
      scrollsim watch fling-1.mp4 fling-2.mp4 fling-3.mp4 --map slow.mp4 --name Photos
      scrollsim watch recording.mp4 --trace scroll.csv --frame-log frames.csv

      Sharpness is not measured in videos that cannot show it: record at full size with little compression. \
      A screen without any photo counts as blank if photos come before and after it; what cannot be told is \
      unknown: read it along with blank.

      It writes <name>.watch.json to the output folder, for compare and report. It exits with 0 if all was \
      read, 3 if it was interrupted, 64 if a video cannot be read.
      """)

  @Argument(help: "Screen recordings of one program.", completion: .file(), transform: OptionValue.path)
  var videos: [String]

  @Option(
    help: "A recording of a slow pass over the same screen, as a map for all others.",
    transform: OptionValue.path)
  var map: String?

  @Option(help: "The name of what was recorded; by default the first video's name.")
  var name: String?

  @Option(
    help:
      "Writes the scroll of a single video as a recording, in pixels, which 'trace import --scale' converts to points; - is standard output.",
    transform: OptionValue.output)
  var trace: String?

  @Option(
    help: "Writes the frames of a single video as an app's own log; - is standard output.",
    transform: OptionValue.output)
  var frameLog: String?

  @OptionGroup var output: OutputOption
  @Option(of: .table, .markdown, .json) var format = Format.table
  @OptionGroup var progress: ProgressOption

  func validate() throws {
    try refuse(videos.isEmpty, "expected a video, found none")
    try refuse(
      videos.count > 1 && (trace != nil || frameLog != nil),
      "--trace, --frame-log: expected one video, found \(videos.count)")
    try refuse(
      takers > 1 || takers == 1 && format != .table,
      "expected one of --trace -, --frame-log - and --format on standard output, found more; give the others files"
    )
    let written = [trace, frameLog].compactMap(\.self).filter { !OutputFiles.isStream($0) }
    for (place, path) in written.enumerated() {
      let others = videos + [map].compactMap(\.self) + written[..<place]
      try refuse(
        others.contains { OutputFiles.areSame($0, path) },
        "--trace, --frame-log: expected a file other than those that are read or written, found \(path)")
    }
    guard let name else { return }
    try refuse(name.isEmpty || name.contains("/"), "--name: expected a name without '/', found '\(name)'")
  }

  /// How many of the files go to standard output, which then has no report.
  private var takers: Int { [trace, frameLog].count { $0 == OptionValue.standardOutput } }

  func run() async throws {
    let name = name ?? ((videos[0] as NSString).lastPathComponent as NSString).deletingPathExtension
    try OutputFiles.makeFolder(output.folder)
    for path in [trace, frameLog].compactMap(\.self) { try OutputFiles.checkFile(path) }
    let place = OutputPlace<ResultFile>(folder: output.folder, scenario: name, mode: .watch)
    try place.check()
    let watched = try await read()
    let first = watched[0]
    var provenance = await ScrollSimCommand.provenance
    // No figure of a recording depends on it, and this program changes it while it looks for tags.
    provenance.allocator = ""
    let result = ResultFile(watching: watched, name: name, provenance: provenance)
    let report = Document(watched: result, stills: first.stills, size: (first.width, first.height))
    let written = try OutputFiles.show(Result { try place.write(result) }) {
      if takers == 0 { try Terminal.write(format.render(report, [.json: result.json])) }
    }
    // No report shows them then.
    if takers > 0 {
      for warning in result.runs.flatMap(\.warnings) { Terminal.writeError(warning) }
    }
    if let trace { try OutputFiles.write(first.trace(), to: trace) }
    if let frameLog { try OutputFiles.write(first.frameLog(), to: frameLog) }
    try written.write(page: report.html())
    Terminal.writeError("result: \(written.path)\npage:   \(written.page)")
  }

  private func read() async throws -> [WatchedVideo] {
    let line = progress.line
    return try await line.duringCancellable {
      var known: WatchedVideo?
      if let map { known = try await WatchedVideo.read(map, line) }
      var watched: [WatchedVideo] = []
      for video in videos {
        watched.append(try await WatchedVideo.read(video, from: known, line))
        try watched[watched.count - 1].checkLayout(like: watched[0])
      }
      return watched
    }
  }
}

extension WatchedVideo {
  static func read(_ path: String, from known: WatchedVideo? = nil, _ line: ProgressLine) async throws
    -> WatchedVideo
  {
    try await read(VideoFrames(path: path), from: known) { share in
      line.show("reading \(path) \(ProgressLine.bar(share))")
    }
  }
}
