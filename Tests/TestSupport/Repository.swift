package import Foundation

/// The checkout that these tests are of.
package enum Repository {
  /// Its folder.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Its folder's path.
  package static let path = root.path
}
