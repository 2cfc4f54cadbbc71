internal import GalleryEngine

/// Why a photo cannot be picked, or what was picked cannot be loaded.
public enum PickerError: Error, Hashable, Sendable {
  /// The picked photo of this identifier was deleted.
  case missing(String)
  /// A prompt answered with more photos than it was to let the user choose.
  case tooMany(chosen: Int, limit: Int)
}

extension PickerError: CustomStringConvertible {
  /// What was expected, what was found, and what to do, in one line for people.
  public var description: String {
    switch self {
    case .missing(let identifier): "the picked photo \(identifier) was deleted from its library; pick another"
    case .tooMany(let chosen, let limit):
      "the picker was to offer a choice of at most \(limit) photos, and answered with \(chosen); correct its prompt"
    }
  }
}
