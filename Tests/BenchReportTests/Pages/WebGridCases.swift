import Foundation
import GalleryKit
import TestSupport

/// Cases that a page's policy and GalleryKit's decide alike: windows of `bank`, sightings on a scroll's path, choices of `urgency`.
///
/// Numbers that are missing or null are infinite.
struct WebGridCases: Codable, Equatable {
  var windows: [Window]
  var paths: [Path]
  var choices: [Choice]

  struct Grid: Codable, Equatable {
    var width: Double
    var height: Double
    var columns: Int
    var spacing: Double
    var count: Int

    var layout: GridLayout {
      GridLayout(viewport: .init(width: width, height: height), columns: columns, spacing: spacing)
    }

    /// Cells have whole sides, so that edges meet exactly, or sides as a width gives them.
    static func drawn(_ random: inout Shuffler) -> Grid {
      let (columns, spacing) = (1 + random.next(12), Double(random.next(33)) / 4)
      let width = Double(320 + random.next(1200))
      let side = Double(random.next(2) * (40 + random.next(120)))
      return Grid(
        width: side > 0 ? side * Double(columns) + spacing * Double(columns - 1) : width,
        height: Double(300 + random.next(1000)), columns: columns, spacing: spacing, count: random.next(4000))
    }

    /// An offset at which a row begins or ends at the top, or begins at the bottom, or any; sometimes beyond the content.
    func offset(_ random: inout Shuffler) -> Double {
      let row = Double(random.next(count / columns + 4) - 2) * layout.rowPitch
      return row + [0, layout.side, -height, Double(random.next(800)) / 8][random.next(4)]
    }
  }

  /// A window of `bank`: runs of items from the first to the last, upwards or downwards, most urgent first.
  struct Window: Codable, Equatable {
    var grid: Grid
    var offset: Double
    var direction: Double
    var workers: Int
    var seconds: Double
    var capacity: Int?
    var leading: Double
    var runs: [[Int]] = []

    static func drawn(_ random: inout Shuffler) -> Window {
      let grid = Grid.drawn(&random)
      return Window(
        grid: grid, offset: grid.offset(&random), direction: random.next(2) == 0 ? 1 : -1,
        workers: 1 + random.next(3), seconds: Double(random.next(5) * random.next(100)) / 1024,
        capacity: random.next(3) == 0 ? random.next(200) : nil, leading: Double(random.next(20) * 500))
    }

    mutating func answer() {
      let state = ScrollState(
        offset: offset, layout: grid.layout, itemCount: grid.count,
        decoding: .init(workers: workers, seconds: seconds, capacity: capacity ?? .max))
      let strategy = BankStrategy(["leading": leading])
      runs = strategy.window(for: state, after: CachingWindow([], anchor: 0, direction: direction)).segments
        .map { segment in
          let ends = [segment.items.lowerBound, segment.items.upperBound - 1]
          return segment.isReversed ? ends.reversed() : ends
        }
    }
  }

  /// When items come on screen and leave it, in seconds.
  struct Path: Codable, Equatable {
    var grid: Grid
    var offset: Double
    var velocity: Double
    var phase: String
    var rest: Double
    var items: [Int]
    var sightings: [[Double?]] = []

    static func drawn(_ random: inout Shuffler) -> Path {
      let grid = Grid.drawn(&random)
      let offset = grid.offset(&random)
      let velocity = Double(random.next(16_000) - 8000)
      let visible = grid.layout.items(from: offset, to: offset + grid.height, itemCount: .max)
      return Path(
        grid: grid, offset: offset, velocity: velocity,
        phase: ["idle", "dragging", "decelerating"][random.next(3)],
        // Mostly ahead, at times behind: a bounce.
        rest: offset + velocity / Double(1 + random.next(5)) * (random.next(8) == 0 ? -1 : 1),
        // Those at the edges, then any.
        items: [visible.lowerBound - 1, visible.lowerBound, visible.upperBound - 1, visible.upperBound].map {
          max(0, $0)
        }
          + (0..<4).map { _ in max(0, visible.lowerBound + (random.next(60) - 24) * grid.columns) })
    }

    mutating func answer() {
      let phases: [String: ScrollState.Phase] = [
        "dragging": .dragging, "decelerating": .decelerating(restingOffset: rest),
      ]
      let path = ScrollPath(
        ScrollState(
          offset: offset, velocity: velocity, phase: phases[phase] ?? .idle, layout: grid.layout,
          itemCount: grid.count))
      sightings = items.map { item in
        let sighting = path.sighting(ofItem: item)
        return [sighting.enters, sighting.leaves].map { $0.isFinite ? $0 : nil }
      }
    }
  }

  /// The place that `urgency` chooses among waiting images, those for cells first.
  struct Choice: Codable, Equatable {
    struct Image: Codable, Equatable {
      var isPrefetch: Bool
      var enters: Double?
      var leaves: Double?
      var seconds: Double
      var hasDegraded: Bool

      /// On screen, passing by, coming, gone, or never to be seen.
      static func drawn(isPrefetch: Bool, from kinds: ClosedRange<Int>, most: Int, _ random: inout Shuffler)
        -> Image
      {
        let (enters, stay) = (Double(random.next(600)) / 512, Double(random.next(1200)) / 512)
        let times: [(Double?, Double?)] = [
          (0, nil), (0, stay / 16), (0, stay / 4), (enters, enters + stay), (0.5 + enters, nil), (0, 0),
          (nil, nil),
        ]
        let (first, last) = times[kinds.lowerBound + random.next(kinds.count)]
        return Image(
          isPrefetch: isPrefetch, enters: first, leaves: last, seconds: Double(random.next(most)) / 512,
          hasDegraded: random.next(4) == 0)
      }
    }

    var waiting: [Image]
    var next = 0

    /// Any images, or only such as stay, come, or are not seen; not measured, cheap or dear.
    static func drawn(_ random: inout Shuffler) -> Choice {
      let (cells, prefetches) = (random.next(7), 1 + random.next(5))
      let kinds = [0...6, 0...6, 0...0, 0...2, 0...2, 3...4, 5...6][random.next(7)]
      let most = [1, 8, 16, 40, 160][random.next(5)]
      var waiting: [Image] = []
      for place in 0..<cells + prefetches {
        waiting.append(.drawn(isPrefetch: place >= cells, from: kinds, most: most, &random))
      }
      return Choice(waiting: waiting)
    }

    mutating func answer() {
      let images = waiting.map {
        RequestOrder.Image(
          purpose: $0.isPrefetch ? .prefetch : .final,
          sighting: .init(enters: $0.enters ?? .infinity, leaves: $0.leaves ?? .infinity),
          seconds: $0.seconds, hasDegraded: $0.hasDegraded)
      }
      next = RequestOrder.urgency.next(images, .init(count: 2, prefetching: 0)) ?? -1
    }
  }

  static func drawn() -> WebGridCases {
    var random = Shuffler(seed: 45)
    return WebGridCases(
      windows: (0..<64).map { _ in .drawn(&random) }, paths: (0..<64).map { _ in .drawn(&random) },
      choices: (0..<128).map { _ in .drawn(&random) })
  }

  /// The same cases with GalleryKit's answers.
  func answered() -> WebGridCases {
    var cases = self
    for place in windows.indices { cases.windows[place].answer() }
    for place in paths.indices { cases.paths[place].answer() }
    for place in choices.indices { cases.choices[place].answer() }
    return cases
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func list(_ name: String, _ cases: [some Encodable]) throws -> String {
      let lines = try cases.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
      return "\"\(name)\": [\n\(lines.joined(separator: ",\n"))\n]"
    }
    let lists = [try list("windows", windows), try list("paths", paths), try list("choices", choices)]
    return "{\(lists.joined(separator: ",\n"))}\n"
  }
}
