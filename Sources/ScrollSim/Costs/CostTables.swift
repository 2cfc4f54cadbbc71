internal import Foundation
internal import GalleryKit
internal import Support

/// The available cost tables: those that come with the program, this machine's, and any file.
package enum CostTables {
  /// The name in scenarios of the table that `scrollsim calibrate` made here.
  package static let thisMachine = "this-machine"

  package static var thisMachinePath: String { "\(CacheFolder.path)/costs/\(thisMachine).json" }

  /// Whether this machine has a table, sound or not.
  static var isCalibrated: Bool { FileManager.default.fileExists(atPath: thisMachinePath) }

  /// The tables that come with the program: a measured one, and devices by their published times.
  package static let shipped: [CostTable] = {
    let measured: CostTable = decoded(PackageResources.epyc_2core_json)
    let devices: [PublishedDevice] = decoded(PackageResources.devices_json)
    return [measured] + devices.map { $0.table(scaling: measured) }
  }()

  private static func decoded<Value: Decodable>(_ bytes: [UInt8]) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      preconditionFailure("a cost table of this program is broken: \(error)")
    }
  }

  /// The names of all tables, for help texts.
  package static var names: String { ([thisMachine] + shipped.map(\.name)).joined(separator: ", ") }

  /// The table of that name, or of that file if the name ends in `.json`; the error for an unknown name lists the known ones.
  ///
  /// - Parameter key: who names it, for errors, as in `fling.json: device.costs`.
  package static func named(_ name: String, by key: String? = nil) throws(CostTableError) -> CostTable {
    if name == thisMachine { return try read(path: thisMachinePath) }
    if name.hasSuffix(".json") { return try read(path: name, namedBy: key) }
    guard let table = shipped.first(where: { $0.name == name }) else {
      let hint = Spelling.hint(for: name, among: [thisMachine] + shipped.map(\.name))
      throw CostTableError(
        place: key ?? "costs",
        reason: "expected one of \(names), or a file that ends in .json, found '\(name)'\(hint)")
    }
    return table
  }

  package static func read(path: String, namedBy key: String? = nil) throws(CostTableError) -> CostTable {
    let place = [key, path].compactMap(\.self).joined(separator: ": ")
    let bytes: Data
    do {
      bytes = Data(try InputFile.bytes(path: path))
    } catch {
      let isOurs = path == thisMachinePath
      throw CostTableError(
        place: place,
        reason: isOurs
          ? "this machine has not been measured yet: run 'scrollsim calibrate'"
          : "expected a cost table, but \(error.reason); name a file that 'scrollsim calibrate' wrote, or a table "
            + "that 'scrollsim list costs' lists",
        isUnreadable: !isOurs)
    }
    func decoded<Value: Decodable>() throws(CostTableError) -> Value {
      do { return try JSONDecoder().decode(Value.self, from: bytes) } catch {
        let remedy = path == thisMachinePath ? "; measure again with 'scrollsim calibrate'" : ""
        throw CostTableError(
          place: place, reason: "expected a cost table, \(CostTable.schema): \(error)\(remedy)")
      }
    }
    let header: Header = try decoded()
    guard header.schema == CostTable.schema else {
      throw CostTableError(
        place: place,
        reason: "expected schema \(CostTable.schema), found \(header.schema): "
          + "measure again with 'scrollsim calibrate'")
    }
    let table: CostTable = try decoded()
    if let problem = table.problem { throw CostTableError(place: place, reason: problem) }
    return table
  }

  private struct Header: Decodable { let schema: String }

  /// What became of a table that was to be written.
  package enum Written: Hashable, Sendable {
    /// It is in its place. `earlier` is the new path of this machine's previous table, which is needed to reproduce results made
    /// with it; `nil` if there was none, or another file is written.
    case inPlace(earlier: String?)
    /// It is beside the earlier table, which is of the same machine and, unlike this one, was measured
    /// undisturbed.
    case beside(path: String)
  }

  /// Writes a table, whole or not at all.
  ///
  /// A disturbed table does not replace an undisturbed one of the same machine, unless `isForced`.
  package static func write(_ table: CostTable, to path: String, isForced: Bool = false) throws -> Written {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    let bytes = [UInt8]("\(try table.stableJSON())\n".utf8)
    let place = try OutputFile(path)
    // Reading a pipe or a terminal would wait for data that nobody writes.
    let old = place.isStream ? nil : try? read(path: path)
    if !isForced, let old, table.isWorse(than: old) {
      let beside = "\(path.hasSuffix(".json") ? String(path.dropLast(5)) : path).disturbed.json"
      try OutputFile(beside).write(bytes)
      return .beside(path: beside)
    }
    var earlier: String?
    if path == thisMachinePath, isCalibrated {
      let folder = (path as NSString).deletingLastPathComponent
      earlier = try OutputHistory(folder: folder, name: thisMachine).keep(
        path, madeAt: old?.source.date, differing: [])
    }
    try place.write(bytes)
    return .inPlace(earlier: earlier)
  }
}

extension CostTable {
  /// Whether other work disturbed this table's measurement, but not the other's, on the same machine.
  fileprivate func isWorse(than other: CostTable) -> Bool {
    source.disturbance != nil && other.source.disturbance == nil && source.cpu == other.source.cpu
      && source.cores == other.source.cores
  }

  /// The SHA-256 of the figures that a run depends on, in hexadecimal.
  package func sha256(withStores: Bool = false) throws -> String {
    var figures = self
    // Runs do not depend on the source of the figures.
    figures.about = ""
    if !withStores { figures.thumbnails = nil }
    figures.source = Source(
      method: "", command: "", cpu: "", cores: 0, os: "", libraries: [:], date: "", measurements: 0)
    // Slashes are escaped, unlike in files: baselines hold sums of this form.
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return SHA256.hex(of: [UInt8](try encoder.encode(figures)))
  }
}

package struct CostTableError: Error, CustomStringConvertible {
  let place: String
  let reason: String
  /// Whether the file is at fault, and not its content or its name.
  package var isUnreadable = false

  package var description: String { "\(place): \(reason)" }
}
