internal import Foundation
internal import GalleryKit
internal import Subprocess

#if canImport(System)
  internal import System
#else
  internal import SystemPackage
#endif

/// Writes MP4 with the program ffmpeg, which reads the pictures from a pipe.
package enum FFmpeg {
  /// The reason that ffmpeg made no video.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The arguments that turn sRGB pictures into high-definition video for all players, which may begin before all of it
  /// has arrived.
  private static func arguments(_ clip: borrowing VideoClip, to path: String) -> [String] {
    let input = [
      "-f", "rawvideo", "-pixel_format", "rgba", "-video_size", "\(clip.size.width)x\(clip.size.height)",
      "-framerate", "\(clip.framesPerSecond)", "-i", "pipe:0",
    ]
    let output = [
      "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", "-colorspace", "bt709",
      "-color_primaries", "bt709", "-color_trc", "iec61966-2-1", "-movflags", "+faststart", "-f", "mp4",
      "file:\(path)",
    ]
    return ["-hide_banner", "-loglevel", "error", "-y"] + input + output
  }

  /// Writes a clip to its end.
  static func write(_ clip: consuming VideoClip, to path: String) async throws {
    // If ffmpeg ends early, the pipe reports an error, and this program goes on.
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    var options = PlatformOptions()
    // A separate group, so that Ctrl-C at a terminal reaches this program, which then ends ffmpeg.
    options.processGroupID = 0
    let arguments = arguments(clip, to: path)
    var clip = clip
    let ending: (status: TerminationStatus, errors: String)
    do {
      let result = try await Subprocess.run(
        .name("ffmpeg"), arguments: Arguments(arguments), platformOptions: options, input: .inputWriter,
        output: .discarded, error: .string(limit: 1 << 20)
      ) { execution in
        while let picture = try clip.next() {
          let isTaken = await (try? execution.standardInputWriter.write(picture.bytes)) != nil
          // It gives the reason on standard error.
          guard isTaken else { break }
        }
      }
      ending = (result.terminationStatus, result.standardError)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw Failure(
        description:
          "ffmpeg: expected it on the path, for mp4, found none; install it (apt install ffmpeg, brew "
          + "install ffmpeg), or name a file .webp or .gif, which need no other program")
    }
    try Task.checkCancellation()
    guard case .exited(0) = ending.status else {
      let words = ending.errors.split(separator: "\n").suffix(3).joined(separator: " | ")
      throw Failure(description: "ffmpeg: ended with \(ending.status): \(words)")
    }
  }
}

extension Picture {
  /// Red, green, blue and alpha of each pixel, row by row.
  fileprivate var bytes: [UInt8] { unsafe pixels.withUnsafeBytes { unsafe Array($0) } }
}
