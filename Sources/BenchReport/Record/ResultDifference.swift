/// A difference between two results, besides figures and combinations.
struct ResultDifference {
  /// The differing part.
  enum Word {
    case scenario, library, mode, costs, seed, machine, program
  }

  let word: Word
  /// The old value and the new one, in a sentence.
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
    func words(_ costs: CostsRecord?) -> String {
      costs.map { "\($0.name) (\($0.sha256.prefix(8)))" } ?? "none"
    }
    func difference(_ word: Word, _ what: String, _ base: String, _ head: String) -> Self? {
      base == head ? nil : Self(word: word, sentence: "\(what): base \(base), head \(head).")
    }
    let (old, new) = (base.provenance, head.provenance)
    return [
      difference(.scenario, "Scenario names differ", base.scenario.name, head.scenario.name),
      base.scenario.sha256 == head.scenario.sha256
        ? nil : Self(word: .scenario, sentence: "The scenario files differ."),
      base.library.sha256 == head.library.sha256
        ? nil : Self(word: .library, sentence: "The libraries hold different photos."),
      difference(.mode, "Modes differ", base.mode.rawValue, head.mode.rawValue),
      base.costs?.sha256 == head.costs?.sha256
        ? nil
        : difference(.costs, "Cost tables differ", words(base.costs), words(head.costs)),
      difference(.seed, "Seeds differ", "\(base.scenario.seed)", "\(head.scenario.seed)"),
      difference(.machine, "Machines differ", machine(old), machine(new)),
      difference(
        .program, "Builds differ", "\(old.build) by Swift \(old.swift)", "\(new.build) by Swift \(new.swift)"),
      difference(.program, "Image libraries differ", libraries(old), libraries(new)),
      difference(.program, "Allocators differ", old.allocator, new.allocator),
      difference(.program, "Commits differ", old.git ?? "unknown", new.git ?? "unknown"),
    ].compactMap(\.self)
  }
}
