internal import ScrollSim

/// What a result's runs logged, as tables; every row names its run.
extension CSVReport {
  init(framesOf result: ResultFile) {
    let columns: [(name: String, values: KeyPath<Timeline, [Double]>)] = [
      ("time_ms", \.timeMs), ("offset", \.offset), ("velocity", \.velocity), ("blank_share", \.blankShare),
      ("blurred_share", \.blurredShare), ("image_bytes", \.imageBytes), ("resident_bytes", \.residentBytes),
    ]
    self.init(["frame"] + columns.map(\.name) + ["load"], of: result) { run in
      let timeline = result.knownTimeline(of: run)
      let values = columns.map { timeline[keyPath: $0.values] }
      return timeline.timeMs.indices.map { frame in
        [Self.number(Double(frame))] + values.map { $0.isEmpty ? "" : Self.number($0[frame]) }
          + [Self.number(timeline.load?[frame])]
      }
    }
  }

  init(decodesOf result: ResultFile) {
    let files = result.photoFiles
    // A negative number of a log is absent.
    func known(_ number: Double) -> String { Self.number(number < 0 ? nil : number) }
    self.init(
      ["begin_ms", "end_ms", "purpose", "worker", "file", "asset", "source", "bytes", "seen_frame"],
      of: result
    ) { run in
      let log = run.decodes ?? DecodeLog()
      return log.beginMs.indices.map { row in
        let asset = log.asset(ofRow: row)
        return [
          Self.number(log.beginMs[row]), Self.number(log.endMs[row]),
          Self.text(log.kind(ofRow: row).map { "\($0)" }), Self.number(log.worker[row]),
          Self.text(asset.flatMap { files[$0] }), Self.text(asset),
          Self.text(log.source(ofRow: row).map { "\($0)" }), known(log.byteCount[row]),
          known(log.seenFrame[row]),
        ]
      }
    }
  }

  init(blankCellsOf result: ResultFile) {
    let files = result.photoFiles
    self.init(
      [
        "item", "file", "asset", "appeared_ms", "blank_ms", "cause", "loss", "since_ms", "queue_ms",
        "decode_ms", "behind_visible", "behind_cached",
      ], of: result
    ) { run in
      run.knownBlankCells.map { cell in
        [
          Self.number(Double(cell.item)), Self.text(files[cell.asset]), Self.text(cell.asset),
          Self.number(cell.appearedMs), Self.number(cell.blankMs), Self.text(cell.cause.rawValue),
          Self.text(cell.loss?.rawValue),
        ] + [cell.sinceMs, cell.queueMs, cell.decodeMs].map(Self.number)
          + [cell.behindVisible, cell.behindCached].map { Self.number($0.map(Double.init)) }
      }
    }
  }

  /// - Parameter values: the fields of each row of a run, except the run's name.
  private init(_ columns: [String], of result: ResultFile, values: (RunRecord) -> [[String]]) {
    rows =
      [["run"] + columns]
      + result.runs.flatMap { run in values(run).map { [Self.text(run.id)] + $0 } }
  }
}
