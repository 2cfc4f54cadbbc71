import Foundation
import GalleryKit
import Support
import Testing

struct IndexTests {
  let fixture = LibraryFixture()

  func index(progress: (Int, Int) throws -> Void = { _, _ in }) throws -> PhotoLibrary.IndexReport {
    try fixture.open().index(probe: fixture.probe, progress: progress)
  }

  @Test func `photos are found at any depth by their extensions in any case`() throws {
    for name in ["a.jpg", "b.JPEG", "c/d.Png", "c/d/e/f.jpe", "g.jfif"] { try fixture.write(to: name) }
    for name in ["a.txt", "jpg", "b.jpg.xmp", ".h.jpg", ".trash/i.jpg", "c.jpg/notes.md"] {
      try fixture.write(to: name)
    }
    #expect(try index().counts == "+5 ~0 -0 =0")
    #expect(fixture.takeProbes() == ["a.jpg", "b.JPEG", "c/d.Png", "c/d/e/f.jpe", "g.jfif"])
  }

  @Test func `deleted photos in a drive's bin, and the thumbnails that it makes, are no photos`() throws {
    try fixture.write(to: "2026/a.jpg")
    for name in [
      "$RECYCLE.BIN/S-1-5-21/$R1A2B3.jpg", "#recycle/b.jpg", "@Recycle/c.jpg",
      "2026/@eaDir/a.jpg/SYNOPHOTO_THUMB_XL.jpg",
    ] { try fixture.write(to: name) }
    #expect(try index().counts == "+1 ~0 -0 =0")
    #expect(fixture.takeProbes() == ["2026/a.jpg"])
  }

  @Test func `what is no photo is counted by its type, and a Live Photo's film by its still`() throws {
    for name in ["IMG_1.HEIC", "a/IMG_2.jpg", "IMG_3.webp", "scan.TIF", "b.gif", "c.avif"] {
      try fixture.write(to: name)
    }
    for name in [
      "IMG_1.MOV", "a/IMG_2.mov", "IMG_2.MOV", "film.mp4", "d.CR2", "e.cr2", "f.DNG", "notes.txt",
      "IMG_1.AAE", ".hidden.mov", "mov",
    ] { try fixture.write(to: name) }
    let report = try index()
    #expect(report.counts == "+4 ~0 -0 =0")
    #expect(
      report.notShown == [
        "MOV (Live Photo)": 2, "MOV (video)": 1, "MP4 (video)": 1, "CR2 (RAW)": 2, "DNG (RAW)": 1,
        "TIF (no decoder)": 1, "GIF (no decoder)": 1,
      ])
    #expect(
      report.notShownWords
        == "9 files are not shown: 2 CR2 (RAW), 2 MOV (Live Photo), 1 DNG (RAW), 1 GIF (no decoder), 1 MOV (video), "
        + "1 MP4 (video), 1 TIF (no decoder)"
    )
    #expect(report.failures.isEmpty)
  }

  @Test func `an asset has the upright size, and the capture date before the file's`() throws {
    try fixture.write("40×30 6 5000", to: "turned.jpg", modified: 1000.25)
    try fixture.write("40×30", to: "undated.png", modified: 2000.5)
    let assets = Array(try fixture.indexed().fetchAssets())
    #expect(assets.map(\.pixelSize) == [PixelSize(width: 30, height: 40), PixelSize(width: 40, height: 30)])
    #expect(assets.map(\.orientation) == [.right, .up])
    #expect(assets.map(\.creationDate.timeIntervalSince1970) == [5000, 2000.5])
    #expect(assets.map(\.modificationDate.timeIntervalSince1970) == [1000.25, 2000.5])
    #expect(assets.map(\.original.format) == [.jpegBaseline, .png])
    #expect(assets.map(\.original.path) == ["turned.jpg", "undated.png"].map { fixture.folder + "/" + $0 })
    #expect(assets.map(\.original.byteCount) == [13, 6])
  }

  @Test func `a file of another size or time is probed again and keeps its identity`() throws {
    for name in ["same.jpg", "size.jpg", "time.jpg"] { try fixture.write("40×30", to: name) }
    let before = try fixture.indexed().fetchAssets()
    try fixture.open().hide(before.identifiers)
    _ = fixture.takeProbes()
    try fixture.write("400×300", to: "size.jpg")
    try fixture.write("50×20", to: "time.jpg", modified: 1000.000_001)
    #expect(try index().counts == "+0 ~2 -0 =1")
    #expect(fixture.takeProbes() == ["size.jpg", "time.jpg"])
    let after = try fixture.open().fetchAssets(FetchOptions(includeHidden: true))
    #expect(Set(after.identifiers) == Set(before.identifiers))
    #expect(after.allSatisfy { $0.isHidden })
    #expect(Set(after.map(\.pixelSize.width)) == [40, 400, 50])
  }

  @Test func `a broken file becomes an asset that fails, and is reported once`() throws {
    try fixture.write("b is broken", to: "b.jpg")
    try fixture.write("40×30", to: "c.jpg")
    try fixture.write("a is broken", to: "a.jpg")
    try fixture.write("9999999999×9999999999", to: "huge.png")
    try fixture.write("0×3", to: "empty.png")
    let first = try index()
    #expect(
      first.reasons == [
        "a.jpg: not a photo", "b.jpg: not a photo",
        "empty.png: claims a size of 0×3 pixels, which no picture has",
        "huge.png: claims a size of 9999999999×9999999999 pixels, which no picture has",
      ])
    #expect(first.failed == 4)
    #expect(first.added == 5)
    #expect(try index().reasons == [])
    let failures = try fixture.open().fetchAssets().filter { $0.failure != nil }
    #expect(failures.count == 4)
    #expect(failures.allSatisfy { $0.pixelSize.isEmpty })

    try fixture.write("40×30", to: "a.jpg", modified: 2000)
    #expect(try index().counts == "+0 ~1 -0 =4")
    #expect(try fixture.open().fetchAssets().filter { $0.failure != nil }.count == 3)
  }

  @Test func `a file that could not be read is tried again, though nothing of it shows a change`() throws {
    let isLocked = Locked(true)
    func index() throws -> PhotoLibrary.IndexReport {
      try fixture.open().index(probe: { [fixture] path, identity in
        if path.hasSuffix("b.jpg"), isLocked.withLock({ $0 }) {
          throw LibraryFixture.BrokenPhoto(description: "Permission denied")
        }
        return try fixture.probe(path, identity)
      })
    }
    for name in ["a.jpg", "b.jpg"] { try fixture.write(to: name) }
    #expect(try index().reasons == ["b.jpg: Permission denied"])
    #expect(try index().counts == "+0 ~0 -0 =2")
    let identifiers = try fixture.open().fetchAssets().identifiers
    _ = fixture.takeProbes()
    isLocked.withLock { $0 = false }
    #expect(try index().counts == "+0 ~1 -0 =1")
    #expect(fixture.takeProbes() == ["b.jpg"])
    let assets = try fixture.open().fetchAssets()
    #expect(assets.allSatisfy { $0.failure == nil && $0.pixelSize.width == 40 })
    #expect(assets.identifiers == identifiers)
    #expect(try index().counts == "+0 ~0 -0 =2")
    #expect(fixture.takeProbes() == [])
  }

  @Test func `the result does not depend on the number of workers`() throws {
    for number in 0..<300 { try fixture.write(number % 7 == 0 ? "?" : "40×\(number)", to: "\(number).jpg") }
    let results = try [1, 2, 7].map { workers in
      let library = try PhotoLibrary(folder: fixture.folder, catalogue: "\(fixture.root)/\(workers).sqlite")
      let report = try library.index(PhotoLibrary.IndexOptions(workers: workers), probe: fixture.probe)
      return "\(report.counts) \(report.reasons) \(try library.summary().sha256)"
    }
    #expect(Set(results).count == 1)
  }

  @Test func `progress counts every photo of the folder`() throws {
    for number in 0..<520 { try fixture.write(to: "\(number).jpg") }
    var steps: [String] = []
    _ = try index { steps.append("\($0)/\($1)") }
    #expect(steps == ["0/520", "256/520", "512/520", "520/520"])
    steps = []
    _ = try index { steps.append("\($0)/\($1)") }
    #expect(steps == ["520/520"])
  }

  @Test func `an index that is stopped continues from there the next time`() throws {
    struct Stop: Error {}
    for number in 0..<600 { try fixture.write(to: "\(number).jpg") }
    #expect(throws: Stop.self) { try index { done, _ in if done == 512 { throw Stop() } } }
    #expect(try fixture.open().fetchAssets().count == 512)
    #expect(try index().counts == "+88 ~0 -0 =512")
    #expect(Set(fixture.takeProbes()).count == 600)
  }

  @Test func `a process that is killed while it indexes leaves whole batches`() async throws {
    for number in 0..<600 { try fixture.write(to: "\(number).jpg") }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [folder = fixture.folder as String, catalogue = fixture.catalogue as String] in
      let probes = Locked(0)
      _ = try PhotoLibrary(folder: folder, catalogue: catalogue).index(
        probe: { path, identity in
          if probes.withLock({ probes in
            probes += 1
            return probes == 300
          }) {
            kill(getpid(), SIGKILL)
          }
          return try LibraryFixture.read(path, identity)
        })
    }
    #expect(try fixture.open().fetchAssets().count == 256)
    #expect(try index().counts == "+344 ~0 -0 =256")
  }

  @Test func `two that index the same folder at once agree`() async throws {
    for number in 0..<300 { try fixture.write(to: "\(number).jpg") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { _ = try index() } }
      try await group.waitForAll()
    }
    let fetched = try fixture.open().fetchAssets()
    #expect(fetched.count == 300)
    #expect(Set(fetched.identifiers).count == 300)
    #expect(try index().counts == "+0 ~0 -0 =300")
  }
}
