/// The photos that the user has chosen, by their indexes in the grid, in the order of choosing.
struct Picking {
  /// The most photos that the user may choose; 0 means any number.
  let limit: Int
  private(set) var items: [Int] = []
  /// Whether the user has confirmed the choice.
  var isConfirmed = false

  /// Chooses a photo, or takes the choice back; with a limit of 1, the photo replaces the chosen one.
  mutating func toggle(_ item: Int) {
    if let place = items.firstIndex(of: item) {
      items.remove(at: place)
    } else if limit == 1 {
      items = [item]
    } else if limit == 0 || items.count < limit {
      items.append(item)
    }
  }
}
