import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

/// Folders with links, special files and many names, and folders that change.
struct HostileFolderTests {
  let fixture = LibraryFixture()

  private func index(_ options: PhotoLibrary.IndexOptions = PhotoLibrary.IndexOptions()) throws
    -> PhotoLibrary.IndexReport
  {
    try fixture.open().index(options, probe: fixture.probe)
  }

  // MARK: Links

  @Test func `a link out of the library is reported, and nothing is read`() throws {
    // The last folder's name begins as the library's does.
    for name in ["secret.jpg", "elsewhere/b.jpg", "photos-old/c.jpg"] { try fixture.write(to: "../" + name) }
    try fixture.makeFolder(fixture.folder + "/in")
    try fixture.link("in/up.jpg", to: "../../secret.jpg")
    try fixture.link("absolute.jpg", to: fixture.root + "/secret.jpg")
    try fixture.link("folder", to: "../elsewhere")
    try fixture.link("hop.jpg", to: "in/up.jpg")
    try fixture.link("sibling.jpg", to: fixture.folder + "-old/c.jpg")
    let reason = "a link that leads out of the library; it is not followed"
    let report = try index()
    #expect(report.counts == "+0 ~0 -0 =0")
    #expect(
      report.reasons == ["absolute.jpg", "hop.jpg", "in/up.jpg", "sibling.jpg"].map { "\($0): \(reason)" })
    #expect(report.unlisted.count == 4)
    #expect(fixture.takeProbes() == [])
  }

  @Test func `a photo that became a link out of the library is forgotten`() throws {
    try fixture.write(to: "a.jpg")
    #expect(try index().counts == "+1 ~0 -0 =0")
    try fixture.remove("a.jpg")
    try fixture.write(to: "../secret.jpg")
    try fixture.link("a.jpg", to: "../secret.jpg")
    #expect(try index(PhotoLibrary.IndexOptions(acceptsMissing: true)).counts == "+0 ~0 -1 =0")
  }

  @Test func `of new originals only old copies are removed, and none behind a link`() throws {
    let copy = LocalIdentifier.ofSynthetic(7) + ".jpg"
    try fixture.makeFolder(fixture.root + "/elsewhere/drafts")
    for name in [copy, "diary.txt", "IMG_0001.jpg"] { try fixture.write("mine", to: "../elsewhere/" + name) }
    var later = PhotoLibrary.IndexOptions()
    later.now = Date().addingTimeInterval(2 * 86_400)
    try fixture.link(".incoming", to: "../elsewhere")
    _ = try index(later)
    #expect(Set(try fixture.names(in: "../elsewhere")) == [copy, "diary.txt", "drafts", "IMG_0001.jpg"])
    try fixture.remove(".incoming")
    try fixture.move("../elsewhere", to: ".incoming")
    _ = try index(later)
    #expect(Set(try fixture.names(in: ".incoming")) == ["diary.txt", "drafts", "IMG_0001.jpg"])
  }

  @Test func `a link to a photo within is a photo; circles and links to nothing are reported`() throws {
    try fixture.write(to: "real/a.jpg")
    try fixture.link("b.jpg", to: "real/a.jpg")
    try fixture.link("real/c.jpg", to: "../b.jpg")
    try fixture.link("self.jpg", to: "self.jpg")
    try fixture.link("ping.jpg", to: "pong.jpg")
    try fixture.link("pong.jpg", to: "ping.jpg")
    try fixture.link("nothing.jpg", to: "nowhere")
    try fixture.link("real/loop", to: "..")
    try fixture.link("folder.jpg", to: "real")
    let report = try index()
    #expect(report.counts == "+3 ~0 -0 =0")
    #expect(Set(report.failures.map(\.path)) == ["nothing.jpg", "ping.jpg", "pong.jpg", "self.jpg"])
    #expect(fixture.takeProbes() == ["b.jpg", "real/a.jpg", "real/c.jpg"])
  }

  @Test func `a library that is reached through a link is a library`() throws {
    try fixture.write(to: "a.jpg")
    try fixture.link("b.jpg", to: fixture.folder + "/a.jpg")
    try fixture.link("../alias", to: "photos")
    let library = try PhotoLibrary(folder: fixture.root + "/alias", catalogue: fixture.catalogue)
    #expect(try library.index(probe: fixture.probe).counts == "+2 ~0 -0 =0")
  }

  // MARK: Pipes, sockets and folders

  @Test func `pipes, sockets and folders with a photo's name are skipped`() throws {
    try fixture.write(to: "a.jpg")
    let isPipe = unsafe mkfifo(fixture.folder + "/pipe.jpg", 0o644) == 0
    try #require(isPipe)
    try fixture.link("piped.jpg", to: "pipe.jpg")
    try fixture.link("device.jpg", to: "/dev/zero")
    try fixture.makeFolder(fixture.folder + "/folder.jpg")
    // Made elsewhere, for the sake of its short path.
    let path = "/tmp/\(UUID().uuidString.prefix(8)).jpg"
    let socket = try #require(listener(at: path))
    defer { close(socket) }
    try FileManager.default.moveItem(atPath: path, toPath: fixture.folder + "/socket.jpg")
    #expect(try index().counts == "+1 ~0 -0 =0")
    #expect(fixture.takeProbes() == ["a.jpg"])
  }

  // MARK: Files and folders that change

  @Test func `a file that vanishes before it is read is no photo`() throws {
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try fixture.write(to: name) }
    let report = try fixture.open().index(probe: { [fixture] path, identity in
      if path.hasSuffix("b.jpg") { try fixture.remove("b.jpg") }
      return try LibraryFixture.read(path, identity)
    })
    #expect(report.counts == "+2 ~0 -0 =0")
    #expect(report.reasons == [])
    #expect(try fixture.open().fetchAssets().names.sorted() == ["a.jpg", "c.jpg"])
  }

  @Test func `a known file that changes and then vanishes is forgotten the next time`() throws {
    try fixture.write(to: "a.jpg")
    _ = try index()
    try fixture.write("41×30", to: "a.jpg", modified: 2000)
    let report = try fixture.open().index(probe: { [fixture] path, identity in
      try fixture.remove("a.jpg")
      return try LibraryFixture.read(path, identity)
    })
    #expect(report.counts == "+0 ~0 -0 =0")
    #expect(try index(PhotoLibrary.IndexOptions(acceptsMissing: true)).counts == "+0 ~0 -1 =0")
  }

  @Test func `a folder that disappears while others are listed is gone`() throws {
    // Nothing can be removed between two system calls of a listing, so a thread does it at any moment.
    for number in 0..<40 { try fixture.write(to: "\(number)/deep/a.jpg") }
    let isDone = Locked(false)
    Thread.detachNewThread { [fixture] in
      for number in 0..<40 {
        try? fixture.remove("\(number)")
        try? fixture.link("\(number)", to: "/")
      }
      isDone.withLock { $0 = true }
    }
    let library = try fixture.open()
    let options = PhotoLibrary.IndexOptions(acceptsMissing: true)
    while !isDone.withLock({ $0 }) {
      #expect(try library.index(options, probe: fixture.probe).unlisted.isEmpty)
    }
    #expect(try library.index(options, probe: fixture.probe).unchanged == 0)
    #expect(try library.fetchAssets().isEmpty)
  }

  @Test func `photos that are moved while their folders are listed are the photos that they were`() throws {
    // As above, a thread moves them; either way, since either folder may be listed first.
    let moves = (0..<200).map { number in
      number % 2 == 0 ? ["here/\(number)", "there/\(number)"] : ["there/\(number)", "here/\(number)"]
    }
    for move in moves { try fixture.write(to: move[0] + "/a.jpg") }
    let library = try fixture.indexed()
    let before = Set(try library.fetchAssets().identifiers)
    let isDone = Locked(false)
    Thread.detachNewThread { [fixture] in
      for move in moves {
        try? fixture.move(move[0], to: move[1])
        Thread.sleep(forTimeInterval: 0.0005)
      }
      isDone.withLock { $0 = true }
    }
    let options = PhotoLibrary.IndexOptions(acceptsMissing: true)
    while !isDone.withLock({ $0 }) { _ = try library.index(options, probe: fixture.probe) }
    _ = try library.index(options, probe: fixture.probe)
    #expect(Set(try library.fetchAssets().identifiers) == before)
  }

  @Test func `another file in the place of a listed one is read, and never one outside`() throws {
    let other = try ChangesTests.photo(16, 4)
    try fixture.write(try ChangesTests.photo(32, 4), to: "../outside.jpg")
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try fixture.write(try ChangesTests.photo(8, 4), to: name) }
    // Progress is reported between the listing and the first file.
    var isFirst = true
    let report = try fixture.open().index(PhotoLibrary.IndexOptions(workers: 1)) { _, _ in
      guard isFirst else { return }
      isFirst = false
      try fixture.write(other, to: "new")
      let isMoved = unsafe rename(fixture.folder + "/new", fixture.folder + "/a.jpg") == 0
      try #require(isMoved)
      for name in ["b.jpg", "c.jpg"] { try fixture.remove(name) }
      try fixture.link("b.jpg", to: fixture.root + "/outside.jpg")
      try fixture.link("c.jpg", to: "a.jpg")
    }
    #expect(report.added == 2)
    let assets = try fixture.open().fetchAssets()
    #expect(assets.names.sorted() == ["a.jpg", "c.jpg"])
    #expect(assets.allSatisfy { $0.pixelSize.width == 16 })
    #expect(try fixture.open().index().counts == "+0 ~0 -0 =2")
  }

  @Test func `a changed photo that a disk without case also finds by its old name is there once`() throws {
    let library = try fixture.indexed(writing: ["a.jpg"])
    // A hidden name stands for `A.jpg`: no listing has it, and the system finds the photo by it.
    try fixture.execute("UPDATE file SET path = CAST('.A.jpg' AS BLOB)")
    try fixture.write("80×60", to: "a.jpg", modified: 2000)
    let isLinked = unsafe link(fixture.folder + "/a.jpg", fixture.folder + "/.A.jpg") == 0
    try #require(isLinked)
    let report = try library.index(PhotoLibrary.IndexOptions(acceptsMissing: true), probe: fixture.probe)
    #expect(report.counts == "+1 ~0 -1 =0")
    #expect(try library.fetchAssets().names == ["a.jpg"])
  }

  // MARK: Many names and folders

  @Test func `ten thousand names in one folder, and a thousand folders in each other, are listed`() throws {
    for number in 0..<10_000 where number % 100 != 0 {
      let file = unsafe open(fixture.folder + "/\(number).txt", O_CREAT | O_WRONLY, 0o644)
      close(file)
    }
    for number in stride(from: 0, to: 10_000, by: 100) { try fixture.write(to: "\(number).jpg") }
    let deep = (0..<1_000).map { _ in "d" }.joined(separator: "/")
    try fixture.write(to: deep + "/a.jpg")
    try fixture.write(to: "d/d/d/b.jpg")
    #expect(try index().counts == "+102 ~0 -0 =0")
    #expect(try index().counts == "+0 ~0 -0 =102")
  }

  // MARK: Names

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

  @Test func `a name is shown in one line that controls no terminal`() throws {
    try fixture.write("?", to: "line\nbreak\u{1B}[31m.jpg")
    let library = try fixture.open()
    let told = "line\\x0Abreak\\x1B[31m.jpg"
    #expect(try library.index(probe: fixture.probe).reasons == ["\(told): not a photo"])
    #expect(try library.summary().failures.map(\.path) == [told])
  }

  #if os(Linux)
    @Test func `a name of 255 letters, of three bytes each as exFAT and NTFS allow, is read whole`() throws {
      let name = Array((String(repeating: "写", count: 251) + ".jpg").utf8)
      let start = try #require(MemoryLayout<dirent>.offset(of: \.d_name))
      let place = UnsafeMutableRawPointer.allocate(byteCount: start + name.count + 1, alignment: 8)
      defer { unsafe place.deallocate() }
      unsafe (place + start).copyMemory(from: name + [0], byteCount: name.count + 1)
      let read = unsafe OpenFile.name(of: place.assumingMemoryBound(to: dirent.self))
      #expect(read == name)
    }

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

    @Test func `a name that is text is found by it, even in a folder whose name is not`() throws {
      let folder = Array((fixture.folder + "/").utf8) + [0xe9]
      let made = unsafe mkdir((folder + [0]).map { CChar(bitPattern: $0) }, 0o755)
      try #require(made == 0)
      let path = folder + Array("/\u{e9}.jpg".utf8) + [0]
      let file = unsafe creat(path.map { CChar(bitPattern: $0) }, 0o644)
      try #require(file >= 0)
      close(file)
      let library = try fixture.indexed()
      let named = AssetPredicate.where { $0.fileName == "\u{e9}.jpg" }
      let found = try library.fetchAssets(FetchOptions(predicate: named))
      #expect(found.count == 1 && found.allSatisfy { named.matches($0) })
    }
  #endif

  @Test func `photos in a folder that cannot be listed any more are kept as they were`() throws {
    let deep = (0..<10).map { String(repeating: "\($0)", count: 200) }.joined(separator: "/")
    try fixture.write(to: "a.jpg")
    try fixture.write(to: "\(deep)/b.jpg")
    _ = try fixture.indexed()
    // Moved so deep that the path of its deepest folder is longer than the system allows.
    let below = fixture.root + "/" + deep + "/" + String(repeating: "z", count: 200)
    try fixture.makeFolder(below)
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
