internal import ArgumentParser
internal import ScrollSim

/// A word in a command's place that names no command.
struct UnknownCommand: CustomStringConvertible {
  let description: String

  /// What took the place of commands that are no more.
  private static let successors = [
    "tune": "advise --combinations 400", "sweep": "advise --every", "merge": "advise --join",
  ]

  /// Finds the word; `nil` if the arguments name a command as far as they must.
  init?(in arguments: [String], of root: any ParsableCommand.Type) {
    var (path, command) = (root._commandName, root)
    for argument in arguments {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return nil }
      guard let next = commands.first(where: { $0._commandName == argument }) else {
        // The argument may be one of the default subcommand.
        if command.configuration.defaultSubcommand != nil { return nil }
        let known = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        description =
          "\(path): expected a command: \(known.joined(separator: ", ")), found '\(argument)'"
          + (Self.successors[argument].map { "; 'scrollsim \($0)' takes its place" }
            ?? Spelling.hint(for: argument, among: known))
        return
      }
      (path, command) = ("\(path) \(argument)", next)
    }
    return nil
  }
}
