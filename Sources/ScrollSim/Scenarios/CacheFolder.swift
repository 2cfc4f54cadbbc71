internal import Foundation

/// Where catalogues and synthetic libraries are kept: `SCROLLSIM_CACHE`, or the user's cache folder.
package enum CacheFolder {
  /// The folder.
  package static var path: String {
    let environment = ProcessInfo.processInfo.environment
    if let chosen = environment["SCROLLSIM_CACHE"], !chosen.isEmpty { return chosen }
    #if canImport(Darwin)
      return HomeFolder.path + "/Library/Caches/scrollsim"
    #else
      if let base = environment["XDG_CACHE_HOME"], !base.isEmpty { return base + "/scrollsim" }
      return HomeFolder.path + "/.cache/scrollsim"
    #endif
  }
}
