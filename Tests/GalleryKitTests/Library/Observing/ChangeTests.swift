import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

/// Keeps the changes that it hears of.
final class ChangeRecorder: PhotoLibraryObserver {
  private let heard = Locked<[Change]>([])
  private let onChange: @Sendable (Change) -> Void

  init(onChange: @escaping @Sendable (Change) -> Void = { _ in }) { self.onChange = onChange }

  var changes: [Change] { heard.withLock { $0 } }

  func photoLibraryDidChange(_ change: Change) {
    heard.withLock { $0.append(change) }
    onChange(change)
  }
}

/// Looks again and again until something holds; five minutes are for machines that are much too busy.
func eventually(_ holds: () throws -> Bool) async throws -> Bool {
  for _ in 0..<60_000 {
    if try holds() { return true }
    try await Task.sleep(for: .milliseconds(5))
  }
  return false
}

extension PhotoLibrary {
  /// Registers a new observer.
  func observed() -> ChangeRecorder {
    let recorder = ChangeRecorder()
    register(recorder)
    return recorder
  }

  /// The change that an observer hears of.
  func change(by body: () throws -> Void) async throws -> Change {
    let recorder = observed()
    defer { unregister(recorder) }
    try body()
    try #require(try await eventually { !recorder.changes.isEmpty })
    return try #require(recorder.changes.last)
  }
}

/// Edits of a catalogue; those of unknown photos change nothing.
extension CatalogueStatement {
  static func insert(identifier: String, like: String, creationDate: Date) -> Self {
    Self(
      """
      INSERT INTO asset (identifier, file, created, modified)
      SELECT ?, file, ?, modified FROM asset WHERE identifier = ?
      """, [.text(identifier), .number(creationDate.timeIntervalSince1970), .text(like)])
  }

  static func delete(identifier: String) -> Self {
    Self("DELETE FROM asset WHERE identifier = ?", [.text(identifier)])
  }

  static func setCreationDate(identifier: String, _ date: Date) -> Self {
    setting("created = \(date.timeIntervalSince1970)", identifier)
  }

  static func redraw(identifier: String) -> Self {
    setting("contentRevision = contentRevision + 1", identifier)
  }

  static func touch(identifier: String) -> Self { setting("modified = modified", identifier) }

  private static func setting(_ assignment: String, _ identifier: String) -> Self {
    Self("UPDATE asset SET \(assignment) WHERE identifier = ?", [.text(identifier)])
  }
}

@Suite("A change")
struct ChangeTests {
  private let fixture = LibraryFixture()

  /// Edits a library, and gives the change that an observer hears of it.
  private func change(_ library: PhotoLibrary, by edits: [CatalogueStatement]) async throws -> Change {
    try await library.change { try library.apply(edits) }
  }

  private func name(_ index: Int) -> String { LocalIdentifier.ofSynthetic(index) }
  private func minute(_ minutes: Double) -> Date { Date(timeIntervalSince1970: minutes * 60) }

  @Test func `tells what was removed, inserted, changed and moved, with the objects`() async throws {
    // The newest first: 5 4 3 2 1 0.
    let library = try fixture.generate(6)
    let before = try library.fetchAssets()
    let change = try await change(
      library,
      by: [
        .delete(identifier: name(4)), .insert(identifier: "new", like: name(0), creationDate: minute(2.5)),
        .touch(identifier: name(1)), .setCreationDate(identifier: name(5), minute(0.5)),
      ])
    let details = try #require(try change.details(for: before))
    #expect(details.hasIncrementalChanges)
    #expect(details.fetchResultBeforeChanges.identifiers == before.identifiers)
    #expect(
      details.fetchResultAfterChanges.identifiers == [name(3), "new", name(2), name(1), name(5), name(0)])
    #expect(details.removedIndexes == [1])
    // 5 3 new 2 1 0, then 5 goes to before 0.
    #expect(details.insertedIndexes == [2])
    #expect(details.changedIndexes == [0, 4])
    #expect(details.moves.map { [$0.from, $0.to] } == [[0, 4]])
    #expect(details.removedObjects.identifiers == [name(4)])
    #expect(details.insertedObjects.identifiers == ["new"])
    #expect(details.changedObjects.identifiers == [name(5), name(1)])
    #expect(details.changedObjects.first?.creationDate == minute(0.5))
  }

  @Test func `tells once of a photo that a result was asked for twice`() async throws {
    let library = try fixture.generate(4)
    let before = try library.fetchAssets(withLocalIdentifiers: [name(2), name(0), name(0), name(1), name(3)])
    #expect(before.identifiers == [name(2), name(0), name(1), name(3)])
    let change = try await change(library, by: [.delete(identifier: name(2)), .delete(identifier: name(3))])
    let details = try #require(try change.details(for: before))
    #expect(details.removedIndexes == [0, 3])
    #expect(details.insertedIndexes.isEmpty)
    #expect(details.fetchResultAfterChanges.identifiers == [name(0), name(1)])
  }

  @Test func `has no details of results that are as they were`() async throws {
    let library = try fixture.generate(6) { $0 == 3 }
    let visible = try library.fetchAssets()
    let change = try await change(library, by: [.touch(identifier: name(3))])
    #expect(try change.details(for: visible) == nil)
    #expect(try change.details(for: FetchResult(Array(visible))) == nil)
    let later = try library.fetchAssets(FetchOptions(includeHidden: true))
    #expect(try change.details(for: later) == nil)
  }

  @Test func `tells an asset's image from what else of it may change`() async throws {
    let (library, assets) = try fixture.generated(5)
    let change = try await change(
      library,
      by: [
        .redraw(identifier: name(4)), .setCreationDate(identifier: name(3), minute(30)),
        .touch(identifier: name(2)), .delete(identifier: name(1)),
      ])
    let redrawn = try #require(try change.details(for: assets[0]))
    #expect(redrawn.assetContentChanged && !redrawn.objectWasDeleted)
    #expect(redrawn.objectAfterChanges?.localIdentifier == name(4))
    let redated = try #require(try change.details(for: assets[1]))
    #expect(!redated.assetContentChanged && redated.objectAfterChanges?.creationDate == minute(30))
    #expect(try change.details(for: assets[2]) == nil)
    let deleted = try #require(try change.details(for: assets[3]))
    #expect(deleted.objectWasDeleted && !deleted.assetContentChanged)
    #expect(try change.details(for: assets[4]) == nil)
  }

  @Test func `tells that a rewritten file looks different`() async throws {
    let library = try fixture.indexed(writing: ["a.jpg"])
    let asset = try library.photo("a.jpg")
    try fixture.write("80×60", to: "a.jpg", modified: 2000)
    let change = try await library.change { _ = try library.index(probe: fixture.probe) }
    let details = try #require(try change.details(for: asset))
    #expect(details.assetContentChanged)
    #expect(details.objectAfterChanges?.pixelSize == PixelSize(width: 80, height: 60))
  }

  @Test func `says to reload where all was replaced`() async throws {
    let library = try fixture.generate(5)
    let before = try library.fetchAssets()
    let change = try await library.change { _ = try fixture.generate(4) }
    let details = try #require(try change.details(for: before))
    #expect(!details.hasIncrementalChanges)
    #expect(details.fetchResultAfterChanges.count == 4)
    #expect(details.removedIndexes.isEmpty && details.insertedIndexes.isEmpty && !details.hasMoves)
  }

  @Test func `says to reload where the log no longer reaches back, and only there`() async throws {
    let library = try fixture.generate(10)
    let before = try library.fetchAssets()
    let flood = (0..<100_000).map { CatalogueStatement.touch(identifier: name($0 % 10)) }
    let almost = try await change(library, by: flood)
    #expect(try almost.details(for: before)?.changedIndexes == Array(0..<10))
    let later = try library.fetchAssets()
    let change = try await change(library, by: [.touch(identifier: name(0))])
    #expect(try change.details(for: before)?.hasIncrementalChanges == false)
    #expect(try change.details(for: later)?.changedIndexes == [9])
  }

  @Test(arguments: 0..<6)
  func `brings any result up to date, whatever happens`(seed: Int) async throws {
    let library = try fixture.generate(40) { $0.isMultiple(of: 7) }
    let options = [FetchOptions(), FetchOptions(includeHidden: true), FetchOptions(fetchLimit: 10)]
    library.minimumChangeInterval = .zero
    let recorder = library.observed()
    var random = Shuffler(seed: UInt64(seed))
    var results = try options.map { try library.fetchAssets($0) }
    var made = 0
    for _ in 0..<12 {
      let known = Array(try library.fetchAssets(options[1])).identifiers
      let heard = recorder.changes.count
      try library.apply(
        (0...random.next(12)).map { _ in
          let identifier = known.isEmpty ? "none" : known[random.next(known.count)]
          switch random.next(5) {
          case 0: return .delete(identifier: identifier)
          case 1:
            made += 1
            return .insert(
              identifier: "new-\(made)", like: identifier, creationDate: minute(Double(random.next(60))))
          case 2: return .setCreationDate(identifier: identifier, minute(Double(random.next(60))))
          case 3: return .redraw(identifier: identifier)
          default: return .touch(identifier: identifier)
          }
        })
      guard try await eventually({ recorder.changes.count > heard }) else {
        // Only edits of assets that no longer exist leave no trace.
        continue
      }
      let change = try #require(recorder.changes.last)
      for (number, result) in results.enumerated() {
        guard let details = try change.details(for: result) else { continue }
        var list = result.identifiers
        for index in details.removedIndexes.reversed() { list.remove(at: index) }
        for (index, asset) in zip(details.insertedIndexes, details.insertedObjects) {
          list.insert(asset.localIdentifier, at: index)
        }
        #expect(details.changedIndexes.map { list[$0] } == details.changedObjects.identifiers)
        for move in details.moves { list.insert(list.remove(at: move.from), at: move.to) }
        #expect(list == details.fetchResultAfterChanges.identifiers)
        results[number] = details.fetchResultAfterChanges
      }
    }
    for (result, options) in zip(results, options) {
      #expect(result.identifiers == (try library.fetchAssets(options)).identifiers)
    }
  }
}
