import Foundation
import GalleryKit
import Testing

struct CollectionTests {
  let fixture = LibraryFixture()

  /// Asset i was taken at these seconds since 1970.
  func library(takenAt times: [Double]) throws -> (PhotoLibrary, [Asset]) {
    for (index, time) in times.enumerated() {
      try fixture.write("40×30 1 \(time)", to: String(format: "%03d.jpg", index))
    }
    let library = try fixture.indexed()
    return (library, try library.fetchAssets().sorted { $0.original.path < $1.original.path })
  }

  @Test func `smart albums hold what they say, and counting them loads nothing`() async throws {
    let (library, assets) = try library(takenAt: [10, 30, 20, 40])
    try await library.performChanges { changes in
      changes.setFavorite(true, assets[1])
      changes.setHidden(true, assets[2])
    }
    func names(_ album: AssetCollection.SmartAlbum) throws -> [String] {
      try library.fetchAssets(in: album.collection).names
    }
    #expect(try names(.library) == ["003.jpg", "001.jpg", "000.jpg"])
    #expect(try names(.recents) == ["003.jpg", "001.jpg", "000.jpg"])
    #expect(try names(.favorites) == ["001.jpg"])
    #expect(try names(.hidden) == ["002.jpg"])
    #expect(try names(.panoramas) == [])
    #expect(try library.fetchSmartAlbums().map(\.localizedTitle).contains("Favorites"))
    for album in AssetCollection.SmartAlbum.allCases {
      #expect(try library.countAssets(in: album.collection) == names(album).count)
    }
    let limited = FetchOptions(fetchLimit: 2)
    #expect(try library.countAssets(in: AssetCollection.SmartAlbum.library.collection, limited) == 2)
  }

  @Test func `moments are days and places, the latest first, and hold every photo once`() async throws {
    let day = 86_400.0
    let (library, assets) = try library(takenAt: [0, day - 1, day, day + 5, -1, day * 2])
    let lisbon = try Location(latitude: 38.71, longitude: -9.14)
    let sydney = try Location(latitude: -33.87, longitude: 151.21)
    try await library.performChanges { changes in
      changes.setLocation(lisbon, of: assets[2])
      changes.setLocation(sydney, of: assets[3])
      changes.setHidden(true, assets[5])
    }
    let moments = try library.fetchMoments()
    #expect(moments.map(\.estimatedAssetCount) == [1, 1, 2, 1])
    #expect(moments.map(\.approximateLocation?.latitude) == [-33.87, 38.71, nil, nil])
    #expect(moments[2].startDate?.timeIntervalSince1970 == 0)
    #expect(moments[2].endDate?.timeIntervalSince1970 == day - 1)
    let members = try moments.map { try library.fetchAssets(in: $0).names }
    #expect(members == [["003.jpg"], ["002.jpg"], ["001.jpg", "000.jpg"], ["004.jpg"]])
    #expect(Set(moments.map(\.localIdentifier)).count == 4)
  }

  /// The day of a photo of this date and place, the only one of its library, and its creation date.
  private func day(
    _ date: Double, zone: Int?, longitude: Double?, library timeZone: TimeZone = .gmt
  ) throws -> String {
    let fixture = LibraryFixture()
    try fixture.write(to: "a.jpg")
    let library = try PhotoLibrary(folder: fixture.folder, catalogue: fixture.catalogue, timeZone: timeZone)
    let location = try longitude.map { try Location(latitude: 10, longitude: $0) }
    _ = try library.index(
      probe: LibraryFixture.reading { info in
        info.captureDate = Date(timeIntervalSince1970: date)
        info.captureZone = zone
        info.location = location
      })
    let moment = try #require(try library.fetchMoments().first)
    let asset = try #require(try library.fetchAssets(in: moment).first)
    let day = moment.localIdentifier.split(separator: "-")[1]
    return "day \(day), created at \(Int(asset.creationDate.timeIntervalSince1970 / 3600)) h"
  }

  @Test func `a photo's own time zone decides its day, else that of its place, else the library's`() throws {
    let hour = 3600.0
    let tokyo = try #require(TimeZone(secondsFromGMT: 9 * 3600))
    // Ten at night of day 0 in UTC is the next day in Tokyo, whatever the place says.
    #expect(try day(22 * hour, zone: 9 * 3600, longitude: -120) == "day 1, created at 22 h")
    #expect(try day(22 * hour, zone: 0, longitude: 139, library: tokyo) == "day 0, created at 22 h")
    // A clock without a zone is one at the photo's place: 139° is 9 hours ahead, −118° 8 hours behind.
    #expect(try day(22 * hour, zone: nil, longitude: 139) == "day 0, created at 13 h")
    #expect(try day(1 * hour, zone: nil, longitude: -118, library: tokyo) == "day 0, created at 9 h")
    // Without a place, it is one in the library's zone.
    #expect(try day(1 * hour, zone: nil, longitude: nil, library: tokyo) == "day 0, created at -8 h")
    #expect(try day(1 * hour, zone: nil, longitude: nil) == "day 0, created at 1 h")
    // In Lisbon, clocks of summer are an hour ahead: one in the morning of 1 July 2020.
    let lisbon = try #require(TimeZone(identifier: "Europe/Lisbon"))
    #expect(
      try day(1_593_565_200, zone: nil, longitude: nil, library: lisbon) == "day 18444, created at 442656 h")
  }

  @Test func `a date and a place that the user sets decide the day again`() async throws {
    let day = 86_400.0
    // Ten at night of day 0 in UTC, by the file's last change, which no camera's clock tells.
    try fixture.write("40×30", to: "a.jpg", modified: day - 7200)
    let library = try fixture.indexed()
    func moments() throws -> [String] {
      try library.fetchMoments().map { String($0.localIdentifier.split(separator: "-")[1]) }
    }
    #expect(try moments() == ["0"])
    let asset = try #require(try library.fetchAssets().first)
    try await library.performChanges {
      $0.setLocation(try Location(latitude: -33.87, longitude: 151.21), of: asset)
    }
    #expect(try moments() == ["1"])
    #expect(try library.fetchAssets(in: try library.fetchMoments()[0]).count == 1)
    #expect(try library.fetchAssets().first?.creationDate == asset.creationDate)
    try await library.performChanges { $0.setCreationDate(Date(timeIntervalSince1970: 5 * day), of: asset) }
    #expect(try moments() == ["5"])
    try await library.performChanges { $0.removeLocation(of: asset) }
    #expect(try moments() == ["5"])
    // A file that changes keeps the user's date and place.
    try fixture.write("80×60", to: "a.jpg", modified: 9 * day)
    _ = try library.index(probe: fixture.probe)
    #expect(try moments() == ["5"])
  }

  @Test func `transient collections behave like albums, hold a photo once and are not stored`() async throws {
    let (library, assets) = try library(takenAt: [1, 2, 3, 4])
    let given = [assets[2], assets[0], assets[2], assets[3], assets[0]]
    let joined = AssetCollection.transient(with: given, title: "Joined")
    #expect(joined.estimatedAssetCount == 3)
    #expect(try library.countAssets(in: joined) == 3)
    #expect(try library.fetchAssets(in: joined).names == ["002.jpg", "000.jpg", "003.jpg"])
    let newest = FetchOptions(sortDescriptors: [.init(.creationDate, ascending: false)], fetchLimit: 2)
    #expect(try library.fetchAssets(in: joined, newest).names == ["003.jpg", "002.jpg"])
    let found = AssetCollection.transient(with: try library.fetchAssets())
    #expect(found.estimatedAssetCount == 4)
    let list = CollectionList.transient(with: [.assets(joined), .assets(found)], title: "Both")
    #expect(try library.fetchCollections(in: list).map(\.localizedTitle) == ["Joined", nil])
    try await library.performChanges { $0.delete([assets[0]]) }
    #expect(try library.fetchAssets(in: joined).names == ["002.jpg", "003.jpg"])
    #expect(try library.fetchAlbums().isEmpty)
  }

  @Test func `an index in an album counts the photos that a fetch finds, and no hidden one`() async throws {
    let (library, assets) = try library(takenAt: [1, 2, 3, 4])
    let album = try await library.makeAlbum(of: Array(assets.prefix(3)))
    try await library.performChanges { $0.setHidden(true, assets[0]) }
    try await library.performChanges { changes in
      changes.move(IndexSet(integer: 1), to: 0, in: album)
      changes.insert([assets[0], assets[3]], into: album, at: 1)
    }
    #expect(try library.fetchAssets(in: album).names == ["002.jpg", "003.jpg", "001.jpg"])
    #expect(try library.countAssets(in: album, FetchOptions(includeHidden: true)) == 4)
  }

  @Test func `albums and lists that are asked for twice are found once`() async throws {
    let library = try fixture.open()
    var made: [String] = []
    try await library.performChanges { changes in
      made = [changes.createAlbum(title: "May"), changes.createList(title: "2026")].map(\.localIdentifier)
    }
    #expect(try library.fetchAlbums(withLocalIdentifiers: made + made).map(\.localizedTitle) == ["May"])
    let lists = try library.fetchCollectionLists(withLocalIdentifiers: made + made)
    #expect(lists.map(\.localizedTitle) == ["2026"])
  }

  @Test func `assets are found by file and by identifier, and albums by what they hold`() async throws {
    let (library, assets) = try library(takenAt: [1, 2, 3])
    #expect(try library.fetchAssets(ofFile: "001.jpg").first == assets[1])
    #expect(try library.fetchAssets(ofFile: fixture.folder + "/002.jpg").first == assets[2])
    #expect(try library.fetchAssets(ofFile: "../photos/002.jpg").isEmpty)
    let wanted = [assets[2], assets[0], assets[1]].identifiers
    #expect(try library.fetchAssets(withLocalIdentifiers: wanted + ["nobody"]).identifiers == wanted)
    for title in ["B", "A"] { try await library.makeAlbum(title, of: [assets[0]]) }
    #expect(try library.fetchAlbums(containing: assets[0]).map(\.localizedTitle) == ["A", "B"])
    #expect(try library.fetchAlbums(containing: assets[1]).isEmpty)
  }

  @Test func `fetches at one state share it, and give it up with the last of them`() async throws {
    let (library, assets) = try library(takenAt: [1, 2, 3])
    var held: [FetchResult<Asset>] = []
    for _ in 0..<200 { held.append(try library.fetchAssets()) }
    #if os(Linux)
      // One connection for all of them, beside those of the library.
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
          == fixture.catalogue
      }
      #expect(open.count < 20)
    #endif
    try await library.performChanges { $0.delete([assets[0]]) }
    #expect(held.allSatisfy { $0.count == 3 && $0.allSatisfy { $0.failure == nil } })
    #expect(try library.fetchAssets().count == 2)
  }
}
