internal import GalleryEngine

/// What turns one ordered list of identifiers into another: the fewest removals, insertions and moves.
///
/// Apply the parts in the order in which they are declared, which is PhotoKit's. Each index counts in the list as the
/// parts before it have left it:
///
///     before          after removing    after inserting      after moving
///     [a b c d]       [a b d]           [a b d x]            [b d x a]
///     removed [2]     inserted [3]      changed: a is at 0   moves [0 → 3]
///
/// No script is shorter: only what is gone is removed, only what is new is inserted, and of what stays only that is moved
/// which lies outside a longest run that keeps its order.
package struct EditScript: Hashable, Sendable {
  /// One element that goes elsewhere.
  package struct Move: Hashable, Sendable {
    /// Where it is when all moves before this one are done.
    package let from: Int
    /// Where it is when this move is done; in other words, where to insert it after taking it out.
    package let to: Int

    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// What is gone: ascending indexes in the list before the changes.
  package let removed: [Int]
  /// Where what is new goes, in the order that it has after the changes: ascending indexes in the list after inserting.
  ///
  /// Insert one after the other, the first one first. Where nothing moves, they are indexes in the list after the changes.
  package let inserted: [Int]
  /// The same in the same order, as indexes in the list after all changes.
  package let insertedInTheEnd: [Int]
  /// What stays and has changed: ascending indexes in the list after inserting, before moving.
  package let changed: [Int]
  /// The same in the same order, as indexes in the list after all changes.
  package let changedInTheEnd: [Int]
  /// What moves, one after the other.
  package let moves: [Move]

  /// Whether there is nothing to do.
  package var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && changed.isEmpty && moves.isEmpty }

  /// The shortest script from one list to another.
  ///
  /// - Parameters:
  ///   - old: the list before the changes, which names nothing twice.
  ///   - new: the list after them, which names nothing twice.
  ///   - changedIDs: what has changed; what is not in both lists counts for nothing.
  /// - Complexity: O(n) for lists of n, and O(k log n) for k that are not where they were relative to the others.
  package init(from old: [UInt32], to new: [UInt32], changedIDs: RowIDSet = RowIDSet()) {
    var (start, end) = (0, 0)
    let shorter = min(old.count, new.count)
    while start < shorter, old[start] == new[start] { start += 1 }
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let middle = KeptRows(from: old[start..<old.count - end], to: new[start..<new.count - end])
    removed = middle.removed

    let arrangement = RowArrangement(middle)
    inserted = arrangement.inserted.map { start + $0 }
    insertedInTheEnd = arrangement.inserted.map { start + Int(arrangement.positions[$0]) }
    moves = MovePlan(arrangement).moves.map { Move(from: start + $0.from, to: start + $0.to) }

    guard !changedIDs.isEmpty else {
      (changed, changedInTheEnd) = ([], [])
      return
    }
    let before = (0..<start).filter { changedIDs.contains(new[$0]) }
    let behind = (new.count - end..<new.count).filter { changedIDs.contains(new[$0]) }
    let between = arrangement.positions.indices.filter { index in
      let position = Int(arrangement.positions[index])
      return middle.isKept[position] && changedIDs.contains(new[start + position])
    }
    changed = before + between.map { start + $0 } + behind
    changedInTheEnd = before + between.map { start + Int(arrangement.positions[$0]) } + behind
  }
}
