import Foundation
import GalleryKit
import Testing

struct ChangingTheLibrarySnippets {
  @Test func `photos are created, edited, and deleted if the user agrees`() async throws {
    let fixture = LibraryFixture()
    let library = try await fixture.client(.authorized)
    let path = fixture.root + "/tram.jpg"
    try ChangesTests.photo().write(to: URL(fileURLWithPath: path))
    var told: [String] = []
    func tell(_ text: String) { told.append(text) }
    // begin
    var tram: LibraryChanges.Placeholder?
    try await library.performChanges { changes in
      let photo = changes.createAsset(fromFile: path)
      let album = changes.createAlbum(title: "Lisbon")
      changes.insert([photo], into: album)
      changes.setFavorite(true, photo)
      tram = photo
    }
    // end
    let placeholder = try #require(tram)
    let photo = try #require(try library.asset(withLocalIdentifier: placeholder.localIdentifier))
    #expect(photo.isFavorite)
    #expect(try library.fetchAlbums(containing: photo).first?.localizedTitle == "Lisbon")
    // begin
    try await library.performChanges { changes in
      changes.setAdjustments(Adjustments(quarterTurns: 1, exposure: 0.5), of: photo)
      changes.setLocation(try Location(latitude: 38.71, longitude: -9.14), of: photo)
    }
    // end
    #expect(try library.fetchAssets().first?.hasAdjustments == true)
    // begin
    do {
      try await library.performChanges { $0.delete([photo]) }
    } catch LibraryError.changeRefused {
      tell("Kept.")
    } catch LibraryError.changeFailed(let index, let change, let reason) {
      tell("Nothing was changed, because of change \(index), \(change): \(reason)")
    }
    // end
    #expect(told == ["Kept."])
  }
}
