import Foundation
import GalleryKit
import Testing

struct HostileNameTests {
  let fixture: LibraryFixture

  init() throws { fixture = try LibraryFixture() }

  @Test(arguments: [
    " .jpg", "line\nbreak.jpg", "it's \"quoted\"; DROP TABLE asset;--.jpg", "100%s%n.jpg", "写真📷.jpg",
    "-rf.jpg",
    "back\\slash\\xE9.jpg", "tab\t\u{7f}\u{1}.jpg", String(repeating: "n", count: 251) + ".jpg", "a.jpg.jpg",
    "e\u{301}.jpg", "\u{e9}.jpg", "?0.jpg", "dir.jpg/x y/\u{200f}z.PNG",
  ])
  func `a photo of any name can be opened by its asset`(name: String) throws {
    try fixture.write(to: name)
    let library = try fixture.open()
    #expect(try library.index(probe: fixture.probe).reasons == [])
    #expect(try library.index(probe: fixture.probe).counts == "+0 ~0 -0 =1")
    let asset = try #require(try library.fetchAssets().first)
    #expect(FileManager.default.fileExists(atPath: asset.original.path))
    #expect(asset.localIdentifier.utf8.count == 13)
  }

  @Test func `a name is told in one line that steers no terminal`() throws {
    try fixture.write("?", to: "line\nbreak\u{1B}[31m.jpg")
    let library = try fixture.open()
    let told = "line\\x0Abreak\\x1B[31m.jpg"
    #expect(try library.index(probe: fixture.probe).reasons == ["\(told): not a photo"])
    #expect(try library.summary().failures.map(\.path) == [told])
  }

  #if os(Linux)
    @Test func `names that only look alike are different photos`() throws {
      for name in ["e\u{301}.jpg", "\u{e9}.jpg"] { try fixture.write(to: name) }
      let library = try fixture.open()
      #expect(try library.index(probe: fixture.probe).counts == "+2 ~0 -0 =0")
      #expect(Set(try library.fetchAssets().identifiers).count == 2)
      try fixture.remove("e\u{301}.jpg")
      #expect(try library.index(probe: fixture.probe).counts == "+0 ~0 -1 =1")
    }

    @Test func `a name that is not text is a photo that fails and says why`() throws {
      for name: [UInt8] in [[0x63, 0xe9], [0x63, 0xe8]] {
        let path = Array((fixture.folder + "/").utf8) + name + Array(".jpg".utf8) + [0]
        let file = unsafe creat(path.map { CChar(bitPattern: $0) }, 0o644)
        try #require(file >= 0)
        close(file)
      }
      let library = try fixture.open()
      let reason = "the name is not UTF-8; rename the file"
      #expect(
        try library.index(probe: fixture.probe).reasons == ["c\\xE8.jpg: \(reason)", "c\\xE9.jpg: \(reason)"])
      #expect(try library.fetchAssets().map(\.failure) == [reason, reason])
      #expect(try library.index(probe: fixture.probe).counts == "+0 ~0 -0 =2")
    }
  #endif

  @Test func `photos in a folder that cannot be listed any more are kept as they were`() throws {
    let deep = (0..<10).map { String(repeating: "\($0)", count: 200) }.joined(separator: "/")
    try fixture.write(to: "a.jpg")
    try fixture.write(to: "\(deep)/b.jpg")
    _ = try fixture.open().index(probe: fixture.probe)
    // Moved down so far that the path of its deepest folder is longer than the system allows.
    let below = fixture.root + "/" + deep + "/" + String(repeating: "z", count: 200)
    try FileManager.default.createDirectory(atPath: below, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: fixture.folder, toPath: below + "/photos")
    defer { try? FileManager.default.moveItem(atPath: below + "/photos", toPath: fixture.folder) }

    let library = try PhotoLibrary(folder: below + "/photos", catalogue: fixture.catalogue)
    let report = try library.index(probe: fixture.probe)
    #expect(report.counts == "+0 ~0 -0 =1")
    #expect(report.failures.count == 1)
    #expect(report.failures.first?.reason == "File name too long")
    #expect(try library.fetchAssets().count == 2)
  }
}
