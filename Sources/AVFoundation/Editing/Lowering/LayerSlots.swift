/// An order of layers, bottom to top, in which all instructions find theirs.
///
/// Each track has one slot if the instructions agree about which track covers which; where they disagree, tracks have several.
///
///     instruction 1: A under B      slots: A, B, A
///     instruction 2: B under A
struct LayerSlots {
  /// A place in the order.
  struct Slot: Equatable {
    let trackID: CMPersistentTrackID
    /// For each instruction, the index of its layer in the slot, bottom to top; nil if it has none.
    var uses: [Int?]
  }

  private(set) var slots: [Slot] = []

  /// - Parameter sequences: The layers of each instruction, bottom to top.
  init(_ sequences: [[CMPersistentTrackID]]) {
    let order = Self.commonOrder(sequences) ?? []
    slots = order.map { Slot(trackID: $0, uses: sequences.map { _ in nil }) }
    for (number, sequence) in sequences.enumerated() {
      var next = 0
      for (index, id) in sequence.enumerated() {
        let found = slots[next...].firstIndex { $0.trackID == id }
        let place = found ?? next
        if found == nil { slots.insert(Slot(trackID: id, uses: sequences.map { _ in nil }), at: place) }
        slots[place].uses[number] = index
        next = place + 1
      }
    }
  }

  /// Returns all tracks in an order that fits every sequence; nil if there is none.
  private static func commonOrder(_ sequences: [[CMPersistentTrackID]]) -> [CMPersistentTrackID]? {
    var above: [CMPersistentTrackID: Set<CMPersistentTrackID>] = [:]
    var order: [CMPersistentTrackID] = []
    for sequence in sequences {
      guard Set(sequence).count == sequence.count else { return nil }
      for (index, id) in sequence.enumerated() {
        if above[id] == nil {
          above[id] = []
          order.append(id)
        }
        if index > 0 { above[sequence[index - 1], default: []].insert(id) }
      }
    }
    // The lowest of those left, in the order of their appearance (Kahn's algorithm).
    var sorted: [CMPersistentTrackID] = []
    while !order.isEmpty {
      guard let index = order.firstIndex(where: { id in !order.contains { above[$0]?.contains(id) ?? false } }) else {
        return nil
      }
      sorted.append(order.remove(at: index))
    }
    return sorted
  }
}
