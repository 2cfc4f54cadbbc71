import Foundation
import TestSupport
import Testing

/// What `watch` reads from recordings of `Examples/DesktopGallery`, compared with the gallery's own log of
/// what it painted.
@Suite(
  .long,
  .enabled("expected libgtk-4-dev, xvfb, xdotool and ffmpeg") {
    let hasRecorder = try await Program.has("ffmpeg")
    return try await hasGTK() && hasRecorder
  },
  .timeLimit(.minutes(60)))
struct WatchedGalleryTests {
  /// Records the gallery while it plays a scroll.
  private static func record(
    _ scroll: String, _ options: String, as name: String, in folder: TemporaryFolder
  ) async throws {
    let outcome = try await DesktopGalleryTests.onDisplay(
      """
      mkfifo \(name).keys
      ffmpeg -v error -y -f x11grab -draw_mouse 0 -framerate 60 -video_size 640x832 -i "$DISPLAY" \
        -fps_mode passthrough -c:v libx264rgb -qp 0 -preset ultrafast \(name).mkv < \(name).keys &
      recorder=$!
      exec 9> \(name).keys
      (gallery photos --size 600x800 \(options) --play \(scroll).csv --seconds 2 --log \(name).csv)
      echo q >&9
      wait $recorder
      """, in: folder)
    try #require(outcome.code == 0, "\(outcome.output) \(outcome.error)")
  }

  @Test func `a recording says what the gallery painted`() async throws {
    let folder = TemporaryFolder()
    try await Program.run("library mark \(folder.file("photos")) --photos 400 --megapixels 3", code: 0)
    let scrolls = [
      "slow": "0,0\n1,0\n12,6500\n",
      "fast": "0,0\n3,0\n4,2000\n5.5,2600\n7,2600\n8,6000\n8.5,6500\n",
    ]
    for (name, points) in scrolls { try folder.write("time_s,offset_pt\n\(points)", as: "\(name).csv") }
    for columns in [3, 4, 6] {
      try await Self.record("slow", "--columns \(columns)", as: "map\(columns)", in: folder)
    }
    let combinations = [
      (4, "--strategy none --order fifo"), (4, "--strategy screens --order urgency"),
      (6, "--strategy none --order lifo"), (3, "--strategy apple-sample --order urgency"),
    ]
    for run in 0..<20 {
      let (columns, way) = combinations[run % combinations.count]
      let (options, name) = ("--columns \(columns) \(way)", "run\(run)")
      try await Self.record("fast", options, as: name, in: folder)
      try await folder.scrollsim(
        "watch \(name).mkv --map map\(columns).mkv --frame-log \(name).read.csv --output results", code: 0)
      let painted = try FrameLog(csv: folder.file("\(name).csv")).summary()
      let read = try FrameLog(csv: folder.file("\(name).read.csv")).summary()
      let words = "\(options): painted \(painted), read \(read)"
      #expect(
        abs(painted.blank - read.blank) < 0.005 && abs(painted.notSharp - read.notSharp) < 0.005, "\(words)")
      // Within two frames: of the display, or of a gallery or a recorder that makes fewer.
      #expect(
        abs(painted.seconds - read.seconds) < 2 * max(1.0 / 60, painted.interval, read.interval)
          && abs(painted.distance - read.distance) < 1,
        "\(words)")
    }
  }
}
