internal import GalleryEngine

/// Hears of changes to a library.
public protocol PhotoLibraryObserver: AnyObject, Sendable {
  /// The library has changed: details of what you hold are the change's to give.
  ///
  /// Called on a thread of the library's, one call after the other, and with no lock held: you may register, unregister,
  /// fetch and change from here. Hand the change to the main thread to apply it to what is on screen.
  func photoLibraryDidChange(_ change: Change)
}

extension PhotoLibrary {
  /// Tells an observer of what changes from now on, until it is unregistered or gone; the library does not keep it.
  ///
  /// Changes of this process are told at once, those of others within a tenth of a second; in a storm, there is at most
  /// one ``Change`` in each ``minimumChangeInterval``, for all that has happened since the last. Registering twice changes
  /// nothing.
  public func register(_ observer: any PhotoLibraryObserver) { watcher.add(observer) }

  /// Tells an observer no more; a call that is under way on another thread ends first, or later.
  public func unregister(_ observer: any PhotoLibraryObserver) { watcher.remove(observer) }

  /// What changes from now on, as a stream; see ``register(_:)``.
  ///
  /// Whoever takes long over one change gets the last one next, which tells of all that was missed. The stream keeps the
  /// library, and ends with the task or loop that reads it.
  public func changes() -> AsyncStream<Change> {
    let (stream, continuation) = AsyncStream.makeStream(of: Change.self, bufferingPolicy: .bufferingNewest(1))
    let number = watcher.add(continuation)
    continuation.onTermination = { [self] _ in watcher.remove(number) }
    return stream
  }

  /// The least time between two changes that observers hear of; a tenth of a second by default.
  public var minimumChangeInterval: Duration {
    get { .seconds(watcher.interval) }
    set { watcher.interval = newValue / .seconds(1) }
  }
}
