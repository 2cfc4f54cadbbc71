internal import FlyingSocks
internal import Foundation

/// Sockets of an origin that send what they are given at once.
///
/// A header and the bytes after it are two writes. By itself, TCP holds the second one until the first is acknowledged
/// (Nagle's algorithm, RFC 896), and the client's system waits up to 40 ms before it acknowledges: a pause of the loopback's that no
/// ``NetworkConditions`` asked for.
struct PromptSockets<Pool: AsyncSocketPool>: AsyncSocketPool {
  /// The pool that waits for sockets.
  let pool: Pool

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  /// Waits for a socket.
  ///
  /// A socket that listens hands its options on to its connections, and each connection waits for its first request.
  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // A socket whose other side has gone may take no options; waiting for it tells so.
    if events.contains(.read) {
      try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    }
    try await pool.suspendSocket(socket, untilReadyFor: events)
  }
}
