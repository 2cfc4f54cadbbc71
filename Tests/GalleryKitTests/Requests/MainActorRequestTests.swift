import Dispatch
import Foundation
import GalleryKit
import TestSupport
import Testing

@Suite("Requests on the main actor")
@MainActor
struct MainActorRequestTests {
  private let decoder = ManualDecoder(ledger: MemoryLedger())
  private let size = PixelSize(width: 100, height: 100)

  private func words(_ response: ImageResponse) -> String {
    switch response.result {
    case .image: "image"
    case .degraded: "degraded"
    case .cancelled: "cancelled"
    case .data, .failure: "other"
    }
  }

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
      arrived.append(words(response))
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
    manager.requestImageOnMainActor(for: photo, targetSize: size) { arrived.append(words($0)) }
    #expect(arrived == ["image"])
  }

  @Test func `a cancellation does not overtake a degraded image that is on its way`() async {
    let manager = ImageManager(executor: decoder)
    var arrived: [String] = []
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let id = manager.requestImageOnMainActor(for: .sample("a+", hasThumbnail: true), targetSize: size) {
      arrived.append(words($0))
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
