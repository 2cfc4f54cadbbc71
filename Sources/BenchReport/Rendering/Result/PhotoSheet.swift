/// The photos of a result as small squares in one JPEG, for the player of its page.
public struct PhotoSheet: Hashable, Sendable {
  /// The picture: squares from left to right, row by row.
  public let jpeg: [UInt8]
  /// Pixels of a square.
  public let side: Int
  /// Squares in a row.
  public let columns: Int
  /// The square of each item, counted from the top left; an item that is not here is drawn in its mean colour.
  public let squares: [Int: Int]

  /// Makes a sheet.
  public init(jpeg: [UInt8], side: Int, columns: Int, squares: [Int: Int]) {
    self.jpeg = jpeg
    self.side = side
    self.columns = columns
    self.squares = squares
  }
}
