import Foundation
import GalleryKit
import Support
import Testing

struct PickerChoiceTests {
  let fixture = PickerFixture()

  /// The picked assets if the prompt answers with these, by their places in the library.
  func pick(_ places: [Int]?, _ configuration: PhotoPicker.Configuration) async throws -> [Int]? {
    let all = try fixture.files.generate(6).fetchAssets().identifiers
    let picker = try await fixture.picker(PhotoPicker.FixedChoice(places.map { $0.map { all[$0] } }))
    return try await picker.pick(configuration)?.compactMap { all.firstIndex(of: $0.itemIdentifier) }
  }

  @Test func `dismissing gives no selection, and choosing nothing an empty one`() async throws {
    #expect(try await pick(nil, PhotoPicker.Configuration()) == nil)
    #expect(try await pick([], PhotoPicker.Configuration()) == [])
  }

  @Test func `chosen photos come as they were offered, or in the order of the choice`() async throws {
    let places = [4, 0, 5, 2]
    #expect(try await pick(places, PhotoPicker.Configuration(selectionLimit: 4)) == [0, 2, 4, 5])
    let ordered = PhotoPicker.Configuration(selectionLimit: 0, selection: .ordered)
    #expect(try await pick(places, ordered) == places)
  }

  @Test func `a photo is picked once, however often it is chosen`() async throws {
    let configuration = PhotoPicker.Configuration(selectionLimit: 2, selection: .ordered)
    #expect(try await pick([3, 1, 3, 3], configuration) == [3, 1])
  }

  @Test(arguments: [(1, 2), (3, 4)])
  func `a prompt that lets the user choose too many is told so`(limit: Int, chosen: Int) async throws {
    await #expect(throws: PickerItem.LoadingError.tooMany(chosen: chosen, limit: limit)) {
      try await pick(Array(0..<chosen), PhotoPicker.Configuration(selectionLimit: limit))
    }
  }

  @Test func `what was not offered is ignored: hidden, filtered and unknown photos`() async throws {
    let library = try fixture.files.generate(6) { $0 == 5 }
    let all = try library.fetchAssets(FetchOptions(includeHidden: true)).identifiers
    try await library.performChanges { changes in
      for asset in try library.fetchAssets(withLocalIdentifiers: [all[1], all[2]]) {
        changes.setFavorite(true, asset)
      }
    }
    let picker = try await fixture.picker(PhotoPicker.FixedChoice(all + ["'; DROP TABLE asset; --"]))
    let favorites = PhotoPicker.Filter.matching(.where { $0.isFavorite })
    let items = try await picker.pick(PhotoPicker.Configuration(filter: favorites, selectionLimit: 0))
    #expect(items?.map(\.itemIdentifier) == [all[1], all[2]])
    #expect(try await picker.pick(PhotoPicker.Configuration(selectionLimit: 0))?.count == 5)
  }

  @Test func `the prompt sees what passes the filter, the preselection and the library`() async throws {
    let all = Array(try fixture.files.generate(5).fetchAssets())
    let seen = Locked<[String]>([])
    let picker = try await fixture.picker(
      Chooser { presentation in
        let (assets, preselected) = (presentation.assets.identifiers, presentation.preselected.identifiers)
        let total = (try? presentation.library.fetchAssets().count) ?? -1
        seen.withLock { $0 = assets + ["–"] + preselected + ["\(total)"] }
        return preselected
      })
    let wanted = [all[3], all[1], all[4]].identifiers
    let configuration = PhotoPicker.Configuration(
      filter: .not(.matching(.where { $0.localIdentifier == all[0].localIdentifier })), selectionLimit: 2,
      selection: .ordered,
      preselectedAssetIdentifiers: ["nobody", all[0].localIdentifier, wanted[0]] + wanted)
    let items = try await picker.pick(configuration)
    #expect(seen.withLock { $0 } == all.dropFirst().identifiers + ["–", wanted[0], wanted[1], "5"])
    #expect(items?.map(\.itemIdentifier) == Array(wanted.prefix(2)))
  }

  @Test func `a picker that is not waited for is cancelled, whatever its prompt answers`() async throws {
    let all = try fixture.files.generate(2).fetchAssets().identifiers
    let (shown, showing) = AsyncStream.makeStream(of: Void.self)
    let picker = try await fixture.picker(
      Chooser { _ in
        showing.finish()
        while !Task.isCancelled { await Task.yield() }
        return all
      })
    let picking = Task { try await picker.pick(PhotoPicker.Configuration(selectionLimit: 0)) }
    for await _ in shown {}
    picking.cancel()
    await #expect(throws: CancellationError.self) { try await picking.value }
  }

  @Test func `filters are composed`() throws {
    func asset(_ subtypes: Asset.MediaSubtypes, side: Int = 100, isBurst: Bool = false) -> Asset {
      Asset(
        localIdentifier: "a", pixelSize: PixelSize(width: side, height: side), creationDate: .distantPast,
        modificationDate: .distantPast, mediaSubtypes: subtypes, representsBurst: isBurst,
        original: Original(path: "/a", format: .jpegBaseline, byteCount: 1))
    }
    let (plain, broken, burst) = (asset([]), asset([], side: 0), asset([], isBurst: true))
    let (wide, screen) = (asset(.photoPanorama), asset(.photoScreenshot))
    let (hdr, depth) = (asset(.photoHDR), asset([.photoDepthEffect, .photoHDR]))
    let assets = [plain, broken, burst, wide, screen, hdr, depth]
    func found(_ filter: PhotoPicker.Filter) -> [Asset] { assets.filter(filter.predicate.matches) }
    #expect(found(.images) == [plain, burst, wide, screen, hdr, depth])
    #expect(found(.panoramas) == [wide])
    #expect(found(.screenshots) == [screen])
    #expect(found(.hdr) == [hdr, depth])
    #expect(found(.depthEffectPhotos) == [depth])
    #expect(found(.bursts) == [burst])
    #expect(found(.any(of: [.panoramas, .hdr])) == [wide, hdr, depth])
    #expect(found(.all(of: [.hdr, .not(.depthEffectPhotos)])) == [hdr])
    #expect(found(.not(.any(of: [.images]))) == [broken])
    #expect(found(.any(of: [])) == [])
    #expect(found(.all(of: [])) == assets)
  }
}
