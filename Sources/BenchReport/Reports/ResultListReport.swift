public import ScrollSim

extension Document {
  /// Lists the results of a folder with their recommendations, or the error of a file that cannot be read.
  ///
  /// - Complexity: reads every result.
  public init(_ folder: ResultFolder, withHistory: Bool = false) {
    let heading = "Results in \(folder.path)"
    head = Head(title: heading, kind: "scrollsim list", heading: heading)
    let rows = folder.entries.flatMap { entry in
      let older = entry.history.map { path in
        ("history/" + (path.split(separator: "/").last?.dropLast(".json".count) ?? ""), path, "")
      }
      return [(entry.name, entry.path, entry.history.isEmpty ? "" : "\(entry.history.count)")]
        + (withHistory ? older : [])
    }
    var errors: [String] = []
    let table = Table(
      label: heading,
      columns: [
        "name", Column(title: "made", importance: 2), .figure("runs", importance: 1),
        .figure("earlier", importance: 0), Column(title: "recommends", kind: .prose),
      ],
      rows: rows.map { name, path, before in
        do {
          let result = try ResultFile.read(path: path)
          let runs = result.runs.count { $0.status != .notRun }
          let all = runs == result.runs.count ? "\(runs)" : "\(runs) of \(result.runs.count)"
          return Row([name, result.provenance.startedAt, all, before, result.brief])
        } catch {
          // In the table, a reason several lines long would push all rows apart on a terminal.
          errors.append("\(error)")
          return Row([Cell(name), "", "", Cell(before), Cell("cannot be read", .bad)])
        }
      })
    blocks = [
      .section(
        heading,
        rows.isEmpty
          ? [.text("There are none yet; 'scrollsim run' writes them.")]
          : [
            .table(table), .list(errors),
            .hint("'scrollsim compare NAME' compares a result with the one before it."),
          ])
    ]
  }
}

extension ResultFile {
  fileprivate var brief: String {
    // Recordings of other programs have nothing to recommend.
    if mode == .watch { return "" }
    if Quietness(self).isTooBusyToTell { return "nothing: the machine was too busy to tell" }
    guard let recommended = Recommendation(self).combination else { return "nothing" }
    return RowNames(runs.map(\.combination)).line(for: recommended)
  }
}
