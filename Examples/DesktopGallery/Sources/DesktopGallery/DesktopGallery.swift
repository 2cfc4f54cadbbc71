import ArgumentParser

/// A photo grid on the desktop; README.md says what it can do.
@main struct DesktopGallery: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "desktop-gallery",
    abstract: "Show a folder of photos as a grid, and log what every frame paints.",
    subcommands: [ShowCommand.self, PickCommand.self, FiguresCommand.self],
    defaultSubcommand: ShowCommand.self)
}

/// Prints what a log amounts to.
struct FiguresCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "figures", abstract: "Compute from a log what scrollsim computes from a run.",
    usage: "desktop-gallery figures frames.csv")

  @Argument(help: "A file that --log has written.") var log: String

  func run() throws {
    for (name, value) in try Figures(contentsOf: log).lines { print(name, value) }
  }
}
