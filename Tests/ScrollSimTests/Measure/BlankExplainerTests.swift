import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

/// Event timelines on a stage of three cells and ten frames a second, one for each cause.
struct BlankExplainerTests {
  @Test func `a cell whose image is being decoded waits for decoding`() throws {
    let rig = StageRig(ScreensStrategy.self, parameters: ["leading": 1, "trailing": 0], workers: 1)
    //  frame          0                1      2
    //  item 3         wanted   begun   blank  shown
    rig.show(offset: 0)
    rig.finish(3, after: 0.04)
    rig.show(offset: 100, velocity: 1000)
    rig.finish(1, after: 0.05)
    rig.show(offset: 100)
    let cell = try #require(rig.explained.worst.first { $0.item == 3 })
    #expect(cell.cause == .decoding && cell.running == ["3"])
    #expect(cell.appearedMs == 100 && cell.blankMs == 100 && cell.sinceMs == 100)
    #expect(cell.queueMs == 40 && cell.decodeMs == 110)
    #expect(rig.explained.counts == [.firstScreen: 3, .decoding: 1])
  }

  @Test func `a cell whose image is in the queue waits behind what begins before it`() throws {
    let rig = StageRig(ScreensStrategy.self, parameters: ["leading": 1, "trailing": 0], workers: 1)
    //  frame 0: 0 is begun, 1 and 2 wait for the screen, then 3, 4 and 5 wait to be cached
    rig.show(offset: 0)
    rig.finish(1, after: 0.05)
    rig.show(offset: 100, velocity: 1000)
    #expect(rig.decoder.running == ["1"])
    rig.finish(2, after: 0.05)
    let cell = try #require(rig.explained.worst.first { $0.item == 3 })
    #expect(cell.cause == .queuedBehind && cell.running == ["1"])
    #expect(cell.behindVisible == 2 && cell.behindCached == 0, "1 and 2 began before it")
    #expect(cell.queueMs == 150)
    #expect(rig.explained.queuedBehind?.visible == 2 && rig.explained.queuedBehind?.wantedBeforeMs == 100)
  }

  @Test func `a cell may wait behind images that were only to be cached`() throws {
    let rig = StageRig(ScreensStrategy.self, parameters: ["leading": 1, "trailing": 0], workers: 1)
    rig.show(offset: 0)
    rig.finish(5, after: 0.05)
    #expect(rig.decoder.running == ["5"], "3 and 4 were decoded ahead")
    rig.show(offset: 0)
    rig.show(offset: 100, velocity: 1000)
    //  6 is wanted while 5 is decoded, and appears before it is begun
    rig.show(offset: 400, velocity: 3000)
    let cell = try #require(rig.explained.worst.first { $0.item == 6 })
    #expect(cell.cause == .queuedBehind && cell.running == ["5"])
    #expect(cell.queueMs == nil, "it has not begun")
  }

  @Test(arguments: [
    (LossReason.stopped, 0.0, 1_000_000), (.budget, 1, 1200), (.pressure, 1, 1_000_000),
  ])
  func `an image that left the cache before its cell came back was evicted early`(
    reason: LossReason, trailing: Double, budget: Int
  ) {
    let rig = StageRig(
      ScreensStrategy.self, parameters: ["leading": 1, "trailing": trailing], workers: 9, budget: budget)
    for offset in [0.0, 300, 600] {
      rig.show(offset: offset, velocity: 3000)
      rig.finish()
      if reason == .pressure { rig.manager.relieve(.critical) }
    }
    // By then, the window would want them again; but they come back at once.
    rig.show(offset: 300, velocity: -3000)
    let cells = rig.explained.worst.filter { $0.cause == .evictedEarly }
    #expect(!cells.isEmpty)
    #expect(cells.allSatisfy { $0.loss == reason })
    #expect(rig.explained.losses.map(\.reason) == [reason])
  }

  @Test func `what no window kept was never wanted at first, and then evicted when its cell let go`() {
    let rig = StageRig(workers: 9)
    for offset in [0.0, 300, 0, 300, 0] {
      rig.show(offset: offset, velocity: 3000)
      rig.finish()
    }
    #expect(rig.explained.counts == [.firstScreen: 3, .neverWanted: 3, .evictedEarly: 9])
    #expect(rig.explained.losses == [.init(reason: .released, count: 9)])
    #expect(
      rig.explained.redecoded.map(\.asset) == ["0", "1", "2", "3", "4", "5"], "the most often decoded first")
    #expect(rig.explained.redecoded.map(\.redecodes) == [2, 2, 2, 1, 1, 1])
    #expect(rig.explained.redecoded[0].losses == [.init(reason: .released, count: 2)])
  }

  @Test func `what was wanted and given up, queued or running, was cancelled`() {
    let rig = StageRig(workers: 1)
    rig.show(offset: 0)
    // 0 is decoded for no cell, 1 and 2 leave the queue.
    rig.show(offset: 300, velocity: 3000)
    rig.finish()
    rig.show(offset: 0, velocity: -3000)
    #expect(rig.explained.counts == [.firstScreen: 3, .neverWanted: 3, .cancelled: 3])
  }

  @Test func `where the offset jumps, no window could know`() {
    let rig = StageRig(ScreensStrategy.self, parameters: ["leading": 1, "trailing": 1], workers: 9)
    rig.show(offset: 0)
    rig.finish()
    rig.show(offset: 5000, isJump: true)
    rig.finish()
    rig.show(offset: 5100, velocity: 1000)
    #expect(rig.explained.counts == [.firstScreen: 3, .jumped: 3])
  }

  @Test func `a file that could not be decoded before is named as such`() {
    let rig = StageRig(workers: 9)
    rig.show(offset: 0)
    rig.finish(failure: "truncated")
    rig.show(offset: 300, velocity: 3000)
    rig.finish()
    rig.show(offset: 0, velocity: -3000)
    #expect(rig.explained.counts == [.firstScreen: 3, .neverWanted: 3, .failed: 3])
  }

  @Test func `a retained cell that comes back before its image is blank again, for decoding`() {
    let rig = StageRig(lifecycle: .retained, workers: 9)
    for offset in [0.0, 300, 0] { rig.show(offset: offset, velocity: 3000) }
    #expect(rig.explained.counts == [.firstScreen: 3, .neverWanted: 3, .decoding: 3])
  }

  @Test func `the lead is how long the viewport takes to cross what the window wants beyond it`() throws {
    let rig = StageRig(ScreensStrategy.self, parameters: ["leading": 1, "trailing": 0], workers: 1)
    rig.show(offset: 0)
    //  300 pt wanted beyond the viewport, at 200 pt/s, at 1000 pt/s, and back at 1000 pt/s
    rig.show(offset: 100, velocity: 200)
    rig.show(offset: 1000, velocity: 1000)
    rig.show(offset: 900, velocity: -1000)
    let lead = try #require(rig.explained.lead.leadMs)
    #expect(lead.n == 3 && lead.min == 300 && lead.max == 1500)
    #expect(rig.explained.lead.fastLeadMs?.n == 2, "faster than a screenful a second")
    // One decoder was busy from the first frame on.
    #expect(rig.explained.lead.busyMoving == 1)
  }
}

extension StageRig {
  /// The explanation of blank cells if the run ends here.
  fileprivate var explained: RunExplanation {
    guard let explainer = fold.explainer else { preconditionFailure("a fold explains unless told otherwise") }
    return explainer.explanation(workers: 1)
  }
}

extension RunExplanation {
  fileprivate var counts: [BlankCause: Int] {
    Dictionary(uniqueKeysWithValues: causes.map { ($0.cause, $0.cells) })
  }
}
