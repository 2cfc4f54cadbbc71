import Foundation

/// Logs what each frame painted; README.md lists the columns.
final class FrameLog {
  struct Frame {
    /// Seconds since the first frame.
    var time: Double
    var offset: Double
    var painted: PaintedCells
    /// Seconds that moving and painting the grid took, without GTK's own work.
    var work: Double
    var imageBytes: Int
    var peakImageBytes: Int
  }

  // PhotoGrid uses this file, too, and has no C library, which scrollsim needs, so it cannot ask scrollsim for
  // the columns.
  private static let header =
    "time_s,offset_pt,final_cells,degraded_cells,blank_cells,failed_cells,final_share,degraded_share,"
    + "blank_share,failed_share,work_ms,image_bytes,peak_image_bytes"

  private let file: FileHandle
  private let memory = ResidentMemory()
  private var pending: [String]
  private var (lastTime, lastFlush) = (-Double.infinity, 0.0)

  /// Makes the file.
  init(path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      throw FileError(path: path, line: nil, reason: "cannot be written")
    }
    file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    pending = [Self.header + (memory == nil ? "" : ",resident_bytes")]
  }

  /// Notes a frame; a frame that is painted again, such as when a window comes to the front, counts once.
  func note(_ frame: Frame) throws {
    guard frame.time > lastTime else { return }
    lastTime = frame.time
    let numbers = [String(format: "%.6f", frame.time), String(format: "%.4f", frame.offset)]
    let cells = frame.painted.counts.map(String.init)
    let shares = frame.painted.shares.map { String(format: "%.6f", $0) }
    let costs = [
      String(format: "%.3f", frame.work * 1000), String(frame.imageBytes), String(frame.peakImageBytes),
    ]
    let resident = try memory.map { [String(try $0.byteCount)] } ?? []
    pending.append((numbers + cells + shares + costs + resident).joined(separator: ","))
    // Seldom, so that few frames wait for the disk.
    if frame.time >= lastFlush + 1 {
      lastFlush = frame.time
      try flush()
    }
  }

  /// Writes the pending rows.
  func flush() throws {
    guard !pending.isEmpty else { return }
    try file.write(contentsOf: Data((pending.joined(separator: "\n") + "\n").utf8))
    pending = []
  }
}

/// The process's resident memory, as the kernel counts it.
struct ResidentMemory {
  private static let path = "/proc/self/statm"

  private let file: Int32
  private let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// `nil` if the system has no `/proc`.
  init?() {
    file = open(Self.path, O_RDONLY)
    guard file >= 0 else { return nil }
  }

  /// Bytes in memory now.
  var byteCount: Int {
    get throws {
      var bytes = [UInt8](repeating: 0, count: 128)
      let count = pread(file, &bytes, bytes.count, 0)
      let fields = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
      guard fields.count > 1, let pages = Int(fields[1]) else {
        throw FileError(path: Self.path, line: nil, reason: "cannot be read")
      }
      return pages * pageSize
    }
  }
}
