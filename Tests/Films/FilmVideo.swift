internal import Foundation
package import ScrollSim

/// The frames of a film as they are drawn, in shades of grey.
package struct DrawnFrames: FrameSource {
  package let path = "drawn"
  private let film: Film

  package init(_ film: Film) { self.film = film }

  package func read(_ body: (borrowing LumaFrame) async throws -> Void) async throws {
    let drawing = FilmDrawing(film)
    for index in film.frames.indices {
      let colours = drawing.draw(index)
      // The shares of ITU-R BT.601, as a codec has them.
      let luma = (0..<film.width * film.height).map { pixel -> UInt8 in
        let (red, green, blue) = (
          Int(colours[3 * pixel]), Int(colours[3 * pixel + 1]), Int(colours[3 * pixel + 2])
        )
        let sum = 77 * red + 150 * green + 29 * blue
        return UInt8(sum >> 8)
      }
      try await body(
        LumaFrame(width: film.width, height: film.height, pixels: luma, time: Double(index) / 60))
    }
  }
}

/// A film as a video file, made by the system's ffmpeg.
package struct FilmVideo {
  /// How good a video is.
  package enum Quality: Sendable {
    /// H.264 as recorders make it: constant rate factor 23.
    case usual
    /// Constant rate factor 34, half the size, and frames left out at random.
    case poor
  }

  package let path: String
  /// Which frames of the film it has.
  package let kept: [Int]
  /// Its pixels for each of the film's.
  package let scale: Double

  package static let isPossible = (try? run("ffmpeg", ["-version"])) == 0

  package init(_ film: Film, _ quality: Quality, to path: String) throws {
    self.path = path
    scale = quality == .poor ? 0.5 : 1
    var random = SeededGenerator(seed: UInt64(film.base))
    var last = 0
    var kept: [Int] = []
    for index in film.frames.indices
    where quality == .usual || index == 0 || random.next() % 4 != 0 || index - last > 2 {
      kept.append(index)
      last = index
    }
    self.kept = kept
    let drawing = FilmDrawing(film)
    // A list of pictures with their durations keeps a variable rate. Without a rate, pictures are timed at 25 Hz.
    let folder = path + ".frames"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var list = "ffconcat version 1.0\n"
    for (place, index) in kept.enumerated() {
      var picture = Data("P6\n\(film.width) \(film.height)\n255\n".utf8)
      picture.append(contentsOf: drawing.draw(index))
      try picture.write(to: URL(fileURLWithPath: "\(folder)/\(place).ppm"))
      let next = place + 1 < kept.count ? kept[place + 1] : index + 1
      list += "file \(place).ppm\noption framerate 60\nduration \(Double(next - index) / 60)\n"
    }
    try list.write(toFile: "\(folder)/list.txt", atomically: false, encoding: .utf8)
    let half = quality == .poor ? ["-vf", "scale=iw/2:ih/2,pad=ceil(iw/2)*2:ceil(ih/2)*2"] : []
    let status = try Self.run(
      "ffmpeg",
      ["-v", "error", "-y", "-f", "concat", "-safe", "0", "-i", "\(folder)/list.txt"]
        + ["-fps_mode", "passthrough"] + half
        + ["-c:v", "libx264", "-threads", "1", "-preset", "veryfast", "-crf", quality == .poor ? "34" : "23"]
        + ["-pix_fmt", "yuv420p", "-video_track_timescale", "60000", path])
    precondition(status == 0, "ffmpeg does not encode")
  }

  /// Runs a program, silently; its exit status.
  package static func run(_ program: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
