import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

/// An app's view of its requests, over decoders that work when told to.
@Suite struct `A response` {
  private let decoder = ManualDecoder(ledger: MemoryLedger())
  private let manager: ImageManager
  private let size = PixelSize(width: 10, height: 10)

  init() { manager = ImageManager(executor: decoder) }

  @Test func `says whose it is, whether it is degraded, and whether another follows`() {
    let heard = Heard()
    let id = manager.requestImage(
      for: .sample("a", hasThumbnail: true), targetSize: size, resultHandler: heard.take)
    decoder.finish(2)
    let responses = heard.responses
    #expect(responses.map(\.requestID) == [id, id])
    #expect(responses.map(\.isDegraded) == [true, false])
    #expect(responses.map(\.isFinal) == [false, true])
    #expect(responses.map { $0.image != nil } == [true, true])
    #expect(responses.map(\.isCancelled) == [false, false])
    #expect(responses.map(\.isInCloud) == [false, false])
    #expect(responses.map(\.isFullImageAvailable) == [true, true])
    #expect(responses.compactMap(\.error).isEmpty)
  }

  @Test func `that is cancelled comes once, and says so`() {
    let heard = Heard()
    let id = manager.requestImage(for: .sample("a"), targetSize: size, resultHandler: heard.take)
    manager.cancelImageRequest(id)
    manager.cancelImageRequest(id)
    decoder.finish()
    #expect(heard.responses.map(\.isCancelled) == [true])
  }

  @Test func `says that a photo is in the cloud where it is, but not where access is refused`() {
    let heard = Heard()
    let refused = Asset.sample("refused", grant: AssetGrant { _ in .denied })
    for photo in [refused, .sample("remote", isRemote: true)] {
      manager.requestImage(for: photo, targetSize: size, resultHandler: heard.take)
      manager.requestImageData(for: photo, resultHandler: heard.take)
    }
    let kinds: [ImageError.Kind] = [.accessDenied, .accessDenied, .inCloud, .inCloud]
    #expect(heard.responses.compactMap(\.error?.kind) == kinds)
    #expect(heard.responses.map(\.isInCloud) == [false, false, true, true])
    #expect(heard.responses.allSatisfy { !$0.isFullImageAvailable })
  }

  @Test func `is an error if an executor loses a job`() {
    let heard = Heard()
    let ledger = MemoryLedger()
    let manager = ImageManager(configuration: .init(decodeWorkers: 1), ledger: ledger, executor: Loser())
    for name in ["a", "b"] {
      manager.requestImage(for: .sample(name), targetSize: size, resultHandler: heard.take)
    }
    #expect(heard.responses.compactMap(\.error?.reason).count == 2)
    #expect(manager.isIdle)
  }

  @Test func `is an error only for who knows no other file than the one that was not found`() {
    let (heard, heardLater) = (Heard(), Heard())
    let old = Asset.sample("a")
    var moved = old
    moved.original.path = "/elsewhere/a.jpg"
    manager.requestImage(for: old, targetSize: size, resultHandler: heard.take)
    manager.requestImage(for: moved, targetSize: size, resultHandler: heardLater.take)
    decoder.finish(1, failure: "gone")
    #expect(heard.responses.map { $0.error?.reason } == ["gone"])
    #expect(heardLater.responses.isEmpty)
    decoder.finish()
    #expect(heardLater.responses.map { $0.image != nil } == [true])
    #expect(heard.responses.count == 1)
  }

  @Test func `is one, of high quality, if the request is synchronous`() throws {
    let folder = TemporaryFolder()
    let photo = try NestedRequestTests.photo("photo", in: folder)
    let manager = ImageManager()
    let heard = Heard()
    manager.requestImage(
      for: photo, targetSize: size, options: .init(deliveryMode: .fastFormat, isSynchronous: true),
      resultHandler: heard.take)
    // Read without any wait.
    #expect(heard.responses.map(\.isFinal) == [true])
    #expect(heard.responses.map(\.isDegraded) == [false])
  }

  @Test func `streams the degraded image, then the final one`() async throws {
    let stream = manager.images(for: .sample("a", hasThumbnail: true), targetSize: size)
    decoder.finish()
    var isDegraded: [Bool] = []
    for try await response in stream { isDegraded.append(response.isDegraded) }
    #expect(isDegraded == [true, false])
  }

  @Test func `ends a stream with the error`() async throws {
    let stream = manager.images(for: .sample("a"), targetSize: size)
    decoder.finish(failure: "torn")
    await #expect(throws: ImageError.self) { for try await _ in stream {} }
  }

  @Test func `is not made any more once its stream has no listener`() async throws {
    let task = Task { [manager, size] in
      for try await _ in manager.images(for: .sample("a", hasThumbnail: true), targetSize: size) {}
    }
    while decoder.running.isEmpty { await Task.yield() }
    task.cancel()
    _ = await task.result
    decoder.finish(2)
    #expect(manager.isIdle)
  }

  @Test func `with an original's bytes says what they are and how they must be turned`() async throws {
    let folder = TemporaryFolder()
    let photo = try NestedRequestTests.photo("photo", in: folder)
    let manager = ImageManager()
    let data = try await manager.imageData(for: photo)
    #expect(data.bytes == FileManager.default.contents(atPath: folder.file("photo.jpg")))
    #expect(data.uniformTypeIdentifier == "public.jpeg")
    #expect(data.orientation == .up)

    let results = Locked<[ImageResponse.Content]>([])
    manager.requestImageData(for: photo, options: .init(isSynchronous: true)) { response in
      results.withLock { $0.append(response.result) }
    }
    #expect(results.withLock { $0.count } == 1)
    let path = folder.file("photo.jpg")
    try FileManager.default.removeItem(atPath: path)
    let missing = await #expect(throws: ImageError.self) { try await manager.imageData(for: photo) }
    #expect(missing?.reason.contains("photo.jpg: cannot be read") == true && missing?.kind == .missing)
    // Nobody writes to the pipe that takes its place, and waiting for that would not end.
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let pipe = await #expect(throws: ImageError.self) { try await manager.imageData(for: photo) }
    #expect(pipe?.reason.hasSuffix("expected a file, found something else") == true)
    #expect(pipe?.kind == .unreadable)
  }

  /// Collects responses.
  private final class Heard: Sendable {
    private let all = Locked<[ImageResponse]>([])

    var responses: [ImageResponse] { all.withLock { $0 } }

    var take: @Sendable (ImageResponse) -> Void {
      { response in self.all.withLock { $0.append(response) } }
    }
  }

  /// Drops every job silently.
  private struct Loser: DecodeExecuting {
    func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {}
  }
}

@Suite("Requests on the main actor")
@MainActor
struct MainActorRequestTests {
  private let decoder = ManualDecoder(ledger: MemoryLedger())
  private let size = PixelSize(width: 100, height: 100)

  /// Finishes `count` jobs on a thread that is not the main one, and waits for it.
  private func finishElsewhere(_ count: Int) {
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [decoder] in
      decoder.finish(count)
      end.signal()
    }
    end.wait()
  }

  @Test func `an image that a decoder makes is delivered on the main actor`() async {
    let manager = CachingImageManager(imageManager: ImageManager(executor: decoder))
    var arrived: [String] = []
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    manager.requestImageOnMainActor(for: .sample("a"), targetSize: size) { response in
      MainActor.preconditionIsolated()
      arrived.append(response.result.word)
      end.finish()
    }
    finishElsewhere(1)
    #expect(arrived == [])
    for await _ in ends {}
    #expect(arrived == ["image"])
  }

  @Test func `what is cached is delivered before the request returns`() {
    let manager = CachingImageManager(imageManager: ImageManager(executor: decoder))
    let photo = Asset.sample("a")
    manager.startCachingImages(for: [photo], as: ImageSpecification(targetSize: size))
    decoder.finish()
    var arrived: [String] = []
    manager.requestImageOnMainActor(for: photo, targetSize: size) { arrived.append($0.result.word) }
    #expect(arrived == ["image"])
  }

  @Test func `a cancellation does not overtake a degraded image that is on its way`() async {
    let manager = ImageManager(executor: decoder)
    var arrived: [String] = []
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let id = manager.requestImageOnMainActor(for: .sample("a+", hasThumbnail: true), targetSize: size) {
      arrived.append($0.result.word)
      if $0.isFinal { end.finish() }
    }
    finishElsewhere(1)
    manager.cancelImageRequest(id)
    for await _ in ends {}
    #expect(arrived == ["degraded", "cancelled"])
    // The job is no longer wanted; left alone, it would hold its manager, and the manager the decoders.
    decoder.finish()
  }
}
