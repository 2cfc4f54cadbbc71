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
