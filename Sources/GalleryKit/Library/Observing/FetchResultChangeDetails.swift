internal import GalleryEngine

/// The difference between a fetch result and the one before, as a grid applies it: removed, inserted, changed, moved.
///
/// Each index counts in the list after the earlier steps:
///
/// | | indexes | count in |
/// |---|---|---|
/// | ``removedIndexes`` | ascending | the result before the changes; remove the last one first, or all at once |
/// | ``insertedIndexes`` | ascending | the list that holds them all; insert the first one first |
/// | ``changedIndexes`` | ascending | the list after inserting; reload these |
/// | ``moves`` | one after the other | the list after the earlier moves; take out at `from`, put in at `to` |
///
/// Without moves, inserted and changed indexes are those of the result after the changes. Removals, insertions and moves are as
/// few as possible.
public struct FetchResultChangeDetails<Object: LibraryObject>: Sendable {
  /// The result before the changes.
  public let fetchResultBeforeChanges: FetchResult<Object>
  /// The result after the changes; continue with it.
  public let fetchResultAfterChanges: FetchResult<Object>
  let script: EditScript?

  /// Whether the indexes turn one result into the other; if not, reload everything: it was replaced, the client's access changed, or
  /// more changed than the library's log holds (100,000 entries).
  public var hasIncrementalChanges: Bool { script != nil }

  /// The indexes of removed objects; see above.
  public var removedIndexes: [Int] { script?.removed ?? [] }
  /// The indexes of inserted objects; see above.
  public var insertedIndexes: [Int] { script?.inserted ?? [] }
  /// The indexes of objects with any change; see above.
  ///
  /// Many changed indexes need not mean much: ``Change/details(for:)-(Asset)`` tells whether an asset looks different.
  public var changedIndexes: [Int] { script?.changed ?? [] }
  /// The moves, one after the other; see above.
  public var moves: [(from: Int, to: Int)] { script?.moves.map { ($0.from, $0.to) } ?? [] }
  /// Whether there are moves.
  public var hasMoves: Bool { !(script?.moves.isEmpty ?? true) }

  /// The removed objects, in the order of ``removedIndexes``.
  ///
  /// - Complexity: O(removed), each of which may be read from the catalogue; inserted and changed objects likewise.
  public var removedObjects: [Object] { removedIndexes.map { fetchResultBeforeChanges[$0] } }
  /// The inserted objects, in the order of ``insertedIndexes``.
  public var insertedObjects: [Object] { script?.insertedInTheEnd.map { fetchResultAfterChanges[$0] } ?? [] }
  /// The changed objects, as they are now, in the order of ``changedIndexes``.
  public var changedObjects: [Object] { script?.changedInTheEnd.map { fetchResultAfterChanges[$0] } ?? [] }
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

/// The change of one object.
public struct ObjectChangeDetails<Object: LibraryObject>: Sendable {
  /// The object before the changes.
  public let objectBeforeChanges: Object
  /// The object after the changes; `nil` if it no longer exists or access to it is denied.
  public let objectAfterChanges: Object?
  /// Whether an asset looks different, so that its images must be requested again.
  public let assetContentChanged: Bool

  /// Whether the object no longer exists or access to it is denied.
  public var objectWasDeleted: Bool { objectAfterChanges == nil }
}

/// An observer of changes to a library.
public protocol PhotoLibraryObserver: AnyObject, Sendable {
  /// Tells the observer that the library has changed; ask the change for details of the objects that you hold.
  ///
  /// The library calls this on its own thread, one call after the other, with no lock held: you may register, unregister, fetch
  /// and change from here. Hand the change to the main thread to apply it to the screen.
  func photoLibraryDidChange(_ change: Change)
}

extension PhotoLibrary {
  /// Registers an observer of changes from now on, until it is unregistered or released; the library holds it weakly.
  ///
  /// Observers hear of this process's changes at once, and of others within a tenth of a second; in a storm, at most one
  /// ``Change`` comes in each ``minimumChangeInterval``, for all changes since the last. Registering twice changes nothing.
  public func register(_ observer: any PhotoLibraryObserver) { watcher.add(observer) }

  /// Unregisters an observer; a call that is under way on another thread may end later.
  public func unregister(_ observer: any PhotoLibraryObserver) { watcher.remove(observer) }

  /// A stream of the changes from now on; see ``register(_:)``.
  ///
  /// A slow reader gets the last change next, which covers all missed ones. The stream keeps the library alive, and ends with
  /// the task or loop that reads it.
  public func changes() -> AsyncStream<Change> {
    let (stream, continuation) = AsyncStream.makeStream(of: Change.self, bufferingPolicy: .bufferingNewest(1))
    let number = watcher.add(continuation)
    continuation.onTermination = { [self] _ in watcher.remove(number) }
    return stream
  }

  /// The least time between two notices to observers; a tenth of a second by default.
  public var minimumChangeInterval: Duration {
    get { .seconds(watcher.interval) }
    set { watcher.interval = newValue / .seconds(1) }
  }
}
