import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

/// Cells of 100 pt ask for 10 pixels; two in a row, for 5.
@Suite struct `A grid that is laid out anew` {
  private static let one = GridLayout(viewport: .init(width: 100, height: 300), columns: 1, spacing: 0)
  private static let two = one.with(columns: 2)

  @Test func `shrinks its cells, which stay sharp, and asks for the others in their size`() {
    let rig = StageRig()
    rig.show(offset: 0, layout: Self.one)
    rig.finish(after: 0.05)
    rig.show(offset: 0)
    #expect(rig.stage.isFull)
    rig.show(offset: 0, layout: Self.two)
    #expect(rig["decodes"] == 3 && rig["appearances"] == 12, "0 to 2 stay, and nine more come")
    rig.finish(after: 0.05)
    rig.show(offset: 0)
    #expect(rig["decodes", "blurredAreaRatio"] == [12, 0])
    // 3 cells of 3 in two of four frames, and 9 of 12 in one.
    #expect(abs(rig["blankAreaRatio"] - (1 + 0.75) / 4) < 1e-5)
  }

  @Test func `grows its cells, which show what they have until they are sharp again`() {
    let rig = StageRig(workers: 12)
    rig.show(offset: 0, layout: Self.two)
    rig.finish(after: 0.05)
    rig.show(offset: 0)
    rig.show(offset: 0, layout: Self.one)
    #expect(!rig.stage.isFull)
    rig.show(offset: 0)
    rig.finish(after: 0.02)
    rig.show(offset: 0)
    #expect(rig.stage.isFull)
    rig.show(offset: 0)
    #expect(rig["appearances"] == 12, "cells that stay do not appear again")
    #expect(rig["decodes"] == 15)
    #expect(rig["blankAreaRatio"] == 0.16667 && rig["blurredAreaRatio"] == 0.33333)
    // A layout is a motion, and two frames later all is sharp.
    #expect(rig["settleToFullMs"] == 200)
  }

  @Test func `drops what waits in the old size, and says why what comes is blank`() {
    let rig = StageRig(workers: 1)
    rig.show(offset: 0, layout: Self.one)
    rig.show(offset: 0, isJump: true, layout: Self.two)
    #expect(rig["cancelledQueued"] == 2 && rig["cancelledRunning"] == 1)
    let causes = rig.fold.explainer?.log.cells.map(\.cause) ?? []
    #expect(causes.count { $0 == .firstScreen } == 3 && causes.count { $0 == .jumped } == 9)
    rig.settle(offset: 0)
    #expect(rig.stage.isFull && rig.manager.isIdle)
  }

  @Test(arguments: CellLifecycle.allCases)
  func `forgets the window, and keeps nothing of the old size but what is on screen`(
    lifecycle: CellLifecycle
  ) {
    let rig = StageRig(
      ScreensStrategy.self, parameters: ["leading": 1, "trailing": 1], lifecycle: lifecycle, workers: 30)
    rig.show(offset: 600, layout: Self.one)
    rig.settle(offset: 600)
    let before = rig.ledger.snapshot.liveBuffers
    #expect(before == 9)
    rig.show(offset: 300, layout: Self.two)
    rig.settle(offset: 300)
    // 12 cells and a screenful either side; retained cells keep the three images that they had.
    #expect(rig.ledger.snapshot.liveBuffers == (lifecycle == .retained ? 39 : 36))
    #expect(Set(rig.stage.caching.window.items(tier: .decoded)) == Set(0..<36))
  }

  @Test func `lets cells wait again for a window that holds them back`() throws {
    let rig = StageRig(try #require(ComparedStrategies.named("deferring")), workers: 12)
    rig.show(offset: 0, layout: Self.two)
    rig.settle(offset: 0)
    rig.show(offset: 0, layout: Self.one)
    rig.settle(offset: 0)
    #expect(rig.stage.isFull)
  }

  @Test func `plays back with its layouts`() throws {
    let rig = StageRig(workers: 12)
    rig.show(offset: 0, layout: Self.two)
    rig.finish()
    rig.show(offset: 0, layout: Self.one)
    rig.settle(offset: 0)
    let record = try #require(rig.fold.playback?.record(of: .fetched(FetchResult<Asset>([]))))
    #expect(record.layouts == [PlaybackRecord.Layout(frame: 1, width: 100, height: 300, columns: 1)])
    let changes = try #require(record.decoded()).filter { $0.item == 0 }.map { "\($0.frame) \($0.state)" }
    #expect(changes == ["0 blank", "1 degraded", "2 final"])
  }

  @Test func `has retained cells that leave with it ask when they come back`() {
    let rig = StageRig(lifecycle: .retained, workers: 30)
    rig.show(offset: 0, layout: Self.two)
    rig.settle(offset: 0)
    rig.show(offset: 0, layout: Self.one)
    rig.finish()
    // 3 and 4 were on screen in two columns, and come back.
    rig.show(offset: 200)
    #expect(!rig.stage.isFull && rig["degradedRate"] == (2.0 / 14).rounded(toPlaces: 5))
    rig.settle(offset: 200)
    #expect(rig.stage.isFull)
  }
}
