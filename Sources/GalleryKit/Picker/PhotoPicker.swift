internal import Foundation
internal import GalleryEngine
internal import GalleryImages
internal import GalleryRequests
internal import OrderedCollections

/// Lets the user choose photos for code that may not see the library.
///
///     let picker = PhotoPicker(library: library, prompt: prompt)
///     guard let items = try await picker.pick(PhotoPicker.Configuration(selectionLimit: 3)) else { return }
///     let images = await items.loadTransferables(type: DecodedImage.self, targetSize: size)
///
/// No authorization is asked for and none is needed: choosing a photo is what grants it, and nothing else. The code that makes
/// the picker chooses the prompt, and trusts it with the library; any other code may then have the picker.
public struct PhotoPicker: Sendable {
  private let library: PhotoLibrary
  private let prompt: any PhotoPicker.Prompting
  private let loader: PickerLoader

  /// Makes a picker.
  ///
  /// - Parameters:
  ///   - library: what to choose from, whatever its client may see of it.
  ///   - prompt: lets the user choose.
  ///   - imageManager: gives the images of what was picked, and downloads originals, if it can; by default one that decodes an
  ///     image at a time and leaves in the cloud what is there.
  ///   - temporaryFolder: where copies of files are made; the system's by default.
  public init(
    library: PhotoLibrary, prompt: any PhotoPicker.Prompting,
    imageManager: ImageManager = ImageManager(configuration: .init(decodeWorkers: 1)),
    temporaryFolder: String? = nil
  ) {
    self.library = library
    self.prompt = prompt
    loader = PickerLoader(
      manager: imageManager,
      temporaryFolder: temporaryFolder ?? FileManager.default.temporaryDirectory.path)
  }

  /// Lets the user choose.
  ///
  /// What the prompt answers with is passed over where it was not offered, or is gone meanwhile, or stands twice.
  ///
  /// - Returns: what was chosen, which may be nothing; `nil` if the user dismissed the picker, and whatever was chosen before
  ///   still holds.
  /// - Throws: `LibraryError` if the catalogue cannot be read, ``PickerItem/LoadingError/tooMany(chosen:limit:)``, and
  ///   `CancellationError` if the task was cancelled.
  public func pick(
    _ configuration: PhotoPicker.Configuration = PhotoPicker.Configuration()
  ) async throws -> [PickerItem]? {
    try Task.checkCancellation()
    let whole = library.ownersView
    let chosen = await prompt.choose(from: try PhotoPicker.Presentation(configuration, of: whole))
    try Task.checkCancellation()
    guard let chosen = chosen.map({ OrderedSet($0).elements }) else { return nil }
    guard chosen.count <= configuration.limit else {
      throw PickerItem.LoadingError.tooMany(chosen: chosen.count, limit: configuration.limit)
    }
    var options = configuration.options
    if configuration.selection == .default {
      options.sortDescriptors = [.init(.creationDate, ascending: false)]
    }
    return try whole.fetchAssets(withLocalIdentifiers: chosen, options).map {
      PickerItem($0, of: whole, loader: loader)
    }
  }
}

extension PhotoPicker {
  /// Lets the user choose photos: a window in an app, an option on a command line, a choice known beforehand in a test.
  ///
  /// It stands on the user's side, not on the side of the code that wants photos: it sees the whole library.
  public protocol Prompting: Sendable {
    /// Lets the user choose.
    ///
    /// Its task is cancelled when no caller waits for the choice any more.
    ///
    /// - Parameter presentation: what to choose from, and how many.
    /// - Returns: the identifiers of what was chosen, in the order in which it was; `nil` if the user dismissed the picker.
    func choose(from presentation: PhotoPicker.Presentation) async -> [String]?
  }
}

extension PhotoPicker {
  /// What a picker shows.
  public struct Presentation: Sendable {
    /// What there is to choose from, newest first.
    public let assets: FetchResult<Asset>
    /// What is chosen already, in order.
    public let preselected: [Asset]
    /// How many may be chosen, and in which order they come.
    public let configuration: PhotoPicker.Configuration
    /// The library, of which the prompt may read everything, to show albums.
    public let library: PhotoLibrary

    init(_ configuration: PhotoPicker.Configuration, of library: PhotoLibrary) throws(LibraryError) {
      self.configuration = configuration
      self.library = library
      assets = try library.fetchAssets(configuration.options)
      preselected = Array(
        try library.fetchAssets(
          withLocalIdentifiers: OrderedSet(configuration.preselectedAssetIdentifiers).elements,
          configuration.options
        )
        .prefix(configuration.limit))
    }
  }
}

extension PhotoPicker {
  /// Chooses the same every time, without asking.
  public struct FixedChoice: PhotoPicker.Prompting {
    /// The identifiers of what is chosen; `nil` dismisses the picker.
    public var identifiers: [String]?

    /// Makes a choice.
    public init(_ identifiers: [String]?) { self.identifiers = identifiers }

    /// See ``PhotoPicker/Prompting``.
    public func choose(from presentation: PhotoPicker.Presentation) async -> [String]? { identifiers }
  }
}
