import Foundation
import GalleryKit
import TestSupport
import Testing

/// The commands of `docs/recipes.md`, run as they are, in one folder and in order.
@Suite(.long, .timeLimit(.minutes(60)))
struct RecipesTests {
  private static let page = Repository.root.appending(path: "docs/recipes.md")

  /// The commands' input: photos at home, and files that recorders and an app's test have left.
  private static func folder() async throws -> TemporaryFolder {
    let photos = ["photo", "sea", "hill", "cat", "dog", "snow"].map { "Pictures/\($0).jpg" }
    let folder = try await Photos.folder(named: photos)
    try folder.write(getevent, as: "swipe.txt")
    try folder.write(scrollEvents, as: "scrolls.json")
    try folder.write(chromeTrace, as: "trace.json")
    let laps = (1...20).map { "\($0),\(200_000_000 + $0 * 1000)\n" }.joined()
    try folder.write("lap,footprint_bytes\n\(laps)", as: "laps.csv")
    return folder
  }

  @Test func `every recipe does what it says`() async throws {
    let lines = try DocumentedCommandsTests.lines(of: Self.page).filter {
      // A repository's own package: InitGateTests makes one.
      !$0.hasPrefix("init gate ")
    }
    try #require(lines.count > 20)
    let folder = try await Self.folder()
    for line in lines {
      // One round of each replay is enough to see that it works.
      let isReplay = line.hasPrefix("run ") && !line.contains("--mode model") && !line.contains("--dry-run")
      let options = isReplay ? " --rounds 1 --repeats 0" : ""
      try await Program.shell(
        "cd '\(folder.path)' && export HOME=\"$PWD\" && '\(Program.path)' \(line)\(options)", code: 0)
    }
    for file in [
      "gallery.json", "results/local/gallery.replay.html", "gallery.html", "gallery.blank-cells.csv",
      "swipe.csv", "swipe.svg", "scrolls.csv", "trace.csv", "exact", "fast",
      "baselines/gallery.model.baseline.json",
    ] { #expect(folder.has(file), "\(file)") }
  }

  /// A finger that moves up by 40 pixels every 8 ms, as Android prints it.
  private static let getevent =
    """
    [   10.000000] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   00000001
    [   10.000000] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    000001f4
    [   10.000000] /dev/input/event2: EV_ABS       ABS_MT_POSITION_Y    000007d0
    [   10.000000] /dev/input/event2: EV_SYN       SYN_REPORT           00000000

    """
    + (1...20).map { step in
      """
      [   10.\(padded(step * 8000))] /dev/input/event2: EV_ABS       ABS_MT_POSITION_Y    \(String(2000 - 40 * step, radix: 16))
      [   10.\(padded(step * 8000))] /dev/input/event2: EV_SYN       SYN_REPORT           00000000

      """
    }.joined()
      + """
      [   10.168000] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
      [   10.168000] /dev/input/event2: EV_SYN       SYN_REPORT           00000000

      """

  private static func padded(_ microseconds: Int) -> String {
    String(String(1_000_000 + microseconds).dropFirst())
  }

  /// A page that scrolls 20 points a frame, as the recorder for pages notes it.
  private static let scrollEvents =
    "{ \"events\": ["
    + (0..<60).map { "{ \"type\": \"scroll\", \"timeStamp\": \($0 * 16), \"scrollTop\": \($0 * 20) }" }
    .joined(separator: ",") + "] }"

  /// The same in a trace of Chrome's.
  private static let chromeTrace =
    "{ \"traceEvents\": ["
    + (0..<60).map {
      "{ \"name\": \"InputHandlerProxy::HandleGestureScrollUpdate_Result\", \"ph\": \"X\", \"pid\": 1, \"ts\": \($0 * 16_000), \"args\": { \"scroll_deltas\": { \"provided_to_compositor_delta_y\": -20, \"visual_offset_y\": \($0 * 20) } } }"
    }.joined(separator: ",") + "] }"
}
