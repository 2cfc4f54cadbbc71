import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@Suite struct `The image manager, on threads,` {
  private let folder = TemporaryFolder()
  private let size = PixelSize(width: 24, height: 24)

  private func photo() throws -> Asset { try NestedRequestTests.photo("a", in: folder) }

  @Test func `an image is given as it was asked for`() async throws {
    let photo = try photo()
    let manager = ImageManager()
    let exact = try await manager.image(
      for: photo, targetSize: size, options: ImageRequestOptions(resizeMode: .exact))
    #expect(exact.pixels.size == size)
    let whole = try await manager.image(
      for: photo, targetSize: size, options: ImageRequestOptions(resizeMode: .none))
    #expect(whole.pixels.size == PixelSize(width: 40, height: 60))
  }

  @Test(arguments: [true, false])
  func `photos of one name, in two libraries or one after the other, have separate images`(
    isInAnother: Bool
  ) async throws {
    func library(_ width: Int, _ height: Int, in folder: TemporaryFolder) throws -> PhotoLibrary {
      try folder.write(PictureWriter.jpeg().encode(TestImage.gradient(width, height)), as: "a.jpg")
      let library = try PhotoLibrary(folder: folder.path, catalogue: folder.file("catalogue.sqlite"))
      _ = try library.index()
      return library
    }
    let (manager, options) = (ImageManager(), ImageRequestOptions(resizeMode: .none))
    let first = try library(40, 30, in: folder)
    let wide = try #require(try first.fetchAssets().first)
    let wideImage = try await manager.image(for: wide, targetSize: .maximum, options: options)
    if !isInAnother { try await first.performChanges { $0.delete([wide]) } }
    let other = isInAnother ? TemporaryFolder() : folder
    let second = try library(30, 40, in: other)
    let tall = try #require(try second.fetchAssets().first)
    #expect(tall.localIdentifier == wide.localIdentifier)
    // The first image is still held.
    let tallImage = try await manager.image(for: tall, targetSize: .maximum, options: options)
    #expect(wideImage.pixels.size == wide.pixelSize)
    #expect(tallImage.pixels.size == tall.pixelSize)
    withExtendedLifetime(other) {}
  }

  @Test(arguments: [0, -3, Int.min])
  func `a manager works with one thread at least, and with what budget it is given`(number: Int) async throws
  {
    let photo = try photo()
    var configuration = ImageManager.Configuration(decodeWorkers: number, memoryBudget: number)
    #expect(configuration.decodeWorkers == 1)
    configuration.decodeWorkers = 2
    configuration.decodeWorkers = number
    #expect(configuration.decodeWorkers == 1)
    configuration.downloads = number
    configuration.storageBudget = number
    configuration.memoryBudget = number
    #expect(configuration.memoryBudget == 0)
    let manager = ImageManager(configuration: configuration)
    for side in [number, 24, Int.max] {
      let image = try await manager.image(for: photo, targetSize: PixelSize(width: side, height: side))
      #expect(image.pixels.size.width >= 1)
    }
    let caching = CachingImageManager(imageManager: manager)
    caching.startCachingImages(for: [photo], as: ImageSpecification(targetSize: size))
    while !manager.isIdle { try await Task.sleep(for: .milliseconds(1)) }
    #expect(manager.cachedBytes == 0)
  }

  @Test(arguments: [0, -3])
  func `a manager that may run no downloads says so, and lets nobody wait for one`(downloads: Int) {
    let manager = ImageManager(
      configuration: .init(downloads: downloads),
      originals: RemoteOriginals(configuration: .init(folder: folder.path)))
    let error = Locked<ImageError?>(nil)
    manager.requestImage(
      for: .sample("a", isRemote: true), targetSize: size, options: .init(isNetworkAccessAllowed: true)
    ) { response in
      error.withLock { $0 = response.error }
    }
    let found = error.withLock { $0 }
    #expect(found?.kind == .inCloud)
    #expect(found?.reason.contains("downloads none") == true)
  }

  @Test(
    arguments: [
      ("no picture", "found a file that starts with 6E 6F"), (nil, "No such file"),
    ] as [(String?, String)])
  func `a photo that cannot be read, or is gone since it was indexed, is an error that names it and says why`(
    text: String?, reason: String
  ) async throws {
    let photo = try photo()
    try FileManager.default.removeItem(atPath: folder.file("a.jpg"))
    if let text { try folder.write(text, as: "a.jpg") }
    let error = await #expect(throws: ImageError.self) {
      try await ImageManager().image(for: photo, targetSize: size)
    }
    #expect(error?.asset == photo.localIdentifier)
    #expect(error?.reason.contains(reason) == true)
  }

  @Test func `a file that is no picture is given as it is, and once it is gone, the error says what it was`()
    async throws
  {
    var asset = Asset.sample("a", failure: "not a photo")
    asset.original.path = folder.file("a.jpg")
    let file = asset
    try folder.write("no picture", as: "a.jpg")
    let manager = ImageManager()
    #expect(try await manager.imageData(for: file).bytes == Data("no picture".utf8))
    try FileManager.default.removeItem(atPath: folder.file("a.jpg"))
    let error = await #expect(throws: ImageError.self) { try await manager.imageData(for: file) }
    #expect(error?.kind == .missing && error?.reason == "\(folder.file("a.jpg")): not a photo")
  }

  @Test func `image memory is reported, and the most that it ever was`() async throws {
    let photo = try photo()
    let manager = ImageManager()
    #expect(manager.imageBytes == 0 && manager.peakImageBytes == 0)
    do {
      let image = try await manager.image(for: photo, targetSize: size)
      while !manager.isIdle { try await Task.sleep(for: .milliseconds(1)) }
      #expect(manager.imageBytes == image.pixels.byteCount)
    }
    while manager.imageBytes > 0 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(manager.peakImageBytes >= size.decodedByteCount)
  }

  @Test func `cancelling the task cancels the request`() async throws {
    let decoder = ManualDecoder(ledger: MemoryLedger())
    let manager = ImageManager(executor: decoder)
    let task = Task { try await manager.image(for: .sample("a"), targetSize: size) }
    while decoder.running.isEmpty { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    decoder.finish()
    #expect(manager.isIdle)
  }
}
