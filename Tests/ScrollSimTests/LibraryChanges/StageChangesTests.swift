import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

/// A grid of three cells whose library changes.
@Suite("When the library changes, a grid")
struct StageChangesTests {
  /// Photos 0, 1, 2… from the newest to the oldest.
  private static func photos(_ count: Int) -> ListedAssets {
    ListedAssets(
      (0..<count).map { index in
        var asset = Asset.sample("\(index)")
        asset.creationDate = Date(timeIntervalSince1970: Double(1000 - index) * 60)
        return asset
      })
  }

  private static func make(
    _ policy: ChangePolicy, _ edits: [[CatalogueEdit]], lifecycle: CellLifecycle = .released
  ) -> (rig: StageRig, changes: ModelChanges) {
    let photos = photos(100)
    let steps = edits.enumerated().map { ChangeSchedule.Step(time: Double($0.offset), edits: $0.element) }
    return (
      StageRig(
        ScreensStrategy.self, parameters: ["leading": 2, "trailing": 1], lifecycle: lifecycle, listed: photos,
        changes: policy),
      ModelChanges(ChangeSchedule(steps: steps), of: photos)
    )
  }

  /// Shows photos 30 to 32 with all that is cached, lets the library change, and shows the next frame.
  private func show(_ policy: ChangePolicy, _ edits: [CatalogueEdit]) throws -> StageRig {
    let made = Self.make(policy, [edits])
    let rig = made.rig
    var changes = made.changes
    rig.show(offset: 3000)
    rig.finish()
    rig.show(offset: 3000)
    #expect(rig.stage.isFull)
    let update = changes.update(at: 0)
    rig.stage.apply(try #require(update))
    rig.show(offset: 3000)
    return rig
  }

  @Test func `keeps the cells of photos that only move along`() throws {
    let rig = try show(
      .visibleOnly,
      [.insert(identifier: "new", like: "0", creationDate: Date(timeIntervalSince1970: 970.5 * 60))])
    // It comes before 30 and 31, and pushes 32 out.
    #expect(rig["reloadedCells"] == 0)
    #expect(rig["appearances"] == 4)
    #expect(rig.decoder.running == ["new"])
    rig.finish()
    rig.show(offset: 3000)
    #expect(rig.stage.isFull)
  }

  @Test func `shows the next photo where one is removed`() throws {
    let rig = try show(.visibleOnly, [.delete(identifier: "31")])
    #expect(rig["appearances"] == 4)
    #expect(rig["cacheHitRate"] == 0.25)
    #expect(rig.stage.isFull)
  }

  @Test func `reloads everything under reload-all`() throws {
    let rig = try show(.reloadAll, [.touch(identifier: "90")])
    #expect(rig["reloadedCells"] == 3)
    #expect(rig["reloadHitRate"] == 0)
    #expect(rig.decoder.running == ["30", "31"])
    rig.finish()
    rig.show(offset: 3000)
    #expect(rig.stage.isFull)
    #expect(rig["redecodes"] == 12)
    #expect(rig["appearances"] == 3)
  }

  @Test func `makes everything anew that is said to have changed under reload-changed, seen or not`() throws {
    let rig = try show(
      .reloadChanged, [.touch(identifier: "31"), .touch(identifier: "35"), .touch(identifier: "90")])
    #expect(rig["reloadedCells"] == 1)
    rig.finish()
    rig.show(offset: 3000)
    #expect(rig["redecodes"] == 2)
  }

  @Test func `asks again for what is on screen under visible-only, and finds what has not really changed`()
    throws
  {
    let rig = try show(.visibleOnly, [.touch(identifier: "31"), .touch(identifier: "35")])
    #expect(rig["reloadedCells"] == 1)
    #expect(rig["reloadHitRate"] == 1)
    rig.finish()
    rig.show(offset: 3000)
    #expect(rig["redecodes"] == 0)
    #expect(rig["decodes"] == 12)
  }

  @Test(arguments: ChangePolicy.allCases)
  func `never shows what a photo looked like before`(policy: ChangePolicy) throws {
    let rig = try show(policy, [.redraw(identifier: "30"), .redraw(identifier: "33")])
    #expect(!rig.stage.isFull)
    #expect(rig.decoder.running.contains("30"))
    rig.finish()
    rig.show(offset: 3000)
    #expect(rig.stage.isFull)
    let before = rig["decodes"]
    rig.show(offset: 3100)
    #expect(rig.stage.isFull)
    rig.finish()
    #expect(rig["decodes"] >= before)
  }

  @Test func `forgets retained cells off screen whose photo has changed`() throws {
    let made = Self.make(.visibleOnly, [[.redraw(identifier: "0")]], lifecycle: .retained)
    let rig = made.rig
    var changes = made.changes
    rig.show(offset: 0)
    rig.finish()
    rig.show(offset: 3000, isJump: true)
    rig.finish()
    let update = changes.update(at: 0)
    rig.stage.apply(try #require(update))
    rig.show(offset: 0, isJump: true)
    #expect(!rig.stage.isFull)
    rig.finish()
    rig.show(offset: 0)
    #expect(rig.stage.isFull)
  }

  @Test func `fills its caching window again at rest`() throws {
    let rig = try show(.visibleOnly, [.delete(identifier: "30"), .delete(identifier: "33")])
    // Two photos come up from below, into the window.
    #expect(Set(rig.decoder.running) == ["39", "40"])
  }
}
