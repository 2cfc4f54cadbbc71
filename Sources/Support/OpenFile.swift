/// An open file or folder, which closes when the value ends.
package struct OpenFile: ~Copyable, Sendable {
  /// The system's file descriptor, valid for as long as the value lives.
  package let descriptor: Int32

  /// Opens a file or a folder, which the programs that this one starts do not inherit.
  ///
  /// - Parameter waits: whether opening and writing a pipe wait for its other end.
  package init(
    _ path: some SystemPath, _ flags: Int32 = O_RDONLY, permissions: mode_t = 0, waits: Bool = false
  ) throws(SystemError) {
    let flags = flags | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)
    descriptor = try SystemError.check(unsafe open(path.cString, flags, permissions))
  }

  /// Shares an open file of the process, with its position.
  package init(sharing other: Int32) throws(SystemError) { descriptor = try SystemError.check(dup(other)) }

  /// Connects to a socket that another program listens on, at a path of at most about a hundred bytes.
  package static func connected(to path: String) throws(SystemError) -> OpenFile {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array(path.utf8)
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { throw SystemError(ENAMETOOLONG) }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let file = OpenFile(descriptor: try SystemError.check(socket(AF_UNIX, kind, 0)))
    let number = file.descriptor
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let returned = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(number, $0, size) }
    }
    try SystemError.check(returned)
    return file
  }

  /// Opens a folder in this one, without following a link.
  package func folder(_ name: [UInt8]) throws(SystemError) -> OpenFile {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    return OpenFile(descriptor: try SystemError.check(unsafe openat(descriptor, name.cString, flags)))
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = systemClose(descriptor) }

  /// Closes the file.
  ///
  /// - Throws: an error if written bytes did not reach the file.
  package consuming func close() throws(SystemError) {
    let descriptor = descriptor
    discard self
    try SystemError.check(systemClose(descriptor))
  }

  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try SystemError.check(unsafe fstat(descriptor, &status))
    return FileStatus(status)
  }

  /// Describes an entry of the folder, or the target of its link.
  package func status(of name: [UInt8], followingLink: Bool = false) throws(SystemError) -> FileStatus {
    var status = stat()
    let flags = followingLink ? 0 : AT_SYMLINK_NOFOLLOW
    try SystemError.check(unsafe fstatat(descriptor, name.cString, &status, flags))
    return FileStatus(status)
  }

  /// Calls `body` with the name of each entry of the folder, in no order, and with whether it is certainly a regular file.
  package func forEachEntry(_ body: (_ name: [UInt8], _ isRegularFile: Bool) -> Void) throws(SystemError) {
    // The stream closes its descriptor and shares its position, so it gets a separate descriptor.
    let own = try SystemError.check(unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    guard let stream = unsafe fdopendir(own) else {
      let error = SystemError()
      _ = systemClose(own)
      throw error
    }
    defer { unsafe _ = closedir(stream) }
    while true {
      // Zero on purpose: nil means the end or an error, and only errno tells which.
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw SystemError() }
        return
      }
      let name = unsafe Self.name(of: entry)
      if name != [UInt8](".".utf8), name != [UInt8]("..".utf8) {
        body(name, unsafe entry.pointee.d_type == UInt8(DT_REG))
      }
    }
  }

  /// The name in an entry of a folder.
  ///
  /// Linux's type has room for 255 bytes, but exFAT, NTFS and SMB have names of 255 characters, of up to three bytes each, and the
  /// system gives them whole.
  @unsafe package static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
      let start = unsafe UnsafeRawPointer(name)
      let count = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
      return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
  }
}

extension OpenFile {
  /// Reads up to `count` bytes from `offset` on; fewer at the end of the file.
  package func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    // All threads share Swift's one empty array, and making one with a capacity of 0 writes to it.
    guard count > 0 else { return [] }
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try SystemError.check(unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset)))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Passes on a file's bytes piece by piece.
  ///
  /// - Throws: ``SystemError/noFile`` for anything else, such as a pipe, which might never end; the system's errors, and those of
  ///   `body`.
  package func forEachPiece(of byteCount: Int, _ body: ([UInt8]) throws -> Void) throws {
    guard try status().kind == .file else { throw SystemError.noFile }
    var offset = 0
    while true {
      let piece = try bytes(at: offset, count: byteCount)
      guard !piece.isEmpty else { return }
      try body(piece)
      offset += piece.count
    }
  }

  /// Writes all of the bytes, and waits for their reader.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      let count = unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // Another program that shares the stream has made it non-blocking.
        var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&stream, 1, -1)
        continue
      }
      guard count != 0 else { throw SystemError(ENOSPC) }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[try SystemError.check(count)...])
    }
  }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    unsafe try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
      unsafe try write(UnsafeRawBufferPointer(bytes))
    }
  }

  package func empty() throws(SystemError) { try SystemError.check(ftruncate(descriptor, 0)) }

  /// Waits until the written bytes are on the disk.
  package func sync() throws(SystemError) { try SystemError.check(fsync(descriptor)) }

  /// Sets the time of its content's last modification, since 1970.
  package func setModified(_ time: timespec) throws(SystemError) {
    let times = [time, time]
    try SystemError.check(unsafe futimens(descriptor, times))
  }

  /// Locks the file for this process, as long as the value lives; false if another has the lock and this does not wait for it.
  package func lock(waits: Bool = false) throws(SystemError) -> Bool {
    while flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
      let error = SystemError()
      if error.code == EWOULDBLOCK { return false }
      guard error.code == EINTR else { throw error }
    }
    return true
  }

  /// Asks the system to bring the bytes into its page cache, without waiting for them.
  package func readAhead() {
    #if canImport(Darwin)
      var advice = radvisory(ra_offset: 0, ra_count: Int32(clamping: (try? status().byteCount) ?? 0))
      _ = unsafe fcntl(descriptor, F_RDADVISE, &advice)
    #else
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_WILLNEED)
    #endif
  }
}

// The system's functions, which methods of the same name would hide.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
