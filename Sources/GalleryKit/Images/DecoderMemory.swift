internal import CImageIO
public import GalleryRequests

extension ImageManager {
  /// Lets memory that decoders free leave the process at once, on Linux; call it where the process starts.
  ///
  /// The decoders' libraries take megabytes from `malloc` for a photo. glibc's keeps blocks as large as those that were freed
  /// before, in each thread, so that a process that has decoded some progressive photos stays more than a hundred megabytes
  /// larger. This sets its threshold for all of the process: larger blocks than 64 KB are mapped, and unmapped when they are
  /// freed. Other systems' libraries need no such call, and it does nothing there.
  public static func returnMemoryWhenFreed() { cis_return_freed_memory() }

  /// The settings that ``returnMemoryWhenFreed()`` makes; empty where it does nothing.
  package static var memorySettings: String { unsafe String(cString: cis_memory_setting()) }
}
