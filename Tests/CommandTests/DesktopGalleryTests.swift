import Foundation
import GalleryKit
import ScrollSim
import TestSupport
import Testing

/// Whether the requirements of the example and its tests are installed.
func hasGTK() async throws -> Bool {
  let tools = "command -v xvfb-run && command -v xdotool && pkg-config --exists 'gtk4 >= 4.8'"
  return try await Program.shell("(\(tools)) > /dev/null 2>&1").code == 0
}

/// `Examples/DesktopGallery`, built as its README says, on a virtual display.
@Suite(
  .long, .enabled("expected libgtk-4-dev, xvfb and xdotool", { try await hasGTK() }),
  .timeLimit(.minutes(60)))
struct DesktopGalleryTests {
  /// The program, built beside the build of these tests, once for all of them.
  private static let program = Task {
    let options =
      "-c release --package-path '\(Repository.path)/Examples/DesktopGallery' "
      + "--scratch-path '\(Repository.path)/.build/desktop-gallery'"
    let built = try await Program.shell("SWIFT_DETERMINISTIC_HASHING=1 swift build \(options) 2>&1")
    try #require(built.code == 0, "\(built.output.suffix(4000))")
    let folder = try await Program.shell("swift build \(options) --show-bin-path").output
    return folder.trimmingCharacters(in: .newlines) + "/desktop-gallery"
  }

  /// Runs lines of the shell in a folder, with a separate display and `gallery` as the program.
  static func onDisplay(_ lines: String, in folder: TemporaryFolder) async throws -> Program.Outcome {
    let script =
      "cd '\(folder.path)' || exit\ngallery() { exec '\(try await program.value)' \"$@\"; }\n" + lines
    try folder.write(script, as: "script.sh")
    let display = "xvfb-run -a -s '-screen 0 1400x900x24' env GSK_RENDERER=cairo GTK_A11Y=none NO_AT_BRIDGE=1"
    return try await Program.shell("\(display) timeout 600 bash '\(folder.file("script.sh"))'")
  }

  private static func photos() async throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try await folder.scrollsim(
      "library generate --output photos --photos 80 --distinct 80 --megapixels 0.3-0.6", code: 0)
    return folder
  }

  private static func table(_ file: String) throws -> (columns: [String], rows: [[Double]]) {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let rows = try lines.dropFirst().map { line in
      try line.split(separator: ",").map { try #require(Double($0), "\(line)") }
    }
    return (try #require(lines.first).split(separator: ",").map(String.init), rows)
  }

  @Test func `a recording is played, each frame is logged, and what was played is recorded again`()
    async throws
  {
    let folder = try await Self.photos()
    try folder.write("time_s,offset_pt\n5,70\n5.3,70\n5.8,870\n6.3,1270\n", as: "scroll.csv")
    let outcome = try await Self.onDisplay(
      """
      gallery photos --columns 4 --size 800x600 --order deadline --play scroll.csv --seconds 3 \
        --log frames.csv --record again.csv --scenario desktop.json --screenshot end.png
      """, in: folder)
    try #require(outcome.code == 0, "\(outcome.output) \(outcome.error)")
    try Self.checkLog(folder.file("frames.csv"))
    try await Self.checkPicture(of: folder)

    try await folder.scrollsim("trace info again.csv", code: 0, showing: ["distance   1,200 pt"])
    try await folder.scrollsim("run desktop.json --dry-run", code: 0)
    let figures = try await Program.shell(
      "'\(try await Self.program.value)' figures '\(folder.file("frames.csv"))'")
    #expect(figures.code == 0 && figures.output.contains("\nscrollNotSharpRatio 0"), "\(figures.output)")
  }

  @Test(
    .enabled("install locales") {
      FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/de_DE")
    })
  func `where people write 0,5, logs and recordings still have points`() async throws {
    let folder = try await Self.photos()
    try folder.write("time_s,offset_pt\n0,0\n0.5,50.5\n", as: "scroll.csv")
    let outcome = try await Self.onDisplay(
      """
      localedef -i de_DE -f ISO-8859-1 ./de_DE || exit
      unset LC_ALL
      export LOCPATH=$PWD LC_NUMERIC=de_DE
      gallery photos --size 800x600 --play scroll.csv --seconds 0.5 --log frames.csv --record again.csv
      """, in: folder)
    try #require(outcome.code == 0, "\(outcome.output) \(outcome.error)")
    #expect(try Self.table(folder.file("frames.csv")).rows.allSatisfy { $0.count == 14 })
    #expect(try Self.table(folder.file("again.csv")).rows.last?[1] == 50.5)
  }

  private static func checkLog(_ file: String) throws {
    let (columns, rows) = try table(file)
    // Everything that scrollsim reads from such a log, except what only pixels tell.
    let told = PaintedFrames.Column.allCases.filter { $0 != .wrongShare && $0 != .unknownShare }
    #expect(columns == told.map(\.rawValue))
    try #require(rows.count > 10)
    var last = -1.0
    for row in rows {
      #expect(row.count == 14 && row[0] > last && (0...1200).contains(row[1]))
      last = row[0]
      // Four rows of cells at most begin or end within 600 points, and three at least.
      #expect([12, 16].contains(row[2...5].reduce(0, +)) && abs(row[6...9].reduce(0, +) - 1) < 1e-5)
      #expect(row[11] <= row[12] && row[11] >= 0 && row[13] > 1e6)
    }
    let (first, end) = (rows[0], rows[rows.count - 1])
    #expect(first[0] == 0 && first[1] == 0)
    // At rest, all is there: 1200 is no multiple of the 200.5 from row to row, so that four rows are on screen.
    #expect(end[0] >= 4.3 && end[1] == 1200)
    #expect(end[2...5] == [16, 0, 0, 0] && end[6...9] == [1, 0, 0, 0])
    #expect(end[12] >= 16 * 199 * 199 * 4)
  }

  /// The screenshot is of the canvas, and of pictures.
  private static func checkPicture(of folder: TemporaryFolder) async throws {
    let picture = TemporaryFolder()
    try FileManager.default.copyItem(atPath: folder.file("end.png"), toPath: picture.file("end.png"))
    let library = try PhotoLibrary(folder: picture.path, catalogue: folder.file("end.sqlite"))
    _ = try library.index()
    let photo = try #require(try library.fetchAssets().first)
    #expect(photo.original.format == .png && photo.pixelSize == PixelSize(width: 800, height: 600))
    let image = try await ImageManager().image(for: photo, targetSize: .maximum)
    #expect(Set(image.pixels.pixels).count > 1000)
  }

  @Test func `wheel, keys, a drag and another album scroll, and SIGTERM ends with everything written`()
    async throws
  {
    let folder = try await Self.photos()
    let outcome = try await Self.onDisplay(
      """
      gallery photos --columns 5 --size 800x600 --albums --log frames.csv --record scroll.csv &
      gallery=$!
      offset() { tail -n 1 frames.csv 2> /dev/null | cut -d , -f 2; }
      # Waits until the grid rests elsewhere than it did, and prints where.
      moved() {
        until [ "$(offset)" != "$last" ] && now=$(offset) && sleep 1.5 && [ "$(offset)" = "$now" ]; do
          sleep 0.1
        done
        last=$now
        echo "$now"
      }
      last=$(offset)
      until [ "$(offset)" = 0.0000 ]; do sleep 0.1; done
      last=0.0000
      xdotool mousemove 500 300 click 5; moved
      xdotool key Down; moved
      xdotool key Next; moved
      xdotool key End; moved
      xdotool key Home; moved
      xdotool mousedown 1; xdotool mousemove 500 200; sleep 1; xdotool mouseup 1; moved
      # The second title beside the grid, which has 160 points.
      xdotool mousemove 60 30 click 1; moved
      kill -TERM $gallery
      wait $gallery
      """, in: folder)
    try #require(outcome.code == 0, "\(outcome.output) \(outcome.error)")
    // 16 rows of 160.4 points without the last spacing, less the screen.
    let end = 16 * 160.4 - 2 - 600
    let offsets = outcome.output.split(separator: "\n").compactMap { Double($0) }
    #expect(offsets == [120, 280.4, 880.4, end, 0, 100, 0].map { ($0 * 1e4).rounded() / 1e4 })
    try await folder.scrollsim("trace info scroll.csv", code: 0, showing: ["turns 3"])
  }

  @Test func `clicks choose photos, Return picks them and Escape none`() async throws {
    let folder = try await Self.photos()
    let outcome = try await Self.onDisplay(
      """
      pick() {
        gallery pick photos --columns 5 --size 800x600 "$@" &
        xdotool search --sync --onlyvisible --name 'Choose photos' > /dev/null
        sleep 2
      }
      click() { xdotool mousemove $1 100 click 1; sleep 0.5; }
      pick --limit 2 --to chosen
      # The second photo is chosen last, and there is no room for a third.
      click 200; click 50; click 200; click 200; click 400
      xdotool key Return; wait $!; echo "ended with $?"
      # The name of the first photo is taken now.
      pick --to chosen
      click 50; xdotool key Return; wait $!; echo "ended with $?"
      pick
      click 50; xdotool key Escape; wait $!; echo "ended with $?"
      """, in: folder)
    let library = try PhotoLibrary(folder: folder.file("photos"), catalogue: folder.file("photos.sqlite"))
    _ = try library.index()
    let photos = Array(try library.fetchAssets().prefix(2))
    #expect(
      outcome.output.split(separator: "\n").map(String.init)
        == [
          photos[0].localIdentifier, photos[1].localIdentifier, "ended with 0", photos[0].localIdentifier,
          "ended with 0", "ended with 1",
        ],
      "\(outcome.output) \(outcome.error)")
    for (photo, number) in [(photos[0], ""), (photos[1], ""), (photos[0], " 2")] {
      let name = try #require(photo.fileURL).lastPathComponent as NSString
      let copy = "\(name.deletingPathExtension)\(number).\(name.pathExtension)"
      #expect(
        FileManager.default.contentsEqual(
          atPath: folder.file("chosen/\(copy)"), andPath: folder.file("photos/\(name)")))
    }
  }

  @Test func `figures of a log are means over the frames that scroll`() async throws {
    let folder = TemporaryFolder()
    let header =
      "time_s,offset_pt,final_cells,degraded_cells,blank_cells,failed_cells,final_share,degraded_share,"
      + "blank_share,failed_share,work_ms,image_bytes,peak_image_bytes,resident_bytes"
    // The first and the last frame do not scroll: nothing has moved yet, and the last motion was a second ago.
    let rows = [
      "0,0,0,0,4,0,0,0,1,0,9,0,500,1000", "0.5,10,1,1,2,0,0.25,0.25,0.5,0,1,0,600,3000",
      "1,10,2,1,0,1,0.5,0.25,0,0.25,2,0,700,2000", "1.5,10,0,4,0,0,0,1,0,0,3,0,700,2000",
    ]
    try folder.write(([header] + rows).joined(separator: "\n"), as: "frames.csv")
    let program = try await Self.program.value
    let figures = try await Program.shell("'\(program)' figures '\(folder.file("frames.csv"))'")
    #expect(
      figures.output.split(separator: "\n") == [
        "frames 4", "framesPerSecond 2", "scrolledPoints 10", "scrollingSeconds 1", "scrollBlankRatio 0.25",
        "scrollNotSharpRatio 0.5", "frameWorkMs.p95 8.1", "peakImageBytes 700", "peakResidentBytes 3000",
      ])
    try folder.write("\(header)\n0,0,1\n", as: "short.csv")
    try await Program.shell(
      "'\(program)' figures '\(folder.file("short.csv"))'",
      code: 1, saying: "short.csv: line 2: expected a value in each column, 14 in all, found 3")
  }

  @Test func `what makes no sense is reported`() async throws {
    let folder = TemporaryFolder()
    try folder.write("time_s,offset_pt\n0,0\n0,1\n", as: "twice.csv")
    let program = try await Self.program.value
    for (options, code, words) in [
      ("--columns 0", 64, "--columns: expected 1 to 30, found 0"),
      ("--size 5x5", 64, "--size: expected WIDTHxHEIGHT"), ("--strategy oracle", 64, "found 'oracle'"),
      ("--order best", 64, "--order: expected fifo, lifo"),
      ("--seconds=-1", 64, "--seconds: expected 0 to 86400"),
      ("--scenario a.json", 64, "expected --play or --record"),
      ("--play twice.csv", 1, "twice.csv:3: expected a time after 0.0, found 0.0"),
      ("--play none.csv", 1, "none.csv: cannot be read"), ("--seconds 1", 1, "there is no display"),
    ] {
      let outcome = try await Program.shell(
        "cd '\(folder.path)' && env -u DISPLAY -u WAYLAND_DISPLAY '\(program)' . \(options)")
      #expect(outcome.code == Int32(code) && outcome.error.contains(words), "\(options): \(outcome.error)")
    }
    let empty = try await Self.onDisplay("gallery . --seconds 1", in: TemporaryFolder())
    #expect(empty.code == 1 && empty.error.contains("expected photos, found none"), "\(empty.error)")
  }
}
