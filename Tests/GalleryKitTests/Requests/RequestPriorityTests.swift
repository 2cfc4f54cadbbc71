import TestSupport
import Testing

@testable import GalleryEngine

@Suite("The priority of requests")
struct RequestPriorityTests {
  @Test(arguments: RequestOrder.all)
  func `high comes before all else, and low after what is only cached`(order: RequestOrder) throws {
    var timeline = EngineTimeline(workers: 1, order: order)
    try timeline.play(
      """
      request a        | begin a
      start p          |
      request b low    |
      request c        |
      request d high   |
      finish a         | 1:image begin d
      finish d         | 4:image begin c
      finish c         | 3:image begin p
      finish p         | begin b
      finish b         | 2:image
      """)
    #expect(timeline.engine.isIdle)
  }

  @Test func `a request moves when its priority changes, and keeps its place where it is the same`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      request a   | begin a
      request b   |
      request c   |
      request d   |
      high 4      |
      low 2       |
      normal 3    |
      finish a    | 1:image begin d
      normal 2    |
      finish d    | 4:image begin c
      finish c    | 3:image begin b
      high 9      |
      """)
  }

  @Test func `of those who wait for one image the most important counts, as long as it waits`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      request a       | begin a
      request b       |
      request c low   |
      request c high  |
      finish a        | 1:image begin c
      request d low   |
      request d high  |
      cancel 6        | 6:cancelled
      finish c        | 3:image 4:image begin b
      finish b        | 2:image begin d
      """)
  }

  @Test func `a degraded image of high priority comes before the final one`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      request a             | begin a
      request b+ high       |
      finish a              | 1:image begin preview b+
      finish preview b+     | 2:degraded begin b+
      finish b+             | 2:image
      """)
  }

  @Test func `what is high is downloaded first`() throws {
    var timeline = EngineTimeline(workers: 1, downloads: 1)
    try timeline.play(
      """
      request a@        | fetch a@
      request b@        |
      request c@ high   |
      arrive a@         | begin a@ fetch c@
      """)
  }

  @Test func `a request before ten thousand others does not wait for them`() throws {
    var timeline = EngineTimeline(workers: 1, budget: 20_000)
    try timeline.play("request first | begin first")
    for number in 0..<10_000 { try timeline.play("request r\(number) |") }
    try timeline.play(
      """
      request wanted high | 
      finish first        | 1:image begin wanted
      """)
  }
}
