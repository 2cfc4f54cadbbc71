import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `Synthetic libraries` {
  private let folder = TemporaryFolder()
  private let source = SyntheticSource(
    photos: 30, distinct: 8, megapixels: 0.02...0.06, png: 0.25, embeddedThumbnails: 0.5)

  private func contents(of name: String) throws -> [String: Data] {
    let names = try folder.names(in: name).filter { !$0.hasPrefix("catalogue") }
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.data("\(name)/\($0)")) })
  }

  @Test func `the same seed makes the same files, another seed others`() throws {
    let one = try SyntheticLibrary(source, seed: 3).make(in: folder.file("one")).summary()
    let two = try SyntheticLibrary(source, seed: 3).make(in: folder.file("two")).summary()
    let other = try SyntheticLibrary(source, seed: 4).make(in: folder.file("other")).summary()
    #expect(try contents(of: "one") == contents(of: "two"))
    #expect(one.sha256 == two.sha256)
    #expect(try contents(of: "one") != contents(of: "other"))
    #expect(one.sha256 != other.sha256)
  }

  @Test func `many photos share few files, with the shares that were asked for`() throws {
    let library = try SyntheticLibrary(source, seed: 3).make(in: folder.file("library"))
    let summary = try library.summary()
    #expect(summary.photos == 30 && summary.distinctFiles == 8 && summary.failed == 0)
    let assets = Array(try library.fetchAssets())
    #expect(Set(assets.map(\.localIdentifier)).count == 30)
    let files = Set(assets.map(\.original))
    #expect(files.count { $0.format == .png } == 2)
    #expect(files.count { $0.hasEmbeddedThumbnail } == 4)
    #expect(assets == assets.sorted { $0.creationDate > $1.creationDate })
    for asset in assets { #expect((0.019...0.061).contains(asset.pixelSize.megapixels)) }
  }

  @Test func `a library that is there already is opened, not made again`() throws {
    let place = folder.file("library")
    _ = try SyntheticLibrary(source, seed: 3).make(in: place)
    let made = Locked(0)
    let library = try SyntheticLibrary(source, seed: 3).make(in: place) { _, _ in made.withLock { $0 += 1 } }
    #expect(made.withLock { $0 } == 0)
    #expect(try library.fetchAssets().count == 30)
  }

  @Test func `a library is made in a folder whose name ends with a slash, as shells complete it`() throws {
    let place = try folder.makeFolder("photos")
    #expect(try SyntheticLibrary(source, seed: 3).make(in: place + "/").summary().photos == 30)
    #expect(try folder.names() == ["photos"])
  }

  @Test func `a folder with anything else in it is refused and left as it is`() throws {
    let place = folder.file("photos")
    try folder.write([1, 2, 3], as: "photos/mine.jpg")
    let error = #expect(throws: TakenFolder.self) {
      try SyntheticLibrary(source, seed: 3).make(in: place)
    }
    #expect(error?.description.contains("found other files") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["mine.jpg"])
    _ = try SyntheticLibrary(source, seed: 3).make(in: folder.file("other"))
    let second = #expect(throws: TakenFolder.self) {
      try SyntheticLibrary(source, seed: 5).make(in: folder.file("other"))
    }
    #expect(second?.description.contains("found another library") == true)
  }

  @Test func `a folder is a synthetic library by its own catalogue, not by one farther down`() throws {
    // A folder of photos in which the cache lies, too.
    var location = LibraryLocation(folder: folder.path)
    location.catalogue = "\(location.folder)/cache/catalogues/0123456789abcdef.sqlite"
    #expect(!location.isSynthetic)
    try folder.write([], as: SyntheticLibrary.catalogueName)
    #expect(LibraryLocation(folder: folder.path).isSynthetic)
  }

  @Test(arguments: [0.0, 1])
  func `photos without the library have the sizes and orientations of those in it`(png: Double) throws {
    let source = SyntheticSource(photos: 16, distinct: 16, megapixels: 0.02...0.06, png: png)
    let library = try SyntheticLibrary(source, seed: 3).make(in: folder.file("library"))
    let made = Array(try library.fetchAssets())
    let computed = SyntheticAssets(source, seed: 3)
    #expect(computed.map(\.localIdentifier) == made.map(\.localIdentifier))
    #expect(computed.map(\.pixelSize) == made.map(\.pixelSize))
    #expect(computed.map(\.orientation) == made.map(\.orientation))
    // The same draws rotate some of the JPEGs, and would rotate the PNGs.
    #expect(made.contains { $0.orientation == .right } == (png == 0))
  }

  @Test func `no file needs more memory than decoders take, however large photos are`() {
    func progressive(_ megapixels: Double) -> Int {
      let source = SyntheticSource(photos: 48, megapixels: megapixels...megapixels)
      return (0..<source.distinct).count { SyntheticPhoto(number: $0, of: source, seed: 1).isProgressive }
    }
    #expect(progressive(12) == 6 && progressive(44) == 6)
    // Two bytes for each of three samples a pixel, without subsampling, are 300 MB at 50 megapixels.
    #expect(progressive(50) == 0 && progressive(200) == 0)
  }

  @Test func `a JPEG weighs what it was meant to weigh`() throws {
    // Large enough that headers do not count.
    let source = SyntheticSource(photos: 6, distinct: 6, megapixels: 0.3...0.4, png: 0)
    let texture = NoiseTexture(seed: 1)
    for number in 0..<2 {
      let photo = SyntheticPhoto(number: number, of: source, seed: 1)
      let bytes = try photo.encode(texture: texture, ledger: MemoryLedger())
      let bitsPerPixel = Float(bytes.count * 8) / Float(photo.size.width * photo.size.height)
      #expect(abs(bitsPerPixel / photo.bitsPerPixel - 1) < 0.5)
    }
  }
}
