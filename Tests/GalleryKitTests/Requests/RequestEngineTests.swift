import TestSupport
import Testing

@testable import GalleryEngine

@Suite("The request engine")
struct RequestEngineTests {
  @Test func `one key is decoded once for all who ask`() throws {
    var timeline = EngineTimeline(workers: 2)
    try timeline.play(
      """
      request a   | begin a
      request a   |
      request b   | begin b
      finish a    | 1:image 2:image
      finish b    | 3:image
      """)
    #expect(timeline.engine.isIdle)
  }

  @Test func `no more jobs run at a time than there are workers`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      request a   | begin a
      request b   |
      request c   |
      finish a    | 1:image begin b
      finish b    | 2:image begin c
      finish c    | 3:image
      """)
  }

  @Test func `cells on screen come before the window, and the window in its order`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      request a   | begin a
      start b c d |
      request e   |
      order d c b |
      finish a    | 1:image begin e
      finish e    | 2:image begin d
      finish d    | begin c
      finish c    | begin b
      """)
  }

  @Test func `under lifo the newest cell is served first, and prefetches last, in the window's order`() throws
  {
    var timeline = EngineTimeline(workers: 1, order: .lifo)
    try timeline.play(
      """
      request a   | begin a
      start p q   |
      request b   |
      request c   |
      finish a    | 1:image begin c
      request d   |
      cancel 4    | 4:cancelled drop d
      finish c    | 3:image begin b
      finish b    | 2:image begin p
      finish p    | begin q
      """)
  }

  @Test func `under reserved a decoder stays free for cells`() throws {
    var timeline = EngineTimeline(workers: 2, order: .reserved)
    try timeline.play(
      """
      start p q   | begin p
      request a   | begin a
      finish a    | 1:image
      finish p    | begin q
      """)
    #expect(!timeline.engine.isIdle)
  }

  @Test func `what an order leaves waiting for ever keeps nothing else in the queue`() throws {
    var timeline = EngineTimeline(workers: 1, order: .lifo)
    try timeline.play("request first | begin first\nrequest waits |")
    for round in 0..<500 {
      // Of two that come, the older one goes unserved; the newer one keeps the end of the lane.
      try timeline.play("request a\(round) |\nrequest b\(round) |")
      try timeline.play("cancel \(3 + 2 * round) | \(3 + 2 * round):cancelled drop a\(round)")
      try timeline.play("cancel \(4 + 2 * round) | \(4 + 2 * round):cancelled drop b\(round)")
    }
    #expect(timeline.engine.queue.ticketCount < 100)
  }

  @Test func `a prefetch that a cell asks for moves ahead`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      start a b c |  begin a
      request c   |
      finish a    | begin c
      finish c    | 1:image begin b
      """)
  }

  @Test func `a cached image is delivered before the request returns`() throws {
    var timeline = EngineTimeline()
    try timeline.play(
      """
      start a     | begin a
      finish a    |
      request a   | 1:image
      """)
  }

  @Test func `what is not cached is not kept`() throws {
    var timeline = EngineTimeline()
    try timeline.play(
      """
      request a   | begin a
      finish a    | 1:image
      request a   | begin a
      """)
  }

  @Test func `an image that a cell still holds is not decoded again`() throws {
    var timeline = EngineTimeline(holdsResults: true)
    try timeline.play(
      """
      request a   | begin a
      finish a    | 1:image
      request a   | 2:image
      start a     |
      request a   | 3:image
      """)
    #expect(timeline.ledger.snapshot.liveBuffers == 1)
    #expect(timeline.ledger.snapshot[.cache] == 400)
  }

  @Test func `a cancelled request calls back once and its queued work is dropped`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      request a   | begin a
      request b   |
      cancel 2    | 2:cancelled drop b
      cancel 2    |
      finish a    | 1:image
      """)
  }

  @Test func `running work is not torn down; its result is dropped`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      request a   | begin a
      cancel 1    | 1:cancelled doom a
      finish a    |
      """)
    #expect(timeline.ledger.snapshot.total == 0)
    #expect(timeline.engine.isIdle)
  }

  @Test func `who comes back while it runs still gets it`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      request a   | begin a
      cancel 1    | 1:cancelled doom a
      request a   |
      finish a    | 2:image
      """)
  }

  @Test func `a cancelled cell leaves the prefetch of its image in the queue`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      request a   | begin a
      start b     |
      request b   |
      cancel 2    | 2:cancelled
      finish a    | 1:image begin b
      """)
  }

  @Test func `a degraded image comes at once from another size in the cache`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      start a      | begin a
      finish a     |
      request a'   | 1:degraded begin a'
      finish a'    | 1:image
      request a' hq | begin a'
      """)
  }

  @Test func `a preview comes first and never after the image`() throws {
    var timeline = EngineTimeline(workers: 2)
    try timeline.play(
      """
      request a+         | begin preview a+ begin a+
      finish preview a+  | 1:degraded
      finish a+          | 1:image
      request b+         | begin preview b+ begin b+
      finish b+          | 2:image doom preview b+
      finish preview b+  |
      """)
  }

  @Test func `first scans stand in where the original carries nothing smaller`() throws {
    var timeline = EngineTimeline(workers: 2)
    try timeline.play(
      """
      request a~         | begin preview a~ begin a~
      finish preview a~  | 1:degraded
      finish a~          | 1:image
      request b~ hq      | begin b~
      finish b~          | 2:image
      request c~ fast    | begin preview c~
      finish preview c~  | 3:degraded
      quality off        |
      start d~ e         | begin preview d~
      finish preview d~  |
      """)
    #expect(timeline.engine.isIdle)
  }

  @Test func `a strict request gets no damaged degraded image`() throws {
    var timeline = EngineTimeline(workers: 2)
    try timeline.play(
      """
      request a~ strict      | begin preview a~ begin a~
      request a~             |
      damage preview a~      | 2:degraded
      finish a~              | 1:image 2:image
      request b~ fast strict | begin preview b~
      damage preview b~      | begin b~
      finish b~              | 3:image
      """)
  }

  @Test func `a preview that fails is no news`() throws {
    var timeline = EngineTimeline(workers: 2)
    try timeline.play(
      """
      request a+         | begin preview a+ begin a+
      fail preview a+    |
      finish a+          | 1:image
      """)
  }

  @Test func `the fast format takes what is there first and nothing after it`() throws {
    var timeline = EngineTimeline(workers: 2)
    try timeline.play(
      """
      request a+ fast    | begin preview a+
      finish preview a+  | 1:degraded
      request b+ fast    | begin preview b+
      fail preview b+    | begin b+
      finish b+          | 2:image
      request c fast     | begin c
      finish c           | 3:image
      """)
    #expect(timeline.engine.isIdle)
  }

  @Test func `high quality asks for no preview`() throws {
    var timeline = EngineTimeline(workers: 2)
    try timeline.play(
      """
      request a+ hq      | begin a+
      finish a+          | 1:image
      """)
  }

  @Test func `what cannot be read fails at once, and what cannot be decoded fails for all`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      request a!  | 1:failed
      start b!    |
      request c   | begin c
      request c   |
      fail c      | 2:failed 3:failed
      """)
    #expect(timeline.engine.isIdle)
  }

  @Test func `a damaged picture is delivered, and refused to who is strict`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      request a          | begin a
      request a strict   |
      start a            |
      damage a           | 1:image 2:failed
      request a strict   | 3:failed
      request a          | 4:image
      request a' strict  | begin a'
      finish a'          | 5:image
      """)
  }

  @Test
  func `a degraded image comes from the store where it has another size, and none where it has the image`()
    throws
  {
    var timeline = EngineTimeline(workers: 2)
    try timeline.play(
      """
      request a other    | begin preview a begin a
      finish preview a   | 1:degraded
      finish a           | 1:image
      request b+ stored  | begin b+
      finish b+          | 2:image
      request c+ fast stored | begin c+
      finish c+          | 3:image
      """)
  }

  @Test func `a decoder that gives a picture of no pixels has failed`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      request a          | begin a
      empty a            | 1:failed
      """)
  }
}
