internal import GalleryEngine

/// Lets the user choose photos: a window in an app, an option on a command line, a choice known beforehand in a test.
///
/// It stands on the user's side, not on the side of the code that wants photos: it sees the whole library.
public protocol PickerPrompting: Sendable {
  /// Lets the user choose.
  ///
  /// Its task is cancelled when nobody waits for the choice any more.
  ///
  /// - Parameter presentation: what to choose from, and how many.
  /// - Returns: the identifiers of what was chosen, in the order in which it was; `nil` if the user dismissed the picker.
  func choose(from presentation: PickerPresentation) async -> [String]?
}

/// What a picker shows.
public struct PickerPresentation: Sendable {
  /// What there is to choose from, newest first.
  public let assets: FetchResult<Asset>
  /// What is chosen already, in order.
  public let preselected: [Asset]
  /// How many may be chosen, and in which order they come.
  public let configuration: PickerConfiguration
  /// The library, of which the prompt may read everything, to show albums.
  public let library: PhotoLibrary

  init(_ configuration: PickerConfiguration, of library: PhotoLibrary) throws(LibraryError) {
    self.configuration = configuration
    self.library = library
    assets = try library.fetchAssets(configuration.options)
    preselected = Array(
      try library.fetchAssets(
        withLocalIdentifiers: configuration.preselectedAssetIdentifiers.uniqued, configuration.options
      )
      .prefix(configuration.limit))
  }
}

/// Chooses the same every time, without asking anybody.
public struct FixedChoice: PickerPrompting {
  /// The identifiers of what is chosen; `nil` dismisses the picker.
  public var identifiers: [String]?

  /// Makes a choice.
  public init(_ identifiers: [String]?) { self.identifiers = identifiers }

  /// See ``PickerPrompting``.
  public func choose(from presentation: PickerPresentation) async -> [String]? { identifiers }
}

extension Sequence<String> {
  /// Each once, where it is first.
  var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
