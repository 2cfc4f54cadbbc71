internal import CImageIO

/// The memory that decoders take for a photo and free when it is decoded.
public enum DecoderMemory {
  /// Lets the memory leave the process at once, on Linux; call it where the process starts.
  ///
  /// The libraries take it from `malloc`. glibc's keeps blocks as large as those that were freed before, in each thread, so that
  /// a process that has decoded some progressive photos stays up to a hundred megabytes larger. This sets its threshold for all
  /// of the process: larger blocks than 64 KB are mapped, and unmapped when they are freed. Other systems' libraries need no
  /// such call, and it does nothing there.
  public static func returnWhenFreed() { cis_return_freed_memory() }

  /// The settings that ``returnWhenFreed()`` makes; empty where it does nothing.
  package static let settings = unsafe String(cString: cis_memory_setting())
}
