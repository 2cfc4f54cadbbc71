import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@Suite("Requests inside handlers", .timeLimit(.minutes(10)))
struct NestedRequestTests {
  private static let size = PixelSize(width: 10, height: 10)

  /// The request of a chain, repeated more often than the largest stack has room for.
  enum Link: CaseIterable {
    case cached, broken, brokenData, refused, refusedData

    var count: Int { self == .cached ? 20_000 : 3_000 }
  }

  /// Requests a photo again and again, each time in the handler of the previous request.
  private struct Chain: Sendable {
    let link: Link
    let photo: Asset
    let manager: ImageManager
    let onEnd: @Sendable () -> Void
    let requests = Locked(0)

    var count: Int { requests.withLock { $0 } }

    func next() {
      guard count < link.count else { return onEnd() }
      requests.withLock { $0 += 1 }
      switch link {
      case .cached, .broken, .refused:
        manager.requestImage(for: photo, targetSize: size) { _ in next() }
      case .brokenData, .refusedData:
        manager.requestImageData(for: photo) { _ in next() }
      }
    }
  }

  /// A photo that is answered at once.
  private static func photo(for link: Link, _ manager: ImageManager) async -> Asset {
    switch link {
    case .cached:
      let photo = Asset.sample("cached")
      manager.update { $0.startCaching([CachingRequest(photo, as: ImageSpecification(targetSize: size))]) }
      while !manager.isIdle { await Task.yield() }
      return photo
    case .broken, .brokenData:
      return Asset.sample("broken", failure: "no picture")
    case .refused, .refusedData:
      return Asset.sample("refused", grant: AssetGrant { _ in .denied })
    }
  }

  @Test(arguments: Link.allCases, [false, true])
  func `take no more stack on the caller's thread or on a decoder's, however many follow each other`(
    link: Link, isOnDecoder: Bool
  ) async {
    let manager = ImageManager(executor: ThreadDecoder())
    let photo = await Self.photo(for: link, manager)
    await withCheckedContinuation { continuation in
      let chain = Chain(link: link, photo: photo, manager: manager) { continuation.resume() }
      if isOnDecoder {
        manager.requestImage(for: .sample("first"), targetSize: Self.size) { _ in chain.next() }
      } else {
        chain.next()
        #expect(chain.count == link.count)
      }
    }
  }

  @Test func `are answered after the handler has returned, in the order of what came about`() {
    let decoder = ManualDecoder(ledger: MemoryLedger())
    let manager = ImageManager(executor: decoder)
    let (photo, broken) = (Asset.sample("photo"), Asset.sample("broken", failure: "no picture"))
    manager.update { $0.startCaching([CachingRequest(photo, as: ImageSpecification(targetSize: Self.size))]) }
    decoder.finish()
    let log = Locked<[String]>([])
    let write: @Sendable (String) -> Void = { line in log.withLock { $0.append(line) } }
    let waiting = manager.requestImage(for: .sample("waiting"), targetSize: Self.size) { response in
      write("waiting \(response.isCancelled ? "cancelled" : "?")")
    }
    manager.requestImage(for: photo, targetSize: Self.size) { _ in
      write("outer begins")
      manager.requestImage(for: photo, targetSize: Self.size) { _ in
        write("photo begins")
        manager.requestImage(for: broken, targetSize: Self.size) { _ in write("inner") }
        write("photo ends")
      }
      manager.requestImageData(for: broken) { _ in write("data") }
      manager.cancelImageRequest(waiting)
      let late = manager.requestImage(for: broken, targetSize: Self.size) { write($0.error?.reason ?? "?") }
      // Its answer is on its way.
      manager.cancelImageRequest(late)
      write("outer ends")
    }
    #expect(
      log.withLock { $0 } == [
        "outer begins", "outer ends", "photo begins", "photo ends", "data", "waiting cancelled",
        "/nowhere/broken.jpg: no picture", "inner",
      ])
    decoder.finish()
  }

  @Test func `that are synchronous are answered inside`() async throws {
    let folder = TemporaryFolder()
    let photos = try (0..<4).map { try Self.photo("\($0)", in: folder) }
    // One decoder, which is the one that waits.
    let manager = ImageManager(configuration: .init(decodeWorkers: 1))
    let options = ImageRequestOptions(isSynchronous: true)
    let answers: [String] = await withCheckedContinuation { continuation in
      manager.requestImage(
        for: photos[0], targetSize: Self.size, options: ImageRequestOptions(deliveryMode: .highQualityFormat)
      ) { _ in
        let answers = Locked<[String]>([])
        let write: @Sendable (String) -> Void = { line in answers.withLock { $0.append(line) } }
        manager.requestImage(for: photos[1], targetSize: Self.size) { _ in
          write("later")
          continuation.resume(returning: answers.withLock { $0 })
        }
        manager.requestImage(for: photos[2], targetSize: Self.size, options: options) { response in
          write(response.image == nil ? "?" : "image")
          manager.requestImage(for: photos[3], targetSize: Self.size, options: options) { response in
            write(response.image == nil ? "?" : "image within")
          }
        }
        manager.requestImageData(for: photos[2], options: options) { response in
          if case .data(let data) = response.result { write(data.uniformTypeIdentifier) }
        }
        manager.requestImage(
          for: .sample("broken", failure: "no picture"), targetSize: Self.size, options: options
        ) { write($0.error?.description ?? "?") }
      }
    }
    let failure = "asset broken: /nowhere/broken.jpg: no picture"
    #expect(answers == ["image", "image within", "public.jpeg", failure, "later"])
  }

  @Test func `that are synchronous do not wait for each other's handlers`() async throws {
    let folder = TemporaryFolder()
    let photos = try (0..<60).map { try Self.photo("\($0)", in: folder) }
    let manager = ImageManager(configuration: .init(decodeWorkers: 2))
    // Each decoder is in a handler, and decodes the photo that the other one waits for.
    let bothAreIn = DispatchSemaphore(value: 0)
    let images = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<2 {
        group.addTask {
          await withCheckedContinuation { continuation in
            manager.requestImage(
              for: photos[number], targetSize: Self.size,
              options: ImageRequestOptions(deliveryMode: .highQualityFormat)
            ) { _ in
              if number == 0 { bothAreIn.wait() } else { bothAreIn.signal() }
              for photo in number == 0 ? photos : photos.reversed() {
                manager.requestImage(
                  for: photo, targetSize: Self.size, options: ImageRequestOptions(isSynchronous: true)
                ) { response in
                  if response.image != nil { images.withLock { $0 += 1 } }
                }
              }
              continuation.resume()
            }
          }
        }
      }
    }
    #expect(images.withLock { $0 } == 120)
  }

  @Test func `of an observer are told it after it has returned`() {
    let observer = Asker()
    let manager = ImageManager(executor: ManualDecoder(ledger: MemoryLedger()), observer: observer)
    observer.manager.withLock { $0 = manager }
    manager.requestImage(for: Asker.broken, targetSize: Self.size) { _ in }
    #expect(observer.requests.withLock { $0 } == Asker.count)
    observer.manager.withLock { $0 = nil }
  }

  /// Makes another request when it is told of one.
  private final class Asker: ImageManagerObserving {
    static let count = 5_000
    static let broken = Asset.sample("broken", failure: "no picture")
    let manager = Locked<ImageManager?>(nil)
    let requests = Locked(0)

    func observe(_ event: RequestEvent) {
      guard case .requested = event,
        requests.withLock({
          $0 += 1
          return $0 < Self.count
        })
      else { return }
      manager.withLock { $0 }?.requestImage(for: Self.broken, targetSize: size) { _ in }
    }
  }

  /// A photo in a file.
  static func photo(_ name: String, in folder: TemporaryFolder) throws -> Asset {
    let path = folder.file("\(name).jpg")
    try PictureWriter.jpeg(quality: 80).write(try TestImage.gradient(40, 60), to: path)
    return Asset(
      localIdentifier: name, pixelSize: PixelSize(width: 40, height: 60), creationDate: .distantPast,
      modificationDate: .distantPast,
      original: Original(path: path, format: .jpegBaseline, byteCount: 1000))
  }
}

extension ImageManager {
  convenience init(executor: any DecodeExecuting, observer: (any ImageManagerObserving)? = nil) {
    self.init(configuration: .init(), ledger: MemoryLedger(), executor: executor, observer: observer)
  }
}

/// Gives images without pixels on a thread that has a decoder's stack.
private final class ThreadDecoder: DecodeExecuting {
  func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    let thread = Thread {
      let pixels = PixelBuffer(accounting: job.specification.targetSize, ledger: MemoryLedger())
      completion(DecodeOutcome(result: .success(DecodedImage(pixels: pixels)), seconds: 0))
    }
    thread.stackSize = 1 << 20
    thread.start()
  }
}
