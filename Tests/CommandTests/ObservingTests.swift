import Foundation
import GalleryKit
import TestSupport
import Testing

/// Two processes over one catalogue: the built program indexes, this one observes.
@Suite(.timeLimit(.minutes(15)))
struct ObservingTests {
  @Test func `what another process indexes is heard of here, with all details`() async throws {
    let photos = try await Photos.folder(named: ["a.jpg", "b.jpg", "c.jpg"])
    let cache = try TemporaryFolder()
    let index = ["library", "index", photos.path]
    let settings = ["SCROLLSIM_CACHE": cache.path]
    #expect(try await Program.run(index, environment: settings).code == 0)
    let catalogues = try FileManager.default.contentsOfDirectory(atPath: cache.file("catalogues"))
    let catalogue = try #require(catalogues.first { $0.hasSuffix(".sqlite") })
    let library = try PhotoLibrary(folder: photos.path, catalogue: cache.file("catalogues/\(catalogue)"))
    var assets = try library.fetchAssets()
    #expect(assets.count == 3)

    var changes = library.changes().makeAsyncIterator()
    try FileManager.default.removeItem(atPath: photos.file("b.jpg"))
    // Not the removed photo under another name, which would be the same asset.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: photos.file("a.jpg")))
    try photos.write(Array(bytes) + [0], as: "d.jpg")
    #expect(try await Program.run(index, environment: settings).code == 0)
    var removed = 0
    var inserted = 0
    // The other process may write in several steps.
    while removed < 1 || inserted < 1 {
      let change = try #require(await changes.next())
      guard let details = try change.details(for: assets) else { continue }
      #expect(details.hasIncrementalChanges)
      removed += details.removedObjects.count
      inserted += details.insertedObjects.count
      assets = details.fetchResultAfterChanges
    }
    #expect(removed == 1 && inserted == 1)
    let after = try library.fetchAssets()
    #expect(assets.map(\.localIdentifier) == after.map(\.localIdentifier))
  }
}
