import Foundation
import GalleryKit
import Testing

struct IdentifierTests {
  let fixture: LibraryFixture

  init() throws { fixture = try LibraryFixture() }

  @Test func `an identifier is the beginning of the path's SHA-256 in base 32`() throws {
    try fixture.write(to: "a.jpg", modified: 2)
    try fixture.write(to: "2024/Été à Nice.jpg", modified: 1)
    let library = try fixture.open()
    _ = try library.index(probe: fixture.probe)
    #expect(try library.fetchAssets().identifiers == ["a2dgqhi1kv1rk", "i81kelh0v0fka"])
    #expect(
      try library.asset(withLocalIdentifier: "a2dgqhi1kv1rk")?.original.path == fixture.folder + "/a.jpg")
    #expect(try library.asset(withLocalIdentifier: "nobody") == nil)
  }

  @Test func `identifiers and fingerprint stay when the folder moves`() throws {
    for number in 0..<20 { try fixture.write(to: "\(number % 3)/\(number).jpg", modified: Double(number)) }
    let library = try fixture.open()
    _ = try library.index(probe: fixture.probe)
    let moved = fixture.root + "/elsewhere"
    try FileManager.default.moveItem(atPath: fixture.folder, toPath: moved)

    let known = try PhotoLibrary(folder: moved, catalogue: fixture.catalogue)
    #expect(try known.index(probe: fixture.probe).counts == "+0 ~0 -0 =20")
    #expect(try known.fetchAssets().first?.original.path == moved + "/1/19.jpg")
    let fresh = try PhotoLibrary(folder: moved, catalogue: fixture.root + "/fresh.sqlite")
    _ = try fresh.index(probe: LibraryFixture.read)
    #expect(try fresh.fetchAssets().identifiers == library.fetchAssets().identifiers)
    #expect(try fresh.summary().sha256 == library.summary().sha256)
  }

  @Test func `an identifier that is taken gives way to the next of the same path`() throws {
    try fixture.write(to: "a.jpg")
    _ = try fixture.open().index(probe: fixture.probe)
    // Gives another photo the identifier of a.jpg, as if their hashes were alike.
    try fixture.patchCatalogue("a.jpg", with: "b.jpg")
    try FileManager.default.moveItem(atPath: fixture.folder + "/a.jpg", toPath: fixture.folder + "/b.jpg")
    try fixture.write(to: "a.jpg")
    _ = try fixture.open().index(probe: fixture.probe)
    #expect(Set(try fixture.open().fetchAssets().identifiers) == ["a2dgqhi1kv1rk", "ugh0ssbtvfqoj"])
  }
}
