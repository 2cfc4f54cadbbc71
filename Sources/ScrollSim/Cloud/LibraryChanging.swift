internal import Dispatch
package import GalleryKit
package import Support

package protocol LibraryChanging {
  /// The known changes since the last call, if there are any; those that are due by `time`, in seconds of the trace, begin.
  mutating func update(at time: Double) -> LibraryUpdate?
}

/// Changes of a library that only a model needs.
package struct ModelChanges: LibraryChanging {
  private var steps: ArraySlice<ChangeSchedule.Step>
  private var listed: ListedAssets

  package init(_ schedule: ChangeSchedule, of assets: ListedAssets) {
    steps = schedule.steps[...]
    listed = assets
  }

  package mutating func update(at time: Double) -> LibraryUpdate? {
    let before = listed.rows
    let due = steps.prefix { $0.time <= time }
    guard !due.isEmpty else { return nil }
    steps.removeFirst(due.count)
    let updated = due.flatMap { listed.apply($0.edits) }
    let script = EditScript(from: before, to: listed.rows, changedIDs: RowIDSet(updated))
    guard !script.isEmpty else { return nil }
    return LibraryUpdate(
      assets: .listed(listed), removed: Set(script.removed.map { Int(before[$0]) }),
      changed: Set(script.changedInTheEnd.map { Int(listed.rows[$0]) }))
  }
}

/// Changes of a real library, written to its catalogue off the main path and reported by an observer, as an
/// app learns of other apps' changes.
package struct CatalogueChanges: LibraryChanging {
  /// Keeps the last change until the main path takes it.
  private final class Inbox: PhotoLibraryObserver {
    let change = Locked<Change?>(nil)

    func photoLibraryDidChange(_ change: Change) { self.change.withLock { $0 = change } }
  }

  private let library: PhotoLibrary
  private let inbox = Inbox()
  private let writer = DispatchQueue(label: "library changes", qos: .utility)
  private let problems: Locked<[String]>
  private var steps: ArraySlice<ChangeSchedule.Step>
  private var result: FetchResult<Asset>

  /// Prepares the changes of a library without other users.
  package init(
    _ schedule: ChangeSchedule, of library: PhotoLibrary, showing result: FetchResult<Asset>,
    problems: Locked<[String]>
  ) {
    self.library = library
    self.result = result
    self.problems = problems
    steps = schedule.steps[...]
    library.register(inbox)
  }

  package mutating func update(at time: Double) -> LibraryUpdate? {
    let due = steps.prefix { $0.time <= time }
    steps.removeFirst(due.count)
    for step in due {
      writer.async { [library, problems] in
        do { try library.apply(step.edits.map(\.statement)) } catch {
          problems.withLock { $0.append("\(error)") }
        }
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
