/// A sentence, and the event diagrams that show it on a timeline.
///
///     two sizes are one download [workers 2, downloads 2]
///     request a@   | fetch a@
///     request a@'  |
///     anew [workers 1]
///     request a@   | 1:cloud
///
/// The timeline's settings are in brackets; `anew` goes on with another timeline. An empty line ends a story.
package struct Story: Sendable, CustomStringConvertible {
  /// A timeline's settings, by name, and the events on it.
  package struct Part: Sendable {
    package let settings: [String: String]
    package fileprivate(set) var diagram = ""

    /// The number of a setting, or what it is by default.
    package func number(_ name: String, default number: Int) -> Int {
      guard let text = settings[name] else { return number }
      guard let number = Int(text) else { preconditionFailure("expected a number of \(name), found \(text)") }
      return number
    }
  }

  /// The sentence.
  package let description: String
  /// At least one.
  package let parts: [Part]

  /// The stories of a text.
  package static func all(in text: String) -> [Story] {
    text.split(separator: "\n\n").map { Story($0.split(separator: "\n")) }
  }

  private init(_ lines: [Substring]) {
    var parts: [Part] = []
    for (index, line) in lines.enumerated() {
      if index == 0 || line.hasPrefix("anew") {
        parts.append(Part(settings: Self.settings(line)))
      } else {
        parts[parts.count - 1].diagram += line + "\n"
      }
    }
    description = lines[0].split(separator: " [")[0].description
    self.parts = parts
  }

  private static func settings(_ line: Substring) -> [String: String] {
    guard let open = line.lastIndex(of: "["), line.last == "]" else { return [:] }
    var settings: [String: String] = [:]
    for setting in line[line.index(after: open)...].dropLast().split(separator: ", ") {
      let words = setting.split(separator: " ")
      settings[String(words[0])] = words.dropFirst().joined(separator: " ")
    }
    return settings
  }
}
