/// A sentence, and the event diagrams that show it on a timeline.
///
///     two sizes are one download [workers 2, downloads 2]
///     request a@   | fetch a@
///     request a@'  |
///     anew [workers 1]
///     request a@   | 1:cloud
///
/// The timeline's settings are in brackets; `anew` continues with another timeline. An empty line ends a
/// story.
package struct Story: Sendable, CustomStringConvertible {
  /// A timeline's settings, by name, and the events on it.
  package struct Part: Sendable {
    package let settings: [String: String]
    package fileprivate(set) var diagram = ""

    package init(_ settings: [String: String] = [:]) { self.settings = settings }

    /// The number of a setting, or what it is by default.
    package func number(_ name: String, default number: Int) -> Int {
      guard let text = settings[name] else { return number }
      guard let number = Int(text) else { preconditionFailure("expected a number of \(name), found \(text)") }
      return number
    }
  }

  package let description: String
  /// At least one.
  package let parts: [Part]

  package static func all(in text: String) -> [Story] {
    text.split(separator: "\n\n").map { Story($0.split(separator: "\n")) }
  }

  private init(_ lines: [Substring]) {
    var parts: [Part] = []
    for (index, line) in lines.enumerated() {
      if index == 0 || line.hasPrefix("anew") {
        parts.append(Part(Self.settings(line)))
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

/// An event whose actions differ from the diagram.
package struct DiagramDifference: Error, CustomStringConvertible {
  /// The event, the expected actions and the actual ones.
  package let description: String
}

/// Plays event diagrams: an event on each line, and after a bar the actions that result from it.
package protocol EventTimeline {
  /// The names of its settings.
  static var settings: Set<String> { get }

  /// Makes a timeline with the settings of a part of a story.
  init(_ part: Story.Part)

  /// Performs an event; returns its actions in words.
  mutating func actions(after event: [String]) -> String
}

extension EventTimeline {
  /// Tells a story.
  ///
  /// - Throws: ``DiagramDifference`` at the first event whose actions differ.
  package static func tell(_ story: Story) throws(DiagramDifference) {
    for part in story.parts {
      precondition(settings.isSuperset(of: part.settings.keys), "settings of '\(story)'")
      var timeline = Self(part)
      try timeline.play(part.diagram)
    }
  }

  /// Plays the diagram.
  ///
  /// - Throws: ``DiagramDifference`` at the first event whose actions differ.
  package mutating func play(_ diagram: String) throws(DiagramDifference) {
    for line in diagram.split(separator: "\n") {
      let halves = line.split(separator: "|", omittingEmptySubsequences: false)
      let event = halves[0].split(separator: " ").map(String.init)
      guard !event.isEmpty else { continue }
      let expected = (halves.count > 1 ? halves[1] : "").split(separator: " ").joined(separator: " ")
      let done = actions(after: event)
      guard done == expected else {
        throw DiagramDifference(
          description: "'\(event.joined(separator: " "))': expected '\(expected)', did '\(done)'")
      }
    }
  }
}
