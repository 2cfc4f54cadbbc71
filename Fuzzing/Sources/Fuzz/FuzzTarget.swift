/// An entry point that takes untrusted bytes.
protocol FuzzTarget {
  /// The target's name on the command line.
  static var name: String { get }
  /// Inputs longer than this are cut.
  static var longestInput: Int { get }
  /// Whole, valid inputs to start from, by file name; made here, so that none is stored.
  static func seeds() throws -> [String: [UInt8]]
  /// Runs the entry point on an input, and traps on forbidden behaviour.
  static func run(_ input: [UInt8])
}

/// All targets.
enum FuzzTargets {
  static var all: [any FuzzTarget.Type] {
    [
      ProbeTarget.self, JPEGTarget.self, PNGTarget.self, EXIFTarget.self, XMPTarget.self,
      WebPTarget.self, HEIFTarget.self, ThumbnailStoreTarget.self,
      CSVTarget.self, PageEventsTarget.self, GeteventTarget.self, ChromeTraceTarget.self,
      LapSeriesTarget.self, PaintedFramesTarget.self, TagTarget.self, DecoderTarget.self,
      PositionMapTarget.self,
    ]
  }

  static func named(_ name: String) -> (any FuzzTarget.Type)? { all.first { $0.name == name } }
}
