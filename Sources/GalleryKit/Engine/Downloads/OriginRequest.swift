/// What to ask an origin for.
public struct OriginRequest: Hashable, Sendable {
  /// The first byte wanted.
  public var first: Int
  /// The last byte wanted; `nil` for all to the end.
  public var last: Int?
  /// The `If-Range` of a resumption: a changed original is to be sent whole.
  public var condition: String?

  /// Makes a request.
  public init(first: Int = 0, last: Int? = nil, condition: String? = nil) {
    self.first = first
    self.last = last
    self.condition = condition
  }

  /// The `Range` field, or `nil` where everything is wanted.
  public var range: String? {
    guard first > 0 || last != nil else { return nil }
    return "bytes=\(first)-\(last.map(String.init) ?? "")"
  }
}
