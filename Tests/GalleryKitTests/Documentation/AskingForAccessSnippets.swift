import Foundation
import GalleryKit
import Testing

struct AskingForAccessSnippets {
  // begin
  struct Dialogue: LibraryPrompting {
    let ask: @Sendable (String) async -> Bool

    func authorize(_ client: String, toUse library: PhotoLibrary) async -> AuthorizationStatus.Decision {
      await ask("May \(client) see your photos?") ? .authorized : .denied
    }

    func confirmDeletion(of assets: [Asset]) async -> Bool {
      await ask("Delete \(assets.count) photos?")
    }
  }
  // end

  @Test(arguments: [true, false])
  func `access is asked for, and photos or the reason for none are shown`(answer: Bool) async throws {
    let fixture = LibraryFixture()
    _ = try fixture.generate(3)
    let (pictures, catalogue) = (fixture.folder, fixture.catalogue)
    var shown = -1
    func show(_ photos: FetchResult<Asset>) { shown = photos.count }
    func explain(_ status: AuthorizationStatus) { shown = 0 }
    let ask: @Sendable (String) async -> Bool = { $0 == "May viewer see your photos?" && answer }
    // begin
    let library = try PhotoLibrary(
      folder: pictures, catalogue: catalogue, client: "viewer", prompt: Dialogue(ask: ask))
    switch try await library.requestAuthorization() {
    case .authorized, .limited:
      show(try library.fetchAssets())
    case let status:
      explain(status)
    }
    // end
    #expect(shown == (answer ? 3 : 0))
  }
}
