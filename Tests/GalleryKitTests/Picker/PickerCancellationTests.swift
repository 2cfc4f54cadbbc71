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

  let fixture = PickerFixture()
  let worker = HeldWorker()
  let manager: ImageManager

  init() { manager = ImageManager(configuration: .init(), ledger: MemoryLedger(), executor: worker) }

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
    try #require(unsafe truncate(fixture.files.folder + "/a.jpg", 1 << 36) == 0)
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

@Suite(.timeLimit(.minutes(10)))
struct PickerBatchTests {
  /// Counts the photos being made, and makes the first wait for the third.
  actor Gate {
    private var running = 0
    private var ended: Set<Int> = []
    private(set) var most = 0

    func enter() {
      running += 1
      most = max(most, running)
    }

    func leave(_ number: Int) {
      running -= 1
      ended.insert(number)
    }

    func hasEnded(_ number: Int) -> Bool { ended.contains(number) }
  }

  /// A photo whose width is its number; number 1 is not made before number 3.
  struct Number: PickerTransferable {
    static let gate = Gate()
    let value: Int

    static var pickerRepresentation: PickerRepresentation<Number> {
      .image { image in
        let number = image.pixels.size.width
        await gate.enter()
        while number == 1, await !gate.hasEnded(3) { await Task.yield() }
        await gate.leave(number)
        return Number(value: number)
      }
    }
  }

  @Test func `many are loaded in one batch, in their order, and a few at a time`() async throws {
    let fixture = PickerFixture()
    for number in 1...9 { try fixture.write(try ChangesTests.photo(number, 8), to: "\(number).jpg") }
    let items = try await fixture.pickAll()
    let results = await items.loadTransferables(type: Number.self)
    #expect(try results.map { try $0.get()?.value } == Array(1...9))
    #expect(await Number.gate.most <= 4)
    #expect(await [PickerItem]().loadTransferables(type: Number.self).isEmpty)
  }

  @Test func `values, what is not there and failures stand side by side`() async throws {
    let fixture = PickerFixture()
    try fixture.write(try ChangesTests.photo(20, 10), to: "a.jpg")
    try fixture.write(Data("no picture".utf8), to: "b.jpg")
    for name in ["c.jpg", "d.jpg"] { try fixture.write(try ChangesTests.photo(), to: name) }
    let items = try await fixture.pickAll()
    try fixture.files.remove("c.jpg")
    let results = await items.loadTransferables(
      type: DecodedImage.self, targetSize: PixelSize(width: 10, height: 10))
    #expect(try results[0].get()?.pixels.size == PixelSize(width: 10, height: 5))
    #expect(try results[1].get() == nil)
    #expect(throws: ImageError.self) { try results[2].get() }
    #expect(try results[3].get() != nil)
  }
}
