internal import ScrollSim

extension AdviceReport {
  /// The replays' verdict on the recommendation, in words and as a table; nothing if nothing was replayed.
  var confirmation: [Document.Block] {
    guard let record = file.outcome?.confirmation, !record.rows.isEmpty else { return [] }
    return [.sentences([verdict(of: record)]), .table(replays(in: record)), .list(remarks(on: record))]
  }

  private func verdict(of record: ConfirmationRecord) -> Document.Sentence {
    func names(where isMeant: (ConfirmationRecord.Row) -> Bool) -> String {
      record.rows.filter(isMeant).map(name).listed(most: 4)
    }
    let (best, rounds) = (name(record.rows[0]), "in \(Figure.count(record.rows[0].losses.count))")
    let when = record.rows[0].losses.count == 1 ? "\(rounds) round" : "\(rounds) rounds"
    switch record.verdict {
    case .tooBusyToTell:
      return .init(
        "Nothing is confirmed: this machine was too busy to tell. Let nothing else run meanwhile.", .unsure)
    case .contradicts:
      if let failure = record.rows[0].failure {
        return .init("Replays contradict the model on \(best): \(failure).", .bad)
      }
      return .init(
        "Replays contradict the model, \(when): by the clock \(names { $0.replayed == .before }) misses less than "
          + "\(best).", .bad)
    case .cannotTell:
      return .init(
        "Replays cannot tell them apart, \(when): by the clock "
          + "\(names { $0.modelled == .behind && $0.replayed == .alike }), which the model puts behind \(best), cannot be told "
          + "from it.", .unsure)
    case .agrees:
      let (behind, alike) = (names { $0.replayed == .behind }, names { $0.replayed == .alike })
      let reasons = [
        behind.isEmpty ? nil : "\(behind) is behind it",
        alike.isEmpty ? nil : "\(alike) cannot be told from it",
      ]
      let found = reasons.compactMap(\.self).joined(separator: ", and ")
      return .init(
        "Replays agree, \(when): by the clock nothing is ahead of \(best)"
          + (found.isEmpty ? "; nothing else on the front could take its place." : "; \(found)."), .good)
    }
  }

  private func name(_ row: ConfirmationRecord.Row) -> String {
    names.line(for: file.candidates[row.candidate].combination)
  }

  private func replays(in record: ConfirmationRecord) -> Document.Table {
    Document.Table(
      label: "Replays",
      columns: [
        .init(title: "replayed", kind: .settings), "in the model", "by the clock",
        .figure("missed, modelled", importance: 2), .figure("missed"), .figure("not sharp", importance: 1),
        .figure("image memory", importance: 3),
      ],
      rows: record.rows.map { row in
        let standing = row.failure == nil ? row.replayed?.rawValue ?? "recommended" : "cannot be used"
        return .init(
          [
            .init(name(row)), .init(row.modelled?.rawValue ?? "recommended"),
            .init(record.verdict == .tooBusyToTell ? Figure.none : standing),
            .init(Figure.text(file.candidates[row.candidate].figures?.loss, unit: "rate")),
            .figure(row.losses.median, unit: "rate", spread: row.losses.spread),
            .init(Figure.text(row.figures?.scrollNotSharpRatio, unit: "rate")),
            .init(Figure.text(row.figures?.peakImageBytes, unit: "bytes")),
          ], row.modelled == nil ? .recommended : .plain)
      })
  }

  private func remarks(on record: ConfirmationRecord) -> [String] {
    // A scenario that asks about a device is replayed at that device's decode times.
    let others = file.scenarios.filter { $0.costsNote != nil && $0.costs.name != CostTables.thisMachine }.map(
      \.costs.name)
    return [
      "Missed is the area that is blank while the grid scrolls, plus three tenths of the area that shows a degraded image: "
        + "the median of all rounds, ± the largest deviation."
    ]
      + (others.isEmpty
        ? []
        : [
          "The search used costs of \(Set(others).sorted().listed), but replays run on this machine; after 'scrollsim calibrate', "
            + "'--costs this-machine' compares like with like."
        ])
      + record.rows.compactMap { row in row.failure.map { "\(name(row)): \($0)." } } + record.disturbanceNotes
  }
}
