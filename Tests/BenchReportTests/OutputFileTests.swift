import Foundation
import Support
import TestSupport
import Testing

/// What a path leads to decides how a file is written: files are replaced, devices and pipes written to, links followed.
struct OutputFileTests {
  private let folder = TemporaryFolder()

  private func write(_ text: String, to path: String) throws { try OutputFile(path).write(Array(text.utf8)) }

  @Test func `a file is replaced by another with its permissions, and no other file is left`() throws {
    try folder.write("old", as: "a")
    try FileNames.setPermissions(0o640, of: folder.file("a"))
    let reader = try OpenFile(folder.file("a"))
    try write("new, and longer", to: folder.file("a"))
    #expect(try folder.text("a") == "new, and longer")
    #expect(try FileStatus(of: folder.file("a")).permissions == 0o640)
    #expect(try reader.bytes(at: 0, count: 99) == Array("old".utf8), "a reader keeps the old file")
    #expect(try folder.names() == ["a"])
  }

  @Test func `a link is followed, and stays`() throws {
    try folder.write("old", as: "target")
    for (link, target) in [
      ("link", "target"), ("second", "link"), ("dangling", "new"), ("far", folder.file("newer")),
    ] {
      try FileManager.default.createSymbolicLink(atPath: folder.file(link), withDestinationPath: target)
      try write(link, to: folder.file(link))
      #expect(try FileStatus(of: folder.file(link), followingLink: false).kind == .link)
      #expect(try folder.text(link) == link)
    }
    #expect(try folder.text("target") == "second" && folder.text("new") == "dangling")
    #expect(try folder.text("newer") == "far")
  }

  @Test func `links that lead to each other, and folders, are refused by the system's errors`() throws {
    for (one, other) in [("a", "b"), ("b", "a")] {
      try FileManager.default.createSymbolicLink(atPath: folder.file(one), withDestinationPath: other)
    }
    #expect(throws: SystemError(ELOOP)) { try write("", to: folder.file("a")) }
    #expect(throws: SystemError(EISDIR)) { try write("", to: folder.path) }
    #expect(throws: SystemError(ENOENT)) { try write("", to: folder.file("none/file")) }
    #expect(throws: SystemError(ENOTDIR)) {
      try folder.write([], as: "file")
      try write("", to: folder.file("file/file"))
    }
  }

  /// Expects all of a text to be read while it is written to a path, more than a pipe holds, and the path to stay what it is.
  ///
  /// It is read on a separate thread: the writer blocks its thread, and on few cores there is no other for
  /// tasks.
  private func expectWhole(
    writtenTo path: String, then end: () -> Void = {}, by read: @escaping @Sendable () throws -> Data?
  ) throws {
    let text = String(repeating: "0123456789", count: 100_000)
    nonisolated(unsafe) var found: Data?
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      unsafe found = try? read()
      done.signal()
    }
    try write(text, to: path)
    #expect(try FileStatus(of: path).kind == .other)
    end()
    done.wait()
    let whole = unsafe found
    #expect(whole == Data(text.utf8))
  }

  @Test func `a pipe is written to, and stays`() throws {
    let path = folder.file("pipe")
    let isMade = unsafe mkfifo(path, 0o600) == 0
    try #require(isMade)
    try expectWhole(writtenTo: path) { try FileHandle(forReadingFrom: URL(filePath: path)).readToEnd() }
  }

  @Test func `a socket is written to, and stays`() throws {
    // The system's limit on the length of a socket's path is small.
    let path = "/tmp/scrollsim-\(UUID().uuidString.prefix(8))"
    defer { try? FileNames.remove(path) }
    let socket = try #require(listener(at: path))
    try expectWhole(writtenTo: path) {
      FileHandle(fileDescriptor: accept(socket, nil, nil), closeOnDealloc: true).readDataToEndOfFile()
    }
    close(socket)
  }

  #if os(Linux)
    /// Whether this process may make devices, and this disk has them.
    private static let hasDevices: Bool = {
      let folder = TemporaryFolder()
      guard makeNull(folder.file("null")) else { return false }
      return (try? OpenFile(folder.file("null"), O_WRONLY)) != nil
    }()

    /// Makes a device with the numbers of /dev/null; with this name, nothing is lost if it is replaced.
    private static func makeNull(_ path: String) -> Bool {
      unsafe mknod(path, S_IFCHR | 0o666, 1 << 8 | 3) == 0
    }

    @Test(
      .enabled(if: hasDevices, "making a device takes the superuser's rights, and a disk that has devices"))
    func `a device is written to, and stays, behind a link as well`() throws {
      let path = folder.file("null")
      try #require(Self.makeNull(path))
      try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: path)
      for name in ["null", "link"] { try write("text", to: folder.file(name)) }
      #expect(try FileStatus(of: path, followingLink: false).kind == .other)
    }

    @Test func `if permissions cannot be set, a file replaces one with the same permissions`() throws {
      // Not even by the superuser.
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("draft"), withDestinationPath: "/proc/self/status")
      try folder.write("old", as: "a")
      try FileNames.setPermissions(0o444, of: folder.file("a"))
      try OutputFile(folder.file("a")).take(folder.file("draft"))
      #expect(try FileStatus(of: folder.file("a"), followingLink: false).kind == .link)
    }

    @Test func `a device that is full says so`() {
      #expect(throws: SystemError(ENOSPC)) { try write("text", to: "/dev/full") }
    }
  #endif

  @Test func `an open file of the process is written at its position`() throws {
    let path = try folder.write([], as: "log")
    let log = try OpenFile(path, O_WRONLY)
    try log.write(Array("before, ".utf8))
    for text in ["one, ", "two"] { try write(text, to: "/dev/fd/\(log.descriptor)") }
    #expect(try folder.text("log") == "before, one, two")
  }

  @Test func `a pipe that does not wait for its reader gets everything, once that comes`() throws {
    var ends: [Int32] = [-1, -1]
    let isMade = unsafe pipe(&ends) == 0
    try #require(isMade)
    let (out, end) = (ends[0], ends[1])
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
    try expectWhole(
      writtenTo: "/dev/fd/\(end)", then: { _ = close(end) },
      by: {
        Thread.sleep(forTimeInterval: 0.05)
        return FileHandle(fileDescriptor: out, closeOnDealloc: true).readDataToEndOfFile()
      })
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
  func `a folder that cannot be written is named by the system's error, and keeps the old file`() throws {
    try folder.write("old", as: "a")
    try FileNames.setPermissions(0o500, of: folder.path)
    defer { try? FileNames.setPermissions(0o700, of: folder.path) }
    #expect(throws: SystemError(EACCES)) { try write("new", to: folder.file("a")) }
    #expect(try folder.text("a") == "old")
  }
}
