import GalleryKit
import TestSupport
import Testing

@Suite("Caching, in the request engine,")
struct RequestEngineCachingTests {
  @Test func `over budget the least recently used goes first`() throws {
    var timeline = EngineTimeline(workers: 1, budget: 2)
    try timeline.play(
      """
      start a b   | begin a
      finish a    | begin b
      finish b    |
      request a   | 1:image
      start c     | evict b begin c
      finish c    |
      request a   | 2:image
      """)
  }

  @Test func `an image larger than the budget is not made ahead, and delivered without being kept`() throws {
    var timeline = EngineTimeline(workers: 1, budget: 0)
    try timeline.play(
      """
      start a     |
      request a   | begin a
      finish a    | evict a 1:image
      """)
    #expect(timeline.ledger.snapshot.total == 0)
  }

  @Test func `memory pressure empties the cache by grades, and spares what is on screen`() throws {
    var timeline = EngineTimeline(workers: 1, budget: 4)
    try timeline.play(
      """
      start a b c d     | begin a
      finish a          | begin b
      finish b          | begin c
      finish c          | begin d
      finish d          |
      show b            |
      pressure notice   | evict a
      pressure warning  | evict c
      pressure critical | evict d
      pressure critical |
      request b         | 1:image
      show              |
      pressure critical | evict b
      """)
    #expect(timeline.ledger.snapshot.total == 0)
  }

  @Test func `what is on screen is not given up for what is not`() throws {
    var timeline = EngineTimeline(workers: 1, budget: 2)
    try timeline.play(
      """
      start a b   | begin a
      finish a    | begin b
      finish b    |
      show a      |
      start c     | evict b begin c
      finish c    |
      show a c    |
      start d     |
      stop a      | evict a begin d
      finish d    |
      start e     | evict d begin e
      finish e    |
      """)
  }

  @Test func `the farthest from the middle of the screen goes first, in either direction`() throws {
    var timeline = EngineTimeline(workers: 1, budget: 3, eviction: FarthestEviction.self)
    try timeline.play(
      """
      start 10 20 30 | begin 10
      finish 10      | begin 20
      finish 20      | begin 30
      finish 30      |
      show 12        |
      start 15       | evict 30 begin 15
      finish 15      |
      show 40        |
      start 25       | evict 10 begin 25
      finish 25      |
      start z        | evict 15 begin z
      finish z       |
      start 26       | evict z begin 26
      finish 26      |
      """)
  }

  @Test func `while high quality is off, caching makes degraded images, which requests get at once`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      quality off        |
      start a+ b c+      | begin preview a+
      finish preview a+  | begin preview c+
      request a+         | 1:degraded
      finish preview c+  | begin a+
      finish a+          | 1:image
      request a+ fast    | 2:degraded
      stop a+ b c+       | evict preview a+ evict preview c+
      """)
    #expect(timeline.engine.isIdle)
    #expect(timeline.ledger.snapshot.total == 0)
  }

  @Test func `turning high quality off and on changes over what is queued and keeps what is there`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      start a+ b+ c+     | begin a+
      finish a+          | begin b+
      quality off        | doom b+ drop c+
      quality off        |
      finish b+          | begin preview b+
      finish preview b+  | begin preview c+
      quality on         | doom preview c+
      finish preview c+  | begin b+
      finish b+          | evict preview b+ begin c+
      finish c+          |
      request a+         | 1:image
      request b+         | 2:image
      stop all           | evict a+ evict b+ evict c+
      """)
    #expect(timeline.ledger.snapshot.total == 0)
  }

  @Test func `starting twice and stopping what never started change nothing`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      start a     | begin a
      start a     |
      stop z      |
      finish a    |
      start a     |
      stop a      | evict a
      stop a      |
      """)
    #expect(timeline.ledger.snapshot.total == 0)
  }

  @Test func `stopping drops what is queued and spares what a cell waits for`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      start a b c | begin a
      request c   |
      stop a b c  | doom a drop b
      finish a    | begin c
      finish c    | 1:image
      """)
    #expect(timeline.engine.cachedBytes == 0)
  }

  @Test func `stopping all leaves nothing`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      start b a c | begin b
      finish b    | begin a
      stop all    | doom a evict b drop c
      finish a    |
      """)
    #expect(timeline.engine.isIdle)
    #expect(timeline.ledger.snapshot.total == 0)
  }
}
