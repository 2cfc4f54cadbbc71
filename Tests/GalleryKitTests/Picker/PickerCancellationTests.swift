import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PickerCancellationTests {
  /// Holds reading and copying back until it is told to go on; decodes when it is told to.
  final class HeldWorker: DecodeExecuting {
    let decoder = ManualDecoder(ledger: MemoryLedger())
    let held = Locked<[@Sendable () -> Void]>([])

    func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
      decoder.start(job, completion: completion)
    }
    func readAhead(_ asset: Asset) {}
    func perform(_ work: @escaping @Sendable () -> Void) { held.withLock { $0.append(work) } }

    var isHolding: Bool { held.withLock { !$0.isEmpty } || !decoder.running.isEmpty }
    /// Releases everything held.
    func release() {
      let works = held.withLock { held in
        defer { held = [] }
        return held
      }
      for work in works { work() }
      decoder.finish()
    }
  }

  let fixture: PickerFixture
  let worker = HeldWorker()
  let manager: ImageManager

  init() throws {
    fixture = try PickerFixture()
    manager = ImageManager(configuration: .init(), ledger: MemoryLedger(), executor: worker)
  }

  func wait(until condition: () throws -> Bool) async rethrows {
    while try !condition() { await Task.yield() }
  }

  @Test func `a load of a cancelled task begins nothing`() async throws {
    let item = try await fixture.pickOne(try ChangesTests.photo(), manager: manager)
    let load = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await item.loadTransferable(type: Data.self)
    }
    load.cancel()
    await #expect(throws: CancellationError.self) { try await load.value }
    #expect(!worker.isHolding)
  }

  @Test func `reading that was cancelled while it waited reads nothing`() async throws {
    let item = try await fixture.pickOne(try ChangesTests.photo(), manager: manager)
    // A reader would fail now otherwise.
    try fixture.files.remove("a.jpg")
    let data = Task { try await item.loadTransferable(type: Data.self) }
    await wait { worker.isHolding }
    data.cancel()
    worker.release()
    await #expect(throws: CancellationError.self) { try await data.value }
  }

  @Test func `decoding that is not waited for any more is given up at once`() async throws {
    let item = try await fixture.pickOne(try ChangesTests.photo(), manager: manager)
    let image = Task { try await item.loadTransferable(type: DecodedImage.self) }
    await wait { worker.isHolding }
    image.cancel()
    // Without waiting for the decoder.
    await #expect(throws: CancellationError.self) { try await image.value }
    worker.release()
  }

  @Test func `copying stops in the middle, and leaves nothing behind`() async throws {
    let item = try await fixture.pickOne(try ChangesTests.photo())
    // A sparse file, so large that copying it takes far longer than cancelling.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.files.folder + "/a.jpg"))
    try file.truncate(atOffset: 1 << 36)
    try file.close()
    let copy = Task { try await item.loadTransferable(type: TransferableFile.self) }
    try await wait { try !fixture.copies.isEmpty }
    copy.cancel()
    await #expect(throws: CancellationError.self) { try await copy.value }
    #expect(try fixture.copies == [])
  }

  @Test func `a cancelled batch says of each item what became of it`() async throws {
    for name in 0..<7 { try fixture.write(try ChangesTests.photo(), to: "\(name).jpg") }
    let items = try await fixture.pickAll(manager: manager)
    let batch = Task { await items.loadTransferables(type: Data.self) }
    await wait { worker.held.withLock { $0.count } == 4 }
    worker.held.withLock { $0.removeFirst() }()
    await wait { worker.held.withLock { $0.count } == 4 }
    batch.cancel()
    worker.release()
    let results = await batch.value
    #expect(results.count == 7)
    #expect(results.filter { (try? $0.get()) != nil }.count == 1)
    let errors = results.compactMap { if case .failure(let error) = $0 { error } else { nil } }
    #expect(errors.count == 6)
    #expect(errors.allSatisfy { $0 is CancellationError })
  }
}
