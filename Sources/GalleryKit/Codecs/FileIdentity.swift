internal import GalleryEngine

#if canImport(Darwin)
  package import Darwin
#else
  package import Glibc
#endif

/// Which file it is, whatever it is called: two names of one file have the same, and a file that takes another's name
/// does not.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  /// The inode, which is the file's own on its device, and outlives names and mounts.
  package let number: UInt64

  package init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
