/// Makes file names out of names from elsewhere: one part of a path, without hidden characters.
package enum FileName {
  /// Leaves room for a number and an extension within the 255 bytes that file systems allow.
  private static let longest = 200

  /// The last part of a path, without leading dots, control characters and characters that change the writing direction.
  ///
  /// - Parameters:
  ///   - path: a name, or a path that ends with it.
  ///   - fallback: the name if nothing is left of it.
  package static func visible(_ path: String, else fallback: String) -> String {
    let last = path.unicodeScalars.split(separator: "/").last ?? []
    var name = String.UnicodeScalarView()
    var byteCount = 0
    for scalar in last where scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
    {
      if name.isEmpty && scalar == "." { continue }
      byteCount += UTF8.width(scalar)
      guard byteCount <= longest else { break }
      name.append(scalar)
    }
    return name.isEmpty ? fallback : String(name)
  }

  /// The name with an extension of the format; unchanged for an unknown format.
  package static func with(extensionOf format: ImageFormat, _ name: String) -> String {
    let known = format.extensions
    guard let usual = known.first else { return name }
    let dot = name.lastIndex(of: ".")
    let found = dot.map { name[name.index(after: $0)...].lowercased() }
    return found.map(known.contains) ?? false ? name : "\(name).\(usual)"
  }
}
