extension ResultFile {
  /// The names of the files of the photos that any run decoded, by the photo's identifier; photos without
  /// files are left out.
  package var photoFiles: [String: String] {
    runs.reduce(into: [:]) { files, run in
      guard let log = run.decodes else { return }
      files.merge(zip(log.assets, log.files ?? [])) { known, _ in known }
    }
  }

  /// What could not be shown, a sentence each, with names and types: files that are no photos here, and photos that failed.
  package var failureNotes: [String] {
    let files = photoFiles
    // A photo without a thumbnail fails to give one, and a download that fails may succeed later.
    var (tried, decoded): (Set<String>, Set<String>) = ([], [])
    for log in runs.compactMap(\.decodes) {
      for row in log.byteCount.indices where log.kind(ofRow: row) != .preview {
        guard let asset = log.asset(ofRow: row) else { continue }
        if log.byteCount[row] > 0 { decoded.insert(asset) } else { tried.insert(asset) }
      }
    }
    return [
      Self.note(
        "could not be read and", library.failures.keys.sorted(), of: library.failureCount, "left out"),
      Self.note(
        "could not be decoded and", tried.subtracting(decoded).map { files[$0] ?? $0 }.sorted(), "left blank"),
    ].compactMap(\.self)
  }

  /// - Parameter count: the number of photos; `nil` if all are named, whose types are known then.
  private static func note(
    _ what: String, _ names: [String], of count: Int? = nil, _ whither: String
  ) -> String? {
    guard !names.isEmpty else { return nil }
    let number = count ?? names.count
    let types = Dictionary(grouping: names, by: type).mapValues(\.count)
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
    let kinds = count == nil ? " (\(types.joined(separator: ", ")))" : ""
    return
      "\(number) \(number == 1 ? "photo" : "photos") \(what) \(number == 1 ? "is" : "are") "
      + "\(whither)\(kinds): \(names.listed(most: 4, of: number))."
  }

  /// The type of a file by its name, as in `JPEG`.
  private static func type(of name: String) -> String {
    let ending = name.split(separator: ".").dropFirst().last.map { $0.uppercased() } ?? "without a type"
    return ["JPG": "JPEG", "TIF": "TIFF", "HEIF": "HEIC"][ending] ?? ending
  }
}
