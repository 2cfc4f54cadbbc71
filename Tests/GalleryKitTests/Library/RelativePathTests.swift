import Testing

@testable import GalleryKit

struct RelativePathTests {
  @Test(arguments: [
    ("a/b.jpg", "a/b 2.jpg"), ("a.b/c", "a.b/c 2"), ("a.b/c.jpg", "a.b/c 2.jpg"), ("c", "c 2"),
  ])
  func `a number goes behind a file's name, whatever its folder is called`(path: String, numbered: String) {
    #expect(RelativePath(bytes: Array(path.utf8)).numbered(2).text == numbered)
  }

  @Test(arguments: [
    ("a/b/c.jpg", true), ("a/b/d/c.jpg", true), ("a/b", true), ("a/bc/d.jpg", false), ("a", false),
    ("z/a/b", false),
  ])
  func `a path lies in a folder at any depth, and in none that begins alike`(path: String, isWithin: Bool) {
    let folders = Set(["a/b", "y"].map { RelativePath(bytes: Array($0.utf8)) })
    #expect(RelativePath(bytes: Array(path.utf8)).isWithin(anyOf: folders) == isWithin)
  }
}
