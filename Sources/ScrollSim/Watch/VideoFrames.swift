internal import Foundation
internal import Subprocess
internal import Support

/// A frame of a video in shades of grey, and when it was shown.
package struct LumaFrame: Sendable {
  package let width: Int
  package let height: Int
  /// Luminance, row by row from the top.
  package var pixels: [UInt8]
  /// Seconds from the first frame.
  package var time: Double

  package init(width: Int, height: Int, pixels: [UInt8], time: Double = 0) {
    precondition(pixels.count == width * height)
    (self.width, self.height, self.pixels, self.time) = (width, height, pixels, time)
  }
}

/// Frames in their order, as often as they are asked for.
package protocol FrameSource: Sendable {
  var path: String { get }

  func read(_ body: (borrowing LumaFrame) async throws -> Void) async throws
}

/// The frames of a video, decoded by the system's `ffmpeg`, in shades of grey and with their own time stamps.
///
/// Frames come one at a time, upright, whatever the video's length; recordings of phones have no fixed rate, so that a frame's number
/// says nothing about its time.
package struct VideoFrames: FrameSource {
  package let path: String
  /// The program that decodes, as a name on the path or a path.
  package let decoder: String
  /// Seconds without a frame after which the decoder is given up.
  package let patience: Double

  package init(path: String, decoder: String = "ffmpeg", patience: Double = 60) {
    (self.path, self.decoder, self.patience) = (path, decoder, patience)
  }

  /// - Throws: ``VideoError``, `CancellationError`, and what `body` throws.
  package func read(_ body: (borrowing LumaFrame) async throws -> Void) async throws {
    guard FileManager.default.isReadableFile(atPath: path), InputFile.isFile(path: path) else {
      throw VideoError(.unreadable, path: path, "expected a video, found no file that can be read")
    }
    let report = Locked(DecoderReport())
    // Seconds without bytes, of those in which this program ran, and waited for them: it may be stopped and go on.
    let silence = Locked(0.0)
    let (announced, announce) = AsyncStream.makeStream(of: DecoderReport.Frame.self)
    var options = PlatformOptions()
    options.processGroupID = 0
    var next = announced.makeAsyncIterator()
    var frames = RawFrames(path: path)
    let outcome: ExecutionResult<Void, SequenceOutput, SequenceOutput>
    do {
      outcome = try await Subprocess.run(
        decoder.contains("/") ? .at(decoder) : .name(decoder), arguments: Arguments(arguments),
        platformOptions: options, input: .none, output: .sequence, error: .sequence
      ) { execution in
        let errors = execution.standardError
        let watch = Task {
          // A decoder that hangs is ended, and with it the pipes that are read.
          while true {
            try await Task.sleep(for: .seconds(1))
            let seconds = silence.withLock { silence in
              silence += 1
              return silence
            }
            if seconds > patience {
              try? execution.send(signal: .kill)
              return
            }
          }
        }
        let listening = Task {
          defer { announce.finish() }
          for try await line in errors.strings() {
            if let frame = report.withLock({ $0.hear(line) }) { announce.yield(frame) }
          }
        }
        defer { watch.cancel() }
        do {
          for try await buffer in execution.standardOutput {
            silence.withLock { $0 = 0 }
            var bytes = unsafe buffer.withUnsafeBytes { unsafe Array($0) }[...]
            while !bytes.isEmpty {
              if frames.isAwaitingFrame {
                guard let frame = await next.next(isolation: #isolation) else { break }
                if let format = report.withLock({ $0.timelessFormat }) { throw lackOfTimes(in: format) }
                try frames.begin(frame)
              }
              guard let frame = frames.take(from: &bytes) else { continue }
              silence.withLock { $0 = -.infinity }
              try await body(frame)
              silence.withLock { $0 = 0 }
            }
          }
        } catch {
          try? execution.send(signal: .kill)
          _ = try? await listening.value
          throw error
        }
        _ = try? await listening.value
      }
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw VideoError(
        .missing, path: nil,
        "'\(decoder)': expected the program that decodes videos, found none; install ffmpeg ('apt-get install ffmpeg', "
          + "'brew install ffmpeg')")
    }
    try Task.checkCancellation()
    guard silence.withLock({ $0 }) <= patience else {
      throw VideoError(
        path: path,
        "expected a frame every \(Figure.plain(patience)) s, found none for longer, so '\(decoder)' was ended"
      )
    }
    let heard = report.withLock { $0 }
    guard frames.count > 1, outcome.terminationStatus == .exited(0), !heard.isCutOff else {
      throw complaint(heard, frames.count, outcome.terminationStatus)
    }
  }

  private var arguments: [String] {
    [
      "-nostdin", "-hide_banner", "-nostats", "-loglevel", "info", "-i", "file:\(path)",
      // Every frame as it is, with a line about each before it is written.
      "-map", "0:v:0", "-fps_mode", "passthrough", "-vf", "showinfo=checksum=0,format=gray",
      "-f", "rawvideo", "-",
    ]
  }

  private func lackOfTimes(in format: String) -> VideoError {
    VideoError(
      path: path,
      "expected a video that says when each frame was shown, found a bare stream of \(format), which does not; record an MP4 or "
        + "Matroska file, as 'adb shell screenrecord /sdcard/scroll.mp4' and scrcpy do")
  }

  private func complaint(_ report: DecoderReport, _ count: Int, _ status: TerminationStatus) -> VideoError {
    let words =
      report.lastWords.isEmpty ? "" : "; '\(decoder)' says: \(report.lastWords.joined(separator: " | "))"
    if report.lastWords.contains(where: { $0.contains("'fps_mode'") }) {
      return VideoError(
        .missing, path: nil,
        "'\(decoder)': expected ffmpeg 5.1 or later, found one that lacks '-fps_mode'; install a newer one")
    }
    if count == 0, let codec = report.missingDecoder {
      return VideoError(
        .missing, path: nil,
        "'\(decoder)': expected ffmpeg with a decoder for \(codec), found one without; install a build that has it"
      )
    }
    if count == 1, status == .exited(0), !report.isCutOff {
      return VideoError(
        path: path, "expected a video, found a still picture; record the screen while it scrolls")
    }
    if count == 0, !report.hasVideo, report.hasDuration {
      return VideoError(path: path, "expected a video, found sound alone\(words)")
    }
    if count == 0 {
      return VideoError(
        path: path,
        "expected a video, found nothing that can be decoded; if it is one, it may have been cut off\(words)")
    }
    return VideoError(
      path: path,
      "expected a whole video, found one that cannot be decoded after frame \(count); copy it again, or cut it there\(words)"
    )
  }
}

/// An error about a recording: the file, the expectation, the finding and the remedy.
package struct VideoError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Cause: Hashable, Sendable {
    /// What the video shows, or that it is none.
    case content
    /// The system does not read the file.
    case unreadable
    /// The program that decodes it, or the library that finds tags, is missing.
    case missing
  }

  package let cause: Cause
  /// The video; `nil` if it is not at fault.
  package let path: String?
  package let reason: String

  package var description: String { [path, reason].compactMap(\.self).joined(separator: ": ") }

  package init(_ cause: Cause = .content, path: String?, _ reason: String) {
    (self.cause, self.path, self.reason) = (cause, path, reason)
  }
}
