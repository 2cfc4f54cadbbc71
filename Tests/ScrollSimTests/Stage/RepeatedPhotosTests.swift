import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

struct RepeatedPhotosTests {
  private let originals = (1...3).map {
    Asset.sample("photo-\($0)", pixelSize: PixelSize(width: $0 * 100, height: 100))
  }

  @Test func `copies come in the order of the originals, each under a name of its own`() {
    let assets = StageAssets(FetchResult(originals), atLeast: 8)
    #expect(assets.count == 8)
    #expect(assets.map(\.pixelSize) == (0..<8).map { originals[$0 % 3].pixelSize })
    #expect(assets.prefix(3).map(\.localIdentifier) == originals.map(\.localIdentifier))
    #expect(Set(assets.map(\.localIdentifier)).count == 8)
    #expect(assets.map(\.localIdentifier) == assets.map(\.localIdentifier))
  }

  @Test func `a library that has more is shown as it is`() {
    #expect(StageAssets(FetchResult(originals), atLeast: 2).count == 3)
    #expect(StageAssets(FetchResult([Asset]()), atLeast: 9).isEmpty)
  }
}
