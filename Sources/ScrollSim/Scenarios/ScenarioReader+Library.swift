extension ScenarioReader {
  /// Reads `library.remote`.
  mutating func remote(_ field: Field) -> RemoteSource {
    let fields = reader.object(
      field, keys: ["share", "latency", "bandwidth", "failures", "storage", "downloads"])
    var source = RemoteSource(
      share: reader.number(
        reader.require("share", in: fields, expected: "the share of photos in the cloud"),
        "a share, a number", in: 0...1))
    if let latency = fields["latency"] {
      source.latency = reader.number(latency, "seconds, a number", in: 0...60)
    }
    if let bandwidth = fields["bandwidth"] { source.bandwidth = self.bandwidth(bandwidth) }
    if let failures = fields["failures"] {
      source.failures = reader.number(failures, "a share of requests, a number", in: 0...1)
    }
    if let storage = fields["storage"] { source.storageBytes = reader.memory(storage) }
    if let downloads = fields["downloads"] {
      source.downloads = reader.integer(downloads, "downloads at a time", in: 1...64)
    }
    return source
  }

  private mutating func bandwidth(_ field: Field) -> Double {
    switch field.node.value {
    case .string(let text), .number(let text):
      if let bits = Bandwidth.bits(in: text) { return bits }
    default: break
    }
    reader.report(field, expected: Bandwidth.example)
    return 1
  }
}

extension ScenarioReader {
  /// Reads `library.changes`.
  mutating func changes(_ field: Field) -> ChangeSource {
    let fields = reader.object(
      field, keys: ["interval", "insertions", "removals", "moves", "edits", "touches"])
    var source = ChangeSource(
      interval: reader.number(
        reader.require("interval", in: fields, expected: "seconds from one change to the next"),
        "seconds, a number", in: 0.01...60))
    if let insertions = fields["insertions"] { source.insertions = photos(insertions) }
    if let removals = fields["removals"] { source.removals = photos(removals) }
    if let moves = fields["moves"] { source.moves = photos(moves) }
    if let edits = fields["edits"] { source.edits = photos(edits) }
    if let touches = fields["touches"] { source.touches = photos(touches) }
    return source
  }

  private mutating func photos(_ field: Field) -> Int { reader.integer(field, "photos", in: 0...100_000) }
}
