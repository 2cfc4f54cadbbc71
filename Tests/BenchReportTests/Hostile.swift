import BenchReport

@testable import ScrollSim

extension Sample {
  /// Names that try to be markup, escape sequences and table rules, everywhere that a file can hold a text.
  static let hostile: ResultFile = {
    let word = "<script>alert(1)</script>\"&'|`*\u{1B}[31m\u{0}\u{FFFE}]]>\n<img src=x onerror=y>"
    var run = Sample.run(word, parameters: [word: 1])
    run.id = word
    run.combination[.cells] = word
    run.warnings = [word]
    run.metrics[word] = 1.0
    run.distributions[word] = Distribution(of: [1])
    run.explanation = explanation(asset: word)
    run.playback = PlaybackRecord([CellChange(frame: 0, item: 0, state: .blank)], colours: nil)
    var other = run
    other.combination[.cells] = word + "2"
    other.combination.parameters = [word: 2]
    var failed = Sample.failed(word, .crashed, word)
    failed.id = word
    var result = Sample.result(
      name: word, about: word, limits: [word: .word(word)], runs: [run, other, failed])
    result.provenance = Provenance(
      startedAt: word, command: [word], git: word, swift: word, os: word, cpu: word, cores: 1, memoryBytes: 1,
      libraries: [word: word], allocator: word, build: word)
    result.scenario.spacing = 2
    result.scenario.sha256 = word
    result.library.sha256 = word
    result.library.failures = [word: word]
    result.metricDefinitions[word] = MetricDefinition(
      unit: word, class: .exact, better: .lower, about: word)
    result.metricDefinitions["cacheHitRate"]?.about = word
    result.metricDefinitions["cacheHitRate"]?.unit = word
    return result
  }()
}
