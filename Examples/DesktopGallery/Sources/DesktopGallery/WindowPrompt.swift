import Dispatch
import Foundation
import GalleryKit
import Synchronization

/// Lets the user choose in a window: a picker asks from a task, and the main thread, which is GTK's, answers.
final class WindowPrompt: PhotoPicker.Prompting {
  private typealias Question = (PhotoPicker.Presentation, CheckedContinuation<[String]?, Never>)

  private let question = Mutex<Question?>(nil)
  private let outcome = Mutex<Result<[PickerItem]?, any Error>?>(nil)
  private let bell = DispatchSemaphore(value: 0)

  func choose(from presentation: PhotoPicker.Presentation) async -> [String]? {
    await withCheckedContinuation { answer in
      question.withLock { $0 = (presentation, answer) }
      bell.signal()
    }
  }

  /// Runs `pick`, and shows the photos on offer when it asks.
  ///
  /// - Parameters:
  ///   - pick: picks with this prompt.
  ///   - show: lets the user choose; returns `nil` if the user dismissed the window.
  /// - Returns: the picked items; `nil` if the user dismissed the window.
  @MainActor func run(
    _ pick: @escaping @Sendable () async throws -> [PickerItem]?,
    showing show: (PhotoPicker.Presentation) throws -> [String]?
  ) throws -> [PickerItem]? {
    Task.detached {
      let result: Result<[PickerItem]?, any Error>
      do { result = .success(try await pick()) } catch { result = .failure(error) }
      self.outcome.withLock { $0 = result }
      self.bell.signal()
    }
    bell.wait()
    // A picker that has failed already asks nothing.
    if let (presentation, answer) = question.withLock({ $0.take() }) {
      let chosen = Result { try show(presentation) }
      answer.resume(returning: try? chosen.get())
      bell.wait()
      _ = try chosen.get()
    }
    return try outcome.withLock { $0 }?.get()
  }
}
