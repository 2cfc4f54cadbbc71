import Dispatch
import Foundation
import GalleryKit

/// The folder of the catalogue: one that is kept, or one that goes with the window.
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
  /// Asks for authorization, and waits for the answer, which is there at once; GTK's loop leaves no room for tasks.
  func waitForAuthorization() {
    let answered = DispatchSemaphore(value: 0)
    Task.detached {
      // What it was is seen when photos are fetched: without it, none are found.
      _ = try? await self.requestAuthorization()
      answered.signal()
    }
    answered.wait()
  }
}
