/// One entry point that takes bytes from strangers.
protocol FuzzTarget {
  /// What the command line calls it.
  static var name: String { get }
  /// Inputs longer than this are cut.
  static var longestInput: Int { get }
  /// Whole, valid inputs to start from, by file name; made here, so that none has to be kept.
  static func seeds() throws -> [String: [UInt8]]
  /// Runs the entry point on an input and traps if it does what it must not.
  static func run(_ input: [UInt8])
}

/// All targets.
enum FuzzTargets {
  static var all: [any FuzzTarget.Type] {
    [
      ProbeTarget.self, JPEGTarget.self, PNGTarget.self, EXIFTarget.self, XMPTarget.self,
      WebPTarget.self, HEIFTarget.self, TIFFTarget.self, GIFTarget.self, ThumbnailStoreTarget.self,
      CSVTarget.self, PageEventsTarget.self, GeteventTarget.self, ChromeTraceTarget.self,
      LapSeriesTarget.self, PaintedFramesTarget.self,
    ]
  }

  static func named(_ name: String) -> (any FuzzTarget.Type)? { all.first { $0.name == name } }
}
