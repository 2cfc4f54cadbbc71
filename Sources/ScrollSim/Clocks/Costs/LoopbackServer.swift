internal import Foundation
internal import GalleryKit

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Serves as many bytes as it is asked for, over TCP on this machine's loopback.
///
/// A request is a count in eight bytes, in the machine's order; the answer is so many bytes, and the end of the connection.
struct LoopbackServer {
  private let listener: Int32
  private let port: UInt16

  /// Listens on a port that the system chooses, on a thread of its own.
  ///
  /// - Throws: ``TransferError`` if the system gives no socket.
  init() throws {
    let descriptor = try Self.makeSocket()
    var address = Self.address(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, length) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isListening else {
      close(descriptor)
      throw TransferError("a socket on 127.0.0.1")
    }
    listener = descriptor
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { Self.serve(descriptor) }
  }

  /// Serves no more; the thread ends.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    // Wakes a thread that waits for a connection where shutting down does not.
    if let last = try? Self.connection(to: port) { close(last) }
    close(listener)
  }

  /// Milliseconds from connecting to the last byte.
  ///
  /// - Throws: ``TransferError`` if the connection fails.
  func fetch(byteCount: Int) throws -> Double {
    var buffer = [UInt8](repeating: 0, count: byteCount)
    let start = ContinuousClock.now
    let connection = try Self.connection(to: port)
    defer { close(connection) }
    let request = unsafe withUnsafeBytes(of: byteCount) { unsafe Array($0) }
    guard Self.write(request, to: connection), Self.read(into: &buffer, from: connection) else {
      throw TransferError("a connection to 127.0.0.1")
    }
    return start.duration(to: .now).milliseconds
  }

  private static func serve(_ listener: Int32) {
    let answer = [UInt8](repeating: 7, count: 1 << 22)
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      defer { close(connection) }
      var request = [UInt8](repeating: 0, count: MemoryLayout<Int>.size)
      guard read(into: &request, from: connection) else { continue }
      let count = unsafe request.withUnsafeBytes { unsafe $0.loadUnaligned(as: Int.self) }
      _ = write(answer[..<min(max(0, count), answer.count)], to: connection)
    }
  }

  private static func makeSocket() throws -> Int32 {
    #if canImport(Darwin)
      let made = socket(AF_INET, SOCK_STREAM, 0)
      var isOn: Int32 = 1
      unsafe setsockopt(made, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #else
      let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard made >= 0 else { throw TransferError("a socket") }
    return made
  }

  private static func connection(to port: UInt16) throws -> Int32 {
    let made = try makeSocket()
    var address = address(port: port)
    let isConnected = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe connect(made, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      close(made)
      throw TransferError("a connection to 127.0.0.1:\(port)")
    }
    return made
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func read(into buffer: inout [UInt8], from connection: Int32) -> Bool {
    var done = 0
    while done < buffer.count {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe recv(connection, bytes.baseAddress?.advanced(by: done), bytes.count - done, 0)
      }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  private static func write(_ bytes: some ContiguousBytes & Collection<UInt8>, to connection: Int32) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe send(connection, bytes.baseAddress?.advanced(by: done), bytes.count - done, flags)
      }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}
