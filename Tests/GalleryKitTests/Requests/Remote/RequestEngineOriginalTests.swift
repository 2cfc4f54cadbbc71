import GalleryKit
import TestSupport
import Testing

@Suite("Originals as they are stored, in the request engine")
struct RequestEngineOriginalTests {
  @Test func `an original that is here is read at once, though all decoders work`() throws {
    var timeline = EngineTimeline(workers: 1, downloads: 1)
    try timeline.play(
      """
      request a  | begin a
      request b  |
      data c     | read c
      found c    | 3:data
      finish a   | 1:image begin b
      """)
  }

  @Test func `one in the cloud is downloaded, and its progress told`() throws {
    var timeline = EngineTimeline(workers: 1, downloads: 1)
    try timeline.play(
      """
      data a@    | fetch a@
      half a@    | 1:50%
      arrive a@  | read a@
      found a@   | 1:data
      data a@    | read a@
      found a@   | 2:data
      """)
    #expect(timeline.engine.isIdle)
  }

  @Test func `requests for an original and for images of it wait for one download`() throws {
    var timeline = EngineTimeline(workers: 1, downloads: 2)
    try timeline.play(
      """
      request a@  | fetch a@
      data a@     |
      data a@     |
      half a@     | 1:50% 2:50% 3:50%
      arrive a@   | read a@ begin a@
      found a@    | 2:data 3:data
      finish a@   | 1:image
      """)
    var later = EngineTimeline(workers: 1, downloads: 2)
    try later.play(
      """
      data a@     | fetch a@
      request a@+ | fetch head a@+
      start a@    |
      cancel 1    | 1:cancelled drop original a@
      arrive a@   | begin a@
      """)
  }

  @Test func `without the network, or without a fetcher, it is said to be in the cloud`() throws {
    var timeline = EngineTimeline(workers: 1, downloads: 1)
    try timeline.play(
      """
      data a@ offline | 1:cloud
      data a@         | fetch a@
      data a@ offline | 3:cloud
      arrive a@       | read a@
      data a@ offline |
      found a@        | 2:data 4:data
      """)
    var alone = EngineTimeline(workers: 1)
    try alone.play("data a@ | 1:cloud")
    #expect(timeline.engine.isIdle && alone.engine.isIdle)
  }

  @Test func `cancelled, it ends its download, unless somebody else waits`() throws {
    var timeline = EngineTimeline(workers: 1, downloads: 1)
    try timeline.play(
      """
      data a@     | fetch a@
      data a@     |
      cancel 1    | 1:cancelled
      cancel 2    | 2:cancelled drop original a@ halt a@
      torn a@     |
      data a@     | fetch a@
      arrive a@   | read a@
      cancel 3    | 3:cancelled doom original a@
      data a@     |
      found a@    | 4:data
      cancel 4    |
      """)
    #expect(timeline.engine.isIdle)
  }

  @Test func `what cannot be had or read is an error for all who wait, and the next one tries again`() throws
  {
    var timeline = EngineTimeline(workers: 1, downloads: 1)
    try timeline.play(
      """
      data a@     | fetch a@
      request a@  |
      lose a@     | 1:failed 2:failed
      data a@     | fetch a@
      arrive a@   | read a@
      missing a@  | 3:failed
      data b!     | 4:failed
      """)
    #expect(timeline.engine.isIdle)
  }

  @Test func `an original that is being read does not go, however full the storage is`() throws {
    var timeline = EngineTimeline(workers: 1, downloads: 1, storage: 1)
    try timeline.play(
      """
      data a@     | fetch a@
      arrive a@   | read a@
      data b@     | fetch b@
      arrive b@   | read b@
      found a@    | discard a@ 1:data
      found b@    | 2:data
      """)
  }
}

@Suite("Stored thumbnails of originals in the cloud, in the request engine")
struct RequestEngineStoredRemoteTests {
  @Test func `what is stored needs no original, with or without the network`() throws {
    var timeline = EngineTimeline(workers: 1, downloads: 1)
    try timeline.play(
      """
      request a@ stored         | begin a@
      finish a@                 | 1:image
      request b@+ offline stored | begin b@+
      finish b@+                | 2:image
      start c@ stored           | begin c@
      finish c@                 |
      """)
    var alone = EngineTimeline(workers: 1)
    try alone.play(
      """
      request a@ stored   | begin a@
      finish a@           | 1:image
      start b@ stored     | begin b@
      """)
  }

  @Test func `another size that is stored stands in until the original is here`() throws {
    var timeline = EngineTimeline(workers: 1, downloads: 1)
    try timeline.play(
      """
      request a@ other          | begin preview a@ fetch a@
      finish preview a@         | 1:degraded
      arrive a@                 | begin a@
      finish a@                 | 1:image
      request b@ other offline  | begin preview b@
      finish preview b@         | 2:degraded 2:cloud
      """)
  }

  @Test func `a thumbnail that is not there when its job runs is made from the original after all`() throws {
    var timeline = EngineTimeline(workers: 1, downloads: 1)
    try timeline.play(
      """
      request a@ stored          | begin a@
      request a@ offline stored  |
      fail a@                    | 2:cloud fetch a@
      arrive a@                  | begin a@
      finish a@                  | 1:image
      start b@ stored            | begin b@
      fail b@                    | fetch b@
      request c@ stored          | begin c@
      cancel 3                   | 3:cancelled doom c@
      fail c@                    |
      """)
  }
}
