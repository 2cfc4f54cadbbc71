package struct OriginRequest: Hashable, Sendable {
  package var first = 0
  package var last: Int?
  /// The `If-Range` of a resumption: a changed original comes whole.
  package var condition: String?

  package var range: String? {
    guard first > 0 || last != nil else { return nil }
    return "bytes=\(first)-\(last.map(String.init) ?? "")"
  }
}

/// An original's version, as its origin states it; bytes of two versions are never joined.
package struct OriginalVersion: Hashable, Sendable {
  /// The strong `ETag`, with its quotes; without one, a download cannot be resumed.
  package var entityTag: String?
  /// Bytes of the whole original; `nil` if the origin did not say.
  package var byteCount: Int?

  package init(entityTag: String? = nil, byteCount: Int? = nil) {
    self.entityTag = entityTag
    self.byteCount = byteCount
  }

  package func differs(from other: OriginalVersion) -> Bool {
    func differ<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
      one != nil && other != nil && one != other
    }
    return differ(entityTag, other.entityTag) || differ(byteCount, other.byteCount)
  }
}

/// An origin's answer, before any bytes of the original; malformed fields count as absent.
package struct OriginAnswer: Hashable, Sendable {
  package var status: Int
  /// The first byte's place in the original, from a 206's `Content-Range`.
  package var first: Int?
  package var version: OriginalVersion
  /// Seconds that the origin asks to wait before the next try.
  package var retryAfter: Double?
  package var encoding: String?

  package init(status: Int, first: Int? = nil, version: OriginalVersion = OriginalVersion()) {
    self.status = status
    self.first = first
    self.version = version
  }

  /// Reads an answer of an HTTP status; `field` gives a header field's value by its name, whose case does not
  /// matter.
  package init(status: Int, field: (String) -> String?) {
    let range = field("Content-Range").flatMap(Self.contentRange)
    let length = status == 200 ? field("Content-Length").flatMap(Self.count) : nil
    // Different bytes may share a weak tag (RFC 9110, 13.1.5).
    let tag = field("ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
    self.init(
      status: status, first: range?.first,
      version: OriginalVersion(entityTag: tag, byteCount: range?.total ?? length))
    retryAfter = field("Retry-After").flatMap { Self.pause($0, from: field("Date")) }
    encoding = field("Content-Encoding").flatMap { $0.lowercased() == "identity" ? nil : $0 }
  }

  /// Reads `bytes 65536-99999/100000`, or `bytes */100000` of a 416.
  private static func contentRange(_ text: String) -> (first: Int?, total: Int?)? {
    guard text.hasPrefix("bytes ") else { return nil }
    let halves = text.dropFirst(6).split(separator: "/")
    guard halves.count == 2 else { return nil }
    let bounds = halves[0].split(separator: "-")
    return (bounds.count == 2 ? count(String(bounds[0])) : nil, count(String(halves[1])))
  }

  /// Reads a number of seconds, or the moment at which the pause ends by the clock of the origin, which shows
  /// `date`.
  private static func pause(_ text: String, from date: String?) -> Double? {
    if let seconds = count(text) { return Double(seconds) }
    guard let end = moment(text), let now = date.flatMap(moment) else { return nil }
    return max(0, end - now)
  }

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7), in seconds since 1970.
  private static func moment(_ text: String) -> Double? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: parts[2]) else { return nil }
    let written = "\(parts[3]):\(month + 1):\(parts[1]) \(parts[4])"
    return WrittenDate(Array(written.utf8)[...], needsTime: true)?.clock
  }

  private static let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")

  private static func count(_ text: String) -> Int? { Int(text).flatMap { $0 >= 0 ? $0 : nil } }
}
