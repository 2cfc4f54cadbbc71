internal import Foundation

/// A request to an origin.
package struct OriginRequest: Hashable, Sendable {
  /// The first byte wanted.
  package var first: Int
  /// The last byte wanted; `nil` for all to the end.
  package var last: Int?
  /// The `If-Range` of a resumption: a changed original comes whole.
  package var condition: String?

  /// Makes a request.
  package init(first: Int = 0, last: Int? = nil, condition: String? = nil) {
    self.first = first
    self.last = last
    self.condition = condition
  }

  /// The `Range` field, or `nil` for the whole original.
  package var range: String? {
    guard first > 0 || last != nil else { return nil }
    return "bytes=\(first)-\(last.map(String.init) ?? "")"
  }
}

/// An origin's answer, before any bytes of the original.
///
/// Malformed fields count as absent.
package struct OriginAnswer: Hashable, Sendable {
  /// The HTTP status.
  package var status: Int
  /// The first byte's place in the original, from a 206's `Content-Range`.
  package var first: Int?
  /// The version that the bytes belong to.
  package var version: OriginalVersion
  /// Seconds that the origin asks to wait before the next try.
  package var retryAfter: Double?
  /// The encoding of the bytes, if they are encoded.
  package var encoding: String?

  /// Makes an answer.
  package init(
    status: Int, first: Int? = nil, version: OriginalVersion = OriginalVersion(), retryAfter: Double? = nil,
    encoding: String? = nil
  ) {
    self.status = status
    self.first = first
    self.version = version
    self.retryAfter = retryAfter
    self.encoding = encoding
  }

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - status: the HTTP status.
  ///   - field: gives a header field's value by its name, in any case.
  package init(status: Int, field: (String) -> String?) {
    self.status = status
    let range = field("Content-Range").flatMap(Self.contentRange)
    first = range?.first
    let date = field("Date").flatMap(Self.date)
    version = OriginalVersion(
      entityTag: field("ETag"), lastModified: Self.lastModified(field("Last-Modified"), at: date),
      byteCount: range?.total ?? (status == 200 ? field("Content-Length").flatMap(Self.count) : nil),
      digest: field("Repr-Digest").flatMap(Self.digest))
    retryAfter = field("Retry-After").flatMap { Self.delay($0, from: date) }
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

  private static func count(_ text: String) -> Int? {
    Int(text).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// A date less than a second old when it was sent may stand for two versions (RFC 9110, 8.8.2.2).
  private static func lastModified(_ text: String?, at date: Date?) -> String? {
    guard let text, let date, let modified = Self.date(text) else { return nil }
    return date.timeIntervalSince(modified) >= 1 ? text : nil
  }

  /// Reads seconds, or a date against the origin's own clock, so that the local clock does not matter.
  private static func delay(_ text: String, from date: Date?) -> Double? {
    if let seconds = count(text) { return Double(seconds) }
    guard let date, let then = Self.date(text) else { return nil }
    return max(0, then.timeIntervalSince(date))
  }

  /// Reads `sha-256=:…:` among the digests of RFC 9530.
  private static func digest(_ text: String) -> [UInt8]? {
    for member in text.split(separator: ",") {
      let member = member.trimmingCharacters(in: .whitespaces)
      guard member.hasPrefix("sha-256=:"), member.hasSuffix(":"), member.count > 10,
        let bytes = Data(base64Encoded: String(member.dropFirst(9).dropLast())), bytes.count == 32
      else { continue }
      return Array(bytes)
    }
    return nil
  }

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that is still sent (RFC 9110, 5.6.7).
  private static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: text)
  }
}

/// An original's version, as told by its origin; bytes of two versions are never joined.
package struct OriginalVersion: Hashable, Sendable, Codable {
  /// The `ETag`, with its quotes; `nil` if the origin gave none.
  package var entityTag: String?
  /// The `Last-Modified`, as it came, if it distinguishes versions; see ``OriginAnswer``.
  package var lastModified: String?
  /// Bytes of the whole original; `nil` if the origin did not say.
  package var byteCount: Int?
  /// The SHA-256 digest of the whole original, 32 bytes; `nil` if the origin gave none.
  package var digest: [UInt8]?

  /// Makes a version.
  package init(
    entityTag: String? = nil, lastModified: String? = nil, byteCount: Int? = nil, digest: [UInt8]? = nil
  ) {
    self.entityTag = entityTag
    self.lastModified = lastModified
    self.byteCount = byteCount
    self.digest = digest
  }

  /// The value of `If-Range`, or `nil` if a download of this version cannot be resumed.
  ///
  /// A weak tag does not suffice, because different bytes may share it (RFC 9110, 13.1.5).
  package var condition: String? {
    if let entityTag { return entityTag.hasPrefix("W/") ? nil : entityTag }
    return lastModified
  }

  /// Whether the two contradict each other.
  package func differs(from other: OriginalVersion) -> Bool {
    Self.differ(entityTag, other.entityTag) || Self.differ(lastModified, other.lastModified)
      || Self.differ(byteCount, other.byteCount) || Self.differ(digest, other.digest)
  }

  private static func differ<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
    guard let one, let other else { return false }
    return one != other
  }
}
