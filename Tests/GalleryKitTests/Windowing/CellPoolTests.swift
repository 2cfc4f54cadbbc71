import GalleryKit
import TestSupport
import Testing

@Suite("Cells")
struct CellPoolTests {
  private let ledger = MemoryLedger()

  private func image() -> DecodedImage {
    DecodedImage(
      pixels: PixelBuffer(accounting: PixelSize(width: 10, height: 10), ledger: ledger, owner: .cells))
  }

  @Test(arguments: CellLifecycle.allCases)
  func `an image never lands in a cell that has moved on to another asset`(lifecycle: CellLifecycle) throws {
    let pool = Cells(lifecycle)
    let old = try #require(pool.display(1))
    _ = pool.endDisplaying(1)
    let new = pool.display(2)
    let took = pool.deliver(.image(image()), to: old)
    // A retained cell is still that of its item, and takes its image off screen.
    #expect(took == (lifecycle == .retained))
    #expect(pool.displayed[2]?.isBlank == true)
    #expect(new != nil)
  }

  @Test func `a late image is refused even if the same item is back in another use of the cell`() throws {
    let pool = Cells(.released)
    let first = try #require(pool.display(1))
    _ = pool.endDisplaying(1)
    let second = try #require(pool.display(1))
    #expect(first != second)
    #expect(!pool.deliver(.image(image()), to: first))
    #expect(pool.deliver(.image(image()), to: second))
  }

  @Test func `retained cells keep every image that they ever had`() throws {
    let pool = Cells(.retained)
    for item in 0..<10 {
      let token = try #require(pool.display(item))
      pool.deliver(.image(image()), to: token)
      #expect(pool.endDisplaying(item) == nil)
    }
    #expect(ledger.snapshot.liveBuffers == 10)
    #expect(pool.display(3) == nil, "it has its image already")
  }

  @Test func `released cells let their images go when they leave`() throws {
    let pool = Cells(.released)
    for item in 0..<10 {
      let token = try #require(pool.display(item))
      pool.deliver(.image(image()), to: token)
      _ = pool.endDisplaying(item)
    }
    #expect(ledger.snapshot.total == 0)
    #expect(pool.offscreenCount == 0)
  }

  @Test func `reused cells keep no more images than fit the screen`() throws {
    let pool = Cells(.reused)
    for item in 0..<50 {
      if item >= 6 { _ = pool.endDisplaying(item - 6) }
      let token = try #require(pool.display(item))
      pool.deliver(.image(image()), to: token)
      #expect(ledger.snapshot.liveBuffers <= 6)
    }
  }

  @Test(arguments: [CellLifecycle.released, .reused])
  func `a cell that leaves hands back its open request`(lifecycle: CellLifecycle) throws {
    let pool = Cells(lifecycle)
    let token = try #require(pool.display(1))
    pool.setRequest(ImageRequestID(rawValue: 7), for: token)
    #expect(pool.endDisplaying(1) == ImageRequestID(rawValue: 7))
    let again = try #require(pool.display(1))
    pool.deliver(.image(image()), to: again)
    pool.setRequest(ImageRequestID(rawValue: 8), for: again)
    #expect(pool.endDisplaying(1) == nil, "the image came before the identifier; nothing is open")
  }

  @Test func `a degraded image never takes the place of the final one`() throws {
    let pool = Cells(.released)
    let token = try #require(pool.display(1))
    #expect(pool.deliver(.degraded(image()), to: token))
    #expect(pool.deliver(.image(image()), to: token))
    #expect(!pool.deliver(.degraded(image()), to: token))
  }
}

extension GridCell {
  fileprivate var isBlank: Bool {
    if case .blank = content { true } else { false }
  }
}

/// A pool that can be changed inside an expectation.
private final class Cells {
  private var pool: CellPool

  init(_ lifecycle: CellLifecycle) { pool = CellPool(lifecycle: lifecycle) }

  var displayed: [Int: GridCell] { pool.displayed }
  var offscreenCount: Int { pool.offscreenCount }

  func display(_ item: Int) -> CellToken? { pool.display(item) }
  func endDisplaying(_ item: Int) -> ImageRequestID? { pool.endDisplaying(item) }
  func setRequest(_ request: ImageRequestID, for token: CellToken) { pool.setRequest(request, for: token) }

  @discardableResult
  func deliver(_ result: ImageResponse.Content, to token: CellToken) -> Bool {
    pool.deliver(result, to: token)
  }
}
