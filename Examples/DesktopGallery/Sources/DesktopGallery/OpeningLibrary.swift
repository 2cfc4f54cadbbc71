import Dispatch
import Foundation
import GalleryKit

/// The folder of the catalogue: one that is kept, or one that is removed with the window.
struct CataloguePlace {
  let folder: String
  private let isTemporary: Bool

  init(_ kept: String?) throws {
    isTemporary = kept == nil
    folder = kept ?? FileManager.default.temporaryDirectory.path + "/desktop-gallery-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func close() {
    if isTemporary { try? FileManager.default.removeItem(atPath: folder) }
  }
}

extension PhotoLibrary {
  /// Asks for authorization, and waits for the immediate answer; GTK's loop leaves no room for tasks.
  func waitForAuthorization() {
    let answered = DispatchSemaphore(value: 0)
    Task.detached {
      // Indexing and fetching report a missing authorization.
      _ = try? await self.requestAuthorization()
      answered.signal()
    }
    answered.wait()
  }
}
