import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

/// Real files through the real probe, into the catalogue and out again.
struct IndexedMetadataTests {
  let fixture = LibraryFixture()

  private func write(_ xmp: String, to name: String, modified: Double = 1000) throws {
    let segment = XMPBytes.segment(XMPBytes.packet(attributes: xmp))
    let jpeg = MultiPictureBytes.inserting(
      0xE1, segment, into: try PictureWriter.jpeg().encode(TestImage.gradient(8, 8)))
    try fixture.write(Data(jpeg), to: name)
    try fixture.setModified(name, modified)
  }

  private func place(_ latitude: Int, _ longitude: Int) -> String {
    "exif:GPSLatitude='\(latitude),0N' exif:GPSLongitude='\(longitude),0E' "
  }

  @Test func `an asset has the place, the kinds and the burst of its file`() throws {
    try write(
      place(1, 2)
        + "exif:GPSAltitude='3/1' exif:UserComment='Screenshot' GCamera:BurstID='b' GCamera:BurstPrimary='1'",
      to: "a.jpg")
    let library = try fixture.open()
    #expect(try library.index().counts == "+1 ~0 -0 =0")
    let asset = try #require(try library.fetchAssets().first)
    #expect(try asset.location == Location(latitude: 1, longitude: 2, altitude: 3))
    #expect(asset.mediaSubtypes == .photoScreenshot)
    #expect(asset.burstIdentifier == "b")
    #expect(asset.burstSelectionTypes == .autoPick)
    #expect(asset.representsBurst)
  }

  @Test func `a file that says something else now changes what its asset had from it`() throws {
    try write(place(1, 2) + "GCamera:BurstID='b' GCamera:BurstPrimary='1'", to: "a.jpg")
    let library = try fixture.indexedPictures()
    try write(place(3, 4) + "GCamera:BurstID='c' exif:UserComment='Screenshot'", to: "a.jpg", modified: 2000)
    #expect(try library.index().counts == "+0 ~1 -0 =0")
    let asset = try #require(try library.fetchAssets().first)
    #expect(try asset.location == Location(latitude: 3, longitude: 4))
    #expect(asset.burstIdentifier == "c")
    #expect(asset.burstSelectionTypes == [])
    #expect(asset.mediaSubtypes == .photoScreenshot)
    #expect(asset.contentRevision == 1)
    try write("", to: "a.jpg", modified: 3000)
    _ = try library.index()
    #expect(try library.fetchAssets().first?.location == nil)
  }

  @Test func `the time zone that a file states, or that of its place, decides the photo's day`() throws {
    try write("exif:DateTimeOriginal='2020-01-24T23:30:00-05:00'", to: "a.jpg")
    try write(place(35, 139) + "exif:DateTimeOriginal='2020-01-26T01:00:00'", to: "b.jpg")
    let library = try fixture.indexedPictures()
    let dates = try library.fetchAssets().map(\.creationDate.timeIntervalSince1970)
    // 2020-01-25 16:00 and 04:30 in UTC, on the 26th and the 24th of the photos' clocks.
    #expect(dates == [1_579_968_000, 1_579_926_600])
    let days = try library.fetchMoments().map { $0.localIdentifier.split(separator: "-")[1] }
    #expect(days == ["18287", "18285"])
  }

  @Test(arguments: [0, 2])
  func `the user's pick of a burst is kept beside its representative, which stays`(primary: Int) async throws
  {
    for index in 0..<4 {
      try write(
        "GCamera:BurstID='b'" + (index == primary ? " GCamera:BurstPrimary='1'" : "")
          + " xmp:CreateDate='2020-01-24T23:11:5\(index)'", to: "\(index).jpg")
    }
    let library = try fixture.indexedPictures()
    let all = FetchOptions(includeAllBurstAssets: true)
    let burst = try library.fetchAssets(withBurstIdentifier: "b", all).sorted { $0.fileName < $1.fileName }
    func shown() throws -> [String] { try library.fetchAssets().names.sorted() }
    func representatives() throws -> [String] {
      try library.fetchAssets(withBurstIdentifier: "b", all).filter(\.representsBurst).names
    }
    #expect(try shown() == ["\(primary).jpg"])
    try await library.performChanges { $0.setUserPick(true, burst[1]) }
    #expect(try shown() == ["\(primary).jpg", "1.jpg"].sorted())
    #expect(try representatives() == ["\(primary).jpg"])
    try await library.performChanges { $0.setUserPick(true, burst[3]) }
    #expect(try shown() == ["\(primary).jpg", "1.jpg", "3.jpg"].sorted())
    #expect(try representatives() == ["\(primary).jpg"])
    // A pick of the representative itself changes only its mark.
    try await library.performChanges { $0.setUserPick(true, burst[primary]) }
    #expect(try shown().count == 3)
    try await library.performChanges { changes in
      for asset in burst { changes.setUserPick(false, asset) }
    }
    #expect(try shown() == ["\(primary).jpg"])
    #expect(try representatives() == ["\(primary).jpg"])
  }

  @Test func `what a photo says is data, whatever it says`() throws {
    let text = "&apos;); DROP TABLE asset; -- &lt;script&gt;alert(1)&lt;/script&gt; ../../%s\u{202E}"
    try write("GCamera:BurstID=\"\(text)\"", to: "a.jpg")
    let library = try fixture.indexedPictures()
    #expect(
      try library.fetchAssets().first?.burstIdentifier
        == "'); DROP TABLE asset; -- <script>alert(1)</script> ../../%s\u{202E}")
  }
}
