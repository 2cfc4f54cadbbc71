import GalleryKit
import Testing

@testable import ScrollSim

@Suite struct `The watch over memory` {
  @Test func `speaks once at each grade on the way up, and once on the way down`() {
    var watch = MemoryWatch()
    let shares = [50, 69, 70, 79, 80, 85, 94, 95, 99, 90, 80, 70, 60, 59, 50, 81]
    let heard = shares.compactMap { share in watch.observe(share, limit: 100).map { (share, $0) } }
    #expect(heard.map(\.0) == [70, 80, 95, 59, 81])
    #expect(heard.map(\.1) == [.notice, .warning, .critical, .normal, .warning])
  }
}
