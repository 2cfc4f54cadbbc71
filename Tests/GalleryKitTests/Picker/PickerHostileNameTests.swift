import Foundation
import GalleryKit
import Testing

/// Names of originals are data: a copy lies in its own folder, under a name with the extension of its type.
struct PickerHostileNameTests {
  @Test(arguments: [
    "-rf.jpg", "line\nbreak.jpg", "it's \"quoted\"; DROP TABLE asset;--.jpg", "写真📷.jpg",
    "<script>alert(1)<&script>.jpg", "back\\..\\slash.jpg", "tab\t\u{7f}\u{1}\u{1B}[31m.jpg", "?0.jpg",
    String(repeating: "n", count: 251) + ".jpg", String(repeating: "写", count: 83) + ".jpg",
    "evil\u{202E}gpj.exe.jpg", "\u{202E}.jpg", "%2e%2e%2fetc%2fpasswd.jpg", "a..jpg", "\u{1}.jpg",
    "x/y/\u{200f}z.JPEG",
  ])
  func `a copy of a photo of any name lies in its own folder`(name: String) async throws {
    let fixture = PickerFixture()
    try fixture.files.write(to: name)
    let photo = try ChangesTests.photo()
    try fixture.write(photo, to: name)
    let library = try fixture.files.indexedPictures()
    let all = FetchOptions(includeHidden: true)
    let asset = try #require(try library.fetchAssets(all).first)
    let picker = try await fixture.picker(PhotoPicker.FixedChoice([asset.localIdentifier]))
    let item = try #require(try await picker.pick()?.first)
    let file = try #require(try await item.loadTransferable(type: TransferableFile.self))
    #expect(try Data(contentsOf: file.url) == photo)
    let folder = try #require(try fixture.copies.first)
    #expect(try fixture.copies.count == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.temporary + "/" + folder)
    #expect(names.count == 1)
    let copy = try #require(names.first)
    #expect(file.url.path == "\(fixture.temporary)/\(folder)/\(copy)")
    #expect(!copy.hasPrefix("."))
    #expect(copy.utf8.count <= 255)
    #expect(["jpg", "jpeg"].contains((copy as NSString).pathExtension.lowercased()))
    let misleads = copy.unicodeScalars.contains {
      $0.properties.generalCategory == .control || $0.properties.isBidiControl
    }
    #expect(!misleads)
    let attributes = try FileManager.default.attributesOfItem(atPath: fixture.temporary + "/" + folder)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test(arguments: [
    ("../../etc/passwd", "passwd.jpg"), ("..", ""), ("/", ""), ("", ""), ("...", ""),
    ("a/../../b.jpg", "b.jpg"), ("\0.jpg", "jpg.jpg"), ("a\0b", "ab.jpg"), (".hidden.jpg", "hidden.jpg"),
    ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>.jpg"),
    ("evil\u{202E}gpj.exe", "evilgpj.exe.jpg"), ("/absolute/x.png", "x.png.jpg"),
  ])
  func `a photo made under any name lies in the folder`(name: String, file: String) async throws {
    let fixture = LibraryFixture()
    let library = try fixture.open()
    try await library.performChanges { _ = $0.createAsset(from: try ChangesTests.photo(), named: name) }
    let asset = try #require(try library.fetchAssets().first)
    #expect(try library.fetchAssets().names == [file.isEmpty ? asset.localIdentifier + ".jpg" : file])
    #expect(asset.original.path == "\(library.folder)/\(try library.fetchAssets().names[0])")
    #expect(FileManager.default.fileExists(atPath: asset.original.path))
  }

  @Test(arguments: [
    "'); DROP TABLE collection; --", "<script>alert(1)</script>", "\" onload=\"x", "%s%n%d", "\\x00",
    "a\u{202E}b",
    "../../etc", "", " ", "null", "line\nbreak", "\u{1B}[31m", String(repeating: "t", count: 300),
  ])
  func `a title of any text is kept as it is, and changes nothing else`(title: String) async throws {
    let fixture = LibraryFixture()
    let (library, all) = try fixture.generated(3)
    try await library.performChanges { changes in
      let list = changes.createList(title: title)
      changes.insert(all, into: changes.createAlbum(title: title, in: list))
      changes.rename(changes.createAlbum(title: "other"), to: title)
    }
    #expect(try library.fetchAlbums().map(\.localizedTitle) == [title, title])
    #expect(try library.fetchTopLevelCollections().first?.asListTitle == title)
    let album = try #require(try library.fetchAlbums(containing: all[0]).first)
    #expect(Array(try library.fetchAssets(in: album)) == all)
  }
}

extension PhotoCollection {
  fileprivate var asListTitle: String? { if case .list(let list) = self { list.localizedTitle } else { nil } }
}
