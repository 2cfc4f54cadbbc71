/// What is wanted of a picture that is open: the same for JPEG and PNG.
struct DecodeOrder {
  let orientation: ImageOrientation
  let specification: ImageSpecification
  /// What the picture stands in for, or `nil` where it is the picture itself.
  var standIn: DecodePlan.StandIn?
  /// Whether the file is read to its end, so that nothing that is wrong with it goes unseen.
  var readsToEnd = false
  let ledger: MemoryLedger

  /// What must be decoded of a picture of that size.
  func plan(_ storedSize: PixelSize, isJPEG: Bool) -> DecodePlan {
    DecodePlan(
      storedSize: storedSize, orientation: orientation, isJPEG: isJPEG, specification: specification,
      standIn: standIn)
  }
}
