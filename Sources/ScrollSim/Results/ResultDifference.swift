internal import GalleryKit

/// A difference between two results, besides figures and combinations.
struct ResultDifference {
  enum Word {
    case scenario, library, mode, costs, seed, machine, program
  }

  let word: Word
  let sentence: String

  /// All differences, in the order in which a reader wants them.
  static func all(from base: ResultFile, to head: ResultFile) -> [ResultDifference] {
    func libraries(_ provenance: Provenance) -> String {
      provenance.libraries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
    func machine(_ provenance: Provenance) -> String {
      "\(provenance.cpu), \(provenance.cores) cores, "
        + "\(Figure.bytes(provenance.memoryBytes)), \(provenance.os)"
    }
    func device(_ result: ResultFile) -> String { result.scenario.keptDevice ?? "this machine" }
    func difference(_ word: Word, _ what: String, _ base: String, _ head: String) -> Self? {
      base == head ? nil : Self(word: word, sentence: "\(what): base \(base), head \(head).")
    }
    let (old, new) = (base.provenance, head.provenance)
    let inputs = base.scenario.inputs(beside: head.scenario).map { Self(word: .scenario, sentence: $0) }
    let isRecorded = base.mode == .watch
    let photos =
      isRecorded
      ? "The recordings show different photos; read both with --map and one slow pass over all of them."
      : "The libraries hold different photos."
    return [
      difference(.scenario, "Scenario names differ", base.scenario.name, head.scenario.name),
      base.scenario.sha256 == head.scenario.sha256 || !inputs.isEmpty || isRecorded
        ? nil
        : Self(
          word: .scenario,
          sentence:
            "The scenario files differ. Results do not record in what: look at trace, device and compare."
        ),
      base.mode == .replay && head.mode == .replay
        ? difference(.scenario, "Decode times are of different devices", device(base), device(head)) : nil,
      base.library.sha256 == head.library.sha256
        ? nil : Self(word: .library, sentence: photos),
      difference(.mode, "Modes differ", base.mode.rawValue, head.mode.rawValue),
      base.costs?.sha256 == head.costs?.sha256
        ? nil
        : difference(.costs, "Cost tables differ", base.costs.label, head.costs.label),
      difference(.seed, "Seeds differ", "\(base.scenario.seed)", "\(head.scenario.seed)"),
      difference(.machine, "Machines differ", machine(old), machine(new)),
      difference(
        .program, "Builds differ", "\(old.build) by Swift \(old.swift)", "\(new.build) by Swift \(new.swift)"),
      difference(.program, "Image libraries differ", libraries(old), libraries(new)),
      difference(.program, "Allocators differ", old.allocator, new.allocator),
      difference(.program, "Commits differ", old.git ?? "unknown", new.git ?? "unknown"),
    ].compactMap(\.self) + inputs
  }
}

extension CostsRecord? {
  /// As in `epyc-2core (0123abcd)`.
  var label: String { map { "\($0.name) (\($0.sha256.prefix(8)))" } ?? "none" }
}

extension ScenarioRecord {
  /// The device whose decode times replays have; `nil` for those of their machine.
  var keptDevice: String? { devicePace.flatMap { $0.isKept ? $0.device : nil } }

  /// The inputs that differ from another scenario's, a sentence each, in the order in which a reader wants them.
  fileprivate func inputs(beside other: ScenarioRecord) -> [String] {
    func screen(_ record: ScenarioRecord) -> String {
      "\(record.screen.map { Figure.exact($0, unit: "") }.joined(separator: " × ")) points at "
        + "\(Figure.exact(record.scale, unit: "")) pixels a point"
    }
    func limits(_ record: ScenarioRecord) -> String {
      let words = record.limits.sorted { $0.key < $1.key }.map { name, limit in
        switch limit {
        case .number(let number): "\(name) \(Figure.plain(number))"
        case .word(let word): "\(name) \(word)"
        }
      }
      return words.isEmpty ? "none" : words.joined(separator: ", ")
    }
    let inputs: [(what: String, value: (ScenarioRecord) -> String)] = [
      ("The memory budget differs", { Figure.exact(Double($0.memoryBudgetBytes), unit: "bytes") }),
      ("The number of decoders differs", { "\($0.decodeWorkers)" }),
      ("Decode times differ by a factor", { Figure.exact($0.decodeTime ?? 1, unit: "") }),
      ("The screen differs", screen), ("Its refresh rate differs", { "\($0.refreshRate) Hz" }),
      ("The cells in a row differ", { "\($0.columns)" }),
      ("The spacing differs", { $0.spacing.map { "\(Figure.exact($0, unit: "")) points" } ?? "unknown" }),
      ("The axis differs", { ($0.axis ?? .vertical).rawValue }),
      ("Sections differ", { $0.sections.map { "\($0.photos) photos each" } ?? "none" }),
      ("The shapes of cells differ", { $0.aspectRatios == nil ? "squares" : "their photos'" }),
      ("The trace's length differs", { Figure.text($0.durationSeconds, unit: "seconds") }),
      ("Limits differ", limits),
    ]
    return inputs.compactMap { what, value in
      let (mine, others) = (value(self), value(other))
      return mine == others ? nil : "\(what): \(mine), then \(others)."
    }
  }
}
