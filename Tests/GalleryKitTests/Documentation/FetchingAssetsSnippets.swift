import Foundation
import GalleryKit
import Testing

struct FetchingAssetsSnippets {
  @Test func `assets are found by what they are and by where they are`() async throws {
    let fixture = LibraryFixture()
    let (library, all) = try fixture.generated(30)
    try await library.performChanges { changes in
      changes.setFavorite(true, all[2])
      changes.insert([all[2], all[3]], into: changes.createAlbum(title: "Lisbon"))
    }
    let start = Date(timeIntervalSince1970: 0)
    var lines: [String] = []
    func show(_ photo: Asset) { lines.append("photo") }
    func show(_ album: AssetCollection, count: Int) {
      lines.append("\(album.localizedTitle ?? ""): \(count)")
    }
    // begin
    let photos = try library.fetchAssets()
    for photo in photos.prefix(18) { show(photo) }
    // end
    // begin
    var options = FetchOptions()
    options.predicate = .where { $0.isFavorite && $0.creationDate >= start }
    options.sortDescriptors = [.init(.creationDate, ascending: true)]
    options.fetchLimit = 100
    let favorites = try library.fetchAssets(options)
    // end
    // begin
    let coffees = try library.fetchAssets(FetchOptions(predicate: .where { $0.fileName.contains("cafe") }))
    // end
    #expect(coffees.isEmpty)
    // begin
    for album in try library.fetchAlbums() {
      show(album, count: try library.countAssets(in: album))
    }
    let panoramas = try library.fetchAssets(in: AssetCollection.SmartAlbum.panoramas.collection)
    // end
    // begin
    let wide = AssetCollection.transient(with: Array(favorites) + panoramas, title: "For the wall")
    let newestOfThem = try library.fetchAssets(
      in: wide, FetchOptions(sortDescriptors: [.init(.creationDate, ascending: false)], fetchLimit: 1))
    // end
    #expect(lines == Array(repeating: "photo", count: 18) + ["Lisbon: 2"])
    #expect(newestOfThem.identifiers == [all[2].localIdentifier])
  }
}
