import FlyingSocks
import Foundation
import Testing

@testable import ScrollSim

@Suite("Sockets of an origin")
struct PromptSocketsTests {
  /// A pool whose sockets are always ready.
  private struct ReadyPool: AsyncSocketPool {
    func prepare() async throws {}
    func run() async throws {}
    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {}
  }

  @Test("send at once from their first request on, and hand that on to connections")
  func promptness() async throws {
    let option = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
    let listener = try Socket(domain: AF_INET)
    defer { try? listener.close() }
    try listener.bind(to: .inet(ip4: "127.0.0.1", port: 0))
    try listener.listen()
    #expect(try !listener.getValue(for: option))
    try await PromptSockets(pool: ReadyPool()).suspendSocket(listener, untilReadyFor: .read)
    #expect(try listener.getValue(for: option))

    let client = try Socket(domain: AF_INET)
    defer { try? client.close() }
    guard case .ip4(_, let port) = try listener.sockname() else {
      Issue.record("expected an address of the loopback")
      return
    }
    try client.connect(to: .inet(ip4: "127.0.0.1", port: port))
    let connection = Socket(file: try listener.accept().file)
    defer { try? connection.close() }
    #expect(try connection.getValue(for: option))
  }
}
