import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@testable import ScrollSim

/// A grid of three cells whose library changes.
@Suite("When the library changes, a grid")
struct StageChangesTests {
  /// A grid over photos 0, 1, 2… from the newest to the oldest, and what lets its library change.
  private func make(
    _ policy: ChangePolicy, _ edits: [CatalogueEdit], lifecycle: CellLifecycle = .released
  ) -> (rig: StageRig, change: () throws -> Void) {
    let photos = ListedAssets(
      (0..<100).map { index in
        var asset = Asset.sample("\(index)")
        asset.creationDate = Date(timeIntervalSince1970: Double(1000 - index) * 60)
        return asset
      })
    var changes = ModelChanges(ChangeSchedule(steps: [.init(time: 0, edits: edits)]), of: photos)
    let rig = StageRig(
      ScreensStrategy.self, parameters: ["leading": 2, "trailing": 1], lifecycle: lifecycle, listed: photos,
      changes: policy)
    func change() throws {
      let update = changes.update(at: 0)
      rig.stage.apply(try #require(update))
    }
    return (rig, change)
  }

  /// Shows photos 30 to 32 with all that is cached, lets the library change, and shows the next frame.
  private func show(_ policy: ChangePolicy, _ edits: [CatalogueEdit]) throws -> StageRig {
    let (rig, change) = make(policy, edits)
    rig.show(offset: 3000)
    rig.settle(offset: 3000)
    #expect(rig.stage.isFull)
    try change()
    rig.show(offset: 3000)
    return rig
  }

  @Test func `keeps the cells of photos that only move along`() throws {
    let rig = try show(
      .visibleOnly,
      [.insert(identifier: "new", like: "0", creationDate: Date(timeIntervalSince1970: 970.5 * 60))])
    // It comes before 30 and 31, and pushes 32 out.
    #expect(rig["reloadedCells", "appearances"] == [0, 4])
    #expect(rig.decoder.running == ["new"])
    rig.settle(offset: 3000)
    #expect(rig.stage.isFull)
  }

  @Test func `shows the next photo where one is removed`() throws {
    let rig = try show(.visibleOnly, [.delete(identifier: "31")])
    #expect(rig["appearances", "cacheHitRate"] == [4, 0.25])
    #expect(rig.stage.isFull)
  }

  @Test func `reloads everything under reload-all`() throws {
    let rig = try show(.reloadAll, [.touch(identifier: "90")])
    #expect(rig["reloadedCells", "reloadHitRate"] == [3, 0])
    #expect(rig.decoder.running == ["30", "31"])
    rig.settle(offset: 3000)
    #expect(rig.stage.isFull)
    #expect(rig["redecodes", "appearances"] == [12, 3])
  }

  @Test func `makes everything again that is said to have changed under reload-changed, seen or not`() throws
  {
    let rig = try show(
      .reloadChanged, [.touch(identifier: "31"), .touch(identifier: "35"), .touch(identifier: "90")])
    #expect(rig["reloadedCells"] == 1)
    rig.settle(offset: 3000)
    #expect(rig["redecodes"] == 2)
  }

  @Test func `asks again for what is on screen under visible-only, and finds what has not really changed`()
    throws
  {
    let rig = try show(.visibleOnly, [.touch(identifier: "31"), .touch(identifier: "35")])
    #expect(rig["reloadedCells", "reloadHitRate"] == [1, 1])
    rig.settle(offset: 3000)
    #expect(rig["redecodes", "decodes"] == [0, 12])
  }

  @Test(arguments: ChangePolicy.allCases)
  func `never shows what a photo looked like before`(policy: ChangePolicy) throws {
    let rig = try show(policy, [.redraw(identifier: "30"), .redraw(identifier: "33")])
    #expect(!rig.stage.isFull && rig.decoder.running.contains("30"))
    rig.settle(offset: 3000)
    #expect(rig.stage.isFull)
    rig.show(offset: 3100)
    #expect(rig.stage.isFull)
  }

  @Test func `forgets retained cells off screen whose photo has changed`() throws {
    let (rig, change) = make(.visibleOnly, [.redraw(identifier: "0")], lifecycle: .retained)
    rig.show(offset: 0)
    rig.finish()
    rig.show(offset: 3000, isJump: true)
    rig.finish()
    try change()
    rig.show(offset: 0, isJump: true)
    #expect(!rig.stage.isFull)
    rig.settle(offset: 0)
    #expect(rig.stage.isFull)
  }

  @Test func `fills its caching window again at rest`() throws {
    let rig = try show(.visibleOnly, [.delete(identifier: "30"), .delete(identifier: "33")])
    // Two photos come up from below, into the window.
    #expect(Set(rig.decoder.running) == ["39", "40"])
  }
}

@Suite("A schedule of library changes")
struct ChangeScheduleTests {
  private let source = ChangeSource(
    interval: 0.25, insertions: 2, removals: 2, moves: 2, edits: 2, touches: 10)
  private let photos = SyntheticSource(photos: 60, distinct: 2, megapixels: 0.02...0.03, png: 0)

  @Test func `is the same for the same seed, and another for another`() {
    let assets = SyntheticAssets(photos, seed: 3)
    let schedules = [7, 7, 8].map { ChangeSchedule(source, over: assets, seconds: 4, seed: $0) }
    #expect(schedules[0].steps.map(\.edits) == schedules[1].steps.map(\.edits))
    #expect(schedules[0].steps.map(\.edits) != schedules[2].steps.map(\.edits))
    #expect(schedules[0].steps.map(\.time) == Array(stride(from: 0.25, through: 3.5, by: 0.25)))
    #expect(schedules[0].steps.allSatisfy { $0.edits.count == 18 })
  }

  @Test func `gives a catalogue and a model the same photos in the same order, and names the same changes`()
    async throws
  {
    let folder = TemporaryFolder()
    let library = try SyntheticLibrary(photos, seed: 3).make(in: folder.file("photos"))
    let copy = folder.file("copy.sqlite")
    try library.copyCatalogue(to: copy)
    let changing = try PhotoLibrary(folder: library.folder, catalogue: copy)
    changing.minimumChangeInterval = .zero
    let fetched = try changing.fetchAssets()
    let synthetic = SyntheticAssets(photos, seed: 3)
    #expect(fetched.map(\.localIdentifier) == synthetic.map(\.localIdentifier))

    let real = ChangeSchedule(source, over: fetched, seconds: 4, seed: 7)
    let model = ChangeSchedule(source, over: synthetic, seconds: 4, seed: 7)
    let problems = Locked<[String]>([])
    var changes = CatalogueChanges(real, of: changing, showing: fetched, problems: problems)
    var modelled = ModelChanges(model, of: ListedAssets(synthetic))
    for step in real.steps {
      let modelUpdate = modelled.update(at: step.time)
      let expected = try #require(modelUpdate)
      var found = changes.update(at: step.time)
      for _ in 0..<60_000 where found == nil {
        try await Task.sleep(for: .milliseconds(5))
        found = changes.update(at: step.time)
      }
      let update = try #require(found)
      #expect(update.assets.map(\.localIdentifier) == expected.assets.map(\.localIdentifier))
      #expect(update.assets.map(\.contentRevision) == expected.assets.map(\.contentRevision))
      #expect(update.removed.count == expected.removed.count)
      #expect(update.changed?.count == expected.changed?.count)
    }
    #expect(problems.withLock { $0 } == [])
    // The library itself does not change.
    #expect(try library.fetchAssets().map(\.localIdentifier) == synthetic.map(\.localIdentifier))
  }
}
