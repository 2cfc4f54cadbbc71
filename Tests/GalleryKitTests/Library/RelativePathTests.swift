import Testing

@testable import GalleryKit

struct RelativePathTests {
  @Test(arguments: [
    ("a/b.jpg", "a/b 2.jpg"), ("a.b/c", "a.b/c 2"), ("a.b/c.jpg", "a.b/c 2.jpg"), ("c", "c 2"),
  ])
  func `a number goes behind a file's name, whatever its folder is called`(path: String, numbered: String) {
    #expect(RelativePath(bytes: Array(path.utf8)).numbered(2).text == numbered)
  }
}
