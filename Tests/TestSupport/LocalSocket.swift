internal import Foundation
internal import Support

/// A socket that listens at a path, which may have 100 bytes or so; `nil` if the system refuses.
package func listener(at path: String) -> Int32? {
  #if canImport(Darwin)
    let listener = socket(AF_UNIX, SOCK_STREAM, 0)
  #else
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  #endif
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
  let size = socklen_t(MemoryLayout<sockaddr_un>.size)
  let isBound = unsafe withUnsafePointer(to: &address) { address in
    unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(listener, $0, size) }
  }
  return isBound == 0 && listen(listener, 1) == 0 ? listener : nil
}
