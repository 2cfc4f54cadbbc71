internal import GalleryKit

/// What a stage is told when its library has changed.
package struct LibraryUpdate: Sendable {
  /// The photos as they are now.
  package let assets: StageAssets
  /// Photos that were there and are not any more, by ``StageAssets/identity(of:)``.
  package let removed: Set<Int>
  /// Photos that are said to have changed; `nil` if nobody knows which.
  package let changed: Set<Int>?

  package init(assets: StageAssets, removed: Set<Int>, changed: Set<Int>?) {
    self.assets = assets
    self.removed = removed
    self.changed = changed
  }
}

/// Where changes come from.
package protocol LibraryChanging {
  /// What has changed since this was last asked, if anything has and is known by now.
  ///
  /// Called on the main path before a frame.
  ///
  /// - Parameter time: of the trace, in seconds: what is to happen until then begins to happen.
  mutating func update(at time: Double) -> LibraryUpdate?
}

/// Changes of a library that a model alone needs.
package struct ModelChanges: LibraryChanging {
  private var steps: ArraySlice<LibraryStorm.Step>
  private var listed: ListedAssets

  package init(_ storm: LibraryStorm, of assets: ListedAssets) {
    steps = storm.steps[...]
    listed = assets
  }

  package mutating func update(at time: Double) -> LibraryUpdate? {
    let before = listed
    var updated: [UInt32] = []
    var isLate = false
    while let step = steps.first, step.time <= time {
      steps.removeFirst()
      updated += listed.apply(step.edits)
      isLate = true
    }
    guard isLate else { return nil }
    let script = EditScript(from: before.rows, to: listed.rows, changedIDs: RowIDSet(updated))
    guard !script.isEmpty else { return nil }
    return LibraryUpdate(
      assets: .listed(listed), removed: Set(script.removed.map { Int(before.rows[$0]) }),
      changed: Set(script.changedInTheEnd.map { Int(listed.rows[$0]) }))
  }
}
