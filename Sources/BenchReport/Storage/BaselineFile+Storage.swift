#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension BaselineFile {
  /// The file of a scenario's baseline: `fling.model.baseline.json`, or `fling.replay.<machine>.baseline.json`.
  public static func path(
    in folder: String, scenario: String, mode: ResultFile.Mode, machine: MachineFingerprint
  ) -> String {
    let kind = mode == .model ? "model" : "replay.\(machine.slug)"
    return "\(folder)/\(scenario).\(kind).baseline.json"
  }

  /// The baseline as JSON: keys sorted, so that a change shows in few lines.
  public func json() throws -> String {
    String(decoding: try JSONEncoder.stable.encode(self), as: UTF8.self)
  }

  /// Writes the baseline, making its folder if need be; a reader finds the old file or the new one.
  ///
  /// - Throws: ``ResultFileError`` if it cannot be written.
  public func write(to path: String) throws {
    try AtomicFile.write(try json() + "\n", to: path, as: "the baseline")
  }

  /// Reads a baseline.
  ///
  /// - Returns: `nil` if there is no such file.
  /// - Throws: ``ResultFileError`` if there is one that cannot be read, or is no baseline.
  public static func read(path: String) throws -> BaselineFile? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let repair =
      "restore it from version control, or remove it and make a new one with --update --reason TEXT"
    do {
      let file = try JSONFile(path: path, kind: "a baseline", schema: currentSchema).read(
        BaselineFile.self, advice: JSONFile.Advice(empty: repair, unreadable: repair, other: repair))
      if let problem = file.problem { throw ResultFileError(path: path, "\(problem); \(repair)") }
      return file
    } catch let error as DecodingError {
      let place = ResultFileError(path: path, error)
      throw ResultFileError(
        path: path,
        "expected a baseline in valid JSON, found what is none"
          + (place.keyPath.isEmpty ? "" : " at \(place.keyPath)") + "; \(repair)")
    }
  }

  /// What whoever reads the file relies on, and does not hold.
  private var problem: String? {
    if samples.isEmpty || samples.contains(where: \.runs.isEmpty) {
      return "expected samples with runs, found none"
    }
    if mode == .model && samples.count > 1 {
      return "expected one sample of a model, found \(samples.count)"
    }
    if samples.count > Self.mostSamples {
      return "expected at most \(Self.mostSamples) samples, found \(samples.count)"
    }
    if mode == .replay && machine == nil { return "expected machine, found none" }
    if history.isEmpty { return "expected a history with the reason of each update, found none" }
    for (metric, tolerance) in tolerances.sorted(by: { $0.key < $1.key }) {
      let parts = [tolerance.relative, tolerance.absolute].compactMap(\.self)
      if parts.isEmpty || parts.contains(where: { !($0 >= 0) }) {
        return "expected tolerances.\(metric) to be numbers from 0"
      }
    }
    return nil
  }
}
