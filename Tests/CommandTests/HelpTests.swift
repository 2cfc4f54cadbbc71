import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import ScrollSimCLI

/// The program's help, and its answers to wrong usage.
@Suite(.timeLimit(.minutes(15)))
struct HelpTests {
  @Test func `the help lists every command, and the exit codes`() async throws {
    let help = try await Program.run("--help", code: 0)
    #expect(help.error == "")
    for command in Self.commands where !command.contains(" ") {
      #expect(help.output.contains("\n  \(command) "), "\(command)")
    }
    #expect(help.output.contains("64 wrong usage"))
    #expect(!help.output.contains("worker"))
  }

  /// A command a line, and what its help names.
  private static let helps = """
    run: <scenarios> --library --strategy --resize-mode --cells --rounds --seed --output --format --no-progress \
    --time-limit --at-most --repeats --require-quiet --mode --costs --columns --memory-budget --trace \
    --invert --physics --show --wide --dry-run --name --resume
    validate: <scenarios> --library --strategy --resize-mode --cells --rounds --seed --costs --output \
    --no-progress --app --no-replay --format
    advise: <scenarios> --library --columns --trace --memory-budget --costs --strategy --resize-mode --cells \
    --seed --order --screen --workers --decode-time --speed --combinations --every --loads --variations \
    --confirm --rounds --jobs --shard --join --output --format --no-progress
    check: <scenarios> --baseline --mode --base --rounds --advisory --update --reason --tolerance \
    --fail-on-improvement --costs --format --output --no-progress
    compare: <base> <head> --by --format
    calibrate: --output --name --library --photos --megapixels --rounds --force
    watch: <videos> --map --name --trace --frame-log --output --format --no-progress
    list: strategies orders libraries metrics costs scenarios keys results
    list results: --results --history --format
    list strategies: table, markdown
    list orders: table, markdown
    list libraries: table, markdown
    list metrics: table, markdown
    list costs: <table>
    list scenarios: Shipped scenarios
    list keys: table, markdown
    init: scenario strategy gate
    init strategy: <name> --package
    init gate: <folder> --strategy --package --no-baselines
    init scenario: <file> --device --columns --rows --library --photos --memory-budget --costs --trace --invert \
    --worry
    explain: <result> --run --format
    report: <results> -o, --output --format --run .trace.json
    library: generate mark index info verify thumbnail
    library generate: --output --photos --distinct --megapixels --png --embedded-thumbnails --seed
    library mark: <folder> --photos --megapixels --format --landscape --seed
    library index: <folder> --workers --accept-missing --keep-missing
    library info: <folder>
    library verify: <folder> --repair
    library thumbnail: <files> --size --resize-mode --output --store --store-limit --workers
    trace: info plot import
    trace info: <file> --photos
    trace plot: <file> --photos --output
    trace import: <file> --scale --output
    """

  private static let commands = helps.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }

  /// The words of all commands below one that people see, such as `list costs`.
  private static func words(below command: any ParsableCommand.Type) -> [String] {
    command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.flatMap { next in
      [next._commandName] + words(below: next).map { "\(next._commandName) \($0)" }
    }
  }

  @Test func `no command's help is left out`() {
    #expect(Self.commands.sorted() == Self.words(below: ScrollSimCommand.self).sorted())
  }

  @Test(arguments: helps.split(separator: "\n"))
  func `a command's help lists its options`(line: Substring) async throws {
    let parts = line.split(separator: ": ")
    let (command, names) = (parts[0], parts[1].split(separator: " "))
    let help = try await Program.run("\(command) --help", code: 0)
    #expect(help.output.contains("USAGE: scrollsim \(command)"))
    for name in names { #expect(help.output.contains(name), "\(command): \(name)") }
    #expect(!help.output.contains("--fault"))
  }

  @Test(arguments: [
    ("rnu", "scrollsim: expected a command: run, ", "found 'rnu'; did you mean \"run\"?"),
    ("tune fling", "scrollsim: expected 'scrollsim advise --combinations 400'", "found 'tune'"),
    ("sweep fling", "scrollsim: expected 'scrollsim advise --every'", "found 'sweep'"),
    ("merge a.json", "scrollsim: expected 'scrollsim advise --join'", "found 'merge'"),
    ("trace polt", "scrollsim trace: expected a command: info, plot, import", "did you mean \"plot\"?"),
    ("list costs iphone6", "costs: expected one of this-machine", "did you mean \"iphone-6\"?"),
    ("run fling --strategy screen", "--strategy: expected one of none", "did you mean \"screens\"?"),
    ("export a.json", "scrollsim: expected 'scrollsim report NAME -o FILE'", "found 'export'"),
    ("costs iphone-6", "scrollsim: expected 'scrollsim list costs'", "found 'costs'"),
    ("thumbnail a.jpg", "scrollsim: expected 'scrollsim library thumbnail'", "found 'thumbnail'"),
    ("report fling --tune a.json", "report: expected '--advice'", "found '--tune', which it replaces"),
    ("check fling --pairs=3", "check: expected '--rounds'", "found '--pairs', which it replaces"),
    ("cache a.bin", "scrollsim: expected 'swift run -c release CacheReplay replay ", "found 'cache'"),
    (
      "run fling --export-requests a.bin", "run: expected 'swift run -c release CacheReplay requests ",
      "found '--export-requests', which it replaces"
    ),
    ("report fling --columns fits", "report: expected '--show'", "found '--columns', which it replaces"),
    ("report fling --at 1.5", "report: expected '-o FILE.html'", "found '--at', which it replaces"),
    ("advise --iterations 3", "advise: expected '--rounds'", "found '--iterations', which it replaces"),
    (
      "list strategies --measured a.json", "list: expected 'python3 Benchmarks/strategies.py'",
      "found '--measured', which it replaces"
    ),
    ("run fling --mode modell", "The value 'modell' is invalid", "did you mean \"model\"?"),
    (
      "run fling --order urgent", "The value 'urgent' is invalid",
      "expected fifo, lifo, reserved, deadline, urgency, found 'urgent'; did you mean "
    ),
  ])
  func `a misspelt word is answered with the right one`(line: String, start: String, hint: String)
    async throws
  {
    let outcome = try await Program.run(line, code: 64, saying: hint)
    #expect(outcome.error.hasPrefix(start), "\(outcome.error)")
    #expect(!outcome.error.contains("Usage:"))
  }

  @Test func `the version comes with checkout, build and image libraries`() async throws {
    let version = try await Program.run("--version", code: 0)
    #expect(version.output.prefixMatch(of: /scrollsim \d+\.\d+\.\d+\n/) != nil)
    for name in ["checkout", "build", "Swift 6", "libjpeg-turbo", "libpng", "lcms2"] {
      #expect(version.output.contains(name), "\(version.output)")
    }
  }

  @Test(arguments: [
    "fly", "run", "run --fly SMALL", "run SMALL --format xml", "run SMALL --rounds few",
    "run SMALL --rounds 0", "run SMALL --resize-mode sharp", "run SMALL --cells kept",
    "run SMALL --show blank,sharp", "run SMALL --show blank --wide", "run SMALL --columns 0",
    "run SMALL --invert", "run SMALL --seed -1", "compare a.json --by mood",
    "compare a.json b.json --by order", "init x.json --columns 0", "init x.json --device watch",
    "run SMALL --time-limit 0", "run SMALL --time-limit nan", "run SMALL --rounds 1001",
    "run SMALL --time-limit 1e300", "run ''", "run SMALL --output ''", "run SMALL --library ''",
    "validate SMALL SMALL", "validate SMALL --rounds 0", "compare", "compare only-one", "library generate",
    "library generate --output ''", "library generate --output x --photos 0",
    "library generate --output x --photos 99999999999", "library generate --output x --megapixels 12-2",
    "library generate --output x --megapixels nan", "library generate --output x --png 2", "trace info",
    "trace info SMALL --photos=-5", "trace import", "trace import a.json --scale 0",
    "trace info SMALL --photos=9223372036854775807", "library thumbnail a.jpg --output x",
    "library thumbnail a.jpg --size 0x0 --output x", "library thumbnail a.jpg --size 390 --output x",
    "library thumbnail a/same.jpg b/same.jpg --size 9x9 --output x",
    "library thumbnail a.jpg --size 9x9 --output x --workers 0", "watch a.mp4 --trace - --frame-log -",
    "watch a.mp4 --trace - --format json", "watch a.mp4 --trace ./a.mp4",
    "watch a.mp4 --trace b --frame-log b", "watch a.mp4 --map b.mp4 --frame-log b.mp4",
  ])
  func `wrong usage exits with 64 and says what is wrong`(line: String) async throws {
    let folder = TemporaryFolder()
    try await folder.scrollsim(line, code: 64)
    #expect(try folder.names().isEmpty, "nothing is made for a command that does nothing")
  }
}
