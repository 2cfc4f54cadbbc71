internal import ScrollSim

/// The frame of a page: its head, style and script around the content.
struct HTMLPage {
  let head: Document.Head
  let content: String

  /// A policy that fetches nothing, regardless of the page's content.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

  private static let styleSheet = String(decoding: PackageResources.report_css, as: UTF8.self)

  /// The behaviour of pages: sort tables, show charts' values, and play runs back.
  private static let script =
    "(() => {\n\"use strict\";\n"
    + [
      PackageResources.sort_js, PackageResources.note_js, PackageResources.lines_js,
      PackageResources.values_js, PackageResources.reasons_js, PackageResources.playback_js,
      PackageResources.screen_js,
      PackageResources.timeline_js, PackageResources.film_js, PackageResources.player_js,
      PackageResources.start_js,
    ]
    .map { String(decoding: $0, as: UTF8.self) }.joined()
    + "})();\n"

  func render() -> String {
    """
    <!DOCTYPE html>
    <html xmlns="http://www.w3.org/1999/xhtml" lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)"/>
    <title>\(head.title.escaped) · scrollsim</title>
    <style>
    \(Self.styleSheet)\(LineChart.style)</style>
    </head>
    <body>
    <header>
    <p class="kind">\(head.kind.escaped)</p>
    <h1>\(head.heading.escaped)</h1>
    \(head.about.isEmpty ? "" : "<p class=\"about\">\(head.about.escaped)</p>")
    </header>
    <main>
    \(content)
    </main>
    \(head.hasScript ? "<script>/*<![CDATA[*/\n\(Self.script)/*]]>*/</script>" : "")
    </body>
    </html>

    """
  }
}
