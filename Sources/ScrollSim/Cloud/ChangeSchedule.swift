internal import Foundation
package import GalleryKit
internal import Support

/// All changes of a run, decided beforehand: the same for the same library and seed, in replay and in model.
///
/// A new date lies halfway between its neighbours', so that photos take the same places in libraries with different dates.
package struct ChangeSchedule: Sendable {
  /// One transaction.
  package struct Step: Sendable {
    /// The transaction's time, in seconds of the trace.
    package let time: Double
    /// The edits, in order.
    package let edits: [CatalogueEdit]
  }

  /// The transactions, in order of time.
  package let steps: [Step]

  /// Makes a schedule of known transactions.
  package init(steps: [Step]) { self.steps = steps }

  /// Draws a schedule from a source of changes.
  ///
  /// - Parameters:
  ///   - assets: the library in the order of its fetch, the newest first.
  ///   - seconds: the length of the trace; nothing happens in the last interval, so that it can settle.
  package init(_ source: ChangeSource, over assets: some Sequence<Asset>, seconds: Double, seed: UInt64) {
    var generator = SeededGenerator(seed: seed, stream: 0x5354_4f52_4d)
    func draw(_ limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }
    var photos = Photos(assets)
    var steps: [Step] = []
    var time = source.interval
    while time < seconds - source.interval {
      var edits: [CatalogueEdit] = []
      func someone() -> String? {
        photos.list.isEmpty ? nil : photos.list[draw(photos.list.count)].name
      }
      for _ in 0..<source.removals {
        guard let name = someone() else { break }
        photos.remove(name)
        edits.append(.delete(identifier: name))
      }
      for number in 0..<source.insertions {
        guard let like = someone() else { break }
        let place =
          number.isMultiple(of: 2) ? 0 : draw(photos.list.count + 1)
        let photo = photos.insertNew(at: place)
        edits.append(.insert(identifier: photo.name, like: like, creationDate: photo.date))
      }
      for _ in 0..<source.moves {
        guard let name = someone() else { break }
        photos.remove(name)
        let date = photos.insert(name, at: draw(photos.list.count + 1))
        edits.append(.setCreationDate(identifier: name, date))
      }
      for _ in 0..<source.edits { if let name = someone() { edits.append(.redraw(identifier: name)) } }
      for _ in 0..<source.touches { if let name = someone() { edits.append(.touch(identifier: name)) } }
      steps.append(Step(time: time, edits: edits))
      time = source.interval * Double(steps.count + 1)
    }
    self.steps = steps
  }
}

/// The photos between transactions.
private struct Photos {
  /// By falling date, then by falling name.
  private(set) var list: [(name: String, date: Date)]
  private var dates: [String: Date]
  private var made = 0

  /// Seconds between photos at either end.
  private static let gap = 60.0

  init(_ assets: some Sequence<Asset>) {
    list = assets.map { ($0.localIdentifier, $0.creationDate) }
    dates = Dictionary(uniqueKeysWithValues: list)
  }

  mutating func remove(_ name: String) {
    guard let date = dates.removeValue(forKey: name) else { return }
    list.remove(at: place(of: name, date))
  }

  mutating func insertNew(at place: Int) -> (name: String, date: Date) {
    made += 1
    // Sorts before every real identifier, and is as short.
    let name = "+\(made)"
    return (name, insert(name, at: place))
  }

  mutating func insert(_ name: String, at place: Int) -> Date {
    let date = date(at: place)
    // Where neighbours share a date, identifiers decide.
    list.insert((name, date), at: self.place(of: name, date))
    dates[name] = date
    return date
  }

  /// Where a photo is, or belongs.
  private func place(of name: String, _ date: Date) -> Int {
    list.partitioningIndex { ($0.date, $0.name) <= (date, name) }
  }

  /// A date that sorts before the photo at the place, and after the one before it.
  private func date(at place: Int) -> Date {
    guard let newest = list.first?.date, let oldest = list.last?.date else { return .distantPast }
    if place == 0 { return newest.addingTimeInterval(Self.gap) }
    if place == list.count { return oldest.addingTimeInterval(-Self.gap) }
    let (newer, older) = (list[place - 1].date, list[place].date)
    return older.addingTimeInterval(newer.timeIntervalSince(older) / 2)
  }
}
