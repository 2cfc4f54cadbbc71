import Foundation
import GalleryKit
import Support
import Testing

@Suite("Observers")
struct ObservingTests {
  private let fixture = LibraryFixture()
  private let library: PhotoLibrary

  init() throws { library = try fixture.generate(20) }

  private func touch(_ index: Int) throws {
    try library.apply([.touch(identifier: LocalIdentifier.ofSynthetic(index))])
  }

  @Test func `hear what happens while they are registered, and once though registered twice`() async throws {
    let first = ChangeRecorder()
    let second = ChangeRecorder()
    try touch(1)
    library.minimumChangeInterval = .zero
    library.register(first)
    library.register(first)
    library.register(second)
    try touch(2)
    #expect(try await eventually { first.changes.count == 1 && second.changes.count == 1 })
    library.unregister(first)
    try touch(3)
    #expect(try await eventually { second.changes.count == 2 })
    #expect(first.changes.count == 1)
  }

  @Test func `may fetch, change, register and unregister while they are told`() async throws {
    let later = ChangeRecorder()
    let counts = Locked<[Int]>([])
    let itself = Locked<ChangeRecorder?>(nil)
    let library = library
    library.minimumChangeInterval = .zero
    let recorder = ChangeRecorder { _ in
      let count = (try? library.fetchAssets().count) ?? -1
      counts.withLock { $0.append(count) }
      if let recorder = itself.withLock({ $0 }) { library.unregister(recorder) }
      library.register(later)
      try? library.apply([.delete(identifier: LocalIdentifier.ofSynthetic(0))])
    }
    itself.withLock { $0 = recorder }
    library.register(recorder)
    try touch(1)
    #expect(try await eventually { !later.changes.isEmpty })
    #expect(recorder.changes.count == 1)
    #expect(counts.withLock { $0 } == [20])
    itself.withLock { $0 = nil }
  }

  @Test func `hear of a storm a few times, and in the end of all of it`() async throws {
    library.minimumChangeInterval = .milliseconds(200)
    let before = try library.fetchAssets()
    let recorder = library.observed()
    let clock = ContinuousClock()
    let start = clock.now
    for index in 0..<300 { try touch(index % 20) }
    try library.apply([.delete(identifier: LocalIdentifier.ofSynthetic(19))])
    #expect(try await eventually { try recorder.changes.last?.details(for: before)?.removedIndexes == [0] })
    let intervals = start.duration(to: clock.now) / .milliseconds(200)
    #expect(Double(recorder.changes.count) <= intervals + 2)
    let details = try #require(try recorder.changes.last?.details(for: before))
    #expect(details.changedIndexes == Array(0..<19))
  }

  @Test func `that are gone are not told, and not kept`() async throws {
    weak var gone: ChangeRecorder?
    do {
      let recorder = ChangeRecorder()
      gone = recorder
      library.register(recorder)
    }
    #expect(gone == nil)
    let stays = library.observed()
    try touch(1)
    #expect(try await eventually { stays.changes.count == 1 })
  }

  @Test(.timeLimit(.minutes(1)))
  func `may unregister as they end, while others come`() async {
    final class Leaver: PhotoLibraryObserver {
      private let library: PhotoLibrary
      init(_ library: PhotoLibrary) { self.library = library }
      deinit { library.unregister(self) }
      func photoLibraryDidChange(_ change: Change) {}
    }
    let library = library
    let stays = library.observed()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<100 { library.register(Leaver(library)) } }
      }
    }
    #expect(stays.changes.isEmpty)
  }

  @Test func `of a stream get the last change, which tells of those that were missed`() async throws {
    library.minimumChangeInterval = .zero
    let stream = library.changes()
    let counter = library.observed()
    var photos = try library.fetchAssets()
    for index in 0..<3 {
      try library.apply([.delete(identifier: LocalIdentifier.ofSynthetic(index))])
      #expect(try await eventually { counter.changes.count == index + 1 })
    }
    var iterator = stream.makeAsyncIterator()
    let change = try #require(await iterator.next())
    let details = try #require(try change.details(for: photos))
    #expect(details.removedIndexes == [17, 18, 19])
    photos = details.fetchResultAfterChanges
    #expect(photos.count == 17)
  }

  @Test func `of a stream end with their task`() async throws {
    let library = library
    let task = Task { for await _ in library.changes() {} }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    await task.value
  }

  @Test func `with limited access hear others write, but nothing of what they may not see`() async throws {
    let chosen = Set((0..<5).map { LocalIdentifier.ofSynthetic($0) })
    let client = try await fixture.client(.limited(chosen))
    let photos = try client.fetchAssets()
    #expect(photos.count == 5)
    client.minimumChangeInterval = .zero
    let recorder = client.observed()
    try touch(12)
    #expect(try await eventually { recorder.changes.count == 1 })
    #expect(try recorder.changes.last?.details(for: photos) == nil)
    try library.apply([
      .delete(identifier: LocalIdentifier.ofSynthetic(2)),
      .delete(identifier: LocalIdentifier.ofSynthetic(13)),
    ])
    #expect(try await eventually { recorder.changes.count == 2 })
    #expect(try recorder.changes.last?.details(for: photos)?.removedIndexes == [2])
    let hidden = try #require(try library.asset(withLocalIdentifier: LocalIdentifier.ofSynthetic(15)))
    #expect(try recorder.changes.last?.details(for: hidden)?.objectWasDeleted == true)
  }
}

/// Timelines of changes and of notices to observers, who wait where there is a dash; a column is a second.
@Suite("Changes are told")
struct ChangePacingTests {
  @Test(arguments: [
    //            at once, then no more often than once in three seconds
    ("x..........", "|.........."),
    ("x..x..x....", "|..|..|...."),
    ("xx.........", "|--|......."),
    ("xxxxxxxxxx..", "|--|--|--|.."),
    ("x.xx......x.", "|.-|......|."),
    ("x..xx.x..", "|..|--|.."),
    ("....x", "....|"),
    ("...........", "..........."),
  ])
  func `at once, and in a storm once an interval`(changes: String, told: String) {
    var pacing = ChangePacing(interval: 3)
    var (line, lastTold) = ("", -Double.infinity)
    for (second, mark) in changes.enumerated() {
      let now = Double(second)
      switch pacing.next(hasChanged: mark == "x", at: now) {
      case .tell:
        lastTold = now
        line += "|"
      case .wait(let time):
        #expect(time == lastTold + 3)
        line += "-"
      case nil: line += "."
      }
    }
    #expect(line == told)
  }
}
