import Foundation
import TestSupport
import Testing

/// The static site of all pages, as `make docs` makes it.
@Suite(.timeLimit(.minutes(5)))
struct SiteTests {
  @Test(.enabled("install pandoc") { try await Program.has("pandoc") })
  func `every page of docs is in the site, and every link leads somewhere`() async throws {
    let folder = TemporaryFolder()
    let site = folder.file("site")
    try await Program.shell("'\(Repository.path)/scripts/site' '\(site)'", code: 0)
    let docs = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "docs").path)
    let pages = docs.filter { $0.hasSuffix(".md") }.map { "docs/\($0.dropLast(3)).html" }
    #expect(pages.count > 8)
    for page in pages + ["index.html", "scenarios/index.html", "CONTRIBUTING.html"] {
      let text = try String(contentsOfFile: "\(site)/\(page)", encoding: .utf8)
      #expect(text.contains("aria-current=\"page\""), "\(page)")
      // A link to other Markdown leads to its page.
      #expect(!text.contains(/href="(?![a-z]+:)[^"]*\.md[#"]/), "\(page)")
      #expect(!text.contains(/\$[a-z]+\$/), "\(page)")
    }
  }

  @Test(.enabled("install pandoc") { try await Program.has("pandoc") })
  func `a link that leads nowhere is named`() async throws {
    let folder = TemporaryFolder()
    let parts =
      "*.md LICENSE action.yml docs packaging results scenarios scripts Examples Sources/GalleryKit/Library/GalleryKit.docc "
      + "Sources/BenchReport/Resources"
    let copied = try await Program.shell(
      "cd '\(Repository.path)' && tar -c --exclude .build --exclude results/local \(parts) | tar -x -C '\(folder.path)'"
    )
    try #require(copied.code == 0, "\(copied.error)")
    let links = "\n[a](nowhere.md) [b](gate.md#nothing) [c](#nor-this)\n"
    let page = try folder.text("docs/app.md")
    try folder.write(page + links, as: "docs/app.md")
    let made = try await Program.shell("'\(folder.path)/scripts/site'", code: 1)
    for fault in ["docs/app.md: nowhere.md", "docs/app.html: gate.html#nothing", "docs/app.html: #nor-this"] {
      #expect(made.error.contains(fault), "\(made.error)")
    }
  }

  @Test func `without pandoc it says what to install`() async throws {
    let made = try await Program.shell(
      "python=$(python3 -c 'import sys; print(sys.executable)') && PATH=/nowhere \"$python\" '\(Repository.path)/scripts/site'",
      code: 1)
    #expect(
      made.error.contains("expected pandoc on the path") && made.error.contains("apt-get install pandoc"))
  }
}
