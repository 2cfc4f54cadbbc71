internal import ScrollSim

extension Document.Head {
  func page(around content: String) -> String {
    """
    <!DOCTYPE html>
    <html xmlns="http://www.w3.org/1999/xhtml" lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)"/>
    <title>\(title.escaped) · scrollsim</title>
    <style>
    \(Self.text(PackageResources.report_css))\(LineChart.style)</style>
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
    \(hasScript ? "<script>/*<![CDATA[*/\n\(Self.script)/*]]>*/</script>" : "")
    </body>
    </html>

    """
  }

  /// A policy that fetches nothing, regardless of the page's content.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

  private static let script =
    "(() => {\n\"use strict\";\n"
    + [
      PackageResources.sort_js, PackageResources.note_js, PackageResources.lines_js,
      PackageResources.values_js, PackageResources.reasons_js, PackageResources.playback_js,
      PackageResources.screen_js, PackageResources.timeline_js, PackageResources.film_js,
      PackageResources.player_js, PackageResources.start_js,
    ].map(text).joined()
    + "})();\n"

  private static func text(_ resource: [UInt8]) -> String { String(decoding: resource, as: UTF8.self) }
}
