import Foundation
import Support
import TestSupport
import Testing

@testable import GalleryKit

struct AuthorizationTests {
  /// Gives preset answers, and notes the questions.
  final class Prompt: LibraryPrompting {
    let answer: Locked<AuthorizationStatus.Decision>
    let allowsDeletion: Locked<Bool>
    let questions = Locked<[String]>([])

    init(_ answer: AuthorizationStatus.Decision, allowsDeletion: Bool = true) {
      self.answer = Locked(answer)
      self.allowsDeletion = Locked(allowsDeletion)
    }

    func authorize(_ client: String, toUse library: PhotoLibrary) async -> AuthorizationStatus.Decision {
      let count = (try? library.fetchAssets().count) ?? -1
      questions.withLock { $0.append("\(client) wants to use \(count) photos") }
      return answer.withLock { $0 }
    }

    func confirmDeletion(of assets: [Asset]) async -> Bool {
      questions.withLock { $0.append("delete \(assets.count)?") }
      return allowsDeletion.withLock { $0 }
    }
  }

  let fixture = LibraryFixture()

  /// Expects every read and change by a client to end with this error.
  func expectNothing(_ library: PhotoLibrary, _ status: AuthorizationStatus, _ asset: Asset) async {
    let denied = LibraryError.accessDenied(status)
    #expect(throws: denied) { try library.fetchAssets() }
    #expect(throws: denied) { try library.asset(withLocalIdentifier: asset.localIdentifier) }
    #expect(throws: denied) { try library.fetchAssets(in: AssetCollection.SmartAlbum.favorites.collection) }
    #expect(throws: denied) { try library.countAssets(in: AssetCollection.SmartAlbum.library.collection) }
    #expect(throws: denied) { try library.fetchMoments() }
    #expect(throws: denied) { try library.fetchAlbums() }
    #expect(throws: denied) { try library.fetchSmartAlbums() }
    #expect(throws: denied) { try library.fetchTopLevelCollections() }
    #expect(throws: denied) { try library.summary() }
    #expect(throws: denied) { try library.index(probe: fixture.probe) }
    await #expect(throws: denied) { try await library.performChanges { $0.setFavorite(true, asset) } }
    await #expect(throws: denied) { try await library.performChanges { _ in } }
  }

  @Test func `nothing is readable before it is granted, and a client's decision is kept`() async throws {
    let asset = try #require(try fixture.generate(5).fetchAssets().first)
    let prompt = Prompt(.authorized)
    let library = try fixture.open(prompt)
    #expect(try library.authorizationStatus() == .notDetermined)
    await expectNothing(library, .notDetermined, asset)
    #expect(try await library.requestAuthorization() == .authorized)
    #expect(try library.fetchAssets().count == 5)
    #expect(try await library.requestAuthorization() == .authorized)
    let again = try fixture.open(Prompt(.denied))
    #expect(try again.authorizationStatus() == .authorized)
    #expect(try fixture.open(prompt, as: "another").authorizationStatus() == .notDetermined)
    #expect(prompt.questions.withLock { $0 } == ["viewer wants to use 5 photos"])
  }

  @Test(arguments: [AuthorizationStatus.Decision.denied, .restricted])
  func `a refusal holds until it is reviewed`(decision: AuthorizationStatus.Decision) async throws {
    let asset = try #require(try fixture.generate(5).fetchAssets().first)
    let prompt = Prompt(decision)
    let library = try fixture.open(prompt)
    let status = try await library.requestAuthorization()
    await expectNothing(library, status, asset)
    prompt.answer.withLock { $0 = .authorized }
    #expect(try await library.requestAuthorization() == status)
    #expect(try await library.reviewAuthorization() == .authorized)
    #expect(try library.fetchAssets().count == 5)
  }

  @Test func `limited access hides all else from every fetch and change`() async throws {
    let (owner, all) = try fixture.generated(10)
    try await owner.makeAlbum(of: all)
    let chosen = [all[2], all[7]]
    let library = try fixture.open(Prompt(.limited(Set(chosen.identifiers + ["nobody"]))))
    #expect(try await library.requestAuthorization() == .limited)
    #expect(Array(try library.fetchAssets()) == chosen)
    #expect(try library.fetchAssets(withLocalIdentifiers: all.identifiers).identifiers == chosen.identifiers)
    #expect(try library.asset(withLocalIdentifier: all[0].localIdentifier) == nil)
    let album = try #require(try library.fetchAlbums().first)
    #expect(album.estimatedAssetCount == 2)
    #expect(Array(try library.fetchAssets(in: album)) == chosen)
    #expect(try library.fetchAlbums(containing: all[0]).isEmpty)
    #expect(try library.countAssets(in: AssetCollection.SmartAlbum.library.collection) == 2)
    #expect(try library.fetchMoments().compactMap(\.estimatedAssetCount).reduce(0, +) == 2)
    #expect(try library.summary().photos == 2)
    let error = await #expect(throws: LibraryError.self) {
      try await library.performChanges { $0.setFavorite(true, all[0]) }
    }
    #expect(error?.description.contains("there is no asset") == true)
    // Assets that the client does not see keep their order, too.
    try await library.performChanges { $0.move(IndexSet(integer: 1), to: 0, in: album) }
    #expect(Array(try library.fetchAssets(in: album)) == chosen.reversed())
    #expect(Set(try owner.fetchAssets(in: album).identifiers) == Set(all.identifiers))
  }

  @Test func `an album without room between its photos keeps unseen ones where they were`() async throws {
    #expect(AlbumPositions.merge([3, 1], into: [9, 1, 8, 7, 2, 6, 3]) == [9, 3, 1, 8, 7, 2, 6])
    #expect(AlbumPositions.merge([1, 2], into: []) == [1, 2])
    let (owner, all) = try fixture.generated(9)
    let album = try await owner.makeAlbum(of: all)
    var expected = [all[0], all[3], all[6]].identifiers
    let library = try await fixture.client(.limited(Set(expected)))
    // More often than the room between two photos can be halved.
    for _ in 0..<30 {
      try await library.performChanges { $0.move(IndexSet(integer: 2), to: 1, in: album) }
      expected.swapAt(1, 2)
      #expect(try library.fetchAssets(in: album).identifiers == expected)
    }
    let unseen = try owner.fetchAssets(in: album).identifiers.filter { !expected.contains($0) }
    #expect(Set(unseen) == Set(all.identifiers).subtracting(expected))
  }

  @Test func `what a limited client puts into an album comes after what it does not see`() async throws {
    let (owner, all) = try fixture.generated(4)
    try await owner.performChanges { changes in
      let album = changes.createAlbum(title: "All")
      changes.insert(all.prefix(3), into: album)
      // Leaves room after the first.
      changes.remove([all[1]], from: album)
    }
    let library = try await fixture.client(.limited([all[0].localIdentifier, all[3].localIdentifier]))
    let album = try #require(try library.fetchAlbums().first)
    try await library.performChanges { changes in
      for asset in [all[3], all[0], all[3]] { changes.insert([asset], into: album) }
    }
    #expect(try owner.fetchAssets(in: album).identifiers == [all[0], all[2], all[3]].identifiers)
  }

  @Test func `a limited client sets the addresses of what it may see, and of nothing else`() async throws {
    let owner = try fixture.generate(2)
    let all = try owner.fetchAssets().identifiers
    let library = try await fixture.client(.limited([all[0]]))
    let url = URL(string: "https://photos.example/1")
    for identifier in all { try library.setRemoteURL(url, forLocalIdentifier: identifier) }
    #expect(try owner.fetchAssets().map(\.isRemote) == [true, false])
    for identifier in all { try owner.setRemoteURL(url, forLocalIdentifier: identifier) }
    for identifier in all { try library.setRemoteURL(nil, forLocalIdentifier: identifier) }
    #expect(try owner.fetchAssets().map(\.isRemote) == [false, true])
  }

  @Test func `what a limited client creates, it may see`() async throws {
    _ = try fixture.generate(3)
    let library = try await fixture.client(.limited([]))
    try await library.performChanges { _ = $0.createAsset(from: try ChangesTests.photo(), named: "mine") }
    #expect(try library.fetchAssets().names == ["mine.jpg"])
  }

  @Test func `access that another object gives back ends images of assets that are held`() async throws {
    let assets = try Array(fixture.generate(2).fetchAssets())
    let library = try await fixture.client(.authorized)
    let held = try #require(try library.fetchAssets(withLocalIdentifiers: [assets[0].localIdentifier]).first)
    let manager = ImageManager()
    // A file of this fixture is no picture, which shows that it was read.
    let decisions: [(AuthorizationStatus.Decision, AuthorizationStatus, ImageError.Kind)] = [
      (.authorized, .authorized, .unreadable), (.denied, .denied, .accessDenied),
      (.limited([assets[0].localIdentifier]), .limited, .unreadable),
      (.limited([assets[1].localIdentifier]), .limited, .accessDenied),
    ]
    for (decision, status, kind) in decisions {
      #expect(try await fixture.open(decision).reviewAuthorization() == status)
      let error = await #expect(throws: ImageError.self) {
        try await manager.image(for: held, targetSize: PixelSize(width: 8, height: 8))
      }
      #expect(error?.kind == kind)
    }
  }

  @Test func `what one client may see is no change to others, and a change of all to itself`() async throws {
    let owner = try fixture.generate(4)
    let viewer = try await fixture.client(.authorized)
    let (mine, owners) = (try viewer.fetchAssets(), try owner.fetchAssets())
    let (recorder, ownersRecorder) = (viewer.observed(), owner.observed())
    defer {
      viewer.unregister(recorder)
      owner.unregister(ownersRecorder)
    }
    try await fixture.open(Prompt(.limited([])), as: "another").requestAuthorization()
    try await owner.performChanges { $0.setFavorite(true, owners[1]) }
    for (result, recorder) in [(mine, recorder), (owners, ownersRecorder)] {
      var details: FetchResultChangeDetails<Asset>?
      #expect(
        try await eventually {
          details = try recorder.changes.last?.details(for: result)
          return details != nil
        })
      #expect(details?.hasIncrementalChanges == true && details?.changedIndexes == [1])
    }
    try await fixture.open(.limited([owners[2].localIdentifier])).reviewAuthorization()
    #expect(
      try await eventually { try recorder.changes.last?.details(for: mine)?.hasIncrementalChanges == false })
  }

  @Test func `what the owner's view of a client's library hears of can be shown`() async throws {
    _ = try fixture.generate(2)
    let view = try await fixture.client(.denied).ownersView
    let before = try view.fetchAssets()
    let change = try await view.change { try view.hide(before.identifiers.prefix(1)) }
    let changed = try #require(try change.details(for: before[0])?.objectAfterChanges)
    #expect(changed.isHidden && changed.refusal == nil)
  }

  @Test func `deletion is asked for once, and a refusal fails the whole block`() async throws {
    let prompt = Prompt(.authorized, allowsDeletion: false)
    _ = try fixture.generate(3)
    let library = try fixture.open(prompt)
    try await library.requestAuthorization()
    let before = Array(try library.fetchAssets())
    let delete: (inout LibraryChanges) -> Void = { changes in
      changes.setFavorite(true, before[0])
      changes.delete([before[1]])
      changes.delete([before[2]])
    }
    await #expect(throws: LibraryError.changeRefused) { try await library.performChanges(delete) }
    #expect(Array(try library.fetchAssets()) == before)
    prompt.allowsDeletion.withLock { $0 = true }
    try await library.performChanges(delete)
    #expect(try library.fetchAssets().map(\.isFavorite) == [true])
    #expect(prompt.questions.withLock { $0 }.dropFirst() == ["delete 2?", "delete 2?"])
  }

  @Test func `a catalogue that cannot be read is reported, and not taken for a refusal`() async throws {
    let grant = AccessGrant(to: "viewer", catalogue: fixture.root + "/none.sqlite")
    guard case .unknown(let reason) = grant.refusal(of: 1) else {
      Issue.record("expected no knowledge, found \(String(describing: grant.refusal(of: 1)))")
      return
    }
    #expect(reason.hasPrefix(fixture.root + "/none.sqlite: "))
    let asset = Asset.sample("a", grant: AssetGrant(grant.refusal(of:)))
    let error = await #expect(throws: ImageError.self) {
      try await ImageManager(configuration: .init()).image(for: asset, targetSize: asset.pixelSize)
    }
    #expect(error?.kind == .unreadable)
    #expect(error?.reason.contains(reason) == true)
  }
}
