import Foundation
import TestSupport
import Testing

/// A program that is not ours: what `watch` reads from a recording of Chromium, compared with what the page
/// saw itself.
@Suite(
  .long,
  .enabled("expected chromium, xvfb and ffmpeg") {
    try await Program.has("chromium", "python3", "xvfb-run", "ffmpeg")
  },
  .timeLimit(.minutes(20)))
struct WatchedBrowserTests {
  private static let size = (width: 600, height: 800)
  private static let columns = 4
  private static let gap = 2

  /// A page that shows the photos of a folder, scrolls itself once what is visible has been decoded, and writes to its console
  /// what it sees in each frame: time in milliseconds, offset, and the share of the cells' area whose photo is not decoded.
  ///
  /// At `#slow`, it continues only once all is decoded, so that a recording shows every photo.
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
      const scroll = [[0, 0], [1, 0], [3, 1500], [4, 1500], [4.6, 9500], [7, 9500]];
      const images = names.map((name) => {
        const image = new Image();
        image.loading = 'lazy';
        image.src = name;
        image.addEventListener('load', () => image.decode().then(() => { image.isDecoded = true; }));
        return image;
      });
      document.getElementById('grid').append(...images);
      const isSlow = location.hash === '#slow';
      const end = scroll.at(-1)[1];
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
        const isFull = seen.every(([image]) => image.isDecoded);
        if (isSlow && start !== null) scrollTo(0, isFull ? scrollY + 40 : scrollY);
        else if (start !== null) scrollTo(0, Math.round(offset((now - start) / 1000)));
        else if (!isFull) filled = null;
        else if ((filled ??= now) + 1000 < now) start = now;
        let [area, blank] = [0, 0];
        for (const image of images) {
          const box = image.getBoundingClientRect();
          const share = Math.max(0, Math.min(innerHeight, box.bottom) - Math.max(0, box.top)) * box.width;
          area += share;
          if (!image.isDecoded) blank += share;
        }
        console.log(`FRAME ${now} ${scrollY} ${blank / area} END`);
        const isOver = isSlow ? scrollY >= end + 40 : now - start > 1000 * scroll.at(-1)[0];
        if (start !== null && isOver) console.log('DONE');
        else requestAnimationFrame(frame);
      }
      requestAnimationFrame(frame);
    </script>
    """
  }

  /// A server that takes its time for each photo, as a network does; so that a photo is late because of that,
  /// and not because the browser has no processor, which would delay what the page sees as well.
  private static let server = """
    import http.server, time
    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            if self.path.endswith('.jpg'): time.sleep(0.08)
            super().do_GET()
        def log_message(self, *_): pass
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    with open('port', 'w') as file: file.write(str(server.server_port))
    server.serve_forever()
    """

  /// Shows the page on a separate display until it has scrolled, and records the display in `NAME.mkv`.
  private static func record(_ page: String, as name: String, in folder: TemporaryFolder) async throws {
    let script = """
      cd '\(folder.path)' || exit
      rm -f keys browser.log port
      mkfifo keys
      python3 server.py &
      server=$!
      until [ -s port ]; do sleep 0.1; done
      ffmpeg -v error -y -f x11grab -draw_mouse 0 -framerate 60 -video_size \(size.width)x\(size.height) -i "$DISPLAY" \
        -fps_mode passthrough -c:v libx264rgb -qp 0 -preset ultrafast \(name).mkv < keys 2> ffmpeg.log &
      recorder=$!
      exec 9> keys
      HOME="$PWD" XDG_RUNTIME_DIR="$PWD" chromium --no-sandbox --disable-gpu --no-first-run --user-data-dir="$PWD/profile-\(name)" \
        --kiosk --window-position=0,0 --window-size=\(size.width),\(size.height) \
        --enable-logging=stderr "http://127.0.0.1:$(cat port)/\(page)" > /dev/null 2> browser.log &
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
      kill $server
      grep -ac '"DONE"' browser.log
      """
    try folder.write(script, as: "script.sh")
    try folder.write(server, as: "server.py")
    let display = "xvfb-run -a -s '-screen 0 \(size.width)x\(size.height)x24'"
    let outcome = try await Program.shell("\(display) timeout 300 bash '\(folder.file("script.sh"))'")
    try #require(
      outcome.output.trimmingCharacters(in: .whitespacesAndNewlines) == "1",
      "\(outcome.output) \(outcome.error)")
  }

  /// What the page has seen.
  private static func log(in folder: TemporaryFolder) throws -> FrameLog {
    let bytes = try folder.data("browser.log")
    let lines = String(decoding: bytes, as: UTF8.self).matches(
      of: /FRAME ([0-9.]+) ([0-9.]+) ([0-9.e-]+) END/)
    return FrameLog(
      try lines.map { line in
        let blank = try #require(Double(line.3))
        return FrameLog.Frame(
          time: try #require(Double(line.1)) / 1000, offset: try #require(Double(line.2)), blankShare: blank,
          notSharpShare: blank)
      })
  }

  @Test func `a recording says what the page itself saw`() async throws {
    let folder = TemporaryFolder()
    try await Program.run("library mark \(folder.file("photos")) --photos 300 --megapixels 0.3", code: 0)
    let photos = (0..<300).map { String(format: "photos/%05d.jpg", $0) }
    try folder.write(Self.page(of: photos), as: "page.html")
    try await Self.record("page.html#slow", as: "slow", in: folder)
    try await Self.record("page.html", as: "video", in: folder)

    try await folder.scrollsim(
      "watch video.mkv --map slow.mkv --frame-log frames.csv --output results", code: 0)
    let seen = try Self.log(in: folder).summary()
    let read = try FrameLog(csv: folder.file("frames.csv")).summary()
    let words = "the page saw \(seen), the video shows \(read)"
    #expect(seen.blank > 0.02 && abs(seen.blank - read.blank) < 0.02, "\(words)")
    #expect(abs(seen.seconds - read.seconds) < 0.3, "\(words)")
    #expect(abs(seen.distance - read.distance) < 1.5, "\(words)")
  }
}
