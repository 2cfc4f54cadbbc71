import Foundation
import GalleryKit
import Testing

struct FetchTests {
  let fixture = LibraryFixture()

  @Test func `newest come first, ties by identifier, and oldest first is the reverse`() throws {
    try fixture.write("40×30 1 100", to: "old.jpg", modified: 9)
    try fixture.write("40×30 1 300", to: "new.jpg", modified: 8)
    for number in 0..<20 { try fixture.write("40×30 1 200", to: "tie\(number).jpg", modified: 5) }
    let library = try fixture.indexed()
    let newest = try library.fetchAssets()
    #expect(newest.names.first == "new.jpg")
    #expect(newest.names.last == "old.jpg")
    let ties = newest.identifiers[1...20]
    #expect(Array(ties) == ties.sorted(by: >))
    let oldest = FetchOptions(sortDescriptors: [.init(.creationDate, ascending: true)])
    #expect(try library.fetchAssets(oldest).identifiers == newest.identifiers.reversed())
    let changed = try library.fetchAssets(
      FetchOptions(sortDescriptors: [.init(.modificationDate, ascending: false)]))
    #expect(changed.names.prefix(2) == ["old.jpg", "new.jpg"])
  }

  @Test(arguments: [0, 1, 63, 64, 65, 512, 1000])
  func `every asset is found exactly once in every order`(count: Int) throws {
    let library = try fixture.generate(count, isHidden: { $0 % 5 == 2 })
    for includeHidden in [false, true] {
      let expected = (0..<count).filter { includeHidden || $0 % 5 != 2 }.map { Double($0) * 60 }
      func found(_ order: [FetchOptions.SortDescriptor]) throws -> [Double] {
        try library.fetchAssets(FetchOptions(sortDescriptors: order, includeHidden: includeHidden))
          .map(\.creationDate.timeIntervalSince1970)
      }
      #expect(try found([.init(.creationDate, ascending: true)]) == expected)
      #expect(try found([]) == expected.reversed())
      #expect(try found([.init(.modificationDate, ascending: true)]) == expected)
    }
  }

  @Test func `a limit takes the first of the order`() throws {
    let library = try fixture.generate(700)
    let all = try library.fetchAssets().identifiers
    for limit in [1, 255, 256, 257, 512, 699, 700, 701, 5000] {
      #expect(
        try library.fetchAssets(FetchOptions(fetchLimit: limit)).identifiers == Array(all.prefix(limit)))
    }
  }

  @Test func `a result stays as it was while the library changes`() throws {
    let library = try fixture.generate(3000)
    let before = try library.fetchAssets()
    let expected = (0..<3000).reversed().map { Double($0) * 60 }
    #expect(before[0].creationDate.timeIntervalSince1970 == expected[0])
    try library.hide(before.identifiers.prefix(1500))
    try fixture.remove("0.jpg")
    _ = try library.index(probe: fixture.probe)
    #expect(before.map(\.creationDate.timeIntervalSince1970) == expected)
    #expect(before.allSatisfy { !$0.isHidden })
    #expect(try library.fetchAssets().count == 1000)
  }

  @Test func `a large result outlives its library, and keeps a bounded number of assets`() throws {
    let result = try fixture.generate(10_000).fetchAssets()
    #expect(result.residentCount == 0)
    #expect(result[9999].creationDate.timeIntervalSince1970 == 0)
    #expect((1...64).contains(result.residentCount))
    for asset in result { #expect(asset.failure == nil) }
    #expect(result.residentCount <= 512)
  }

  // MARK: Identifiers

  @Test func `an identifier is the beginning of the path's SHA-256 in base 32`() throws {
    try fixture.write(to: "a.jpg", modified: 2)
    try fixture.write(to: "2024/Été à Nice.jpg", modified: 1)
    let library = try fixture.indexed()
    #expect(try library.fetchAssets().identifiers == ["a2dgqhi1kv1rk", "i81kelh0v0fka"])
    #expect(
      try library.asset(withLocalIdentifier: "a2dgqhi1kv1rk")?.original.path == fixture.folder + "/a.jpg")
    #expect(try library.asset(withLocalIdentifier: "nobody") == nil)
  }

  @Test func `identifiers and fingerprint stay when the folder moves`() throws {
    for number in 0..<20 { try fixture.write(to: "\(number % 3)/\(number).jpg", modified: Double(number)) }
    let library = try fixture.indexed()
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
    let library = try fixture.indexed(writing: ["a.jpg"])
    // Gives another photo the identifier of a.jpg, as if their hashes were alike.
    try library.apply([CatalogueStatement("UPDATE file SET path = CAST('b.jpg' AS BLOB)", [])])
    try fixture.move("a.jpg", to: "b.jpg")
    try fixture.write(to: "a.jpg")
    #expect(Set(try fixture.indexed().fetchAssets().identifiers) == ["a2dgqhi1kv1rk", "ugh0ssbtvfqoj"])
  }
}
