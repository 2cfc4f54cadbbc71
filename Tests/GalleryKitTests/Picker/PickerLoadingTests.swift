import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

struct PickerLoadingTests {
  let fixture = PickerFixture()

  /// A picture's bytes, if they are a PNG's.
  struct PNGBytes: PickerTransferable {
    let count: Int
    static var pickerRepresentation: PickerRepresentation<PNGBytes> { .data(.png) { Self(count: $0.count) } }
  }

  /// A type that cannot be made from anything.
  struct Refusal<Source: PickerTransferable>: PickerTransferable {
    struct Failure: Error, Equatable {}
    static var pickerRepresentation: PickerRepresentation<Self> {
      switch Source.self {
      case is Data.Type: .data { _ in throw Failure() }
      case is DecodedImage.Type: .image { _ in throw Failure() }
      default: .file { _ in throw Failure() }
      }
    }
  }

  @Test func `a photo is loaded as its bytes, as a picture, and as a copy of its file`() async throws {
    let photo = try ChangesTests.photo(80, 60)
    let item = try await fixture.pickOne(photo)
    #expect(item.supportedContentTypes == [.jpeg])
    #expect(try await item.loadTransferable(type: Data.self) == photo)
    let image = try #require(try await item.loadTransferable(type: DecodedImage.self))
    #expect(image.pixels.size == PixelSize(width: 80, height: 60))
    let file = try #require(try await item.loadTransferable(type: TransferableFile.self))
    #expect(try Data(contentsOf: file.url) == photo)
    #expect(file.url.lastPathComponent == "a.jpg")
    #expect(file.contentType == .jpeg)
    #expect(file.url.path.hasPrefix(fixture.temporary + "/"))
    // The copy is the receiver's: changing it leaves the original alone.
    try Data("mine".utf8).write(to: file.url)
    #expect(try await item.loadTransferable(type: Data.self) == photo)
    try file.remove()
    #expect(try fixture.copies == [])
    #expect(throws: (any Error).self) { try file.remove() }
  }

  @Test func `a picture is loaded at the size that is asked for`() async throws {
    let item = try await fixture.pickOne(try ChangesTests.photo(80, 60))
    func size(_ mode: ContentMode) async throws -> PixelSize? {
      try await item.loadTransferable(
        type: DecodedImage.self, targetSize: PixelSize(width: 20, height: 20), contentMode: mode)?.pixels.size
    }
    #expect(try await size(.aspectFit) == PixelSize(width: 20, height: 15))
    #expect(try await size(.aspectFill) == PixelSize(width: 20, height: 20))
  }

  @Test func `an edited photo comes with its edits, whatever it is loaded as`() async throws {
    let item = try await fixture.pickOne(try ChangesTests.photo(80, 60))
    try await fixture.turn()
    let turned = PixelSize(width: 60, height: 80)
    let image = try await item.loadTransferable(type: DecodedImage.self)
    #expect(image?.pixels.size == turned)
    let bytes = try #require(try await item.loadTransferable(type: Data.self))
    #expect(try ImageProbe.probe(bytes: Array(bytes)).uprightSize == turned)
    let file = try #require(try await item.loadTransferable(type: TransferableFile.self))
    #expect(try Data(contentsOf: file.url) == bytes)
    #expect(file.url.lastPathComponent == "a.jpg")
    try file.remove()
  }

  @Test(.enabled(if: ImageFormat.webp.isReadable, "this build reads no WebP"))
  func `an edited WebP comes as a JPEG, by its bytes, its type and its name`() async throws {
    let item = try await fixture.pickOne(Data(TinyPictures.lossyWebP), as: "a.webp")
    #expect(item.supportedContentTypes == [PickerItem.ContentType(ImageFormat.webp.typeIdentifier)])
    try await fixture.turn()
    let file = try #require(try await item.loadTransferable(type: TransferableFile.self))
    #expect(try Data(contentsOf: file.url).prefix(2) == Data([0xFF, 0xD8]))
    #expect(file.contentType == .jpeg)
    #expect(file.url.pathExtension == "jpg")
    try file.remove()
  }

  @Test func `what a photo has no representation for is nil, and no failure`() async throws {
    let jpeg = try await fixture.pickOne(try ChangesTests.photo())
    #expect(try await jpeg.loadTransferable(type: PNGBytes.self) == nil)
    let other = PickerFixture()
    let png = try await other.pickOne(
      Data(PictureWriter.png().encode(try TestImage.gradient(8, 8))), as: "a.png")
    #expect(try await png.loadTransferable(type: PNGBytes.self) != nil)
  }

  @Test func `what this build decodes is an image, and nothing else is`() {
    for format in ImageFormat.allCases {
      let type = PickerItem.ContentType(format.typeIdentifier)
      #expect(type.conforms(to: .image) == format.isReadable, "\(format)")
      #expect(type.conforms(to: type) && type.conforms(to: .data))
    }
    #expect(!PickerItem.ContentType("public.movie").conforms(to: .image))
    #expect(!PickerItem.ContentType.jpeg.conforms(to: .png))
  }

  @Test(arguments: DecodedImage.FileFormat.allCases.filter { $0.unavailability == nil })
  func `a picture of any kind that is written is loaded`(format: DecodedImage.FileFormat) async throws {
    let picture = DecodedImage(pixels: try TestImage.gradient(40, 30))
    let item = try await fixture.pickOne(try picture.encoded(as: format), as: "a.\(format.rawValue)")
    #expect(item.supportedContentTypes == [PickerItem.ContentType(format.uniformTypeIdentifier)])
    let image = try #require(try await item.loadTransferable(type: DecodedImage.self))
    #expect(image.pixels.size == PixelSize(width: 40, height: 30))
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"))
  func `a picked photo of another format is loaded, if its file can be decoded`() async throws {
    let folder = try #require(SharedData.corpus("formats"))
    let library = try PhotoLibrary(folder: folder, catalogue: fixture.files.root + "/formats.sqlite")
    _ = try library.index()
    let images = FetchOptions(predicate: PhotoPicker.Filter.images.predicate)
    let assets = Array(try library.fetchAssets(images))
    #expect(assets.count > 40)
    let picker = PhotoPicker(
      library: library, prompt: PhotoPicker.FixedChoice(assets.identifiers),
      temporaryFolder: fixture.temporary)
    let items = try #require(try await picker.pick(PhotoPicker.Configuration(selectionLimit: 0)))
    #expect(items.count == assets.count)
    let size = PixelSize(width: 20, height: 20)
    for result in await items.loadTransferables(type: DecodedImage.self, targetSize: size) {
      #expect(try result.get() != nil)
    }
  }

  @Test func `a file that is no picture has bytes, and no picture`() async throws {
    let item = try await fixture.pickOne(Data("no picture".utf8))
    #expect(item.supportedContentTypes == [.data])
    #expect(try await item.loadTransferable(type: DecodedImage.self) == nil)
    #expect(try await item.loadTransferable(type: Data.self) == Data("no picture".utf8))
  }

  @Test(arguments: ["gone", "a folder", "a pipe"])
  func `an original that cannot be read is a failure, and leaves no copy`(what: String) async throws {
    let item = try await fixture.pickOne(try ChangesTests.photo())
    try fixture.files.remove("a.jpg")
    let path = fixture.files.folder + "/a.jpg"
    if what == "a folder" {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    if what == "a pipe" { #expect(unsafe mkfifo(path, 0o600) == 0) }
    for load in item.loads {
      let error = await #expect(throws: ImageError.self) { _ = try await load() }
      #expect(error?.asset == item.itemIdentifier)
      #expect(error?.kind == (what == "gone" ? .missing : .unreadable))
      #expect(error?.reason.contains(path) == true)
    }
    #expect(try fixture.copies == [])
  }

  @Test func `what a type's own import throws is passed on, and its copy is removed`() async throws {
    let item = try await fixture.pickOne(try ChangesTests.photo())
    await #expect(throws: Refusal<Data>.Failure()) {
      try await item.loadTransferable(type: Refusal<Data>.self)
    }
    await #expect(throws: Refusal<DecodedImage>.Failure()) {
      try await item.loadTransferable(type: Refusal<DecodedImage>.self)
    }
    await #expect(throws: Refusal<TransferableFile>.Failure()) {
      try await item.loadTransferable(type: Refusal<TransferableFile>.self)
    }
    #expect(try fixture.copies == [])
  }
}
