package enum LibrarySource: Codable, Hashable, Sendable {
  case synthetic(SyntheticSource)
  case folder(String, photos: Int? = nil)

  /// The most photos that a library may have.
  package static let mostPhotos = 10_000_000

  var leastPhotos: Int? { if case .folder(_, let photos) = self { photos } else { nil } }
}

/// The part of a scenario's library in the cloud, and the network to it: what the keys of `library.remote` say.
package struct RemoteSource: Codable, Hashable, Sendable {
  package var share: Double
  package var latency = 0.05
  package var bandwidth = 50_000_000.0
  package var failures = 0.0
  package var storageBytes = 1_000_000_000
  package var downloads = 4
}

/// The changes of a scenario's library while its user scrolls, transaction after transaction: what the keys of
/// `library.changes` say.
package struct ChangeSource: Codable, Hashable, Sendable {
  package var interval: Double
  package var insertions = 0
  package var removals = 0
  package var moves = 0
  package var edits = 0
  package var touches = 0
}

extension KeyTable where Value == Scenario {
  /// The keys of a scenario's library: synthetic photos, or a folder, where the rest of them is, and what happens to them.
  static var library: Self {
    let both: [Entry] = [
      .key(
        "remote", \.remote, .object(.remote),
        "The photos in the cloud, and the network to them; none if not given."),
      .key(
        "changes", \.changes, .object(.changes),
        "Transactions that change the library during the run; none if not given."),
    ]
    let synthetic = Entry.key(
      "synthetic", .object(.synthetic), "Generated photos, the same for the same seed."
    ) { synthetic, scenario in
      var synthetic = synthetic
      synthetic.distinct = min(synthetic.distinct, synthetic.photos)
      scenario.library = .synthetic(synthetic)
    }
    let path = Entry.key(
      "path", .photosFolder, "A folder of photos; beside the scenario if relative; ~ is your home."
    ) { $1.library = .folder($0) }
    let photos = Entry.key(
      "photos", .integer("photos", 1...LibrarySource.mostPhotos),
      "Repeats the folder's photos up to this number; not with library.changes."
    ) { photos, scenario in
      if case .folder(let path, _) = scenario.library { scenario.library = .folder(path, photos: photos) }
    }
    return Self(.blank, forms: [synthetic.required] + both, [path.required, photos] + both)
  }
}

extension ValueKind where Value == String {
  fileprivate static var photosFolder: Self {
    text("a folder of photos").then { text, field, scenario in
      let path = scenario.resolve(text)
      if scenario.folder == nil, !InputFile.isFolder(path: path) {
        scenario.report(field, expected: "a folder of photos", hint: "; there is no folder \(path)")
      }
      return path
    }
  }
}

extension KeyTable where Value == SyntheticSource {
  static var synthetic: Self {
    @Sendable func distinct(_ most: Int) -> ValueKind<Int> {
      .integer("distinct files, no more than photos", 1...most)
    }
    return Self(
      .init(photos: 1),
      .key("photos", \.photos, .integer("photos", 1...LibrarySource.mostPhotos), "The number of photos.")
        .required,
      .init(
        name: "distinct", shape: distinct(LibrarySource.mostPhotos).shape, initial: { "\($0.distinct)" },
        about: "Distinct files behind them, no more than photos.",
        read: { $1.distinct = distinct($1.photos).read($0, &$2) ?? 1 }),
      .key(
        "megapixels", \.megapixels, .sizes, "The smallest and the largest size, in millions of pixels."),
      .key("png", \.png, .number("a share", 0...1), "The share of PNG files; the others are JPEG."),
      .key(
        "embeddedThumbnails", \.embeddedThumbnails, .number("a share", 0...1),
        "The share of files with an embedded thumbnail; no PNG has one."))
  }
}

extension ValueKind where Value == ClosedRange<Double> {
  fileprivate static var sizes: Self {
    let one = ValueKind<Double>.number("megapixels", 0.01...200)
    var shape = ValueKind<[Double]>.list(of: one, "the smallest and the largest size", count: 2...2).shape
    shape.expectation = "the smallest and the largest size in megapixels, as in [2, 12]"
    let text = { @Sendable (sizes: Value) in
      "[\(Figure.plain(sizes.lowerBound)), \(Figure.plain(sizes.upperBound))]"
    }
    return Self(shape: shape, text: text) { [shape] field, scenario in
      guard let elements = field.elements, elements.count == 2 else {
        scenario.report(field, expected: shape.expectation)
        return nil
      }
      let problems = scenario.problems.count
      let sizes = elements.compactMap { one.read($0, &scenario) }
      guard scenario.problems.count == problems else { return nil }
      if sizes[0] <= sizes[1] { return sizes[0]...sizes[1] }
      scenario.report(field, "expected the smallest size before the largest")
      return nil
    }
  }
}

extension KeyTable where Value == RemoteSource {
  static var remote: Self {
    Self(
      .init(share: 0),
      .key(
        "share", \.share, .number("a share", 0...1),
        "The share of photos whose original is in the cloud, chosen by the seed."
      ).required,
      .key(
        "latency", \.latency, .number("seconds", 0...60),
        "Seconds from a request to the first byte of its answer."),
      .key("bandwidth", \.bandwidth, .bandwidth, "The bandwidth of all downloads together."),
      .key(
        "failures", \.failures, .number("a share of requests", 0...1),
        "The share of requests that fail: half are refused, half are cut off on the way."),
      .key(
        "storage", \.storageBytes, .memory,
        "Disk space for downloaded originals; the least recently used are evicted first."),
      .key("downloads", \.downloads, .integer("downloads at a time", 1...64), "Downloads at a time."))
  }
}

extension ValueKind where Value == Double {
  fileprivate static var bandwidth: Self {
    let pattern = "^[0-9]+([.][0-9]+)? *([kKmMgG]?[bB][iI][tT]/[sS])?$"
    let shape = Shape(
      expectation: "a bandwidth such as \(Bandwidth.example)", words: Bandwidth.example,
      rules: {
        ["anyOf": [["type": "string", "pattern": .text(pattern)], number("", 1...1e12).shape.schema]]
      })
    return Self(
      shape, text: { "\"\(Figure.plain($0 / 1e6)) Mbit/s\"" },
      meaning: {
        switch $0 {
        case .string(let text): Bandwidth.bits(in: text)
        case .number(let literal): Double(literal).flatMap { Bandwidth.bits(in: Figure.plain($0)) }
        default: nil
        }
      })
  }
}

extension KeyTable where Value == ChangeSource {
  static var changes: Self {
    let photos = ValueKind.integer("photos", 0...10_000)
    return Self(
      .init(interval: 1),
      .key(
        "interval", \.interval, .number("seconds", 0.01...60), "Seconds from one transaction to the next."
      ).required,
      .key(
        "insertions", \.insertions, photos,
        "Photos that each transaction adds, one in two of them the newest of all."),
      .key("removals", \.removals, photos, "Photos that each transaction removes."),
      .key("moves", \.moves, photos, "Photos that get another date, and with it another place."),
      .key("edits", \.edits, photos, "Photos whose picture changes."),
      .key(
        "touches", \.touches, photos, "Photos that are reported as changed and have not changed."))
  }
}
