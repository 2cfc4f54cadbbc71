import TestSupport
import Testing

@testable import GalleryEngine

@Suite("Of the memory budget, in the request engine,")
struct MemoryBudgetTests {
  @Test func `cells take what they need, and the cache gives it up before they are served`() throws {
    var timeline = EngineTimeline(workers: 1, budget: 3, holdsResults: true)
    try timeline.play(
      """
      start a b c | begin a
      finish a    | begin b
      finish b    | begin c
      finish c    |
      request x   | evict a begin x
      finish x    | 1:image
      request y   | evict b begin y
      finish y    | 2:image
      """)
    #expect(timeline.engine.memoryUse == MemoryUse(cells: 800, cache: 400))
  }

  @Test func `nothing is decoded ahead without room, until cells let go`() throws {
    var timeline = EngineTimeline(workers: 1, budget: 2, holdsResults: true)
    try timeline.play(
      """
      request x | begin x
      finish x  | 1:image
      request y | begin y
      finish y  | 2:image
      start a   |
      """)
    #expect(timeline.engine.isIdle)
    timeline.letGo()
    try timeline.play("start a | begin a")
  }

  @Test func `cells are served beyond the budget, and then nothing else is kept`() throws {
    var timeline = EngineTimeline(workers: 2, budget: 1, holdsResults: true)
    try timeline.play(
      """
      start a   | begin a
      finish a  |
      request x | evict a begin x
      request y | begin y
      finish x  | 1:image
      finish y  | 2:image
      start x   | evict x
      """)
    #expect(timeline.engine.memoryUse == MemoryUse(cells: 800))
  }

  @Test func `what is decoded ahead is a cell's as soon as a cell waits for it`() throws {
    var timeline = EngineTimeline(workers: 1, budget: 3)
    try timeline.play("start a | begin a")
    #expect(timeline.engine.memoryUse == MemoryUse(inFlight: 400))
    try timeline.play("request a |")
    #expect(timeline.engine.memoryUse == MemoryUse(cells: 400))
    try timeline.play("cancel 1 | 1:cancelled")
    #expect(timeline.engine.memoryUse == MemoryUse(cells: 400), "it is decoded to its end all the same")
    try timeline.play("finish a |")
    #expect(timeline.engine.memoryUse == MemoryUse(cache: 400))
  }

  @Test func `a cell waits for what is in flight only where the budget has no room beside its own`() throws {
    var timeline = EngineTimeline(workers: 3, budget: 2, holdsResults: true)
    try timeline.play(
      """
      start a   | begin a
      request x | begin x
      request y |
      finish a  | evict a begin y
      finish x  | 1:image
      finish y  | 2:image
      """)
  }

  @Test func `an image on screen counts once, as the cell's, though it is cached`() throws {
    var timeline = EngineTimeline(workers: 1, budget: 2, holdsResults: true)
    try timeline.play(
      """
      start a b | begin a
      finish a  | begin b
      finish b  |
      request a | 1:image
      show a    |
      """)
    #expect(timeline.engine.memoryUse == MemoryUse(cells: 400, cache: 400))
    try timeline.play("show |")
    #expect(timeline.engine.memoryUse == MemoryUse(cache: 800))
  }
}
