import FlyingSocks
import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@testable import ScrollSim

@Suite("Originals behind HTTP", .timeLimit(.minutes(20)))
struct RemoteOriginalsTests {
  /// A cut connection continues where it was, unless the origin knows no ranges.
  @Test(arguments: [(0, true), (2, true), (1, false)])
  func `an original comes whole and appears under its name`(cuts: Int, knowsRanges: Bool) async throws {
    let origin = try await Origin(files: ["a.jpg": 300_000], knowsRanges: knowsRanges)
    origin.answer { _, number in number < cuts ? .cut(share: 0.5) : .served }
    let outcome = try #require(await origin.makeFetcher().fetch(origin.job(0, "a.jpg")))
    #expect(outcome.ending == .done)
    #expect(origin.kept("a.jpg") == origin.served("a.jpg") && origin.kept("a.jpg.part") == nil)
    #expect(try origin.keptNames() == ["a.jpg"])
    if knowsRanges {
      #expect(outcome.receivedBytes == 300_000, "no byte comes twice")
      #expect(outcome.tries == cuts + 1 && origin.server.counts.ranges == cuts)
    } else {
      #expect(outcome.receivedBytes > 300_000, "it begins anew")
    }
  }

  @Test func `originals of earlier processes are found, however the path of their folder is written`()
    throws
  {
    let folder = TemporaryFolder()
    try folder.write([1], as: "a")
    let here = FileManager.default.currentDirectoryPath
    let relative = here.split(separator: "/").map { _ in ".." }.joined(separator: "/") + folder.path
    for path in [folder.path, folder.path + "/", relative] {
      let items = RemoteOriginals(configuration: .init(folder: path)).inventory()
      #expect(items.map(\.path) == [FileName.absolute(folder.path) + "/a"])
    }
  }

  @Test func `progress rises to the length that the origin said`() async throws {
    let origin = try await Origin(files: ["a.jpg": 400_000])
    var counts: [Int] = []
    for await case .progressed(let count, let expected) in origin.makeFetcher().reports(
      origin.job(0, "a.jpg"))
    {
      counts.append(count)
      #expect(expected == 400_000)
    }
    #expect(counts.count >= 5 && counts == counts.sorted())
  }

  @Test func `a later download continues what an earlier one left, but not in another process`()
    async throws
  {
    let origin = try await Origin(files: ["a.jpg": 300_000])
    origin.answer { _, number in number.isMultiple(of: 2) ? .cut(share: 0.4) : .served }
    let fetcher = origin.makeFetcher(failureLimit: 1)
    let first = try #require(await fetcher.fetch(origin.job(0, "a.jpg")))
    let error = try #require(first.error)
    #expect(error.cause == .connection(.cut))
    #expect("\(error)".contains(origin.address.absoluteString))
    let items = fetcher.inventory()
    #expect(items.map(\.path) == ["\(origin.kept)/a.jpg"] && items.first?.isComplete == false)
    #expect(items.first?.byteCount == first.byteCount)

    let second = try #require(await fetcher.fetch(origin.job(1, "a.jpg"), number: 1))
    #expect(second.ending == .done && second.receivedBytes == 300_000 - first.byteCount)
    #expect(origin.kept("a.jpg") == origin.served("a.jpg"))
    #expect(fetcher.inventory().map(\.isComplete) == [true])

    try FileManager.default.removeItem(atPath: "\(origin.kept)/a.jpg")
    _ = await fetcher.fetch(origin.job(2, "a.jpg"), number: 2)
    #expect(fetcher.inventory().map(\.isComplete) == [false])
    let other = try #require(await origin.makeFetcher().fetch(origin.job(0, "a.jpg")))
    #expect(other.receivedBytes == 300_000)
    #expect(origin.kept("a.jpg") == origin.served("a.jpg"))
  }

  @Test(arguments: [NetworkConditions.Fate.cut(share: 0.1), .served])
  func `an original that two bring at once comes whole`(fate: NetworkConditions.Fate) async throws {
    let origin = try await Origin(files: ["a.jpg": 300_000])
    origin.answer { _, number in number == 0 ? .cut(share: 0.5) : number == 1 ? fate : .served }
    let other = origin.makeFetcher(failureLimit: 1)
    var (others, outcome) = (0, DownloadOutcome?.none)
    for await report in origin.makeFetcher(firstDelay: 0.5).reports(origin.job(0, "a.jpg")) {
      switch report {
      case .retrying:
        // Before the first one's next try, the other one begins and ends.
        _ = await other.fetch(origin.job(others, "a.jpg"), number: others)
        others += 1
      case .ended(let ended): outcome = ended
      case .progressed: break
      }
    }
    #expect(outcome?.ending == .done)
    #expect(origin.kept("a.jpg") == origin.served("a.jpg"))
    #expect(try origin.keptNames() == ["a.jpg"])
  }

  @Test func `an original that changed in between comes from its first byte`() async throws {
    let origin = try await Origin(files: ["a.jpg": 300_000])
    origin.answer { _, number in number == 0 ? .cut(share: 0.4) : .served }
    let fetcher = origin.makeFetcher(failureLimit: 1)
    _ = await fetcher.fetch(origin.job(0, "a.jpg"))
    try origin.write("a.jpg", byteCount: 200_000, seed: 2)
    let outcome = try #require(await fetcher.fetch(origin.job(1, "a.jpg"), number: 1))
    #expect(outcome.receivedBytes == 200_000)
    #expect(origin.kept("a.jpg") == origin.served("a.jpg"))
  }

  @Test func `refusals are tried again, up to a limit`() async throws {
    let origin = try await Origin(files: ["a.jpg": 1000])
    origin.answer { _, number in number < 2 ? .refused(status: 503) : .served }
    var waits: [Double] = []
    for await case .retrying(_, let seconds) in origin.makeFetcher().reports(origin.job(0, "a.jpg")) {
      waits.append(seconds)
    }
    #expect(waits.count == 2 && waits.allSatisfy { $0 < 1 })
    #expect(origin.kept("a.jpg") == origin.served("a.jpg"))

    origin.answer { _, _ in .refused(status: 503) }
    let given = try #require(await origin.makeFetcher(failureLimit: 3).fetch(origin.job(1, "a.jpg")))
    let error = try #require(given.error)
    #expect(error.cause == .status(503) && error.tries == 3)
  }

  @Test func `an origin that is not there fails after its tries`() async throws {
    let origin = try await Origin()
    let url = try #require(URL(string: "http://127.0.0.1:9/a.jpg"))
    let job = DownloadJob(id: 0, url: url, path: "\(origin.kept)/a.jpg", byteCount: 0, goal: .whole)
    // Linux makes an `Int` of the time limit.
    let fetcher = origin.makeFetcher(timeout: .infinity, failureLimit: 2)
    let outcome = try #require(await fetcher.fetch(job))
    #expect(outcome.error?.cause == .connection(.refused))
  }

  @Test func `an origin that falls silent is lost after the time limit`() async throws {
    let origin = try await Origin(files: ["a.jpg": 1000], conditions: NetworkConditions(latency: 30))
    let outcome = try #require(
      await origin.makeFetcher(timeout: 0.5, failureLimit: 1).fetch(origin.job(0, "a.jpg")))
    #expect(outcome.error?.cause == .connection(.timedOut))
  }

  @Test func `a head is a range, and the rest comes later without it`() async throws {
    let origin = try await Origin(files: ["a.jpg": 300_000])
    let fetcher = origin.makeFetcher()
    let head = try #require(await fetcher.fetch(origin.job(0, "a.jpg", .head(byteCount: 65_536))))
    #expect(head.ending == .done && head.receivedBytes == 65_536)
    #expect(origin.kept("a.jpg.part") == origin.served("a.jpg")?.prefix(65_536))
    #expect(origin.kept("a.jpg") == nil)
    let rest = try #require(await fetcher.fetch(origin.job(1, "a.jpg"), number: 1))
    #expect(rest.receivedBytes == 300_000 - 65_536)
    #expect(origin.kept("a.jpg") == origin.served("a.jpg"))
  }

  @Test func `a cancelled download frees its connection and keeps its bytes`() async throws {
    let origin = try await Origin(
      files: ["a.jpg": 3_000_000], conditions: NetworkConditions(bytesPerSecond: 1_000_000))
    let fetcher = origin.makeFetcher()
    let job = origin.job(0, "a.jpg")
    var outcome: DownloadOutcome?
    var isCancelled = false
    for await report in fetcher.reports(job) {
      switch report {
      case .progressed where !isCancelled:
        isCancelled = true
        fetcher.perform(OriginalOrder(number: 1, task: .cancel(job))) { _ in }
      case .ended(let ended): outcome = ended
      case .progressed, .retrying: break
      }
    }
    #expect(outcome?.ending == .cancelled)
    let kept = try #require(outcome?.byteCount)
    #expect(kept >= 65_536 && kept < 3_000_000)
    #expect(origin.kept("a.jpg.part")?.count == kept)
    let deadline = ContinuousClock.now + .seconds(300)
    while origin.server.counts.open > 0, .now < deadline { try await Task.sleep(for: .milliseconds(5)) }
    #expect(origin.server.counts.open == 0)
  }

  @Test func `what is dropped is deleted, in part and whole`() async throws {
    let origin = try await Origin(files: ["a.jpg": 100_000, "b.jpg": 1000])
    let fetcher = origin.makeFetcher()
    _ = await fetcher.fetch(origin.job(0, "a.jpg", .head(byteCount: 65_536)), number: 0)
    _ = await fetcher.fetch(origin.job(1, "b.jpg"), number: 1)
    let items = fetcher.inventory()
    #expect(items.count == 2)
    for (index, item) in items.enumerated() {
      fetcher.perform(OriginalOrder(number: index + 2, task: .drop(item))) { _ in }
    }
    // A later order, so that the others have been obeyed when it is.
    _ = await fetcher.fetch(origin.job(2, "gone.jpg"), number: 4)
    #expect(fetcher.inventory().isEmpty)
    #expect(try origin.keptNames().isEmpty)
  }

  @Test func `orders are obeyed by their numbers, whichever comes first`() async throws {
    let origin = try await Origin(files: ["a.jpg": 1000])
    let fetcher = origin.makeFetcher()
    let item = OriginalStorage.Item(path: "\(origin.kept)/a.jpg", byteCount: 1000, isComplete: true)
    fetcher.perform(OriginalOrder(number: 2, task: .drop(item))) { _ in }
    _ = await fetcher.fetch(origin.job(0, "a.jpg"), number: 0)
    #expect(origin.kept("a.jpg") != nil)
    fetcher.perform(OriginalOrder(number: 1, task: .cancel(origin.job(0, "a.jpg")))) { _ in }
    _ = await fetcher.fetch(origin.job(1, "gone.jpg"), number: 3)
    #expect(origin.kept("a.jpg") == nil)
  }

  @Test func `downloads that are cancelled at random end once each and leave nothing open`() async throws {
    let names = (0..<12).map { "\($0).jpg" }
    let origin = try await Origin(
      files: Dictionary(uniqueKeysWithValues: names.map { ($0, 200_000) }),
      conditions: NetworkConditions(latency: 0.002, bytesPerSecond: 40_000_000, failures: 0.2))
    let fetcher = origin.makeFetcher()
    var shuffler = Shuffler(seed: 5)
    var number = 0
    for round in 0..<8 {
      let endings = Locked([Int](repeating: 0, count: names.count))
      for (index, name) in names.enumerated() {
        let job = origin.job(round * 100 + index, name)
        fetcher.perform(OriginalOrder(number: number, task: .fetch(job))) { report in
          if case .ended = report { endings.withLock { $0[index] += 1 } }
        }
        number += 1
      }
      for index in names.indices where round < 7 && shuffler.next(3) > 0 {
        try await Task.sleep(for: .microseconds(shuffler.next(8000)))
        let job = origin.job(round * 100 + index, names[index])
        fetcher.perform(OriginalOrder(number: number, task: .cancel(job))) { _ in }
        number += 1
      }
      while endings.withLock({ $0.contains(0) }) { try await Task.sleep(for: .milliseconds(2)) }
      #expect(endings.withLock { $0 } == Array(repeating: 1, count: names.count))
      if round < 7 {
        // Completed ones start over.
        for item in fetcher.inventory() where item.isComplete {
          fetcher.perform(OriginalOrder(number: number, task: .drop(item))) { _ in }
          number += 1
        }
      }
    }
    for name in names { #expect(origin.kept(name) == origin.served(name)) }
    #expect(fetcher.inventory().map(\.isComplete) == names.map { _ in true })
  }
}

@Suite("Sockets of an origin")
struct PromptSocketsTests {
  /// A pool whose sockets are always ready.
  private struct ReadyPool: AsyncSocketPool {
    func prepare() async throws {}
    func run() async throws {}
    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {}
  }

  @Test("send at once from their first request on, and hand that on to connections")
  func promptness() async throws {
    let option = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
    let listener = try Socket(domain: AF_INET)
    defer { try? listener.close() }
    try listener.bind(to: .inet(ip4: "127.0.0.1", port: 0))
    try listener.listen()
    #expect(try !listener.getValue(for: option))
    try await PromptSockets(pool: ReadyPool()).suspendSocket(listener, untilReadyFor: .read)
    #expect(try listener.getValue(for: option))

    let client = try Socket(domain: AF_INET)
    defer { try? client.close() }
    guard case .ip4(_, let port) = try listener.sockname() else {
      Issue.record("expected an address of the loopback")
      return
    }
    try client.connect(to: .inet(ip4: "127.0.0.1", port: port))
    let connection = Socket(file: try listener.accept().file)
    defer { try? connection.close() }
    #expect(try connection.getValue(for: option))
  }
}
