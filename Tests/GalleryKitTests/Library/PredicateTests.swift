import Foundation
import GalleryKit
import TestSupport
import Testing

/// A library with everything that predicates can ask for, made at random from a seed.
struct PredicateTests {
  let fixture = LibraryFixture()

  func variedLibrary(_ count: Int) async throws -> (PhotoLibrary, [Asset]) {
    for index in 0..<count { try fixture.write("\(40 + index % 7)×30", to: "\(index).jpg", modified: 1000) }
    let library = try fixture.indexed()
    let assets = Array(try library.fetchAssets())
    var shuffler = Shuffler(seed: 3)
    try await library.performChanges { changes in
      for asset in assets {
        changes.setCreationDate(
          Date(timeIntervalSinceReferenceDate: Double(shuffler.next(20)) + 0.123), of: asset)
        if shuffler.next(3) == 0 { changes.setFavorite(true, asset) }
        if shuffler.next(4) == 0 { changes.setHidden(true, asset) }
        if shuffler.next(2) == 0 {
          let location = try Location(
            latitude: Double(shuffler.next(180) - 90), longitude: Double(shuffler.next(360) - 180) + 0.1)
          changes.setLocation(location, of: asset)
        }
        if shuffler.next(5) == 0 { changes.setAdjustments(Adjustments(exposure: 1), of: asset) }
      }
    }
    return (library, Array(try library.fetchAssets(.everything)))
  }

  /// A condition of some depth.
  static func random(_ shuffler: inout Shuffler, depth: Int, of assets: [Asset]) -> AssetPredicate {
    let asset = assets[shuffler.next(assets.count)]
    let other = assets[shuffler.next(assets.count)]
    guard depth == 0 || shuffler.next(3) == 0 else {
      let left = random(&shuffler, depth: depth - 1, of: assets)
      let right = random(&shuffler, depth: depth - 1, of: assets)
      return switch shuffler.next(3) {
      case 0: left && right
      case 1: left || right
      default: !left
      }
    }
    let kind = shuffler.next(19)
    return .where { photo in
      switch kind {
      case 0: photo.creationDate >= asset.creationDate
      case 1: photo.creationDate < asset.creationDate
      case 2: photo.creationDate == asset.creationDate
      case 3: photo.creationDate.isOneOf([asset.creationDate, other.creationDate])
      case 4: photo.pixelWidth > asset.pixelSize.width
      case 5: photo.pixelHeight != 30
      case 6: photo.isFavorite
      case 7: photo.isHidden
      case 8: photo.hasLocation
      case 9: photo.latitude <= (asset.location?.latitude ?? .nan)
      case 10: photo.longitude == (asset.location?.longitude ?? .nan)
      case 11:
        photo.isWithin(
          latitudes: -50...40, west: Double(asset.pixelSize.width * 2),
          east: other.location?.longitude ?? -170)
      case 12:
        photo.localIdentifier.isOneOf([
          asset.localIdentifier, other.localIdentifier, "'; DROP TABLE asset; --",
        ])
      case 13: photo.hasAdjustments
      case 14: photo.fileName.contains(String(asset.fileName.prefix(1).uppercased()))
      case 15: photo.fileName < asset.fileName
      case 16: photo.byteCount > asset.byteCount || photo.fileName == other.fileName
      case 17: photo.burstIdentifier == "x" || photo.mediaSubtypes.contains(.photoHDR)
      default: photo.localIdentifier >= asset.localIdentifier
      }
    }
  }

  @Test func `the catalogue and memory agree on which assets meet a condition`() async throws {
    let (library, assets) = try await variedLibrary(120)
    #expect(assets.count == 120)
    var shuffler = Shuffler(seed: 11)
    var sizes: Set<Int> = []
    for _ in 0..<(LongTests.areWanted ? 400 : 150) {
      let predicate = Self.random(&shuffler, depth: 4, of: assets)
      var options = FetchOptions.everything
      options.predicate = predicate
      let found = try library.fetchAssets(options).identifiers
      #expect(found == assets.filter(predicate.matches).identifiers)
      sizes.insert(found.count)
    }
    // They were not all empty or all the same.
    #expect(sizes.count > 30)
  }

  @Test func `what people write is a value, never a part of the query`() async throws {
    let (library, _) = try await variedLibrary(3)
    let hostile = "x' OR '1'='1"
    for text in [hostile, "\0", "é", "e\u{301}", "\"", "%", "ﷺ", String(repeating: "a", count: 100_000)] {
      #expect(try library.fetchAssets(FetchOptions(predicate: .where { $0.localIdentifier == text })).isEmpty)
      #expect(try library.fetchAssets(withBurstIdentifier: text).isEmpty)
      #expect(try library.fetchAssets(withLocalIdentifiers: [text]).isEmpty)
      #expect(try library.fetchAssets(ofFile: text).isEmpty)
      guard text != "\0" else { continue }
      #expect(try await library.makeAlbum(text).localizedTitle == text)
    }
    // SQLite would end the title there.
    await #expect(throws: LibraryError.self) {
      try await library.performChanges { _ = $0.createAlbum(title: "a\0b") }
    }
    #expect(try library.fetchAssets(.everything).count == 3)
  }

  @Test func `a text with a zero byte is not taken for what stands before the zero`() throws {
    try fixture.write(to: "a.jpg")
    let library = try fixture.open()
    _ = try library.index(probe: LibraryFixture.reading { $0.burstIdentifier = "burst" })
    let asset = try #require(try library.fetchAssets(withBurstIdentifier: "burst").first)
    #expect(try library.fetchAssets(withBurstIdentifier: "burst\0x").isEmpty)
    let (name, identifier) = (asset.fileName + "\0x", asset.localIdentifier + "\0x")
    let predicates: [AssetPredicate] = [
      .where { $0.fileName == name }, .where { $0.fileName.contains(name) },
      .where { $0.localIdentifier == identifier }, .where { $0.burstIdentifier == "burst\0x" },
      .where { $0.localIdentifier.isOneOf([identifier]) },
    ]
    #expect(try library.fetchAssets(withLocalIdentifiers: [identifier]).isEmpty)
    for predicate in predicates {
      #expect(try library.fetchAssets(FetchOptions(predicate: predicate)).isEmpty)
      #expect(!predicate.matches(asset))
    }
  }

  @Test func `a long chain of conditions is no deep tree`() async throws {
    let (library, assets) = try await variedLibrary(5)
    var chain = AssetPredicate.none
    for index in 0..<5000 { chain = chain || .where { $0.pixelWidth == index } }
    let options = FetchOptions(predicate: chain, includeHidden: true)
    #expect(try library.fetchAssets(options).count == assets.count)
    let many = assets.identifiers + (0..<50_000).map(String.init)
    let ofMany = FetchOptions(predicate: .where { $0.localIdentifier.isOneOf(many) }, includeHidden: true)
    #expect(try library.fetchAssets(ofMany).count == assets.count)
  }

  @Test func `sort descriptors decide one after the other, then the identifiers`() async throws {
    let (library, assets) = try await variedLibrary(80)
    var options = FetchOptions.everything
    options.sortDescriptors = [
      .init(.isFavorite, ascending: false), .init(.pixelWidth, ascending: true),
      .init(.creationDate, ascending: false),
    ]
    let expected = assets.sorted { one, other in
      if one.isFavorite != other.isFavorite { return one.isFavorite }
      if one.pixelSize.width != other.pixelSize.width { return one.pixelSize.width < other.pixelSize.width }
      if one.creationDate != other.creationDate { return one.creationDate > other.creationDate }
      return one.localIdentifier > other.localIdentifier
    }
    #expect(try library.fetchAssets(options).identifiers == expected.identifiers)
    options.fetchLimit = 7
    #expect(try library.fetchAssets(options).identifiers == Array(expected.identifiers.prefix(7)))
  }
}

extension FetchOptions {
  /// All assets, hidden and stacked ones included.
  static let everything = FetchOptions(includeHidden: true, includeAllBurstAssets: true)
}
