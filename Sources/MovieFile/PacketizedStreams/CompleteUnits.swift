/// The units of several streams that are complete, in the order in which they became so.
struct CompleteUnits: Sendable {
  private var units: ArraySlice<(stream: Int, unit: StampedUnit)> = []
  /// The latest decode time of all streams; nil before the first.
  private(set) var latest: Int64?

  init() {}

  /// Takes the units that a stream has completed.
  mutating func collect(from stream: inout PacketizedStream) {
    while let unit = stream.next() {
      if let decode = unit.decode, latest.map({ decode > $0 }) ?? true { latest = decode }
      units.append((stream.index, unit))
    }
  }

  /// Removes and returns the first unit.
  mutating func next() -> (stream: Int, unit: StampedUnit)? { units.popFirst() }

  /// Returns the place from which a walk meets all units that have not been given out; nil if none waits.
  func pendingAnchor(of streams: some Sequence<PacketizedStream>) -> WalkAnchor? {
    var earliest = units.lazy.map(\.unit.anchor).min { $0.offset < $1.offset }
    for stream in streams {
      guard let anchor = stream.pendingAnchor else { continue }
      if earliest.map({ anchor.offset < $0.offset }) ?? true { earliest = anchor }
    }
    return earliest
  }
}
