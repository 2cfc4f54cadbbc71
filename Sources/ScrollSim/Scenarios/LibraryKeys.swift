/// The photos to scroll over.
package enum LibrarySource: Codable, Hashable, Sendable {
  /// Photos made for the purpose, the same for the same seed.
  case synthetic(SyntheticSource)
  /// A folder of photos, at this path, repeated up to `photos` if that is given.
  case folder(String, photos: Int? = nil)
}

/// The part of a scenario's library in the cloud, and the network to it.
package struct RemoteSource: Codable, Hashable, Sendable {
  /// The share of photos whose original is at the origin, 0…1.
  package var share: Double
  /// Seconds from a request to the first byte of its answer.
  package var latency = 0.05
  /// Bits a second that all downloads share.
  package var bandwidth = 50_000_000.0
  /// The share of requests that fail, 0…1.
  package var failures = 0.0
  /// Bytes of originals that may be kept.
  package var storageBytes = 1_000_000_000
  /// Downloads at a time.
  package var downloads = 4
}

/// The changes of a scenario's library while its user scrolls: the same kind of transaction again and again.
package struct ChangeSource: Codable, Hashable, Sendable {
  /// Seconds from one transaction to the next.
  package var interval: Double
  /// Photos that each transaction adds, one in two of them the newest of all.
  package var insertions = 0
  /// Photos that each removes.
  package var removals = 0
  /// Photos that get another date, and with it another place.
  package var moves = 0
  /// Photos whose picture changes.
  package var edits = 0
  /// Photos that are reported as changed and have not changed.
  package var touches = 0
}

/// The photos of a scenario, where the rest of them is, and what happens to them.
struct PhotoSource: Sendable {
  var synthetic: SyntheticSource?
  /// The folder; its photos are repeated up to ``photos``.
  var path: String?
  var photos: Int?
  var remote: RemoteSource?
  var changes: ChangeSource?
}

extension FormTable where Value == PhotoSource {
  /// Synthetic photos, or a folder.
  static var library: Self {
    let both: [KeyTable<Value>.Entry] = [
      .object(
        "remote", \.remote, .remote,
        "The part of the photos in the cloud, and the way there; none if not given."),
      .object(
        "changes", \.changes, .changes, "Transactions that change the library meanwhile; none if not given."),
    ]
    return Self(forms: [
      (
        "synthetic",
        KeyTable(
          PhotoSource(),
          [
            .object(
              "synthetic", \.synthetic, .synthetic, "Photos made for the purpose, the same for the same seed."
            )
            .required
          ] + both)
      ),
      (
        "path",
        KeyTable(
          PhotoSource(),
          [
            .init(
              name: "path", shape: .text("a folder of photos"), isRequired: true,
              about: "A folder of photos; beside the scenario if relative; ~ is your home."
            ) { $1.path = $2.photosFolder($0) },
            .init(
              name: "photos", shape: .integer("photos", 1...10_000_000),
              about: "Repeats the folder's photos up to this number; not with library.changes."
            ) {
              $1.photos = $2.reader.integer($0, "photos", in: 1...10_000_000)
              $2.copies = $0
            },
          ] + both)
      ),
    ])
  }
}

extension KeyTable where Value == SyntheticSource {
  static var synthetic: Self {
    let size = 0.01...200.0
    return Self(
      .init(photos: 1),
      [
        .integer("photos", \.photos, "photos", 1...10_000_000, "The number of photos.").required,
        .init(
          name: "distinct", shape: .integer("distinct files, no more than photos", 1...10_000_000),
          initial: { _ in "48" }, about: "Distinct files behind them, no more than photos.",
          read: {
            $1.distinct = $2.reader.integer($0, "distinct files, no more than photos", in: 1...$1.photos)
          }),
        .init(
          name: "megapixels",
          shape: .list(
            .number("megapixels", size), of: "the least and the largest size", count: 2...2, isSet: false),
          initial: {
            "[\(FieldReader.text($0.megapixels.lowerBound)), \(FieldReader.text($0.megapixels.upperBound))]"
          },
          about: "The least and the largest size, in millions of pixels.",
          read: { $1.megapixels = $2.sizes($0, in: size) }),
        .number("png", \.png, "a share", 0...1, "The share of PNG files; the others are JPEG."),
        .number(
          "embeddedThumbnails", \.embeddedThumbnails, "a share", 0...1,
          "The share of JPEG files with an embedded thumbnail."),
      ])
  }
}

extension KeyTable where Value == RemoteSource {
  static var remote: Self {
    Self(
      .init(share: 0),
      [
        .number(
          "share", \.share, "a share", 0...1,
          "The share of photos whose original is in the cloud, chosen by the seed."
        ).required,
        .number(
          "latency", \.latency, "seconds", 0...60, "Seconds from a request to the first byte of its answer."),
        .init(
          name: "bandwidth", shape: .bandwidth, initial: { _ in "\"50 Mbit/s\"" },
          about: "The bandwidth of all downloads together.", read: { $1.bandwidth = $2.bandwidth($0) }),
        .number(
          "failures", \.failures, "a share of requests", 0...1,
          "The share of requests that fail: half are refused, half are cut off on the way."),
        .memory(
          "storage", \.storageBytes, "\"1 GB\"",
          "Disk space for downloaded originals; the least recently used go first."),
        .integer("downloads", \.downloads, "downloads at a time", 1...64, "Downloads at a time."),
      ])
  }
}

extension KeyTable where Value == ChangeSource {
  static var changes: Self {
    func photos(_ name: String, _ path: Entry.Path<Int>, _ about: String) -> Entry {
      .integer(name, path, "photos", 0...10_000, about)
    }
    return Self(
      .init(interval: 1),
      [
        .number("interval", \.interval, "seconds", 0.01...60, "Seconds from one transaction to the next.")
          .required,
        photos("insertions", \.insertions, "Photos that each adds, one in two of them the newest of all."),
        photos("removals", \.removals, "Photos that each removes."),
        photos("moves", \.moves, "Photos that get another date, and with it another place."),
        photos("edits", \.edits, "Photos whose picture changes."),
        photos("touches", \.touches, "Photos that are reported as changed and have not changed."),
      ])
  }
}
