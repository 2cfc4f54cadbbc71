internal import GalleryEngine
internal import Locking

/// The batches of a fetch that were used last.
final class BatchCache<Object: Sendable>: Sendable {
  typealias Load = @Sendable (Range<Int>) throws(LibraryError) -> [Object]

  private struct Batch {
    let number: Int
    let objects: [Object]
  }

  /// Enough for the visible cells and a window on either side to lie across ends of batches.
  private static var capacity: Int { 8 }

  private let count: Int
  private let batchSize: Int
  private let load: Load
  private let unreadable: @Sendable (Int, LibraryError) -> Object
  /// The one used last comes last.
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
    // Outside the lock, so that nobody waits who has what they need; two threads may read the same batch.
    let first = number * batchSize
    do throws(LibraryError) {
      let batch = Batch(number: number, objects: try load(first..<min(first + batchSize, count)))
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

  /// Looks for a batch, and notes that it is the one used last.
  private static func find(_ number: Int, in loaded: inout [Batch]) -> Batch? {
    if let last = loaded.last, last.number == number { return last }
    guard let index = loaded.firstIndex(where: { $0.number == number }) else { return nil }
    let batch = loaded.remove(at: index)
    loaded.append(batch)
    return batch
  }
}
