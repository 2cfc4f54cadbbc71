import Foundation
import GalleryKit
import Support
import Testing

struct RequestingImagesSnippets {
  @Test func `images are asked for, and kept ahead of a grid`() async throws {
    let fixture = LibraryFixture()
    for number in 0..<9 {
      try ChangesTests.photo(80, 60).write(to: URL(fileURLWithPath: fixture.folder + "/\(number).jpg"))
    }
    let library = try fixture.indexedPictures()
    let photos = try library.fetchAssets()
    let photo = photos[0]
    let shown = Locked<[PixelSize]>([])
    let show: @Sendable (DecodedImage) -> Void = { image in shown.withLock { $0.append(image.pixels.size) } }
    // begin
    let manager = ImageManager(configuration: .init(decodeWorkers: 2, memoryBudget: 150_000_000))
    let size = PixelSize(width: 40, height: 40)
    let image = try await manager.image(for: photo, targetSize: size)
    show(image)
    // end
    // begin
    let keeping = try ImageManager(library: library)
    let opened = try await keeping.image(
      for: photo, targetSize: PixelSize(width: 800, height: 600), options: .init(priority: .high))
    show(opened)
    // end
    // begin
    let originals = RemoteOriginals(configuration: .init(folder: library.downloads, timeout: 15))
    let online = ImageManager(configuration: .init(downloads: 2), originals: originals)
    show(
      try await online.image(
        for: photo, targetSize: size, options: .init(isNetworkAccessAllowed: true)))
    // end
    // begin
    for try await response in manager.images(for: photo, targetSize: size) {
      if let image = response.image { show(image) }
    }
    // end
    let layout = GridLayout(viewport: .init(width: 390, height: 844), columns: 3, spacing: 2)
    let scrollState = ScrollState(layout: layout, itemCount: photos.count)
    // begin
    let caching = CachingImageManager(imageManager: manager)
    let strategy = ScreensStrategy()
    let window = strategy.window(for: scrollState, after: caching.window)
    caching.move(
      to: window, of: photos, as: ImageSpecification(targetSize: size),
      visibleItems: scrollState.visibleItems)
    // end
    #expect(caching.window.items(tier: .decoded).count == 9)
    #expect(shown.withLock { $0.count } > 3, "a stream gives one or two")
  }
}
