extension ResultFile {
  /// What was measured and on what, in a few words each, for whoever reads the numbers.
  var facts: [(name: String, text: String)] {
    let screen = scenario.screen.map { Figure.exact($0, unit: "") }.joined(separator: " × ")
    let photos = Figure.text(Double(library.photos), unit: "count")
    let files = Figure.text(Double(library.distinct), unit: "count")
    let libraries = provenance.libraries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return [
      ("Photos", "\(photos) over \(files) files of \(bytes(library.bytes))"),
      (
        "Screen",
        "\(screen) pt at \(Figure.exact(scenario.scale, unit: ""))× and \(scenario.refreshRate) Hz, "
          + "\(scenario.columns) columns"
      ),
      ("Trace", Figure.text(scenario.durationSeconds, unit: "seconds")),
      (
        "Device",
        "\(scenario.decodeWorkers) decode threads, \(bytes(scenario.memoryBudgetBytes)) for images"
      ),
    ]
      + (costs.map { [("Costs", "of \($0.name), SHA-256 \($0.sha256.prefix(12))")] } ?? []) + [
        (
          "Machine",
          "\(provenance.cpu), \(provenance.cores) cores, \(bytes(provenance.memoryBytes)), \(provenance.os)"
        ),
        (
          "Program",
          "\(provenance.git ?? "commit unknown"), \(provenance.build) build by Swift \(provenance.swift)"
            + (libraries.isEmpty ? "" : ", \(libraries.joined(separator: ", "))")
        ),
        ("Started", provenance.startedAt),
      ]
  }

  private func bytes(_ count: Int) -> String { Figure.text(Double(count), unit: "bytes") }
}
