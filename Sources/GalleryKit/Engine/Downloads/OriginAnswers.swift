extension OriginalDownload {
  /// The origin answered; bytes follow if ``state`` is ``State/receiving`` now.
  package mutating func answered(_ answer: OriginAnswer, at now: Double) -> [Action] {
    guard state == .connecting else { return [] }
    isUnbounded = answer.status == 200
    switch answer.status {
    case 200: return receiveAll(answer)
    case 206: return receiveRest(answer, at: now)
    case 416: return rangeRefused(answer, at: now)
    case 408, 425, 429, 500, 502...504, 506...599:
      return [.disconnect] + backOff(.status(answer.status), retryAfter: answer.retryAfter ?? 0, at: now)
    default:
      return [.disconnect] + fail(.status(answer.status))
    }
  }

  /// The original from its first byte: as requested, because it has changed, or for lack of ranges.
  private mutating func receiveAll(_ answer: OriginAnswer) -> [Action] {
    if let refusal = refusal(of: answer) { return [.disconnect] + fail(refusal) }
    return begin(answer.version)
  }

  private mutating func receiveRest(_ answer: OriginAnswer, at now: Double) -> [Action] {
    if let refusal = refusal(of: answer) { return [.disconnect] + fail(refusal) }
    guard let first = answer.first else {
      return [.disconnect] + fail(.malformed("a 206 without the Content-Range that it must have"))
    }
    if byteCount == 0, first == 0 { return begin(answer.version) }
    guard first == byteCount, !answer.version.differs(from: version) else {
      // The origin ignores If-Range: the stored bytes are of another version, or the rest is of another place.
      return [.disconnect]
        + startOver(because: .malformed("a range of another version, from byte \(first)"), at: now)
    }
    state = .receiving
    return []
  }

  /// Nothing follows the stored bytes: they are complete, or of another version.
  private mutating func rangeRefused(_ answer: OriginAnswer, at now: Double) -> [Action] {
    if byteCount > 0, answer.version.byteCount == byteCount, !answer.version.differs(from: version) {
      version.byteCount = byteCount
      return [.disconnect] + conclude()
    }
    return [.disconnect] + startOver(because: .status(416), at: now)
  }

  /// Takes the next bytes for the first ones of this version.
  private mutating func begin(_ version: OriginalVersion) -> [Action] {
    self.version = version
    byteCount = 0
    state = .receiving
    return [.restart(version)]
  }

  /// Forgets the stored bytes; the same answer to a first request counts as a failed try.
  private mutating func startOver(because cause: DownloadError.Cause, at now: Double) -> [Action] {
    guard byteCount > 0 else { return backOff(cause, at: now) }
    return [forget()] + connect()
  }

  private func refusal(of answer: OriginAnswer) -> DownloadError.Cause? {
    if let encoding = answer.encoding { return .malformed("bytes in the encoding \(encoding)") }
    if let total = answer.version.byteCount, total > byteLimit { return .tooLarge(limit: byteLimit) }
    return nil
  }
}
