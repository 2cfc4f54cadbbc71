internal import Dispatch
package import GalleryKit
package import Locking

/// Changes of a real library: written to its catalogue beside the main path, and heard of by an observer, as an app hears
/// of what others do.
package struct CatalogueChanges: LibraryChanging {
  /// Keeps the last change until the main path takes it.
  private final class Inbox: PhotoLibraryObserver {
    let change = Locked<Change?>(nil)

    func photoLibraryDidChange(_ change: Change) { self.change.withLock { $0 = change } }
  }

  private let library: PhotoLibrary
  private let inbox = Inbox()
  private let writer = DispatchQueue(label: "library storm", qos: .utility)
  private let problems: Locked<[String]>
  private var steps: ArraySlice<LibraryStorm.Step>
  private var result: FetchResult<Asset>

  /// Makes changes to come, of a library that nobody else uses.
  ///
  /// - Parameters:
  ///   - result: what is on the stage now.
  ///   - problems: is told what goes wrong.
  package init(
    _ storm: LibraryStorm, of library: PhotoLibrary, showing result: FetchResult<Asset>,
    problems: Locked<[String]>
  ) {
    self.library = library
    self.result = result
    self.problems = problems
    steps = storm.steps[...]
    library.register(inbox)
  }

  package mutating func update(at time: Double) -> LibraryUpdate? {
    while let step = steps.first, step.time <= time {
      steps.removeFirst()
      writer.async { [library, problems] in
        do { try library.apply(step.edits) } catch { problems.withLock { $0.append("\(error)") } }
      }
    }
    guard let change = inbox.change.withLock({ $0.take() }) else { return nil }
    do {
      guard let details = try change.details(for: result) else { return nil }
      result = details.fetchResultAfterChanges
      return LibraryUpdate(
        assets: .changing(result), removed: Set(details.removedRows.map { Int($0) }),
        changed: details.changedRows.map { Set($0.map { Int($0) }) })
    } catch {
      problems.withLock { $0.append("\(error)") }
      return nil
    }
  }
}
