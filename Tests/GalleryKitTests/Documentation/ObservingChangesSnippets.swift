import Foundation
import GalleryKit
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ObservingChangesSnippets {
  /// A list of identifiers with the operations of a grid.
  @MainActor final class Grid {
    private(set) var cells: [String] = []
    private(set) var reloads = 0

    func show(_ photos: FetchResult<Asset>) { cells = photos.identifiers }
    func remove(at indexes: [Int]) { for index in indexes.reversed() { cells.remove(at: index) } }
    func insert(_ photos: [Asset], at indexes: [Int]) {
      for (photo, index) in zip(photos, indexes) { cells.insert(photo.localIdentifier, at: index) }
    }
    func reload(at indexes: [Int]) { reloads += indexes.count }
    func move(from: Int, to: Int) { cells.insert(cells.remove(at: from), at: to) }
  }

  // begin
  @MainActor func follow(_ library: PhotoLibrary, in grid: Grid) async throws {
    let changes = library.changes()
    var photos = try library.fetchAssets()
    grid.show(photos)
    for await change in changes {
      guard let details = try change.details(for: photos) else { continue }
      photos = details.fetchResultAfterChanges
      guard details.hasIncrementalChanges else {
        grid.show(photos)
        continue
      }
      grid.remove(at: details.removedIndexes)
      grid.insert(details.insertedObjects, at: details.insertedIndexes)
      grid.reload(at: details.changedIndexes)
      for (from, to) in details.moves { grid.move(from: from, to: to) }
    }
  }
  // end

  @Test @MainActor func `a grid follows its library`() async throws {
    let fixture = LibraryFixture()
    let library = try fixture.generate(10)
    library.minimumChangeInterval = .zero
    let grid = Grid()
    let following = Task { try await follow(library, in: grid) }
    while grid.cells.count < 10 { await Task.yield() }
    let all = Array(try library.fetchAssets())
    try await library.performChanges { changes in
      changes.delete([all[7]])
      changes.setHidden(true, all[3])
      changes.setFavorite(true, all[1])
      changes.setCreationDate(all[8].creationDate.addingTimeInterval(-1), of: all[0])
    }
    let expected = try library.fetchAssets().identifiers
    while grid.cells != expected { await Task.yield() }
    #expect(grid.reloads > 0)
    following.cancel()
    try await following.value
  }

  @Test func `images are asked for again if a photo looks different`() async throws {
    let fixture = LibraryFixture()
    let library = try fixture.generate(1)
    var photo = try #require(try library.fetchAssets().first)
    let changes = library.changes()
    try await library.performChanges { $0.setAdjustments(Adjustments(exposure: 1), of: photo) }
    let change = try #require(await changes.first { _ in true })
    var asked = 0
    func showImage(of photo: Asset) { asked += 1 }
    func close() { asked = -1 }
    // begin
    if let details = try change.details(for: photo) {
      if let changed = details.objectAfterChanges {
        photo = changed
        if details.assetContentChanged { showImage(of: changed) }
      } else {
        close()
      }
    }
    // end
    #expect(asked == 1)
    #expect(photo.hasAdjustments)
  }
}
