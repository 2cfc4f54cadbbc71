import Foundation
import TestSupport
import Testing

/// `Examples/WebGrid` decides as GalleryKit does: both are tested against `cases.json`.
///
/// `UPDATE_SNAPSHOTS=1 scripts/run-tests --filter WebGrid` answers the cases again, which were drawn at
/// random.
@Suite("WebGrid", .serialized, .timeLimit(.minutes(5)))
struct WebGridTests {
  private static let folder = Repository.root.appending(path: "Examples/WebGrid")

  private static func text(of name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  private static func cases() throws -> WebGridCases {
    try JSONDecoder().decode(WebGridCases.self, from: Data(text(of: "cases.json").utf8))
  }

  /// A script's address that needs no server: a page from a file may not import files.
  private static func address(of name: String) throws -> String {
    let script = try Data(text(of: name).utf8)
    return "data:text/javascript;base64,\(script.base64EncodedString())"
  }

  @Test func `the shared cases are answered as GalleryKit decides`() throws {
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] != nil {
      let text = try Self.cases().answered().json()
      try text.write(to: Self.folder.appending(path: "cases.json"), atomically: true, encoding: .utf8)
    }
    let known = try Self.cases()
    let answered = known.answered()
    func compare<Case: Equatable>(_ name: String, _ known: [Case], _ answered: [Case]) {
      for (place, (one, other)) in zip(known, answered).enumerated() {
        #expect(one == other, "\(name) \(place)")
      }
    }
    compare("window", known.windows, answered.windows)
    compare("path", known.paths, answered.paths)
    compare("choice", known.choices, answered.choices)
  }

  @Test(.inBrowser)
  func `the page decides them in the same way`() throws {
    let browser = try Browser()
    try browser.show("<!doctype html><title>WebGrid</title>")
    let differences: [String] = try browser.evaluate(
      """
      Promise.all([import("\(Self.address(of: "cases.js"))"), import("\(Self.address(of: "web-grid.js"))")])
        .then(([cases, policy]) => [
          ...cases.differences(policy, \(Self.text(of: "cases.json"))), ...cases.misjudged(policy),
        ])
      """)
    #expect(differences == [])
    #expect(browser.complaints == [])
  }

  @Test(.inBrowser)
  func `the page's grid asks, aborts, keeps to its budget, says what fails, and stays where it was`() throws {
    let browser = try Browser()
    try browser.show("<!doctype html><title>WebGrid</title><body>")
    let faults: [String] = try browser.evaluate(
      """
      Promise.all([import("\(Self.address(of: "behaviour.js"))"), import("\(Self.address(of: "web-grid.js"))")])
        .then(([behaviour, { WebGrid }]) => behaviour.faults(WebGrid))
      """)
    #expect(faults == [])
    #expect(browser.complaints == [])
  }
}
