/// A strategy's window in the words and the code of an app's developer.
public struct WindowRecord: Codable, Hashable, Sendable {
  /// How far it reaches, as in `2 screenfuls (48 photos) ahead, 1 screenful behind`; `nil` if it has no parameters that say so.
  public var reach: String?
  /// The line of Swift that makes the strategy in an app that imports GalleryKit.
  public var swift: String
}

extension Combination {
  /// The strategy with all of its parameters, as in `screens(leading=2,trailing=1)`: the key of ``ResultFile/windows``.
  package var windowName: String { strategy + parameters.settings(of: parameters.keys.sorted()) }
}

extension ResultFile {
  /// The window of a combination; `nil` for a library's, and if it is not known.
  package func window(of combination: Combination) -> WindowRecord? {
    combination.library == nil ? windows?[combination.windowName] : nil
  }
}
