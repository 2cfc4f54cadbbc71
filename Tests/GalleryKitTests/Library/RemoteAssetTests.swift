import Foundation
import GalleryKit
import Testing

@Suite("Assets whose originals come over the network")
struct RemoteAssetTests {
  let fixture: LibraryFixture

  init() throws { fixture = try LibraryFixture() }

  @Test func `an asset is given an address, keeps what is known of it, and gets it taken away again`() throws
  {
    try fixture.write("40×30 1 100", to: "a.jpg", modified: 9)
    let library = try fixture.open()
    _ = try library.index(probe: fixture.probe)
    let local = try #require(try library.fetchAssets().first)
    #expect(!local.isRemote)
    let url = try #require(URL(string: "https://photos.example/a b.jpg?size=full"))
    try library.setRemoteURL(url, forLocalIdentifier: local.localIdentifier)
    try library.setRemoteURL(url, forLocalIdentifier: "nobody")

    let remote = try #require(try library.fetchAssets().first)
    #expect(remote.isRemote)
    #expect(remote.original.remoteURL == url)
    #expect(remote.original.path == "\(library.downloads)/\(local.localIdentifier)")
    #expect(remote.pixelSize == local.pixelSize)
    #expect(remote.original.byteCount == local.original.byteCount)
    #expect(try library.asset(withLocalIdentifier: local.localIdentifier) == remote)

    try library.setRemoteURL(nil, forLocalIdentifier: local.localIdentifier)
    #expect(try library.fetchAssets().first == local)
  }

  @Test func `an index does not forget what is not in the folder but in the cloud`() throws {
    for name in ["here.jpg", "cloud.jpg", "gone.jpg"] {
      try fixture.write("40×30 1 100", to: name, modified: 9)
    }
    let library = try fixture.open()
    _ = try library.index(probe: fixture.probe)
    let names = Dictionary(
      uniqueKeysWithValues: try library.fetchAssets().map {
        (($0.original.path as NSString).lastPathComponent, $0.localIdentifier)
      })
    let cloud = try #require(names["cloud.jpg"])
    try library.setRemoteURL(URL(string: "https://photos.example/1"), forLocalIdentifier: cloud)
    for name in ["cloud.jpg", "gone.jpg"] {
      try FileManager.default.removeItem(atPath: "\(library.folder)/\(name)")
    }
    for removed in [1, 0] {
      #expect(try library.index(probe: fixture.probe).missing == removed)
      let found = try library.fetchAssets()
      #expect(found.count == 2)
      #expect(found.filter(\.isRemote).map(\.localIdentifier) == [cloud])
    }
  }
}
