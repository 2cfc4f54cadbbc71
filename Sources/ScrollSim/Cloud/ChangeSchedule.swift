internal import Foundation
package import GalleryKit

/// All changes of a run, decided beforehand: the same for the same library and seed, in replay and in model.
///
/// A new date lies halfway between its neighbours', so that photos take the same places in libraries with different dates.
package struct ChangeSchedule: Sendable {
  /// One transaction.
  package struct Step: Sendable {
    /// Seconds of the trace.
    package let time: Double
    package let edits: [CatalogueEdit]
  }

  /// The transactions, in order of time.
  package let steps: [Step]

  package init(steps: [Step]) { self.steps = steps }

  /// Draws a schedule over a library, the newest photo first; nothing happens in the last interval, so that the trace can settle.
  package init(_ source: ChangeSource, over assets: some Sequence<Asset>, seconds: Double, seed: UInt64) {
    var generator = SeededGenerator(seed: seed, stream: 0x5354_4f52_4d)
    func draw(_ limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }
    var photos = ListedAssets(assets)
    var made = 0
    var steps: [Step] = []
    var time = source.interval
    while time < seconds - source.interval {
      var edits: [CatalogueEdit] = []
      func make(_ edit: CatalogueEdit) {
        _ = photos.apply([edit])
        edits.append(edit)
      }
      func someone() -> String? { photos.isEmpty ? nil : photos[draw(photos.count)].localIdentifier }
      for _ in 0..<source.removals { if let name = someone() { make(.delete(identifier: name)) } }
      for number in 0..<source.insertions {
        guard let like = someone() else { break }
        let place = number.isMultiple(of: 2) ? 0 : draw(photos.count + 1)
        made += 1
        // It sorts before every real identifier, and is as short.
        make(.insert(identifier: "+\(made)", like: like, creationDate: photos.date(at: place)))
      }
      for _ in 0..<source.moves {
        guard let name = someone(),
          let moved = photos.move(name, to: { $0.date(at: draw($0.count + 1)) })
        else { break }
        edits.append(.setCreationDate(identifier: name, moved.date))
      }
      for _ in 0..<source.edits { if let name = someone() { make(.redraw(identifier: name)) } }
      for _ in 0..<source.touches { if let name = someone() { make(.touch(identifier: name)) } }
      steps.append(Step(time: time, edits: edits))
      time = source.interval * Double(steps.count + 1)
    }
    self.steps = steps
  }
}

extension ListedAssets {
  /// A date that sorts before the photo at the place, and after the one before it; a minute beyond either end.
  fileprivate func date(at place: Int) -> Date {
    guard let newest = first?.creationDate, let oldest = last?.creationDate else { return .distantPast }
    if place == 0 { return newest.addingTimeInterval(60) }
    if place == count { return oldest.addingTimeInterval(-60) }
    let (newer, older) = (self[place - 1].creationDate, self[place].creationDate)
    return older.addingTimeInterval(newer.timeIntervalSince(older) / 2)
  }
}
