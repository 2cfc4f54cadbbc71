import GalleryKit
import ScrollSim
import Testing

@Suite struct `The watch over memory` {
  @Test func `warns once on the way up and relieves once on the way down`() {
    var watch = MemoryWatch()
    let heard = [50, 79, 80, 85, 94, 95, 99, 90, 80, 75, 70, 69, 60, 81].map { watch.observe($0, limit: 100) }
    #expect(
      heard == [nil, nil, .warning, nil, nil, .critical, nil, nil, nil, nil, nil, .normal, nil, .warning])
  }
}
