internal import Foundation
internal import GalleryEngine
internal import Support

/// The objects that a fetch found, in order, as they were at that moment.
///
/// A result behaves like an array and costs little more than a screenful of objects, whatever its count: it loads assets in
/// batches on demand, and keeps only the most recently used ones. It never changes; a ``Change`` reports changes, and gives the
/// next result. Any thread may use it, and copies share the loaded batches.
///
/// If the catalogue becomes unreadable (its disk is gone), assets that are not loaded stay in the result, but fail: their
/// ``Asset/failure`` gives the reason, and the next access tries again.
public struct FetchResult<Object: LibraryObject>: Sendable {
  enum Source: Sendable {
    case values([Object])
    /// Objects that are read on demand.
    case batches(BatchCache<Object>)
  }

  /// The number of objects.
  public let count: Int
  let source: Source
  /// The fetch, so that it can be repeated; `nil` without a library.
  let origin: FetchOrigin<Object>?

  /// The rows of the assets, in order; `nil` for other objects, and for assets of no library.
  package var rows: [UInt32]? { origin?.rows }
}

struct FetchOrigin<Object: LibraryObject>: Sendable {
  /// The state of the catalogue that the result shows; see ``LoggedChange``.
  let revision: Int64
  let rows: [UInt32]?
  /// Repeats the fetch on another state.
  let refetch: @Sendable (CatalogueSnapshot) throws(LibraryError) -> FetchResult<Object>
}

extension FetchResult: RandomAccessCollection {
  package init(_ objects: [Object]) { self.init(count: objects.count, source: .values(objects), origin: nil) }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of objects.
  public var endIndex: Int { count }

  /// The object at a position.
  ///
  /// - Complexity: O(1) in a loaded batch; otherwise one read of the catalogue, O(log assets).
  public subscript(position: Int) -> Object {
    precondition(position >= 0 && position < count, "position \(position) is outside 0..<\(count)")
    return switch source {
    case .values(let values): values[position]
    case .batches(let cache): cache[position]
    }
  }
}

extension Asset {
  /// A substitute for an asset that cannot be read; no real identifier begins with a question mark.
  static func unreadable(_ position: Int, because error: LibraryError) -> Asset {
    Asset(
      localIdentifier: "?\(position)", pixelSize: PixelSize(width: 0, height: 0), creationDate: .distantPast,
      modificationDate: .distantPast,
      original: Original(path: "", format: .unknown, byteCount: 0, failure: "\(error)"))
  }
}

/// A least-recently-used cache of a fetch's batches.
final class BatchCache<Object: Sendable>: Sendable {
  typealias Load = @Sendable (Range<Int>) throws(LibraryError) -> [Object]

  private typealias Batch = (number: Int, objects: [Object])

  /// Enough for the visible cells and a window on either side, even across the ends of batches.
  private static var capacity: Int { 8 }

  private let count: Int
  private let batchSize: Int
  private let load: Load
  private let unreadable: @Sendable (Int, LibraryError) -> Object
  /// The batches, the most recently used one last.
  private let loaded = Locked<[Batch]>([])

  init(
    count: Int, batchSize: Int, load: @escaping Load,
    unreadable: @escaping @Sendable (Int, LibraryError) -> Object
  ) {
    self.count = count
    self.batchSize = batchSize
    self.load = load
    self.unreadable = unreadable
  }

  var residentCount: Int { loaded.withLock { $0.reduce(0) { $0 + $1.objects.count } } }

  subscript(position: Int) -> Object {
    let number = position / batchSize
    if let object = loaded.withLock({ Self.find(number, in: &$0)?.objects[position % batchSize] }) {
      return object
    }
    // Outside the lock, so that readers of other batches do not wait; two threads may read the same batch.
    let first = number * batchSize
    do throws(LibraryError) {
      let batch: Batch = (number, try load(first..<min(first + batchSize, count)))
      loaded.withLock { loaded in
        guard Self.find(number, in: &loaded) == nil else { return }
        if loaded.count == Self.capacity { loaded.removeFirst() }
        loaded.append(batch)
      }
      return batch.objects[position % batchSize]
    } catch {
      return unreadable(position, error)
    }
  }

  /// Finds a batch, and marks it as the most recently used.
  private static func find(_ number: Int, in loaded: inout [Batch]) -> Batch? {
    if let last = loaded.last, last.number == number { return last }
    guard let index = loaded.firstIndex(where: { $0.number == number }) else { return nil }
    let batch = loaded.remove(at: index)
    loaded.append(batch)
    return batch
  }
}
