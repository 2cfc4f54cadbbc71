internal import Foundation
internal import GalleryEngine

/// A file's path relative to its library's folder, as the bytes of its name in the file system.
///
/// It is not a `String`, because names need not be UTF-8, and because strings that differ only in how they compose an accent are
/// equal while their files are not.
struct RelativePath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The bytes, with `/` between folders and none at either end.
  let bytes: [UInt8]

  /// The path as text, by which the file can be opened; `nil` if the bytes are not UTF-8.
  var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The path of an entry of this folder; the empty path is the library's folder itself.
  func appending(_ name: [UInt8]) -> RelativePath {
    RelativePath(bytes: bytes.isEmpty ? name : bytes + [UInt8(ascii: "/")] + name)
  }

  /// The path with a number, unless that is 1, after the name and before its extension: `a/b.jpg` becomes `a/b 2.jpg`.
  func numbered(_ number: Int) -> RelativePath {
    guard number > 1 else { return self }
    let start = bytes.count - name.count
    let dot = bytes[start...].lastIndex(of: UInt8(ascii: ".")) ?? bytes.count
    return RelativePath(bytes: bytes[..<dot] + Array(" \(number)".utf8) + bytes[dot...])
  }

  var folder: RelativePath {
    RelativePath(bytes: bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[..<$0]) } ?? [])
  }

  /// Whether it is absolute, not relative to the library's folder: that of a file brought into the library.
  var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  var name: [UInt8] { bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[($0 + 1)...]) } ?? bytes }

  /// The last component, as ``Asset/fileName`` has it.
  var nameForPeople: String { RelativePath(bytes: name).forPeople }

  /// The path as text or, if it is not text, in a form for people.
  var forPeople: String { text ?? description }

  /// Whether the path is `other`, or lies in it at any depth.
  func isWithin(_ other: RelativePath) -> Bool {
    guard bytes.count > other.bytes.count, !other.bytes.isEmpty else {
      return self == other || other.bytes.isEmpty
    }
    return bytes[other.bytes.count] == UInt8(ascii: "/") && bytes.starts(with: other.bytes)
  }

  /// Whether the path is one of these, or lies in one at any depth.
  func isWithin(anyOf others: Set<RelativePath>) -> Bool {
    others.contains(self) || (!bytes.isEmpty && folder.isWithin(anyOf: others))
  }

  static func < (left: RelativePath, right: RelativePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The path for people, in one line, with escaped control characters, as `\x0A`, and escaped bytes outside printable ASCII if
  /// the path is not text.
  var description: String {
    func escaped(_ value: UInt8) -> String { "\\x" + value.hexadecimal(uppercase: true) }
    if let text {
      return text.unicodeScalars.map { scalar in
        // None of the category's 65 characters is above U+009F.
        scalar.properties.generalCategory == .control ? escaped(UInt8(scalar.value)) : String(scalar)
      }.joined()
    }
    return bytes.map { (0x20..<0x7f).contains($0) ? String(UnicodeScalar($0)) : escaped($0) }.joined()
  }
}

extension RelativePath {
  init(_ text: String) { bytes = Array(text.utf8) }
  init(_ data: Data) { bytes = Array(data) }

  /// The bytes as the catalogue stores them.
  var data: Data { Data(bytes) }
}
