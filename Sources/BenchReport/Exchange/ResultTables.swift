internal import ScrollSim

/// What a result's runs logged, as tables: a row a frame, a decode or a blank cell.
///
/// Every row names its run.
struct ResultTables {
  private let result: ResultFile

  /// The names of photos' files, by the photo.
  private let files: [String: String]

  init(_ result: ResultFile) {
    self.result = result
    files = result.photoFiles
  }

  var frames: Table {
    Table(
      columns: [
        "run", "frame", "time_ms", "offset", "velocity", "blank_share", "blurred_share", "image_bytes",
        "resident_bytes", "load",
      ],
      rows: rows {
        Array($0.timeline.timeMs.indices)
      } values: { run, frame in
        let timeline = run.timeline
        let columns: [[Double]] = [
          timeline.timeMs, timeline.offset, timeline.velocity, timeline.blankShare, timeline.blurredShare,
          timeline.imageBytes, timeline.residentBytes,
        ]
        let load = Value.figure(timeline.load?[frame])
        return [Value.number(Double(frame))] + columns.map { Value.number($0[frame]) } + [load]
      })
  }

  var decodes: Table {
    Table(
      columns: [
        "run", "begin_ms", "end_ms", "purpose", "worker", "file", "asset", "source", "bytes", "seen_frame",
      ],
      rows: rows {
        Array(($0.decodes ?? DecodeLog()).beginMs.indices)
      } values: { run, row in
        let log = run.decodes ?? DecodeLog()
        return [
          .number(log.beginMs[row]), .number(log.endMs[row]), .words(log.kind(ofRow: row).map { "\($0)" }),
          .number(log.worker[row]), .words(log.asset(ofRow: row).flatMap { files[$0] }),
          .words(log.asset(ofRow: row)),
          .words(log.source(ofRow: row).map { "\($0)" }), .known(log.byteCount[row]),
          .known(log.seenFrame[row]),
        ]
      })
  }

  var blankCells: Table {
    Table(
      columns: [
        "run", "item", "file", "asset", "appeared_ms", "blank_ms", "cause", "loss", "since_ms", "queue_ms",
        "decode_ms", "behind_visible", "behind_cached",
      ],
      rows: rows {
        $0.knownBlankCells
      } values: { _, cell in
        let seen: [Value] = [
          .number(Double(cell.item)), .words(files[cell.asset]), .text(cell.asset), .number(cell.appearedMs),
          .number(cell.blankMs),
        ]
        let waits = [cell.sinceMs, cell.queueMs, cell.decodeMs].map(Value.figure)
        let behind = [cell.behindVisible, cell.behindCached].map { Value.figure($0.map { Double($0) }) }
        return seen + [.text(cell.cause.rawValue), .words(cell.loss?.rawValue)] + waits + behind
      })
  }

  /// A row for each item of each run, the run first.
  private func rows<Item>(
    of items: (RunRecord) -> [Item], values: (RunRecord, Item) -> [Value]
  ) -> [[Value]] {
    result.runs.flatMap { run in items(run).map { [Value.text(run.id)] + values(run, $0) } }
  }

  /// A value of a table.
  enum Value {
    case number(Double)
    case text(String)
    case null

    static func figure(_ number: Double?) -> Self { number.map { .number($0) } ?? .null }
    static func words(_ text: String?) -> Self { text.map { .text($0) } ?? .null }
    /// A number of a log; a negative one is absent.
    static func known(_ number: Double) -> Self { number < 0 ? .null : .number(number) }
  }

  struct Table {
    let columns: [String]
    let rows: [[Value]]
  }
}
