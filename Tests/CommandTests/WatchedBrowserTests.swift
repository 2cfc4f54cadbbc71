import Foundation
import TestSupport
import Testing

/// Whether the browser and what records it are installed.
private func hasBrowser() async throws -> Bool {
  let tools = "command -v chromium && command -v xvfb-run && command -v ffmpeg"
  return try await Program.shell("(\(tools)) > /dev/null 2>&1").code == 0
}

/// A program that is not ours: what `watch` reads from a recording of Chromium, held against what the page saw itself.
@Suite(
  .enabled(if: LongTests.areWanted, Comment(rawValue: LongTests.skipReason)),
  .enabled("expected chromium, xvfb and ffmpeg", { try await hasBrowser() }),
  .timeLimit(.minutes(20)))
struct WatchedBrowserTests {
  /// A frame as one of the two logs has it.
  struct Frame {
    let time: Double
    let offset: Double
    let blankShare: Double
  }

  private static let size = (width: 600, height: 800)
  private static let columns = 4
  private static let gap = 2

  /// A page that shows the photos of a folder, scrolls itself once what is visible has been decoded, and writes to its console
  /// what it sees in each frame: time in milliseconds, offset, and the share of the cells' area whose photo is not decoded.
  private static func page(of photos: [String]) -> String {
    """
    <!doctype html><meta charset="utf-8">
    <style>
      html { background: #fff } body { margin: 0 } ::-webkit-scrollbar { display: none }
      #grid { display: grid; grid-template-columns: repeat(\(columns), 1fr); gap: \(gap)px; width: \(size.width)px }
      img { width: 100%; aspect-ratio: 1; object-fit: cover; display: block; background: #e8e8ea }
    </style>
    <div id="grid"></div>
    <script>
      const names = [\(photos.map { "'\($0)'" }.joined(separator: ", "))];
      // Seconds after the start, and pixels.
      const scroll = [[0, 0], [1, 0], [3, 1500], [4, 1500], [5, 4500], [6.5, 4500]];
      const images = names.map((name) => {
        const image = new Image();
        image.loading = 'lazy';
        image.src = name;
        image.addEventListener('load', () => image.decode().then(() => { image.isDecoded = true; }));
        return image;
      });
      document.getElementById('grid').append(...images);
      let start = null, filled = null;

      function offset(seconds) {
        const next = scroll.findIndex(([time]) => time > seconds);
        if (next < 1) return scroll.at(-1)[1];
        const [[t0, y0], [t1, y1]] = [scroll[next - 1], scroll[next]];
        // Fast at first, as after a fling.
        return y0 + (y1 - y0) * (1 - (1 - (seconds - t0) / (t1 - t0)) ** 3);
      }

      function frame(now) {
        const seen = images.map((image) => [image, image.getBoundingClientRect()])
          .filter(([, box]) => box.bottom > 0 && box.top < innerHeight);
        if (start !== null) scrollTo(0, Math.round(offset((now - start) / 1000)));
        else if (!seen.every(([image]) => image.isDecoded)) filled = null;
        else if ((filled ??= now) + 1000 < now) start = now;
        let [area, blank] = [0, 0];
        for (const image of images) {
          const box = image.getBoundingClientRect();
          const share = Math.max(0, Math.min(innerHeight, box.bottom) - Math.max(0, box.top)) * box.width;
          area += share;
          if (!image.isDecoded) blank += share;
        }
        console.log(`FRAME ${now} ${scrollY} ${blank / area} END`);
        if (start !== null && now - start > 1000 * scroll.at(-1)[0]) console.log('DONE');
        else requestAnimationFrame(frame);
      }
      requestAnimationFrame(frame);
    </script>
    """
  }

  /// Shows the page on a display of its own until it has scrolled, and records the display.
  private static func record(_ page: String, in folder: TemporaryFolder) async throws {
    let script = """
      cd '\(folder.path)' || exit
      mkfifo keys
      ffmpeg -v error -y -f x11grab -draw_mouse 0 -framerate 60 -video_size \(size.width)x\(size.height) -i "$DISPLAY" \
        -fps_mode passthrough -c:v libx264rgb -qp 0 -preset ultrafast video.mkv < keys 2> ffmpeg.log &
      recorder=$!
      exec 9> keys
      HOME="$PWD" XDG_RUNTIME_DIR="$PWD" chromium --no-sandbox --disable-gpu --no-first-run --user-data-dir="$PWD/profile" \
        --kiosk --window-position=0,0 --window-size=\(size.width),\(size.height) --allow-file-access-from-files \
        --enable-logging=stderr 'file://\(page)' > /dev/null 2> browser.log &
      browser=$!
      until grep -aq '"DONE"' browser.log; do
        kill -0 $browser 2> /dev/null || break
        sleep 0.2
      done
      sleep 1
      echo q >&9
      wait $recorder
      kill $browser
      wait $browser 2> /dev/null
      grep -ac '"DONE"' browser.log
      """
    try folder.write(Array(script.utf8), as: "script.sh")
    let display = "xvfb-run -a -s '-screen 0 \(size.width)x\(size.height)x24'"
    let outcome = try await Program.shell("\(display) timeout 300 bash '\(folder.file("script.sh"))'")
    try #require(
      outcome.output.trimmingCharacters(in: .whitespacesAndNewlines) == "1",
      "\(outcome.output) \(outcome.error)")
  }

  /// What the page has seen.
  private static func seen(in folder: TemporaryFolder) throws -> [Frame] {
    let log = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: folder.file("browser.log"))), as: UTF8.self)
    return log.matches(of: /FRAME ([0-9.]+) ([0-9.]+) ([0-9.e-]+) END/).compactMap { match in
      guard let time = Double(match.1), let offset = Double(match.2), let blank = Double(match.3) else {
        return nil
      }
      return Frame(time: time / 1000, offset: offset, blankShare: blank)
    }
  }

  /// What `watch` has read.
  private static func read(_ file: String) throws -> [Frame] {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let columns = try #require(lines.first)
    return try lines.dropFirst().compactMap { line in
      func value(_ column: String) throws -> Double? {
        Double(line[try #require(columns.firstIndex(of: column))])
      }
      // A frame in which nothing is legible has no offset.
      let offset = try value("offset_pt")
      guard let time = try value("time_s"), let blank = try value("blank_share") else { return nil }
      return Frame(time: time, offset: offset ?? 0, blankShare: offset == nil ? 1 : blank)
    }
  }

  /// What is compared: the mean share that was blank from the first motion to a second after the last, the seconds between these
  /// two, and the distance.
  ///
  /// Frames without anything on screen are left out, since a video does not show where in the grid they are.
  private static func summary(_ frames: [Frame]) throws -> (blank: Double, seconds: Double, distance: Double)
  {
    let known = frames.filter { $0.blankShare < 1 }
    let moves = zip(known, known.dropFirst()).filter { abs($0.offset - $1.offset) > 0.5 }
    let (first, last) = (try #require(moves.first).0, try #require(moves.last).1)
    var (sum, seconds) = (0.0, 0.0)
    for (frame, next) in zip(frames, frames.dropFirst()) where frame.blankShare < 1 {
      guard (first.time..<last.time + 1).contains(frame.time) else { continue }
      sum += frame.blankShare * (next.time - frame.time)
      seconds += next.time - frame.time
    }
    return (sum / seconds, last.time - first.time, last.offset - first.offset)
  }

  @Test func `a recording says what the page itself saw`() async throws {
    let folder = try TemporaryFolder()
    let made = try await Program.run([
      "library", "mark", folder.file("photos"), "--photos", "300", "--megapixels", "3",
    ])
    try #require(made.code == 0, "\(made.error)")
    let photos = (0..<300).map { String(format: "photos/%05d.jpg", $0) }
    let page = try folder.write(Array(Self.page(of: photos).utf8), as: "page.html")
    try await Self.record(page, in: folder)

    let watched = try await Program.run([
      "watch", folder.file("video.mkv"), "--frame-log", folder.file("frames.csv"),
    ])
    try #require(watched.code == 0, "\(watched.output) \(watched.error)")
    let seen = try Self.summary(Self.seen(in: folder))
    let read = try Self.summary(Self.read(folder.file("frames.csv")))
    let words = "the page saw \(seen), the video shows \(read)"
    #expect(seen.blank > 0.02 && abs(seen.blank - read.blank) < 0.02, "\(words)")
    #expect(abs(seen.seconds - read.seconds) < 0.3, "\(words)")
    #expect(abs(seen.distance - read.distance) < 1.5, "\(words)")
  }
}
