import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@testable import ScrollSim

@Suite("Images of photos in the cloud", .timeLimit(.minutes(20)))
struct RemoteLibraryTests {
  private let size = PixelSize(width: 60, height: 60)
  private let overNetwork = ImageRequestOptions(isNetworkAccessAllowed: true)
  /// As with ``overNetwork``, and without a degraded image.
  private let onlyFinal = ImageRequestOptions(deliveryMode: .highQualityFormat, isNetworkAccessAllowed: true)

  /// A photo with a thumbnail, too large for its head to be all of it.
  private func photo(_ seed: Int) throws -> [UInt8] {
    let thumbnail = try PictureWriter.jpeg(quality: 70).encode(TestImage.gradient(80, 80))
    return try PictureWriter.jpeg(quality: 90, exif: EXIFWriter(thumbnail: thumbnail))
      .encode(TestImage.noise(500, 500, seed: UInt64(seed)))
  }

  /// An origin of some photos, and a manager that brings them.
  private func cloud(
    _ count: Int = 1, conditions: NetworkConditions = NetworkConditions(), workers: Int = 2
  ) async throws -> (origin: Origin, assets: [Asset], manager: ImageManager) {
    let origin = try await Origin(conditions: conditions)
    let assets = try (0..<count).map { try origin.asset("\($0)", photo($0), side: 500, hasThumbnail: true) }
    return (origin, assets, makeManager(origin, workers: workers))
  }

  private func makeManager(_ origin: Origin, workers: Int = 2, storage: Int = 1_000_000_000) -> ImageManager {
    let ledger = MemoryLedger()
    return ImageManager(
      configuration: ImageManager.Configuration(decodeWorkers: workers, storageBudget: storage),
      ledger: ledger, executor: DecodeThreads(workers: workers, ledger: ledger),
      originals: origin.makeFetcher())
  }

  @Test func `the thumbnail comes from the first bytes, then the image, and progress is told`() async throws {
    let (origin, assets, manager) = try await cloud(
      conditions: NetworkConditions(latency: 0.01, bytesPerSecond: 1_500_000))
    let progress = Locked<[Double]>([])
    let note: @Sendable (Double) -> Void = { fraction in progress.withLock { $0.append(fraction) } }
    let responses = Locked<[ImageResponse]>([])
    await withCheckedContinuation { continuation in
      manager.requestImage(
        for: assets[0], targetSize: size,
        options: ImageRequestOptions(resizeMode: .exact, isNetworkAccessAllowed: true),
        progressHandler: note
      ) { response in
        responses.withLock { $0.append(response) }
        if response.isFinal { continuation.resume() }
      }
    }
    let seen = responses.withLock { $0 }
    #expect(seen.map(\.isDegraded) == [true, false] && seen.map(\.isInCloud) == [true, false])
    #expect(seen.last?.error == nil && seen.last?.image?.pixels.size == size)
    let fractions = progress.withLock { $0 }
    #expect(!fractions.isEmpty && fractions == fractions.sorted())
    #expect(origin.server.counts.requests == 2)
    #expect(origin.server.counts.bytes == assets[0].original.byteCount)

    // Once it is here, the network is not asked again.
    _ = try await manager.image(for: assets[0], targetSize: PixelSize(width: 30, height: 30))
    #expect(origin.server.counts.requests == 2)
  }

  @Test func `an original's bytes come whole, in one download with the image`() async throws {
    let (origin, assets, manager) = try await cloud(
      2, conditions: NetworkConditions(latency: 0.01, bytesPerSecond: 3_000_000))
    let progress = Locked<[Double]>([])
    let note: @Sendable (Double) -> Void = { fraction in progress.withLock { $0.append(fraction) } }
    async let image = manager.image(for: assets[0], targetSize: size, options: onlyFinal)
    let data = try await manager.imageData(for: assets[0], options: onlyFinal, progressHandler: note)
    _ = try await image
    #expect(data.bytes.count == assets[0].original.byteCount)
    #expect([UInt8](data.bytes) == (try photo(0)))
    #expect(origin.server.counts.requests == 1)
    let fractions = progress.withLock { $0 }
    #expect(fractions == fractions.sorted())

    origin.answer { _, _ in .refused(status: 410) }
    let again = try await manager.imageData(for: assets[0])
    #expect(again.bytes == data.bytes)
    let error = await #expect(throws: ImageError.self) {
      try await manager.imageData(for: assets[1], options: onlyFinal)
    }
    #expect(error?.kind == .network)
  }

  @Test func `a page to log in that an origin sent for a photo is not taken for it again`() async throws {
    let (origin, assets, manager) = try await cloud()
    try origin.put(Array("<html>".utf8), as: "0.jpg")
    let error = await #expect(throws: ImageError.self) {
      try await manager.image(for: assets[0], targetSize: size, options: onlyFinal)
    }
    #expect(error?.kind == .unreadable)
    try origin.put(photo(0), as: "0.jpg")
    _ = try await manager.image(for: assets[0], targetSize: size, options: onlyFinal)
    #expect(origin.server.counts.requests == 2)
  }

  @Test func `a stored thumbnail needs no original, until the library knows of another`() async throws {
    let (origin, assets, _) = try await cloud()
    var asset = assets[0]
    let store = try ThumbnailStore(.volatile, byteLimit: 10_000_000) { Issue.record("\($0)") }
    func image(of asset: Asset, network: Bool) async throws -> DecodedImage {
      let ledger = MemoryLedger()
      let manager = ImageManager(
        configuration: ImageManager.Configuration(), ledger: ledger,
        executor: DecodeThreads(workers: 1, ledger: ledger, store: store), originals: origin.makeFetcher())
      let image = try await manager.image(
        for: asset, targetSize: size, options: ImageRequestOptions(isNetworkAccessAllowed: network))
      while !manager.isIdle { try await Task.sleep(for: .milliseconds(1)) }
      return image
    }
    let first = try await image(of: asset, network: true)
    try FileManager.default.removeItem(atPath: asset.original.path)
    let requests = origin.server.counts.requests
    let second = try await image(of: asset, network: false)
    #expect(TestImage.bytes(first.pixels) == TestImage.bytes(second.pixels))
    #expect(origin.server.counts.requests == requests)

    asset.original.byteCount += 1
    let error = await #expect(throws: ImageError.self) { try await image(of: asset, network: false) }
    #expect(error?.kind == .inCloud)
  }

  @Test(.timeLimit(.minutes(2)))
  func `managers that share what downloads originals do not wait for each other's`() async throws {
    let (origin, assets, _) = try await cloud(2)
    let fetcher = origin.makeFetcher()
    for asset in assets {
      let manager = ImageManager(originals: fetcher)
      let image = try await manager.image(for: asset, targetSize: size, options: overNetwork)
      #expect(image.pixels.size.width >= size.width)
    }
  }

  @Test func `a response says that its photo is in the cloud, and why its download failed`() async throws {
    let (origin, assets, manager) = try await cloud()
    let data = await #expect(throws: ImageError.self) { try await manager.imageData(for: assets[0]) }
    #expect(data?.kind == .inCloud && origin.server.counts.requests == 0)
    origin.answer { _, _ in .refused(status: 410) }
    let offline = ImageRequestOptions(deliveryMode: .highQualityFormat)
    let cases: [(ImageRequestOptions, ImageError.Kind)] = [
      (offline, .inCloud), (onlyFinal, .network), (overNetwork, .network),
    ]
    for (options, kind) in cases {
      let (responses, continuation) = AsyncStream.makeStream(of: ImageResponse.self)
      manager.requestImage(for: assets[0], targetSize: size, options: options) { continuation.yield($0) }
      let last = await responses.first { $0.isFinal }
      let response = try #require(last)
      let error = try #require(response.error)
      #expect(error.kind == kind && response.isInCloud && !response.isFullImageAvailable)
      if kind == .network {
        #expect(error.reason.contains("410") && error.reason.contains(origin.address.absoluteString))
      }
    }
  }

  @Test func `a handler on the only decoder can wait for a photo in the cloud`() async throws {
    let (origin, assets, manager) = try await cloud(
      2, conditions: NetworkConditions(latency: 0.01), workers: 1)
    let waiting = ImageRequestOptions(isSynchronous: true, isNetworkAccessAllowed: true)
    // From now on, the first original is on this machine.
    _ = try await manager.imageData(for: assets[0], options: waiting)
    let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
    manager.requestImage(
      for: assets[0], targetSize: size, options: ImageRequestOptions(deliveryMode: .highQualityFormat)
    ) { [size] _ in
      manager.requestImage(for: assets[1], targetSize: size, options: waiting) { response in
        continuation.yield(response.image != nil)
      }
    }
    let hasImage = await answers.first { _ in true }
    #expect(hasImage == true && origin.server.counts.requests >= 2)
  }

  @Test func `a handler that hears of a failed download can wait for another one`() async throws {
    let (origin, assets, manager) = try await cloud(2)
    origin.answer { original, _ in original == "0" ? .refused(status: 404) : .served }
    let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
    manager.requestImage(for: assets[0], targetSize: size, options: onlyFinal) { [size] failed in
      manager.requestImage(
        for: assets[1], targetSize: size,
        options: ImageRequestOptions(isSynchronous: true, isNetworkAccessAllowed: true)
      ) { response in
        continuation.yield(failed.error?.kind == .network && response.image != nil)
      }
    }
    let hasImage = await answers.first { _ in true }
    #expect(hasImage == true)
  }

  @Test func `cancelling a request frees its connection, and the next one goes on`() async throws {
    let (origin, assets, manager) = try await cloud(conditions: NetworkConditions(bytesPerSecond: 400_000))
    let (progress, continuation) = AsyncStream.makeStream(of: Double.self)
    let tell: @Sendable (Double) -> Void = { continuation.yield($0) }
    let id = manager.requestImage(
      for: assets[0], targetSize: size, options: onlyFinal, progressHandler: tell
    ) { response in
      if response.isCancelled { continuation.finish() }
    }
    for await _ in progress { manager.cancelImageRequest(id) }
    while !manager.isIdle || origin.server.counts.open > 0 { try await Task.sleep(for: .milliseconds(5)) }
    let sent = origin.server.counts.bytes
    #expect(sent < assets[0].original.byteCount)

    _ = try await manager.image(for: assets[0], targetSize: size, options: overNetwork)
    #expect(origin.server.counts.ranges == 1)
    // Bytes that the server sent into the connection before it was closed may have been lost.
    #expect(origin.server.counts.bytes < 2 * assets[0].original.byteCount)
  }

  @Test func `originals that were not used for longest make room on the disk`() async throws {
    let (origin, assets, _) = try await cloud(5)
    let largest = assets.map(\.original.byteCount).max() ?? 0
    let manager = makeManager(origin, storage: 2 * largest + 1000)
    for index in [0, 1, 0, 2, 3] {
      _ = try await manager.image(
        for: assets[index], targetSize: PixelSize(width: 50 + index, height: 50), options: overNetwork)
    }
    while !manager.isIdle { try await Task.sleep(for: .milliseconds(5)) }
    // 0 was there at its second request; 1 went for 2, then 0 for 3.
    #expect(origin.server.counts.requests == 4)
    let deadline = ContinuousClock.now + .seconds(300)
    while try origin.keptNames() != ["2", "3"], .now < deadline {
      try await Task.sleep(for: .milliseconds(5))
    }
    let names = try origin.keptNames()
    #expect(names == ["2", "3"])

    // Another manager, as a later process, knows the kept originals.
    let later = makeManager(origin, storage: 2 * largest + 1000)
    _ = try await later.image(for: assets[3], targetSize: size)
    #expect(origin.server.counts.requests == 4)
  }

  @Test func `under random cancellations over a bad network every request ends once`() async throws {
    let (origin, assets, _) = try await cloud(
      8, conditions: NetworkConditions(latency: 0.002, bytesPerSecond: 20_000_000, failures: 0.2))
    let largest = assets.map(\.original.byteCount).max() ?? 0
    let manager = makeManager(origin, storage: 3 * largest)
    let finals = Locked<[Int: Int]>([:])
    let size = size
    let total = 240
    await withTaskGroup(of: Void.self) { group in
      for lane in 0..<4 {
        group.addTask {
          var shuffler = Shuffler(seed: UInt64(lane))
          for step in 0..<total / 4 {
            let number = lane * total + step
            let mode = DeliveryMode.allCases[shuffler.next(DeliveryMode.allCases.count)]
            let id = manager.requestImage(
              for: assets[shuffler.next(assets.count)], targetSize: size,
              options: ImageRequestOptions(deliveryMode: mode, isNetworkAccessAllowed: shuffler.next(8) > 0)
            ) { response in
              if response.isFinal { finals.withLock { $0[number, default: 0] += 1 } }
            }
            if shuffler.next(3) > 0 {
              try? await Task.sleep(for: .microseconds(shuffler.next(4000)))
              manager.cancelImageRequest(id)
            }
          }
        }
      }
    }
    let deadline = ContinuousClock.now + .seconds(300)
    while !manager.isIdle, .now < deadline { try await Task.sleep(for: .milliseconds(5)) }
    #expect(manager.isIdle)
    #expect(finals.withLock { $0.count } == total)
    #expect(finals.withLock { $0.values.allSatisfy { $0 == 1 } })
  }
}
