internal import Foundation

/// The folder of catalogues and synthetic libraries: `SCROLLSIM_CACHE`, or the user's cache folder.
package enum CacheFolder {
  package static var path: String {
    let environment = ProcessInfo.processInfo.environment
    if let chosen = environment["SCROLLSIM_CACHE"], !chosen.isEmpty { return chosen }
    #if os(macOS)
      return HomeFolder.path + "/Library/Caches/scrollsim"
    #else
      if let base = environment["XDG_CACHE_HOME"], !base.isEmpty { return base + "/scrollsim" }
      return HomeFolder.path + "/.cache/scrollsim"
    #endif
  }
}

/// The user's home folder: `HOME`, as in shells, or the entry in the system's user list where `HOME` is not set.
///
/// Foundation asks the list first, which is wrong in containers and wherever `HOME` is set on purpose.
enum HomeFolder {
  static var path: String {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
    return home.isEmpty ? NSHomeDirectory() : home
  }

  /// The path with a leading `~` replaced by the home.
  static func expandingTilde(in path: String) -> String {
    if path == "~" { return self.path }
    if path.hasPrefix("~/") { return self.path + path.dropFirst() }
    // Only the system knows another user's home, `~name`.
    return (path as NSString).expandingTildeInPath
  }
}
