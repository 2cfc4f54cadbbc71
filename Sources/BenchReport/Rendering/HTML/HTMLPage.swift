/// A page that stands by itself: no network, well-formed as HTML and as XML, in the reader's light or dark setting.
struct HTMLPage {
  /// What the window and the bookmark say; text.
  let title: String
  /// What kind of page it is, in small above the heading; text.
  let kind: String
  /// Text.
  let heading: String
  /// A sentence below the heading, or none; text.
  let about: String
  /// Markup.
  let content: String
  /// Style beyond that of all pages.
  var style = ""
  /// Whether the page has tables to sort or a player.
  var hasScript = true

  /// Nothing is fetched from anywhere, whatever stands in the page.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

  func render() -> String {
    """
    <!DOCTYPE html>
    <html xmlns="http://www.w3.org/1999/xhtml" lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)"/>
    <title>\(title.escaped) · scrollsim</title>
    <style>
    \(PageParts.styleSheet)\(LineChart.style)\(style)</style>
    </head>
    <body>
    <header>
    <p class="kind">\(kind.escaped)</p>
    <h1>\(heading.escaped)</h1>
    \(about.isEmpty ? "" : "<p class=\"about\">\(about.escaped)</p>")
    </header>
    <main>
    \(content)
    </main>
    \(hasScript ? "<script>/*<![CDATA[*/\n\(PageParts.script)/*]]>*/</script>" : "")
    </body>
    </html>

    """
  }

  /// A table that scrolls in its own box.
  ///
  /// - Parameters:
  ///   - label: names the box; text.
  ///   - style: classes of the table.
  ///   - bodies: rows by body; each body is sorted by itself.
  static func table(label: String, style: String = "", head: [String], bodies: [[String]]) -> String {
    let bodies = bodies.filter { !$0.isEmpty }.map { "<tbody>\n\($0.joined(separator: "\n"))\n</tbody>" }
    return """
      <div class="scroll" role="region" aria-label="\(label.escaped)" tabindex="0"><table class="\(style)">
      <thead><tr>\(head.joined())</tr></thead>
      \(bodies.joined(separator: "\n"))
      </table></div>
      """
  }

  /// Sentences as a list; empty if there are none.
  static func list(_ sentences: [String], style: String = "") -> String {
    guard !sentences.isEmpty else { return "" }
    return "<ul class=\"\(style)\">\(sentences.map { "<li>\($0.escaped)</li>" }.joined(separator: "\n"))</ul>"
  }

  /// Facts, each with its name; empty if there are none.
  static func facts(_ facts: [(name: String, text: String)], isCode: Bool = false) -> String {
    facts.map { fact in
      let text = isCode ? "<code>\(fact.text.escaped)</code>" : fact.text.escaped
      return "<dt>\(fact.name.escaped)</dt><dd>\(text)</dd>"
    }.joined(separator: "\n")
  }

  /// What most readers do without, behind its title.
  static func folded(_ title: String, _ content: String) -> String {
    content.isEmpty ? "" : "<details><summary>\(title.escaped)</summary>\n\(content)\n</details>"
  }
}

enum PageParts {
  /// What all pages look like.
  static let styleSheet = String(decoding: PackageResources.report_css, as: UTF8.self)

  /// What pages can do: sort tables and play runs back.
  static let script =
    "(() => {\n\"use strict\";\n"
    + [
      PackageResources.sort_js, PackageResources.playback_js, PackageResources.screen_js,
      PackageResources.timeline_js, PackageResources.player_js, PackageResources.start_js,
    ]
    .map { String(decoding: $0, as: UTF8.self) }.joined()
    + "})();\n"
}
