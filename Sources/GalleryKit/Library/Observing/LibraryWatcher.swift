internal import Dispatch
internal import Foundation
internal import GRDB
internal import GalleryEngine
internal import Support

/// Watches a catalogue while it has observers, and notifies them of changes.
///
/// One thread polls a number that SQLite keeps in memory shared by all processes, so that polling costs next to nothing; every
/// write in this process wakes it. The thread ends when the last observer goes.
final class LibraryWatcher: Sendable {
  private struct Listener {
    weak var observer: (any PhotoLibraryObserver)?
  }

  private struct State {
    var observers: [Listener] = []
    var streams: [Int: AsyncStream<Change>.Continuation] = [:]
    var nextStream = 0
    var isRunning = false
    var interval = 0.1
    /// The revision that observers know of.
    var told: Int64 = 0

    /// The observers that are alive; forgets the others.
    ///
    /// They have to leave the lock before they are let go of: one that lost its last other reference meanwhile ends with this one,
    /// and may unregister itself as it ends.
    mutating func living() -> [any PhotoLibraryObserver] {
      let living = observers.compactMap(\.observer)
      observers = living.map { Listener(observer: $0) }
      return living
    }
  }

  /// The interval at which to poll for writes of other processes, in seconds.
  private static let period = 0.05

  private let database: CatalogueDatabase
  private let access: ClientAccess
  private let places: LibraryPlaces
  private let state = Locked(State())

  init(database: CatalogueDatabase, access: ClientAccess, places: LibraryPlaces) {
    self.database = database
    self.access = access
    self.places = places
  }

  var interval: Double {
    get { state.withLock { $0.interval } }
    set { state.withLock { $0.interval = newValue } }
  }

  func add(_ observer: any PhotoLibraryObserver) {
    _ = start { state in
      let living = state.living()
      if !living.contains(where: { $0 === observer }) {
        state.observers.append(Listener(observer: observer))
      }
      return living
    }
  }

  func remove(_ observer: any PhotoLibraryObserver) {
    _ = state.withLock { state in
      let living = state.living()
      state.observers = living.filter { $0 !== observer }.map { Listener(observer: $0) }
      return living
    }
  }

  func add(_ stream: AsyncStream<Change>.Continuation) -> Int {
    start { state in
      state.nextStream += 1
      state.streams[state.nextStream] = stream
      return state.nextStream
    }
  }

  func stop() {
    let streams = state.withLock { state in
      defer { (state.observers, state.streams) = ([], [:]) }
      return Array(state.streams.values)
    }
    for stream in streams { stream.finish() }
  }

  func remove(_ stream: Int) { state.withLock { $0.streams[stream] = nil } }

  /// Adds a listener, and starts watching with the first.
  private func start<Value: Sendable>(_ add: (inout sending State) -> Value) -> Value {
    // Read before the listener is added, so that observers hear of later writes.
    let revision = try? database.read(LoggedChange.revision)
    let (value, isFirst) = state.withLock { state in
      let value = add(&state)
      let isFirst = !state.isRunning
      state.isRunning = true
      if isFirst, let revision { state.told = revision }
      return (value, isFirst)
    }
    if isFirst {
      BackgroundThreads.start(named: "library changes", stackSize: 1 << 19) { [self] in watch() }
    }
    return value
  }

  private func watch() {
    let bell = DispatchSemaphore(value: 0)
    database.bells.withLock { $0.append(bell) }
    defer { database.bells.withLock { $0.removeAll { $0 === bell } } }
    var now: Double { SystemClock.monotonicSeconds }
    var version = CatalogueVersion(path: database.path)
    var pacing = ChangePacing(interval: interval)
    var due: Double?
    while continues() {
      let wait = due.map { min(Self.period, max(0, $0 - now)) } ?? Self.period
      let isRung = bell.wait(timeout: .now() + wait) == .success
      pacing.interval = interval
      let hasChanged = version.hasChanged() || isRung
      switch pacing.next(hasChanged: hasChanged && isBehind, at: now) {
      case .tell:
        due = nil
        // If the catalogue cannot be read just now, the next look finds it changed again.
        if !tell() { version = CatalogueVersion(path: database.path) }
      case .wait(let time): due = time
      case nil: due = nil
      }
    }
  }

  /// Whether there is a listener; if not, the thread ends, and the next listener starts another.
  private func continues() -> Bool {
    state.withLock { state in
      let living = state.living()
      state.isRunning = !living.isEmpty || !state.streams.isEmpty
      return (state.isRunning, living)
    }.0
  }

  /// Whether the log has changed since observers were notified.
  private var isBehind: Bool {
    guard let revision = try? database.read(LoggedChange.revision) else { return true }
    return revision != state.withLock { $0.told }
  }

  private func tell() -> Bool {
    guard let snapshot = try? database.snapshot() else { return false }
    let change = Change(snapshot: snapshot, access: access, places: places)
    let (observers, streams) = state.withLock { state in
      state.told = snapshot.revision
      return (state.living(), state.streams.sorted { $0.key < $1.key }.map(\.value))
    }
    for observer in observers { observer.photoLibraryDidChange(change) }
    for stream in streams { stream.yield(change) }
    return true
  }
}

/// A separate connection, through which SQLite tells whether another connection of any process has written.
private struct CatalogueVersion {
  private let queue: DatabaseQueue?
  /// `nil` until it is known.
  private var last: Int64?

  init(path: String) { queue = try? CatalogueFile(path: path).reader() }

  /// Whether anything was written since the last call; `true` if this is unknown.
  mutating func hasChanged() -> Bool {
    let version = try? queue?.read { try Int64.fetchOne($0, sql: "PRAGMA data_version") }
    defer { last = version }
    return version == nil || version != last
  }
}

/// Paces notices to observers: at once, and in a storm at most one in each interval.
///
///     interval 3   changed  x..x.xx......x.
///                  told     |..|..|......|.
package struct ChangePacing: Sendable {
  package enum Action: Hashable, Sendable {
    /// Notify observers of all changes since the last notice.
    case tell
    /// Ask again at that time, in seconds.
    case wait(until: Double)
  }

  /// The least time between two notices, in seconds.
  package var interval: Double
  private var lastTold = -Double.infinity
  private var isOwed = false

  package init(interval: Double) { self.interval = interval }

  /// Records a change, if there was one, and returns the next action.
  package mutating func next(hasChanged: Bool, at now: Double) -> Action? {
    isOwed = isOwed || hasChanged
    guard isOwed else { return nil }
    guard now >= lastTold + interval else { return .wait(until: lastTold + interval) }
    isOwed = false
    lastTold = now
    return .tell
  }
}
