/// When images were decoded, and by which worker: equally long columns, a row a job, in the order in which jobs ended.
///
/// Times are milliseconds from the start of the first frame on the run's clock.
public struct DecodeLog: Codable, Hashable, Sendable {
  /// What a job was for.
  public enum Kind: Int, Codable, Hashable, Sendable, CaseIterable {
    /// An image that a cell waited for.
    case visible
    /// An image for the caching window.
    case prefetch
    /// A degraded image.
    case preview
  }

  /// When the job went to its worker.
  public var beginMs: [Double] = []
  /// When it came back.
  public var endMs: [Double] = []
  /// ``Kind`` by raw value.
  public var kind: [Double] = []
  /// The worker, from 0: the first that was free.
  public var worker: [Double] = []
  /// Frames before which the run waited for decoding to end, as it does between laps.
  public var waitFrame: [Double] = []
  /// By how much frames from there on are later than their places in the trace.
  public var waitMs: [Double] = []

  /// Makes an empty log.
  public init() {}

  /// Every column with its name in a file, in alphabetical order.
  var columns: [(name: String, values: [Double])] {
    [
      ("beginMs", beginMs), ("endMs", endMs), ("kind", kind), ("waitFrame", waitFrame), ("waitMs", waitMs),
      ("worker", worker),
    ]
  }
}
