import GalleryKit
import TestSupport
import Testing

@Suite("Reading ahead, in the request engine,")
struct ReadingAheadTests {
  @Test func `brings what is here into the page cache, and downloads what is in the cloud`() throws {
    var timeline = EngineTimeline(downloads: 2)
    try timeline.play(
      """
      ahead a b@  | near a fetch b@
      arrive b@   |
      ahead b@    | near b@
      request b@  | begin b@
      finish b@   | 1:image
      """)
    #expect(timeline.engine.isIdle)
    #expect(timeline.engine.memoryUse.cache == 0)
  }

  @Test func `takes half of the downloads, and those only after all that is more urgent`() throws {
    var timeline = EngineTimeline(downloads: 4)
    try timeline.play(
      """
      ahead a@ b@ c@  | fetch a@ fetch b@
      start d@        | fetch d@
      request e@      | fetch e@
      request f@      |
      arrive a@       | fetch f@
      arrive d@       | begin d@
      arrive b@       |
      arrive e@       | fetch c@
      """)
  }

  @Test func `is joined by what is to be decoded, and is called off if nothing else waits`() throws {
    var timeline = EngineTimeline(downloads: 4)
    try timeline.play(
      """
      ahead a@ b@ c@  | fetch a@ fetch b@
      start a@        |
      behind a@ b@ c@ | drop original a@ drop original b@ halt b@ drop original c@
      torn b@         |
      arrive a@       | begin a@
      """)
  }

  @Test func `reads no original to its end, unless its bytes are asked for`() throws {
    var timeline = EngineTimeline(downloads: 2)
    try timeline.play(
      """
      ahead a@   | fetch a@
      data a@    |
      behind a@  |
      arrive a@  | read a@
      found a@   | 1:data
      """)
  }

  @Test func `of what cannot be downloaded, or not be shown, is nothing`() throws {
    var offline = EngineTimeline()
    try offline.play("ahead a@ b! |")
    var timeline = EngineTimeline(downloads: 1)
    try timeline.play(
      """
      ahead a@ | fetch a@
      lose a@  |
      """)
    #expect(offline.engine.isIdle && timeline.engine.isIdle)
  }
}
