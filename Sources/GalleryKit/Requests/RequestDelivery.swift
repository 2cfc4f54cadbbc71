internal import Dispatch
internal import Foundation
internal import GalleryEngine
internal import Support
internal import Synchronization

/// Calls one request's handler, in the order of the responses, never concurrently and never with a lock held.
///
/// Responses of one request may come from different threads. A thread that posts while the handler is
/// running leaves the response to the thread that runs it.
final class RequestDelivery: Sendable {
  private struct State {
    var responses: [ImageResponse] = []
    var isCalling = false
    /// Whether the final response was posted.
    var isOver = false
  }

  private let state = Locked(State())
  private let handler: @Sendable (ImageResponse) -> Void

  /// Gets the downloaded share of an original.
  let progress: (@Sendable (Double) -> Void)?

  /// Whether a synchronous request waits for the response, and the handler only wakes that request.
  let isAwaited: Bool

  init(
    progress: (@Sendable (Double) -> Void)?, isAwaited: Bool,
    handler: @escaping @Sendable (ImageResponse) -> Void
  ) {
    self.progress = progress
    self.isAwaited = isAwaited
    self.handler = handler
  }

  func post(_ response: ImageResponse) {
    let isMine = state.withLock { state in
      // A degraded image that another thread hands over late must not follow the final one.
      guard !state.isOver else { return false }
      state.isOver = response.isFinal
      state.responses.append(response)
      defer { state.isCalling = true }
      return !state.isCalling
    }
    guard isMine else { return }
    while let next = next() { handler(next) }
  }

  private func next() -> ImageResponse? {
    state.withLock { state in
      guard !state.responses.isEmpty else {
        state.isCalling = false
        return nil
      }
      return state.responses.removeFirst()
    }
  }
}

/// The response that a synchronous request waits for.
final class AwaitedResponse: Sendable {
  private let response = Locked<ImageResponse?>(nil)
  private let bell = DispatchSemaphore(value: 0)
  /// The longest wait between two offers of help.
  private static let patience = DispatchTimeInterval.milliseconds(5)

  @Sendable func post(_ response: ImageResponse) {
    self.response.withLock { $0 = response }
    bell.signal()
  }

  /// Waits for the response, and lends the calling thread to the executor as long as that has work for it.
  func wait(helping executor: any DecodeExecuting) -> ImageResponse {
    while true {
      if let response = response.withLock({ $0 }) { return response }
      // Work may come later, as when a download ends, and this may be the only thread to do it.
      if !executor.help() { _ = bell.wait(timeout: .now() + Self.patience) }
    }
  }
}

/// The end of a job: takes the executor's first outcome, and makes an error if there is none.
///
/// An executor that drops its completion uncalled would leave requests waiting for ever; they get an error.
final class JobEnd: Sendable {
  private let job: DecodeJob
  private let completion: @Sendable (DecodeOutcome) -> Void
  private let isOver = Atomic(false)

  init(of job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    self.job = job
    self.completion = completion
  }

  deinit {
    tell(
      DecodeOutcome(
        result: .failure(ImageError("the decoder ended without an image or an error", of: job.asset)),
        seconds: 0))
  }

  func tell(_ outcome: DecodeOutcome) {
    if !isOver.exchange(true, ordering: .acquiringAndReleasing) { completion(outcome) }
  }
}

/// Performs calls one after the other on each thread: a call that another one causes runs after that one has returned.
///
/// Thus a chain of handlers, each of which requests the next image, takes no more stack than one. Threads do not wait for
/// each other.
final class Trampoline<Call: Sendable>: Sendable {
  /// Pending calls, by the threads that are in a call.
  private let next = Locked<[ObjectIdentifier: [Call]]>([:])
  private let perform: @Sendable (Call) -> Void

  /// Makes a trampoline that performs each call with `perform`, with no lock held.
  init(perform: @escaping @Sendable (Call) -> Void) { self.perform = perform }

  /// Performs the calls in order, and then the calls that they cause; inside a call, leaves them to the `run` that performs it.
  func run(_ calls: [Call]) {
    guard !calls.isEmpty else { return }
    let thread = ObjectIdentifier(Thread.current)
    let isNested = next.withLock { next in
      let isNested = next[thread] != nil
      next[thread, default: []] += isNested ? calls : []
      return isNested
    }
    guard !isNested else { return }
    var turn = calls
    while !turn.isEmpty {
      for call in turn { perform(call) }
      // Once a turn has caused no calls, those of the thread have ended.
      turn = next.withLock { next in
        let caused = next[thread] ?? []
        next[thread] = caused.isEmpty ? nil : []
        return caused
      }
    }
  }
}
