import ArgumentParser
import ScrollSim

/// Prints a log's figures, which `BenchReport` computes as in `scrollsim validate --app`.
struct FiguresCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "figures", abstract: "Compute from a log what scrollsim computes from a run.",
    usage: "desktop-gallery figures frames.csv")

  @Argument(help: "A file that --log has written.") var log: String
  @Option(help: "Refreshes of the display a second.") var refreshRate = 60

  func validate() throws {
    guard (1...1000).contains(refreshRate) else {
      throw ValidationError("--refresh-rate: expected 1 to 1000, found \(refreshRate)")
    }
  }

  func run() throws {
    let figures = PaintedFigures(try PaintedFrames.read(path: log), refreshRate: refreshRate)
    print("frames", figures.frames)
    print("framesPerSecond", figures.framesPerSecond.map { rounded($0, 1) } ?? "")
    print("scrolledPoints", rounded(figures.travel.distance, 1))
    print("scrollingSeconds", rounded(figures.travel.seconds, 3))
    for name in [
      "scrollBlankRatio", "scrollNotSharpRatio", "frameWorkMs.p95", "peakImageBytes", "peakResidentBytes",
    ] {
      print(name, figures.values[name].map { rounded($0, 5) } ?? "")
    }
  }

  private func rounded(_ value: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
