import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@testable import ScrollSim

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
    let folder = try TemporaryFolder()
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
