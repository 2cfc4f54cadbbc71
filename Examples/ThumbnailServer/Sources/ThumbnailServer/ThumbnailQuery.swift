import Foundation
import GalleryKit
import Hummingbird

/// The refusal of a request: the status, and the reason as the answer's body.
struct Refusal: Error {
  let status: HTTPResponse.Status
  let reason: String
}

/// The wanted form of a photo: `?size=390x390&fit=fill&format=webp&quality=80&metadata=keep`.
struct ThumbnailQuery {
  /// `size=390x260`, or `size=390` for a square.
  let size: PixelSize
  /// `fit=fill`, the default, crops the picture to the size; `fit=fit` shows all of it within the size.
  let contentMode: ContentMode
  /// `format=jpeg`, the default, `png`, `webp` or `avif`.
  let format: DecodedImage.FileFormat
  /// `quality=1` to `100`.
  let quality: Int?
  /// `metadata=keep` or `drop`, the default.
  let keepsMetadata: Bool

  private static let names: Set = ["size", "fit", "format", "quality", "metadata"]

  /// Reads the query of a request; throws a refusal if any part makes no sense.
  init(_ query: some Collection<(key: Substring, value: Substring)>, largest: Int) throws {
    func bad(_ name: String, _ expected: String, _ found: some StringProtocol) -> Refusal {
      Refusal(status: .badRequest, reason: "\(name): expected \(expected), found “\(found)”")
    }
    var values: [String: Substring] = [:]
    for (key, value) in query {
      guard Self.names.contains(String(key)) else {
        throw bad("query", Self.names.sorted().joined(separator: ", "), key)
      }
      guard values.updateValue(value, forKey: String(key)) == nil else {
        throw bad(String(key), "one value", "several")
      }
    }
    func choice<Value>(_ name: String, _ choices: KeyValuePairs<String, Value>) throws -> Value {
      guard let text = values[name] else { return choices[0].value }
      guard let found = choices.first(where: { $0.key == text }) else {
        throw bad(name, choices.map(\.key).joined(separator: " or "), text)
      }
      return found.value
    }
    let text = values["size"] ?? "256"
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard (1...2).contains(sides.count), sides.allSatisfy((1...largest).contains) else {
      throw bad("size", "WIDTHxHEIGHT, each from 1 to \(largest)", text)
    }
    size = PixelSize(width: sides[0], height: sides[sides.count - 1])
    contentMode = try choice("fit", ["fill": .aspectFill, "fit": .aspectFit])
    format = try choice("format", ["jpeg": .jpeg, "png": .png, "webp": .webp, "avif": .avif])
    keepsMetadata = try choice("metadata", ["drop": false, "keep": true])
    quality = try values["quality"].map { text in
      guard let number = Int(text), (1...100).contains(number) else {
        throw bad("quality", "1 to 100", text)
      }
      return number
    }
    if let reason = format.unavailability { throw Refusal(status: .notImplemented, reason: reason) }
  }

  /// The answer's entity tag, equal for equal bytes: it changes with the photo and with the query.
  func entityTag(of asset: Asset) -> String {
    let state = [
      "\(asset.contentRevision)", "\(asset.byteCount)",
      String(asset.modificationDate.timeIntervalSince1970.bitPattern, radix: 36),
    ]
    let wanted = [
      "\(size.width)x\(size.height)", contentMode.rawValue, format.rawValue, quality.map { "\($0)" } ?? "",
      keepsMetadata ? "m" : "",
    ]
    return "\"\(([asset.localIdentifier] + state + wanted).joined(separator: "-"))\""
  }
}

/// The path of a photo below the library's folder; it cannot lead out of the folder.
///
/// The catalogue looks the photo up, and nothing opens this path; names that could mean another folder are refused all the same.
struct FilePath {
  let text: String

  /// Decodes the parts of a URL's path, and joins them.
  init(_ parts: [Substring]) throws {
    let names = parts.map { $0.removingPercentEncoding ?? "" }
    let isSound = names.allSatisfy { name in
      !name.isEmpty && name != "." && name != ".." && !name.contains("/") && !name.utf8.contains(0)
    }
    guard isSound, !names.isEmpty else {
      throw Refusal(
        status: .badRequest, reason: "path: expected names below the folder of photos, found one that is none"
      )
    }
    text = names.joined(separator: "/")
  }
}
