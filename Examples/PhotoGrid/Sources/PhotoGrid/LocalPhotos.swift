#if canImport(ImageIO)
  import Foundation
  import GalleryApple
  import GalleryEngine

  /// The photos of a folder, sorted by name.
  struct LocalPhotos: Sendable {
    private(set) var assets: [Asset] = []
    /// The number of files from which ImageIO reads no picture.
    private(set) var unreadCount = 0
    private let folder: URL

    /// The photos' folder: the program's first argument, else `Photos` in the documents if it exists, else in the bundle.
    private static var folder: URL {
      if let path = CommandLine.arguments.dropFirst().first(where: { !$0.hasPrefix("-") }) {
        return URL(fileURLWithPath: path)
      }
      let documents = URL.documentsDirectory.appending(path: "Photos")
      let isThere = FileManager.default.fileExists(atPath: documents.path(percentEncoded: false))
      return isThere ? documents : Bundle.main.bundleURL.appending(path: "Photos")
    }

    /// Reads the headers of all files in the folder, off the main actor.
    static func read() async -> LocalPhotos { await Task.detached { LocalPhotos(in: folder) }.value }

    private init(in folder: URL) {
      self.folder = folder
      let files = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
      for file in (files ?? []).sorted(by: { $0.lastPathComponent < $1.lastPathComponent }) {
        do { assets.append(try Asset(imageAt: file)) } catch { unreadCount += 1 }
      }
    }

    /// The result in words.
    var summary: String {
      "\(assets.count) photos in \(folder.lastPathComponent)"
        + (unreadCount > 0 ? "; \(unreadCount) other files are left out" : "")
    }
  }
#endif
