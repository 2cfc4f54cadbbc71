internal import GalleryEngine

/// How a fetch result differs from the one before, in the order in which a grid applies it: removed, inserted, changed,
/// moved.
///
/// Each index counts in the list as the steps before it have left it:
///
/// | | indexes | count in |
/// |---|---|---|
/// | ``removedIndexes`` | ascending | the result before the changes; remove the last one first, or all at once |
/// | ``insertedIndexes`` | ascending | the list that holds them all; insert the first one first |
/// | ``changedIndexes`` | ascending | the list after inserting; reload these |
/// | ``moves`` | one after the other | the list after the moves before; take out at `from`, put in at `to` |
///
/// Where nothing moves, inserted and changed indexes are those of the result after the changes. There are no more
/// removals, insertions and moves than necessary.
public struct FetchResultChangeDetails<Object: LibraryObject>: Sendable {
  /// What you asked for details of.
  public let fetchResultBeforeChanges: FetchResult<Object>
  /// What to go on with.
  public let fetchResultAfterChanges: FetchResult<Object>
  let script: EditScript?

  /// Whether the indexes say how one result becomes the other; if not, reload everything.
  ///
  /// They do not where all was replaced, or more has changed than the library's log holds, 100,000 entries.
  public var hasIncrementalChanges: Bool { script != nil }

  /// Where what is gone was; see above.
  public var removedIndexes: [Int] { script?.removed ?? [] }
  /// Where what is new goes; see above.
  public var insertedIndexes: [Int] { script?.inserted ?? [] }
  /// Where what has changed is, whatever has changed of it; see above.
  ///
  /// A flood of these need not mean much: ``Change/details(for:)-(Asset)`` tells whether an asset's image is another.
  public var changedIndexes: [Int] { script?.changed ?? [] }
  /// What goes elsewhere, one after the other; see above.
  public var moves: [(from: Int, to: Int)] { script?.moves.map { ($0.from, $0.to) } ?? [] }
  /// Whether there are moves.
  public var hasMoves: Bool { !(script?.moves.isEmpty ?? true) }

  /// What is gone, in the order of ``removedIndexes``.
  ///
  /// - Complexity: O(removed), each of which may be read from the catalogue; so it is with the others.
  public var removedObjects: [Object] { removedIndexes.map { fetchResultBeforeChanges[$0] } }
  /// What is new, in the order of ``insertedIndexes``.
  public var insertedObjects: [Object] {
    guard let script else { return [] }
    return script.insertedInTheEnd.map { fetchResultAfterChanges[$0] }
  }
  /// What has changed, as it is now, in the order of ``changedIndexes``.
  public var changedObjects: [Object] {
    guard let script else { return [] }
    return script.changedInTheEnd.map { fetchResultAfterChanges[$0] }
  }
}

extension FetchResultChangeDetails<Asset> {
  /// The rows of ``removedObjects``, without loading any.
  package var removedRows: [UInt32] {
    fetchResultBeforeChanges.rows.map { rows in removedIndexes.map { rows[$0] } } ?? []
  }

  /// The rows of ``changedObjects``, without loading any; `nil` if they are not known.
  package var changedRows: [UInt32]? {
    guard let script, let rows = fetchResultAfterChanges.rows else { return nil }
    return script.changedInTheEnd.map { rows[$0] }
  }
}

/// How an object differs from what it was.
public struct ObjectChangeDetails<Object: LibraryObject>: Sendable {
  /// What you asked for details of.
  public let objectBeforeChanges: Object
  /// What it is now; `nil` if it is gone, or may not be seen any more.
  public let objectAfterChanges: Object?
  /// Whether an asset looks otherwise than before, so that its images must be asked for again.
  public let assetContentChanged: Bool

  /// Whether it is gone, or may not be seen any more.
  public var objectWasDeleted: Bool { objectAfterChanges == nil }
}

/// Hears of changes to a library.
public protocol PhotoLibraryObserver: AnyObject, Sendable {
  /// The library has changed: details of what you hold are the change's to give.
  ///
  /// Called on a thread of the library's, one call after the other, and with no lock held: you may register, unregister,
  /// fetch and change from here. Hand the change to the main thread to apply it to what is on screen.
  func photoLibraryDidChange(_ change: Change)
}

extension PhotoLibrary {
  /// Tells an observer of what changes from now on, until it is unregistered or gone; the library does not keep it.
  ///
  /// Changes of this process are told at once, those of others within a tenth of a second; in a storm, there is at most
  /// one ``Change`` in each ``minimumChangeInterval``, for all that has happened since the last. Registering twice changes
  /// nothing.
  public func register(_ observer: any PhotoLibraryObserver) { watcher.add(observer) }

  /// Tells an observer no more; a call that is under way on another thread ends first, or later.
  public func unregister(_ observer: any PhotoLibraryObserver) { watcher.remove(observer) }

  /// What changes from now on, as a stream; see ``register(_:)``.
  ///
  /// A slow reader gets the last change next, which tells of all that was missed. The stream keeps the
  /// library, and ends with the task or loop that reads it.
  public func changes() -> AsyncStream<Change> {
    let (stream, continuation) = AsyncStream.makeStream(of: Change.self, bufferingPolicy: .bufferingNewest(1))
    let number = watcher.add(continuation)
    continuation.onTermination = { [self] _ in watcher.remove(number) }
    return stream
  }

  /// The least time between two changes that observers hear of; a tenth of a second by default.
  public var minimumChangeInterval: Duration {
    get { .seconds(watcher.interval) }
    set { watcher.interval = newValue / .seconds(1) }
  }
}
