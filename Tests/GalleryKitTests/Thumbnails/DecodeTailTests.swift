import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@testable import GalleryRequests

/// Decoders that write a thumbnail after their image has come.
@Suite("A decoder that writes a thumbnail", .timeLimit(.minutes(5)))
struct DecodeTailTests {
  private let fixture = StoreFixture()

  private static let stories = Story.all(
    in: """
      has delivered its image, and takes the next job when it is free
      request a      | begin a
      request b      |
      write a        | 1:image
      request c high |
      free           | begin c
      finish c       | 3:image begin b
      finish b       | 2:image
      idle           | yes

      leaves the other decoders their jobs, and is not idle [workers 2]
      request a | begin a
      request b | begin b
      request c |
      write a   | 1:image
      finish b  | 2:image begin c
      finish c  | 3:image
      idle      | no
      free      |
      idle      | yes
      """)

  @Test(arguments: stories)
  func `goes through each story as drawn`(story: Story) throws { try EngineTimeline.tell(story) }

  @Test func `has an end that is told once, at the end or after it, even if it is dropped`() {
    let ends = Locked(0)
    let tail = DecodeTail()
    tail.whenOver { ends.withLock { $0 += 1 } }
    #expect(ends.withLock { $0 } == 0)
    tail.end()
    tail.end()
    #expect(ends.withLock { $0 } == 1)
    tail.whenOver { ends.withLock { $0 += 1 } }
    #expect(ends.withLock { $0 } == 2)
    DecodeTail().whenOver { ends.withLock { $0 += 1 } }
    #expect(ends.withLock { $0 } == 3)
  }

  /// The photos whose decoding has begun.
  private final class Begun: ImageManagerObserving {
    private let names = Locked<[String]>([])

    var all: [String] { names.withLock { $0 } }

    func observe(_ event: RequestEvent) {
      if case .started(let job, _) = event { names.withLock { $0.append(job.asset.localIdentifier) } }
    }
  }

  private func manager(_ store: ThumbnailStore, _ begun: Begun? = nil) -> ImageManager {
    ImageManager(
      configuration: .init(decodeWorkers: 1, order: .fifo), ledger: fixture.ledger,
      executor: DecodeThreads(workers: 1, ledger: fixture.ledger, store: store), observer: begun)
  }

  @Test func `is given no other image meanwhile`() throws {
    let photos = try ["a", "b"].map { try fixture.photo($0) }
    let (isWriting, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // The write fails, and takes as long as the failure's report.
    let store = try ThumbnailStore(.persistent(folder: fixture.place), byteLimit: 10_000_000) { _ in
      isWriting.signal()
      mayGoOn.wait()
    }
    try FileManager.default.removeItem(atPath: fixture.place)
    let begun = Begun()
    let manager = manager(store, begun)
    let images = Locked(0)
    for photo in photos {
      manager.requestImage(for: photo, targetSize: PixelSize(width: 24, height: 24)) { response in
        if response.image != nil { images.withLock { $0 += 1 } }
      }
    }
    isWriting.wait()
    #expect(images.withLock { $0 } == 1, "nobody waits for the disk")
    #expect(begun.all == ["a"])
    #expect(!manager.isIdle)
    mayGoOn.signal()
    while !manager.isIdle { Thread.sleep(forTimeInterval: 0.001) }
    #expect(begun.all == ["a", "b"])
    #expect(images.withLock { $0 } == 2)
  }

  @Test func `does so at once if its image's receiver waits for another image`() throws {
    let photos = try ["a", "b", "c"].map { try fixture.photo($0) }
    let store = try fixture.store()
    let manager = manager(store)
    let order = Locked<[String]>([])
    let size = PixelSize(width: 24, height: 24)
    let isOver = DispatchSemaphore(value: 0)
    manager.requestImage(for: photos[0], targetSize: size) { _ in
      for photo in photos.dropFirst() {
        manager.requestImage(for: photo, targetSize: size, options: .init(isSynchronous: true)) { _ in
          order.withLock { $0.append(photo.localIdentifier) }
        }
      }
      isOver.signal()
    }
    isOver.wait()
    #expect(order.withLock { $0 } == ["b", "c"])
    while !manager.isIdle { Thread.sleep(forTimeInterval: 0.001) }
    #expect(store.statistics.writes == 3)
  }
}
