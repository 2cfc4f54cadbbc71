@testable import GalleryImages
@testable import ScrollSim

/// A small grey picture, as `scrollsim watch` looks for tags in it: the first byte is its width.
enum TagTarget: FuzzTarget {
  static let name = "tags"
  static let longestInput = 4096

  static func seeds() -> [String: [UInt8]] {
    var seeds: [String: [UInt8]] = ["flat": [32] + Array(repeating: 128, count: 1024)]
    for number in [0, 20_000] {
      guard let modules = TagReader.modules(of: number) else { continue }
      // Each module four pixels wide, with a margin of three modules.
      let side = 4 * (TagPattern.side + 6)
      let pixels = (0..<side * side).map { index -> UInt8 in
        let (row, column) = (index / side / 4 - 3, index % side / 4 - 3)
        let tag = 0..<TagPattern.side
        guard tag.contains(row), tag.contains(column) else { return 128 }
        return modules[row * TagPattern.side + column] ? 200 : 60
      }
      seeds["tag\(number)"] = [UInt8(side)] + pixels
    }
    return seeds
  }

  /// One reader for all inputs, since making it takes longer than any of them.
  private final class Holder {
    let reader: TagReader

    init?() {
      guard let reader = TagReader() else { return nil }
      self.reader = reader
    }
  }

  /// Targets run on one thread.
  private nonisolated(unsafe) static let holder = Holder()

  /// What is found lies within the picture, and has a number of the family.
  static func run(_ input: [UInt8]) {
    guard let first = input.first, first > 0, let holder = unsafe holder else { return }
    let (width, height) = (Int(first), (input.count - 1) / Int(first))
    for tag in holder.reader.find(
      in: Array(input.dropFirst().prefix(width * height)), width: width, height: height)
    {
      precondition(TagReader.modules(of: tag.number) != nil, "no tag of the family: \(tag)")
      precondition(tag.x.isFinite && tag.y.isFinite && tag.width > 0 && tag.height > 0, "no place: \(tag)")
    }
  }
}

/// Lines of a video's decoder, as `scrollsim watch` takes frames from them.
enum DecoderTarget: FuzzTarget {
  static let name = "decoder"
  static let longestInput = 2048

  static func seeds() -> [String: [UInt8]] {
    let lines = [
      "  Duration: 00:01:00.25, start: 0.000000, bitrate: 1200 kb/s",
      "  Stream #0:0: Video: h264 (High), yuv420p(tv), 390x844, 60 fps",
      "[Parsed_showinfo_0 @ 0x5581] n:   0 pts:      0 pts_time:0       duration: 1 fmt:gray s:390x844 i:P iskey:1 type:I",
      "clip.mp4: Invalid data found when processing input",
    ]
    return ["lines": Array(lines.joined(separator: "\n").utf8)]
  }

  /// A frame has a time and pixels.
  static func run(_ input: [UInt8]) {
    var report = DecoderReport()
    for line in String(decoding: input, as: UTF8.self).split(separator: "\n") {
      guard let frame = report.hear(String(line)) else { continue }
      precondition(frame.time.isFinite && frame.count > 0, "no frame: \(frame)")
    }
    precondition(report.lastWords.count <= 2, "too many words: \(report.lastWords)")
  }
}

/// Tags of frames, four bytes each, as `scrollsim watch` makes a map of them.
enum PositionMapTarget: FuzzTarget {
  static let name = "map"
  static let longestInput = 4096

  static func seeds() -> [String: [UInt8]] {
    // Frames of a grid of three columns, each scrolled further.
    var bytes: [UInt8] = []
    for frame in 0..<12 {
      for cell in 0..<9 {
        bytes += [UInt8(cell + frame / 2 * 3), UInt8(cell % 3 * 60), UInt8(cell / 3 * 60 + 40), 50]
      }
      bytes.append(255)
    }
    return ["grid": bytes]
  }

  /// Each photo has one place, and no two share one.
  static func run(_ input: [UInt8]) {
    var frames = [MapFrame(tags: [])]
    var bytes = input[...]
    while let first = bytes.popFirst() {
      if first == 255 {
        frames.append(MapFrame(tags: [], repeats: 0))
        continue
      }
      guard bytes.count >= 3 else { break }
      let (x, y, side) = (
        Float(bytes.removeFirst()), Float(bytes.removeFirst()), Float(bytes.removeFirst() % 100 + 8)
      )
      frames[frames.count - 1].tags.append(
        TagSighting(number: Int(first), x: x, y: y, width: side, height: side))
    }
    let (map, fixes) = PositionMap.read(frames, height: 256)
    precondition(fixes.count == frames.count, "a frame is missing")
    for (number, place) in map.places {
      precondition(place.number == number && place.x.isFinite && place.y.isFinite, "no place: \(place)")
    }
    let screen = ScreenMap(
      map: map, areMarked: true, fixes: fixes, strays: frames.map { _ in [] },
      displaced: frames.map { frame in
        Dictionary(frame.tags.map { ($0.number, $0) }) { first, _ in first }
      }, viewport: 0...256)
    var judge = CellJudge(screen, TagPatterns(TagReader.modules))
    for index in frames.indices.prefix(4) {
      let pixels = (0..<64 * 64).map { UInt8(truncatingIfNeeded: $0 &* (index + 7) ^ input.count) }
      judge.judge(LumaFrame(width: 64, height: 64, pixels: pixels, time: Double(index)))
    }
    let (seen, _) = SharpnessRule.judge(judge.seen, stripes: judge.stripes, map: map)
    for cell in seen.flatMap(\.cells) {
      precondition(cell.area > 0 && cell.area <= 1.0001, "no area: \(cell)")
    }
  }
}
