internal import Foundation
internal import Locking

/// The assets that a fetch found, in order, as they were at that moment.
///
/// Behaves like an array and costs little more than a screenful of one, however many assets there are: assets are
/// loaded in batches as they are asked for, and only the batches used last are kept. It never changes; fetch again
/// to see what has. Any thread may use it, and copies share what is loaded.
///
/// If the catalogue cannot be read any more (its disk is gone), the assets that were not loaded are there all the
/// same, but fail: their ``Asset/failure`` says why, and asking again tries again.
public struct FetchResult: Sendable {
  /// The number of assets.
  ///
  /// - Complexity: O(1).
  public let count: Int
  private let batches: BatchCache

  /// Makes a result of assets that are read in batches.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - batchSize: how many are read at once.
  ///   - load: reads those in a range, which begins at a multiple of `batchSize`.
  package init(
    count: Int, batchSize: Int, load: @escaping @Sendable (Range<Int>) throws(LibraryError) -> [Asset]
  ) {
    self.count = count
    batches = BatchCache(count: count, batchSize: batchSize, load: load)
  }

  /// Makes a result of assets that are in memory anyway.
  package init(assets: [Asset]) {
    self.init(count: assets.count, batchSize: Swift.max(1, assets.count)) { range in Array(assets[range]) }
  }

  /// How many assets are in memory.
  package var residentCount: Int { batches.residentCount }
}

extension FetchResult: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of assets.
  public var endIndex: Int { count }

  /// The asset at a position.
  ///
  /// - Complexity: O(1) in a batch that is loaded; otherwise one read of the catalogue, O(log assets).
  public subscript(position: Int) -> Asset {
    precondition(indices.contains(position), "position \(position) is outside 0..<\(count)")
    return batches[position]
  }
}

/// The batches of a fetch that were used last.
private final class BatchCache: Sendable {
  private struct Batch {
    let number: Int
    let assets: [Asset]
  }

  /// Enough for the visible cells and a window on either side to lie across ends of batches.
  private static let capacity = 8

  private let count: Int
  private let batchSize: Int
  private let load: @Sendable (Range<Int>) throws(LibraryError) -> [Asset]
  /// The one used last comes last.
  private let loaded = Locked<[Batch]>([])

  init(count: Int, batchSize: Int, load: @escaping @Sendable (Range<Int>) throws(LibraryError) -> [Asset]) {
    self.count = count
    self.batchSize = batchSize
    self.load = load
  }

  var residentCount: Int { loaded.withLock { $0.reduce(0) { $0 + $1.assets.count } } }

  subscript(position: Int) -> Asset {
    let number = position / batchSize
    if let asset = loaded.withLock({ Self.find(number, in: &$0)?.assets[position % batchSize] }) {
      return asset
    }
    // Outside the lock, so that nobody waits who has what they need; two threads may read the same batch.
    let first = number * batchSize
    do throws(LibraryError) {
      let batch = Batch(number: number, assets: try load(first..<min(first + batchSize, count)))
      loaded.withLock { loaded in
        guard Self.find(number, in: &loaded) == nil else { return }
        if loaded.count == Self.capacity { loaded.removeFirst() }
        loaded.append(batch)
      }
      return batch.assets[position % batchSize]
    } catch {
      return Self.unreadable(position, because: error)
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

  /// Stands for an asset that could not be read; no real identifier begins with a question mark.
  private static func unreadable(_ position: Int, because error: LibraryError) -> Asset {
    Asset(
      localIdentifier: "?\(position)", pixelSize: PixelSize(width: 0, height: 0), creationDate: .distantPast,
      modificationDate: .distantPast,
      original: Original(path: "", format: .unknown, byteCount: 0, failure: "\(error)"))
  }
}
