import Foundation
import GalleryKit
import Testing

/// A library of make-believe photos, a client of it, and pickers.
struct PickerFixture {
  let files = LibraryFixture()
  var temporary: String { files.root + "/temporary" }

  init() { try? files.makeFolder(temporary) }

  /// The library of a client with this decision on access; a client with `nil` is not asked.
  func client(_ decision: AuthorizationStatus.Decision?) async throws -> PhotoLibrary {
    if let decision { try await files.client(decision) } else { try files.open(.denied) }
  }

  /// A picker for a client who may see nothing.
  func picker(
    _ prompt: some PhotoPicker.Prompting, manager: ImageManager = ImageManager()
  ) async throws -> PhotoPicker {
    PhotoPicker(
      library: try await client(.denied), prompt: prompt, imageManager: manager, temporaryFolder: temporary)
  }

  /// Indexes real and broken files of the folder, and picks all, sorted by name.
  func pickAll(manager: ImageManager = ImageManager()) async throws -> [PickerItem] {
    let assets = try files.indexedPictures().fetchAssets().sorted { $0.original.path < $1.original.path }
    let picker = try await picker(PhotoPicker.FixedChoice(assets.identifiers), manager: manager)
    return try #require(
      try await picker.pick(PhotoPicker.Configuration(selectionLimit: 0, selection: .ordered)))
  }

  /// Indexes one real file, and picks it.
  func pickOne(
    _ bytes: Data, as name: String = "a.jpg", manager: ImageManager = ImageManager()
  ) async throws -> PickerItem {
    try write(bytes, to: name)
    return try #require(try await pickAll(manager: manager).first)
  }

  func write(_ bytes: Data, to name: String) throws { try files.write(bytes, to: name) }

  /// Rotates the only photo by a quarter.
  func turn() async throws {
    let library = try files.open()
    let asset = try #require(try library.fetchAssets().first)
    try await library.performChanges { $0.setAdjustments(Adjustments(quarterTurns: 1), of: asset) }
  }

  /// The contents of the folder for copies.
  var copies: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: temporary) }
  }
}

extension PickerItem {
  /// The loads of what a photo may be loaded as.
  var loads: [() async throws -> Any?] {
    [
      { try await loadTransferable(type: Data.self) },
      { try await loadTransferable(type: DecodedImage.self) },
      { try await loadTransferable(type: TransferableFile.self) },
    ]
  }
}

/// Chooses as a closure says.
struct Chooser: PhotoPicker.Prompting {
  let decide: @Sendable (PhotoPicker.Presentation) async -> [String]?

  init(_ decide: @escaping @Sendable (PhotoPicker.Presentation) async -> [String]?) { self.decide = decide }

  func choose(from presentation: PhotoPicker.Presentation) async -> [String]? { await decide(presentation) }
}
