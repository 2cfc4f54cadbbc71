import BenchReport
import Foundation
import TestSupport
import Testing

/// A real browser without a window, driven over the DevTools protocol: Chromium, where the system has one.
///
/// It talks through two named pipes, which it finds as its file descriptors 3 and 4; a message is JSON and a zero byte.
/// Calls wait for their answers.
final class Browser {
  static let skipReason = "there is no chromium on the path; install it to test pages in a browser"

  static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = folders.flatMap { folder in ["chromium", "chromium-browser"].map { "\(folder)/\($0)" } }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  struct Failure: Error { let reason: String }

  struct View {
    var width = 1280
    var isDark = false
    var wantsLessMotion = false
  }

  private(set) var complaints: [String] = []

  private let folder: TemporaryFolder
  private let process: pid_t
  private let commands: Int32
  private let answers: Int32
  private var received: [UInt8] = []
  private var session: String?
  private var lastID = 0
  private var isLoaded = false

  init() throws {
    guard let path = Self.path else { throw Failure(reason: Self.skipReason) }
    folder = TemporaryFolder()
    let pipes = ["commands", "answers"].map(folder.file)
    for pipe in pipes where unsafe mkfifo(pipe, 0o600) != 0 {
      throw Failure(reason: "no named pipe: \(errno)")
    }
    // Both ways, so that neither side waits for the other to open.
    commands = unsafe open(pipes[0], O_RDWR | O_CLOEXEC)
    answers = unsafe open(pipes[1], O_RDWR | O_CLOEXEC)
    process = try Self.launch([
      "/bin/sh", "-c", "exec \"$@\" 3<'\(pipes[0])' 4>'\(pipes[1])' >/dev/null 2>&1", "sh", path,
      "--headless",
      // Its sandbox needs privileges that containers lack; the pages are our own.
      "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
      "--disable-background-networking", "--user-data-dir=\(folder.file("profile"))", "about:blank",
    ])
    let target = try send("Target.createTarget", ["url": "about:blank"])["targetId"]
    session =
      try send("Target.attachToTarget", ["targetId": target ?? "", "flatten": true])["sessionId"] as? String
    for domain in ["Page", "Runtime", "Log"] { _ = try send("\(domain).enable") }
    _ = try send("Emulation.setFocusEmulationEnabled", ["enabled": true])
  }

  convenience init(_ report: Document, _ view: View = View(), at fragment: String = "") throws {
    try self.init()
    try show(report.html(), view, at: fragment)
  }

  deinit {
    kill(process, SIGTERM)
    _ = waitpid(process, nil, 0)
    close(commands)
    close(answers)
  }

  /// Starts a program; Foundation's own way leaks a few bytes, which the address sanitizer would find.
  private static func launch(_ arguments: [String]) throws -> pid_t {
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var process = pid_t()
    let code = unsafe posix_spawn(&process, arguments[0], nil, nil, &words, environ)
    guard code == 0 else { throw Failure(reason: "\(arguments[0]): cannot be started: \(code)") }
    return process
  }

  /// Opens a page and waits until it is loaded.
  ///
  /// - Parameter fragment: the end of its address, as in `#t=3.25`.
  func show(_ page: String, _ view: View = View(), at fragment: String = "") throws {
    let path = try folder.write(page, as: "page.html")
    _ = try send(
      "Emulation.setDeviceMetricsOverride",
      ["width": view.width, "height": 900, "deviceScaleFactor": 1, "mobile": view.width < 600])
    _ = try send(
      "Emulation.setEmulatedMedia",
      [
        "features": [
          ["name": "prefers-color-scheme", "value": view.isDark ? "dark" : "light"],
          ["name": "prefers-reduced-motion", "value": view.wantsLessMotion ? "reduce" : "no-preference"],
        ]
      ])
    isLoaded = false
    // A new fragment alone would load nothing.
    if !fragment.isEmpty {
      _ = try send("Page.navigate", ["url": "about:blank"])
      while !isLoaded { try receive(before: Date.now + 30) }
      isLoaded = false
    }
    _ = try send("Page.navigate", ["url": "file://\(path)\(fragment)"])
    let deadline = Date.now + 30
    while !isLoaded { try receive(before: deadline) }
  }

  /// The value of an expression; a promise's, once it resolves.
  func evaluate<Value>(_ expression: String, as type: Value.Type = Value.self) throws -> Value {
    let answer = try send(
      "Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true])
    let result = answer["result"] as? [String: Any]
    guard let value = result?["value"] as? Value else {
      throw Failure(reason: "\(expression) gave \(answer)")
    }
    return value
  }

  func text(_ selector: String) throws -> String {
    try evaluate("document.querySelector('\(selector)').textContent")
  }

  /// Gives a field a value, as a person does: a slider by `input`, a menu by `change`.
  func enter(_ value: Int, in selector: String, by event: String = "input") throws {
    try run(
      "{ const field = document.querySelector('\(selector)'); field.value = \(value); "
        + "field.dispatchEvent(new Event('\(event)')) }")
  }

  func run(_ script: String) throws { _ = try evaluate("\(script); 1", as: Int.self) }

  func wait(until expression: String) throws {
    let deadline = Date.now + 20
    while try !evaluate("Boolean(\(expression))", as: Bool.self) {
      guard Date.now < deadline else { throw Failure(reason: "never came true: \(expression)") }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  enum Key {
    case tab, space, enter, right, home, end, escape
    case letter(Character)

    fileprivate var event: [String: Any] {
      switch self {
      case .tab: ["key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9]
      case .space: ["key": " ", "code": "Space", "windowsVirtualKeyCode": 32, "text": " "]
      case .enter: ["key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"]
      case .right: ["key": "ArrowRight", "code": "ArrowRight", "windowsVirtualKeyCode": 39]
      case .home: ["key": "Home", "code": "Home", "windowsVirtualKeyCode": 36]
      case .end: ["key": "End", "code": "End", "windowsVirtualKeyCode": 35]
      case .escape: ["key": "Escape", "code": "Escape", "windowsVirtualKeyCode": 27]
      case .letter(let letter): ["key": "\(letter)", "text": "\(letter)"]
      }
    }
  }

  /// Presses keys and lets them go, one after the other, as a person does.
  func press(_ keys: Key...) throws {
    for key in keys {
      for type in ["keyDown", "keyUp"] {
        _ = try send("Input.dispatchKeyEvent", key.event.merging(["type": type]) { $1 })
      }
    }
  }

  func point(x: Double, y: Double) throws {
    _ = try send("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": x, "y": y])
  }

  /// Presses Tab until an element of a selector has the focus.
  func tab(to selector: String) throws {
    for _ in 0..<60 {
      if try evaluate("document.activeElement.matches('\(selector)')", as: Bool.self) { return }
      try press(.tab)
    }
    throw Failure(reason: "Tab never comes to \(selector)")
  }

  private func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    message["sessionId"] = session
    let bytes = Array(try JSONSerialization.data(withJSONObject: message)) + [0]
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes { unsafe write(commands, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(reason: "the browser takes no commands: \(errno)") }
      sent += count
    }
    let deadline = Date.now + 30
    while true {
      guard let answer = try receive(before: deadline), answer["id"] as? Int == lastID else { continue }
      if let error = answer["error"] { throw Failure(reason: "\(method): \(error)") }
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  /// The next message; events are noted.
  @discardableResult
  private func receive(before deadline: Date) throws -> [String: Any]? {
    var end = received.firstIndex(of: 0)
    while end == nil {
      var descriptor = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&descriptor, 1, 200) > 0 {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(answers, $0.baseAddress, $0.count) }
        received += chunk.prefix(max(0, count))
        end = received.firstIndex(of: 0)
      } else if Date.now > deadline {
        throw Failure(reason: "the browser is silent")
      }
    }
    let text = Data(received[..<(end ?? 0)])
    received.removeFirst((end ?? 0) + 1)
    let message = try JSONSerialization.jsonObject(with: text) as? [String: Any]
    if let method = message?["method"] as? String {
      note(method, message?["params"] as? [String: Any] ?? [:])
    }
    return message
  }

  private func note(_ event: String, _ parameters: [String: Any]) {
    switch event {
    case "Page.loadEventFired": isLoaded = true
    case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded",
      "Page.javascriptDialogOpening":
      complaints.append("\(event): \(parameters)")
    default: break
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Only where the system has a browser.
  static var inBrowser: Self { .enabled(if: Browser.path != nil, Comment(rawValue: Browser.skipReason)) }
}
