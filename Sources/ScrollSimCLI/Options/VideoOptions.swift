internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// A video's file, and the part of the trace that it shows.
struct VideoOptions: ParsableArguments {
  @Option(
    help:
      "Where a video of strategies side by side goes: a file .webp or .gif, or .mp4, for which ffmpeg is needed.",
    transform: Choice.output)
  var video: String?

  @Option(help: "The second of the trace from which a video shows it.", transform: Self.seconds)
  var from: Double?

  @Option(help: "The second of the trace up to which a video shows it.", transform: Self.seconds)
  var to: Double?

  @Option(help: "Pictures of a video a second: 30 by default, 20 of a GIF.")
  var fps: Int?

  @Option(help: "How much faster than the trace a video runs, as 0.25 for slow motion.")
  var speed = 1.0

  func validate() throws {
    guard let video else {
      if from != nil || to != nil || fps != nil || speed != 1 {
        throw ValidationError(
          "--from, --to, --fps, --speed: expected '--video FILE.webp', for which they are")
      }
      return
    }
    let format = try Self.format(of: video)
    if let fps, !(1...format.mostFramesPerSecond).contains(fps) {
      throw ValidationError(
        "--fps: expected 1 to \(format.mostFramesPerSecond) of \(format.rawValue), found \(fps)")
    }
    guard (0.01...100).contains(speed) else {
      throw ValidationError("--speed: expected 0.01 to 100, found \(speed)")
    }
  }

  /// The format of a file, by its name.
  static func format(of path: String) throws -> VideoFormat { try Choice.ending(of: path, "--video") }

  /// The part of the trace that a video of this format shows, and its speed.
  func timing(as format: VideoFormat) -> VideoTiming {
    VideoTiming(from: from, to: to, framesPerSecond: fps ?? format.usualFramesPerSecond, speed: speed)
  }

  private static func seconds(_ argument: String) throws -> Double {
    try Choice.seconds(
      argument, bare: .seconds, in: 0...86_400, "seconds such as 1.5, or a time such as 1500ms, at most 24h")
  }
}
