// Times edit scripts between two lists of rows, beside what else there is to tell lists apart. Benchmarks/changes.py
// compiles it with the sources of edit scripts, runs it, and makes a table of the JSON that it prints.
import Foundation

@main
enum EditScripts {
  static let count = 100_000

  static func main() throws {
    let rounds = Int(CommandLine.arguments.dropFirst().first ?? "") ?? 15
    var random = SplitMix(state: 7)
    // Rows in the order of dates: no order of their own, which is the worst that can be for tables.
    let old = (1...UInt32(count)).shuffled(using: &random)
    var cases: [Case] = []

    var list = ChangedList(old)
    list.remove(250, &random)
    list.insert(250, &random)
    list.move(250, &random)
    cases.append(Case("a thousand changes", old, list.rows, (0..<250).map { _ in old.randomElement(using: &random)! }))

    list = ChangedList(old)
    list.move(1000, &random)
    cases.append(Case("a thousand moves", old, list.rows))

    list = ChangedList(old)
    list.remove(500, &random)
    list.insert(500, &random)
    cases.append(Case("500 inserted, 500 removed", old, list.rows))

    cases.append(Case("a thousand changed", old, old, Array(old.shuffled(using: &random).prefix(1000))))
    cases.append(Case("one inserted in front", old, [UInt32(count + 1)] + old))
    cases.append(Case("all changed", old, old, old))
    cases.append(Case("all replaced", old, old.map { $0 + UInt32(count) }))
    cases.append(Case("in random order", old, old.shuffled(using: &random)))

    var results: [[String: Any]] = []
    for item in cases {
      let script = item.script()
      precondition(item.apply(script) == item.new, "the script does not give the new list")
      var seconds: [String: [Double]] = [:]
      for round in -1..<rounds {
        var programs: [(String, () -> Int)] = [
          ("script", { item.script().moves.count }), ("pass", { item.pass() }), ("sets", { item.sets() }),
        ]
        // Its time grows with the square of the differences.
        if item.name == cases[0].name || item.name == cases[2].name {
          programs.append(("difference", { item.new.difference(from: item.old).inferringMoves().count }))
        }
        for (name, body) in round.isMultiple(of: 2) ? programs : programs.reversed() {
          let taken = time(body)
          if round >= 0 { seconds[name, default: []].append(taken) }
        }
      }
      results.append([
        "name": item.name, "removed": script.removed.count, "inserted": script.inserted.count,
        "changed": script.changed.count, "moves": script.moves.count, "seconds": seconds,
      ])
    }
    let json = try JSONSerialization.data(withJSONObject: results, options: [.sortedKeys])
    FileHandle.standardOutput.write(json)
  }

  /// Processor time of this thread.
  static func time(_ body: () -> Int) -> Double {
    var (start, end) = (timespec(), timespec())
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    let result = body()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    precondition(result >= 0)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
  }
}

/// Two lists.
struct Case {
  let name: String
  let old: [UInt32]
  let new: [UInt32]
  let changed: [UInt32]

  init(_ name: String, _ old: [UInt32], _ new: [UInt32], _ changed: [UInt32] = []) {
    (self.name, self.old, self.new, self.changed) = (name, old, new, changed)
  }

  /// With the set of what has changed, which must be made, too.
  func script() -> EditScript { EditScript(from: old, to: new, changedIDs: RowIDSet(changed)) }

  /// The least that anybody can do: look at everything once.
  func pass() -> Int {
    Int(old.reduce(0, ^) ^ new.reduce(0, ^))
  }

  /// What comes to mind first: sets of both, which tell what is gone and what is new, but no moves.
  func sets() -> Int {
    let (before, after) = (Set(old), Set(new))
    return old.count { !after.contains($0) } + new.count { !before.contains($0) }
  }

  func apply(_ script: EditScript) -> [UInt32] {
    var list = old
    for index in script.removed.reversed() { list.remove(at: index) }
    let before = Set(old)
    for (index, row) in zip(script.inserted, new.filter { !before.contains($0) }) { list.insert(row, at: index) }
    for move in script.moves { list.insert(list.remove(at: move.from), at: move.to) }
    return list
  }
}

struct ChangedList {
  var rows: [UInt32]
  var unused: UInt32

  init(_ rows: [UInt32]) {
    self.rows = rows
    unused = UInt32(rows.count + 1)
  }

  mutating func insert(_ count: Int, _ random: inout SplitMix) {
    for _ in 0..<count {
      rows.insert(unused, at: .random(in: 0...rows.count, using: &random))
      unused += 1
    }
  }

  mutating func remove(_ count: Int, _ random: inout SplitMix) {
    for _ in 0..<count { rows.remove(at: .random(in: 0..<rows.count, using: &random)) }
  }

  mutating func move(_ count: Int, _ random: inout SplitMix) {
    for _ in 0..<count {
      let row = rows.remove(at: .random(in: 0..<rows.count, using: &random))
      rows.insert(row, at: .random(in: 0...rows.count, using: &random))
    }
  }
}

struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
