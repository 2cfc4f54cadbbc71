import Foundation
import GalleryKit
import Support
import Testing

@Suite("Picked photos whose originals are in the cloud", .timeLimit(.minutes(10)))
struct PickerCloudTests {
  /// Has every original, or none.
  final class Cloud: OriginalFetching {
    let original: Data?
    let cancelled = Locked(0)
    let waits: Bool
    private let waiting = Locked<[@Sendable (DownloadReport) -> Void]>([])

    init(_ original: Data?, waits: Bool = false) {
      self.original = original
      self.waits = waits
    }

    var isBusy: Bool { waiting.withLock { !$0.isEmpty } }

    func inventory() -> [OriginalStorage.Item] { [] }

    func perform(_ order: OriginalOrder, report: @escaping @Sendable (DownloadReport) -> Void) {
      switch order.task {
      case .fetch(let job):
        waiting.withLock { $0.append(report) }
        if !waits { DispatchQueue.global().async { [self] in end(bring(job)) } }
      case .cancel:
        cancelled.withLock { $0 += 1 }
        DispatchQueue.global().async { [self] in end(.cancelled) }
      case .drop: break
      }
    }

    private func bring(_ job: DownloadJob) -> DownloadOutcome.Ending {
      let url = URL(fileURLWithPath: job.path)
      try? FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      guard let original, (try? original.write(to: url)) != nil else {
        return .failed(DownloadError(url: job.url, cause: .status(404), tries: 1))
      }
      return .done
    }

    private func end(_ ending: DownloadOutcome.Ending) {
      let count = ending == .done ? original?.count ?? 0 : 0
      for report in waiting.withLock({ waiting in
        defer { waiting = [] }
        return waiting
      }) {
        report(
          .ended(
            DownloadOutcome(ending: ending, byteCount: count, receivedBytes: count, tries: 1, seconds: 0)))
      }
    }
  }

  let fixture = PickerFixture()
  let photo: Data

  init() throws { photo = try ChangesTests.photo(80, 60) }

  /// Picks a photo that is in the cloud.
  func pick(from cloud: Cloud?) async throws -> PickerItem {
    let ledger = MemoryLedger()
    let manager = ImageManager(
      configuration: .init(), ledger: ledger, executor: DecodeThreads(workers: 1, ledger: ledger),
      originals: cloud)
    let item = try await fixture.pickOne(photo, manager: manager)
    let library = try fixture.files.open()
    try library.putInCloud(library.photo("a.jpg"))
    try fixture.files.remove("a.jpg")
    return item
  }

  @Test func `they are downloaded, whatever they are loaded as`() async throws {
    #expect(try await pick(from: Cloud(photo)).loadTransferable(type: Data.self) == photo)
    let image = try await pick(from: Cloud(photo)).loadTransferable(type: DecodedImage.self)
    #expect(image?.pixels.size == PixelSize(width: 80, height: 60))
    let file = try await pick(from: Cloud(photo)).loadTransferable(type: TransferableFile.self)
    let copy = try #require(file)
    #expect(try Data(contentsOf: copy.url) == photo)
    #expect(copy.url.lastPathComponent == "a.jpg")
  }

  @Test func `without anybody to bring them they stay there, which is a failure`() async throws {
    let item = try await pick(from: nil)
    for load in item.loads {
      let error = await #expect(throws: ImageError.self) { _ = try await load() }
      #expect(error?.kind == .inCloud)
    }
  }

  @Test func `a download that fails is a failure`() async throws {
    let item = try await pick(from: Cloud(nil))
    let error = await #expect(throws: ImageError.self) { try await item.loadTransferable(type: Data.self) }
    #expect(error?.kind == .network)
    #expect(try fixture.copies == [])
  }

  @Test func `cancelling a load ends its download`() async throws {
    let cloud = Cloud(photo, waits: true)
    let item = try await pick(from: cloud)
    let load = Task { try await item.loadTransferable(type: TransferableFile.self) }
    while !cloud.isBusy { await Task.yield() }
    load.cancel()
    await #expect(throws: CancellationError.self) { try await load.value }
    while cloud.cancelled.withLock({ $0 }) == 0 { await Task.yield() }
    #expect(try fixture.copies == [])
  }
}
