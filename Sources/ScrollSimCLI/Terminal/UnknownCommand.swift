internal import ArgumentParser
internal import ScrollSim

/// A word in a command's place that names no command.
struct UnknownCommand: CustomStringConvertible {
  /// Commands of earlier versions, and what does their work now.
  private static let successors = [
    "export": "report NAME -o FILE",
    "results": "list results', 'scrollsim report NAME' and 'scrollsim compare NAME",
    "strategies": "list strategies", "metrics": "list metrics", "costs": "list costs",
    "tune": "advise --combinations 400", "sweep": "advise --every", "merge": "advise --join",
  ]

  let description: String

  /// Finds the word; `nil` if the arguments name a command as far as they must.
  init?(in arguments: [String], of root: any ParsableCommand.Type) {
    var (path, command) = (root._commandName, root)
    for argument in arguments {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return nil }
      guard let next = commands.first(where: { $0._commandName == argument }) else {
        // The argument may be one of the default subcommand.
        if command.configuration.defaultSubcommand != nil { return nil }
        if command == root, let successor = Self.successors[argument] {
          description = "\(path): expected 'scrollsim \(successor)', found '\(argument)', which it replaces"
          return
        }
        let known = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        description =
          "\(path): expected a command: \(known.joined(separator: ", ")), found '\(argument)'"
          + Spelling.hint(for: argument, among: known)
        return
      }
      (path, command) = ("\(path) \(argument)", next)
    }
    return nil
  }
}
