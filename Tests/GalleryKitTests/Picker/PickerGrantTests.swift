import Foundation
import GalleryKit
import Testing

/// The rights that a picked photo gives its holder, and their limits.
struct PickerGrantTests {
  let fixture = PickerFixture()

  @Test(arguments: [nil, .denied, .restricted, .limited(["nobody"])] as [AuthorizationStatus.Decision?])
  func `a picked photo can be loaded without any access to the library, and opens nothing else`(
    decision: AuthorizationStatus.Decision?
  ) async throws {
    for name in ["a.jpg", "b.jpg"] { try fixture.write(try ChangesTests.photo(), to: name) }
    let owner = try fixture.files.indexedPictures()
    let (picked, other) = (try owner.fetchAssets()[0], try owner.fetchAssets()[1])
    let client = try await fixture.client(decision)
    let status = try client.authorizationStatus()
    let picker = PhotoPicker(library: client, prompt: PhotoPicker.FixedChoice([picked.localIdentifier]))
    let item = try #require(try await picker.pick()?.first)
    #expect(try await item.loadTransferable(type: Data.self) == (try ChangesTests.photo()))
    #expect(
      try await item.loadTransferable(type: DecodedImage.self)?.pixels.size
        == PixelSize(width: 40, height: 30))

    #expect(try client.authorizationStatus() == status)
    for identifier in [picked, other].identifiers {
      if status == .limited {
        #expect(try client.asset(withLocalIdentifier: identifier) == nil)
      } else {
        #expect(throws: LibraryError.accessDenied(status)) {
          try client.asset(withLocalIdentifier: identifier)
        }
      }
    }
  }

  @Test func `a permission cannot be read from storage`() {
    #expect(!((PickerItem.self as Any) is any Decodable.Type))
  }

  @Test func `a permission ends with its photo, though another takes its identifier`() async throws {
    let item = try await fixture.pickOne(try ChangesTests.photo())
    let library = try fixture.files.open()
    try fixture.files.remove("a.jpg")
    _ = try library.index(PhotoLibrary.IndexOptions(acceptsMissing: true))
    await #expect(throws: PickerItem.LoadingError.missing(item.itemIdentifier)) {
      try await item.loadTransferable(type: Data.self)
    }
    // Another photo gets an identifier only once the first one is forgotten.
    _ = try library.index(PhotoLibrary.IndexOptions(missingAreKeptFor: 0))
    try fixture.write(try ChangesTests.photo(80, 60), to: "a.jpg")
    _ = try library.index()
    #expect(try library.asset(withLocalIdentifier: item.itemIdentifier) != nil)
    for load in item.loads {
      await #expect(throws: PickerItem.LoadingError.missing(item.itemIdentifier)) { _ = try await load() }
    }
  }

  @Test func `tokens of one photo are equal, those of others are not`() async throws {
    try fixture.write(try ChangesTests.photo(), to: "b.jpg")
    let item = try await fixture.pickOne(try ChangesTests.photo())
    let again = try await fixture.pickAll()
    #expect(again.count == 2)
    #expect(item == again[0])
    #expect(Set([item] + again).count == 2)
    let elsewhere = try await PickerFixture().pickOne(try ChangesTests.photo())
    #expect(elsewhere.itemIdentifier == item.itemIdentifier)
    #expect(elsewhere != item)
  }
}
