/// Takes a picture row by row, from the top; rows are RGBA, 8 bits a channel.
///
/// Sinks are chained: one that reduces or resamples hands its own rows to the next.
package protocol RowSink {
  /// Takes the next row; the memory is the caller's again afterwards.
  mutating func append(_ row: UnsafePointer<UInt8>)
}
