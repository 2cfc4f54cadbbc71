import Foundation
import GalleryKit

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
    var runs: [[Int]]

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
    var sightings: [[Double?]]

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
    }

    var waiting: [Image]
    var next: Int

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
