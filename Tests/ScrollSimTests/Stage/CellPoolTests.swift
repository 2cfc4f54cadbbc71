import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite("Cells")
struct CellPoolTests {
  private let ledger = MemoryLedger()

  private func image() -> DecodedImage {
    DecodedImage(pixels: PixelBuffer(accounting: PixelSize(width: 10, height: 10), ledger: ledger))
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
    #expect(pool.displayed[2]?.state == .blank)
    #expect(new != nil)
  }

  @Test func `a late image is refused even if the same item is back in another use of the cell`() throws {
    let pool = Cells(.released)
    let first = try #require(pool.display(1))
    _ = pool.endDisplaying(1)
    let second = try #require(pool.display(1))
    #expect(first != second)
    #expect(!pool.deliver(.image(image()), to: first) && pool.deliver(.image(image()), to: second))
  }

  private static let (small, large) = (PixelSize(width: 10, height: 10), PixelSize(width: 20, height: 20))

  @Test func `cells that grow keep what they show as a degraded image, and ask again`() throws {
    let pool = Cells(.released, size: Self.small)
    let final = try #require(pool.display(1))
    let waiting = try #require(pool.display(2))
    pool.deliver(.image(image()), to: final)
    let resizing = pool.resize(to: Self.large)
    #expect(resizing.cells.map(\.item) == [1, 2])
    #expect(!pool.deliver(.image(image()), to: waiting), "what comes in the old size is refused")
    #expect(pool.displayed[1]?.state == .degraded, "a cell shows what it has")
    #expect(pool.displayed[2]?.state == .blank)
    let token = try #require(resizing.cells[0].token)
    #expect(!pool.deliver(.degraded(image()), to: token), "the old image is the better one")
    #expect(pool.deliver(.image(image()), to: token) && pool.displayed[1]?.state == .final)
  }

  @Test func `cells that shrink are as sharp as before, and there and back nothing is asked for`() throws {
    let pool = Cells(.released, size: Self.large)
    let token = try #require(pool.display(1))
    pool.deliver(.image(image()), to: token)
    #expect(pool.resize(to: Self.small).cells.isEmpty && pool.resize(to: Self.large).cells.isEmpty)
    // One that grows and shrinks again has its image back, if no other has come meanwhile.
    #expect(pool.resize(to: PixelSize(width: 30, height: 30)).cells.count == 1)
    let back = pool.resize(to: Self.small).cells
    #expect(back.map(\.item) == [1] && back[0].token == nil)
    #expect(pool.displayed[1]?.state == .final)
  }

  @Test func `a retained cell off screen asks when it comes back, if its image is too small then`() throws {
    let pool = Cells(.retained, size: Self.small)
    for item in 1...2 { pool.deliver(.image(image()), to: try #require(pool.display(item))) }
    _ = pool.endDisplaying(1)
    _ = pool.endDisplaying(2)
    #expect(pool.resize(to: Self.large).cells.isEmpty)
    let token = try #require(pool.display(1))
    #expect(pool.displayed[1]?.state == .degraded, "it shows what it has")
    #expect(pool.deliver(.image(image()), to: token))
    _ = pool.endDisplaying(1)
    #expect(pool.display(1) == nil)
    _ = pool.resize(to: Self.small)
    #expect(pool.display(2) == nil)
  }

  @Test(arguments: [CellLifecycle.retained, .released])
  func `retained cells keep every image that they ever had, and released ones release them`(
    lifecycle: CellLifecycle
  ) throws {
    let pool = Cells(lifecycle)
    for item in 0..<10 {
      pool.deliver(.image(image()), to: try #require(pool.display(item)))
      #expect(pool.endDisplaying(item) == nil)
    }
    let areKept = lifecycle == .retained
    #expect(ledger.snapshot.liveBuffers == (areKept ? 10 : 0))
    #expect(pool.offscreenCount == (areKept ? 10 : 0))
    #expect(areKept || ledger.snapshot.total == 0)
    let token = pool.display(3)
    #expect((token == nil) == areKept, "a cell that has its image does not ask")
  }

  @Test func `reused cells keep no more images than fit the screen`() throws {
    let pool = Cells(.reused)
    for item in 0..<50 {
      if item >= 6 { _ = pool.endDisplaying(item - 6) }
      pool.deliver(.image(image()), to: try #require(pool.display(item)))
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
    #expect(pool.deliver(.degraded(image()), to: token) && pool.deliver(.image(image()), to: token))
    #expect(!pool.deliver(.degraded(image()), to: token))
  }
}

/// A pool that can be changed inside an expectation.
private final class Cells {
  private var pool: CellPool

  init(_ lifecycle: CellLifecycle, size: PixelSize = PixelSize(width: 1, height: 1)) {
    pool = CellPool(lifecycle: lifecycle, size: size)
  }

  var displayed: [Int: GridCell] { pool.displayed }
  var offscreenCount: Int { pool.retained.count + pool.reusable.count }

  func display(_ item: Int) -> CellToken? { pool.display(item) }
  func endDisplaying(_ item: Int) -> ImageRequestID? { pool.endDisplaying(item) }
  func resize(to size: PixelSize) -> CellPool.Resizing { pool.resize(to: size) }
  func setRequest(_ request: ImageRequestID, for token: CellToken) { pool.setRequest(request, for: token) }

  @discardableResult
  func deliver(_ result: ImageResponse.Content, to token: CellToken) -> Bool {
    pool.deliver(result, to: token)
  }
}
