import ArgumentParser

/// A photo grid on the desktop; README.md says what it can do.
@main struct DesktopGallery: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "desktop-gallery",
    abstract: "Show a folder of photos as a grid, and log what every frame paints.",
    subcommands: [ShowCommand.self, PickCommand.self, FiguresCommand.self],
    defaultSubcommand: ShowCommand.self)
}
