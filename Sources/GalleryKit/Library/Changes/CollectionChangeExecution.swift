internal import Foundation
internal import GRDB
internal import GalleryEngine

extension ChangeExecution {
  /// The distance between neighbours: large, so that most insertions move no other member.
  private static let spacing: Int64 = 1 << 20

  func createCollection(_ identifier: String, isList: Bool, title: String, parent: String?) throws {
    try check(title: title)
    let parent = try parent.map { try collectionRow($0, isList: true) }
    let time = block.now.timeIntervalSince1970
    try db.execute(
      literal: """
        INSERT INTO collection (identifier, parent, position, isList, title, created, modified)
        VALUES (\(identifier), \(parent),
          (SELECT ifnull(max(position), 0) + \(Self.spacing) FROM collection WHERE parent IS \(parent)),
          \(isList), \(title), \(time), \(time))
        """)
  }

  /// Refuses a title with a zero byte, at which SQLite would end it.
  func check(title: String) throws {
    guard !title.utf8.contains(0) else {
      throw ChangeFailure(description: "a title must not contain a zero byte")
    }
  }

  /// Changes a collection; a trigger logs the change.
  func update(collection: UInt32, _ assignment: SQL) throws {
    let now = block.now.timeIntervalSince1970
    try db.execute(
      literal: "UPDATE collection SET \(literal: assignment), modified = \(now) WHERE id = \(collection)")
  }

  func collectionRow(_ identifier: String, isList wanted: Bool? = nil) throws -> UInt32 {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, isList FROM collection WHERE identifier = ?"),
      arguments: [identifier])
    guard let row else {
      throw ChangeFailure(
        description: "there is no album or list \(identifier) in the library; fetch the collections again")
    }
    let isList = try row.decode(Bool.self, atIndex: 1)
    guard wanted == nil || wanted == isList else {
      throw ChangeFailure(
        description: isList
          ? "\(identifier) is a list; expected an album" : "\(identifier) is an album; expected a list")
    }
    return try row.decode(atIndex: 0)
  }

  func move(_ collection: String, into parent: String?, at index: Int?) throws {
    let moved = try collectionRow(collection)
    let parent = try parent.map { try collectionRow($0, isList: true) }
    var ancestor = parent
    var above: Set<UInt32> = []
    while let row = ancestor {
      guard row != moved else { throw ChangeFailure(description: "a list cannot be moved into itself") }
      guard above.insert(row).inserted else {
        throw ChangeFailure(
          description: "expected a list that is not inside itself, found one that is, since the "
            + "catalogue was damaged: move that list to the top level first")
      }
      ancestor = try UInt32.fetchOne(db, sql: "SELECT parent FROM collection WHERE id = ?", arguments: [row])
    }
    let siblings = try UInt32.fetchAll(
      db, sql: "SELECT id FROM collection WHERE parent IS ? AND id <> ? ORDER BY position, id",
      arguments: [parent, moved])
    let index = try checked(index, count: siblings.count)
    let order = siblings[..<index] + [moved] + siblings[index...]
    try update(collection: moved, "parent = \(parent)")
    for (place, row) in order.enumerated() {
      try db.execute(
        literal: """
          UPDATE collection SET position = \(Int64(place + 1) * Self.spacing)
          WHERE id = \(row) AND position <> \(Int64(place + 1) * Self.spacing)
          """)
    }
  }

  func insert(_ assets: [AssetName], into album: String, at index: Int?) throws {
    let album = try collectionRow(album, isList: false)
    guard let index else { return try append(assets.map(row(of:)), to: album) }
    var members = try members(of: album)
    let place = try checked(index, count: members.count)
    var known = Set(try storedMembers(of: album).map(\.asset))
    // Each asset once; members stay in their places.
    let added = try assets.map(row(of:)).filter { known.insert($0).inserted }
    members.insert(contentsOf: added, at: place)
    try write(members, to: album)
  }

  /// Puts assets after all members, which stay in their places and are not read: photos often come one by one.
  private func append(_ assets: [UInt32], to album: UInt32) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO member (collection, asset, position) VALUES (:album, :asset,
          (SELECT ifnull(max(position), 0) + \(Self.spacing) FROM member WHERE collection = :album))
        ON CONFLICT (collection, asset) DO NOTHING
        """)
    for asset in assets { try statement.execute(arguments: ["album": album, "asset": asset]) }
    try update(collection: album, "position = position")
  }

  func remove(_ assets: [AssetName], from album: String) throws {
    let album = try collectionRow(album, isList: false)
    let statement = try db.cachedStatement(sql: "DELETE FROM member WHERE collection = ? AND asset = ?")
    for asset in assets { try statement.execute(arguments: [album, row(of: asset)]) }
    try update(collection: album, "position = position")
  }

  func reorder(_ indexes: [Int], to index: Int, in album: String) throws {
    let album = try collectionRow(album, isList: false)
    var members = try members(of: album)
    if let wrong = indexes.first(where: { !members.indices.contains($0) }) {
      throw ChangeFailure(
        description:
          "expected an index below \(members.count), found \(wrong); fetch the album's assets again")
    }
    let moved = indexes.map { members[$0] }
    let places = Set(indexes)
    members = members.indices.filter { !places.contains($0) }.map { members[$0] }
    members.insert(contentsOf: moved, at: try checked(index, count: members.count))
    try write(members, to: album)
  }

  private func checked(_ index: Int?, count: Int) throws -> Int {
    let index = index ?? count
    guard (0...count).contains(index) else {
      throw ChangeFailure(
        description: "expected an index up to \(count), found \(index); fetch again what is there")
    }
    return index
  }

  /// The assets of an album that indexes count: those of a fetch without options.
  private func members(of album: UInt32) throws -> [UInt32] {
    try AssetQuery(place: .album(album), options: FetchOptions(), client: client).rows(db)
  }

  /// Writes the order of the assets that indexes count, changing as few positions as it can.
  ///
  /// Assets that keep their order keep their positions; others are spread between their neighbours. If these leave no room, the
  /// whole album is renumbered, with each asset that indexes do not count placed after the one it followed.
  private func write(_ members: [UInt32], to album: UInt32) throws {
    let stored = try storedMembers(of: album)
    let isVisible = Set(members)
    if let positions = AlbumPositions.spread(members, among: stored.filter { isVisible.contains($0.asset) }) {
      let taken = Set(stored.filter { !isVisible.contains($0.asset) }.map(\.position))
      if taken.isDisjoint(with: positions.values) { return try save(positions, to: album) }
    }
    let order = AlbumPositions.merge(members, into: stored.map(\.asset))
    let positions = order.enumerated().map { ($1, Int64($0 + 1) * Self.spacing) }
    try save(Dictionary(positions) { first, _ in first }, to: album)
  }

  private func storedMembers(of album: UInt32) throws -> [AlbumPositions.Member] {
    try Row.fetchAll(
      db, sql: "SELECT asset, position FROM member WHERE collection = ? ORDER BY position", arguments: [album]
    ).map { row -> AlbumPositions.Member in try (row.decode(atIndex: 0), row.decode(atIndex: 1)) }
  }

  private func save(_ positions: [UInt32: Int64], to album: UInt32) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO member (collection, asset, position) VALUES (?, ?, ?)
        ON CONFLICT (collection, asset) DO UPDATE SET position = excluded.position
        """)
    for (asset, position) in positions.sorted(by: { $0.value < $1.value }) {
      try statement.execute(arguments: [album, asset, position])
    }
    try update(collection: album, "position = position")
  }
}

/// Positions that put the assets of an album into an order.
package enum AlbumPositions {
  typealias Member = (asset: UInt32, position: Int64)

  /// Positions for assets of the wanted order that have none yet, or whose place changes; `nil` if neighbours leave no room, or
  /// if damage has left impossible positions.
  ///
  /// - Parameter stored: the assets that have a position, in its order.
  static func spread(_ order: [UInt32], among stored: [Member]) -> [UInt32: Int64]? {
    guard stored.allSatisfy({ (0...1 << 62).contains($0.position) }) else { return nil }
    let position = Dictionary(stored.map { ($0.asset, $0.position) }) { first, _ in first }
    var positions: [UInt32: Int64] = [:]
    var start = 0
    var last: Int64 = 0
    for end in keptIndexes(order, stored) + [order.count] {
      let next = end < order.count ? position[order[end]] : nil
      let step = next.map { ($0 - last) / Int64(end - start + 1) } ?? 1 << 20
      guard step > 0 || start == end else { return nil }
      for (offset, asset) in order[start..<end].enumerated() {
        positions[asset] = last + step * Int64(offset + 1)
      }
      last = next ?? last
      start = end + 1
    }
    return positions
  }

  /// The order with the stored assets that it lacks, each after the asset of the order that it followed.
  package static func merge(_ order: [UInt32], into stored: [UInt32]) -> [UInt32] {
    let isOrdered = Set(order)
    var followers: [UInt32?: [UInt32]] = [:]
    var leader: UInt32?
    for asset in stored {
      if isOrdered.contains(asset) { leader = asset } else { followers[leader, default: []].append(asset) }
    }
    return (followers[nil] ?? []) + order.flatMap { [$0] + (followers[$0] ?? []) }
  }

  /// The ascending indexes of as many assets as possible that can stay in their places.
  private static func keptIndexes(_ order: [UInt32], _ stored: [Member]) -> [Int] {
    let rank = Dictionary(stored.enumerated().map { ($1.asset, UInt32($0)) }) { first, _ in first }
    let known = order.indices.filter { rank[order[$0]] != nil }
    let moved = Set(LongestRun.outside(known.compactMap { rank[order[$0]] }))
    return known.indices.filter { !moved.contains($0) }.map { known[$0] }
  }
}
