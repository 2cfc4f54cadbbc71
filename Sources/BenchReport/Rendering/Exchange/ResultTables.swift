/// A result as tables: `runs`, `metrics` with their `definitions`, `frames`, `cell_changes`, `decodes` and `blank_cells`, for
/// formats that hold rows.
///
/// Every row except those of `definitions` names its run.
struct ResultTables {
  private let result: ResultFile

  /// The names of photos' files, by the photo.
  private let files: [String: String]

  init(_ result: ResultFile) {
    self.result = result
    files = result.photoFiles
  }

  var all: [Table] { [runs, definitions, metrics, frames, changes, decodes, blankCells] }

  private var runs: Table {
    Table(
      name: "runs",
      columns: [
        "run TEXT PRIMARY KEY", "scenario TEXT", "mode TEXT", "made_at TEXT", "program TEXT", "library TEXT",
        "strategy TEXT", "parameters TEXT",
      ] + Axis.allCases.map { "\($0.rawValue.inSnakeCase) TEXT" } + [
        "visit INTEGER", "iteration INTEGER", "is_reference INTEGER", "status TEXT", "failure TEXT",
      ],
      rows: result.runs.map { run -> [Value] in
        let combination = run.combination
        let begin: [Value] = [
          .text(run.id), .text(result.scenario.name), .text(result.mode.rawValue),
          .text(result.provenance.startedAt), .words(result.provenance.git),
          .words(combination.library), .text(combination.strategy),
          .text(combination.parameters.words.joined(separator: ",")),
        ]
        let choices = Axis.allCases.map { Value.words(combination[$0]) }
        let end: [Value] = [
          .figure(combination.visit.map(Double.init)), .number(Double(run.iteration)),
          .number(combination.isReference ? 1 : 0), .text(run.status.rawValue), .words(run.failure),
        ]
        return begin + choices + end
      })
  }

  private var definitions: Table {
    Table(
      name: "definitions", columns: ["metric TEXT PRIMARY KEY", "unit TEXT", "better TEXT", "meaning TEXT"],
      rows: result.metricDefinitions.sorted { $0.key < $1.key }.map { name, definition -> [Value] in
        [.text(name), .text(definition.unit), .text(definition.better.rawValue), .text(definition.about)]
      })
  }

  private var metrics: Table {
    Table(
      name: "metrics", columns: ["run TEXT", "metric TEXT", "value REAL"],
      rows: rows { run -> [(String, Double?)] in
        let figures = run.distributions.flatMap { name, distribution -> [(String, Double?)] in
          distribution.figures.map { ("\(name).\($0.name)", $0.value) }
        }
        return (run.metrics.map { ($0.key, $0.value) } + figures).sorted { $0.0 < $1.0 }
      } values: { _, metric in
        [.text(metric.0), .figure(metric.1)]
      })
  }

  var frames: Table {
    Table(
      name: "frames",
      columns: [
        "run TEXT", "frame INTEGER", "time_ms REAL", "offset REAL", "velocity REAL", "blank_share REAL",
        "blurred_share REAL", "image_bytes REAL", "resident_bytes REAL", "load REAL",
      ],
      rows: rows {
        Array($0.timeline.timeMs.indices)
      } values: { run, frame in
        let timeline = run.timeline
        let columns: [[Double]] = [
          timeline.timeMs, timeline.offset, timeline.velocity, timeline.blankShare, timeline.blurredShare,
          timeline.imageBytes, timeline.residentBytes,
        ]
        let load = Value.figure(timeline.load.isEmpty ? nil : timeline.load[frame])
        return [Value.number(Double(frame))] + columns.map { Value.number($0[frame]) } + [load]
      })
  }

  /// The state of cells from a frame on.
  private var changes: Table {
    Table(
      name: "cell_changes", columns: ["run TEXT", "frame INTEGER", "item INTEGER", "shows TEXT"],
      rows: rows {
        $0.playback?.decoded() ?? []
      } values: { _, change in
        [.number(Double(change.frame)), .number(Double(change.item)), .text("\(change.state)")]
      })
  }

  var decodes: Table {
    Table(
      name: "decodes",
      columns: [
        "run TEXT", "begin_ms REAL", "end_ms REAL", "purpose TEXT", "worker INTEGER", "file TEXT",
        "asset TEXT", "source TEXT", "bytes INTEGER", "seen_frame INTEGER",
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
      name: "blank_cells",
      columns: [
        "run TEXT", "item INTEGER", "file TEXT", "asset TEXT", "appeared_ms REAL", "blank_ms REAL",
        "cause TEXT",
        "loss TEXT", "since_ms REAL", "queue_ms REAL", "decode_ms REAL", "behind_visible INTEGER",
        "behind_cached INTEGER",
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
    let name: String
    /// Names with their SQL types.
    let columns: [String]
    let rows: [[Value]]
  }
}

extension String {
  /// `resizeMode` as `resize_mode`; `order`, a word of SQL, as `request_order`.
  fileprivate var inSnakeCase: String {
    self == "order"
      ? "request_order" : reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" }
  }
}
