import Support
import TestSupport
import Testing

@testable import GalleryKit

struct FetchResultTests {
  static let assets = (0..<500).map { Asset.sample("asset\($0)") }

  /// Sizes and batches of all proportions, and none at all, read in a random order.
  @Test(arguments: 0..<60)
  func `a result, read or in memory, behaves like the array of its assets`(seed: Int) {
    var shuffler = Shuffler(seed: UInt64(seed))
    let assets = Array(Self.assets.prefix(seed == 0 ? 0 : shuffler.next(500)))
    let read = FetchResult<Asset>(count: assets.count, batchSize: 1 + shuffler.next(40)) {
      Array(assets[$0])
    }
    let middle = assets.count / 2
    for result in [read, FetchResult<Asset>(assets)] {
      for _ in assets {
        let position = shuffler.next(assets.count)
        #expect(result[position] == assets[position])
      }
      #expect(Array(result) == assets)
      #expect(Array(result.reversed()) == assets.reversed())
      #expect(result.first == assets.first)
      #expect(result.last == assets.last)
      #expect(result.isEmpty == assets.isEmpty)
      #expect(result.indices == assets.indices)
      #expect(Array(result[..<middle]) == Array(assets[..<middle]))
      #expect(result.index(0, offsetBy: middle) == middle)
      #expect(result.distance(from: middle, to: 0) == -middle)
    }
  }

  @Test func `batches are read once while they are in use, and the longest unused is released`() {
    let loads = Locked<[Int]>([])
    let result = FetchResult<Asset>(count: 100, batchSize: 10) { range in
      loads.withLock { $0.append(range.lowerBound / 10) }
      return Array(Self.assets[range])
    }
    for batch in [0, 1, 2, 3, 4, 5, 6, 7, 0, 8, 0, 1] { _ = result[batch * 10 + 3] }
    #expect(loads.withLock { $0 } == [0, 1, 2, 3, 4, 5, 6, 7, 8, 1])
    #expect(result.residentCount == 80)
    let copy = result
    _ = copy[19]
    #expect(loads.withLock { $0.count } == 10)
  }

  @Test func `an asset that cannot be read fails, says why, and is read when that is possible again`() {
    let isBroken = Locked(true)
    let result = FetchResult<Asset>(count: 30, batchSize: 10) { range throws(LibraryError) in
      guard !isBroken.withLock({ $0 }) else { throw .catalogueDamaged("photos.sqlite", reason: "unplugged") }
      return Array(Self.assets[range])
    }
    #expect(result[12].failure?.contains("photos.sqlite: the catalogue is damaged (unplugged)") == true)
    #expect(result[12].localIdentifier != result[13].localIdentifier)
    isBroken.withLock { $0 = false }
    #expect(result[12] == Self.assets[12])
  }

  @Test func `many threads read the same result`() async {
    let result = FetchResult<Asset>(count: 500, batchSize: 7) { Array(Self.assets[$0]) }
    await withTaskGroup(of: Bool.self) { group in
      for seed in 0..<4 {
        group.addTask {
          var shuffler = Shuffler(seed: UInt64(seed))
          return (0..<500).allSatisfy { _ in
            let position = shuffler.next(500)
            return result[position] == Self.assets[position]
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test func `a position outside is a programmer's error`() async {
    await #expect(processExitsWith: .failure) { _ = FetchResult<Asset>([])[0] }
  }
}

extension FetchResult<Asset> {
  /// Makes a result of assets that are read in batches.
  fileprivate init(count: Int, batchSize: Int, load: @escaping BatchCache<Asset>.Load) {
    let cache = BatchCache(count: count, batchSize: batchSize, load: load, unreadable: Asset.unreadable)
    self.init(count: count, source: .batches(cache), origin: nil)
  }

  /// The number of assets in memory.
  var residentCount: Int {
    switch source {
    case .values(let values): values.count
    case .batches(let cache): cache.residentCount
    }
  }
}
