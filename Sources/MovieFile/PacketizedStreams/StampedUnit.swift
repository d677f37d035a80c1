/// A unit of an elementary stream with its bytes and times.
struct StampedUnit: Sendable {
  var unit: StreamUnit
  var bytes: PacketBytes
  /// The times of the packet that the unit begins in; nil if it is not the first there, or the packet has none.
  var presentation: Int64?
  var decode: Int64?
  /// The place from which a walk meets the unit.
  var anchor: WalkAnchor

  var isStated: Bool { presentation != nil }
}

/// A place in a file from which a stream can be read anew: the beginning of a packet with time stamps.
struct WalkAnchor: Hashable, Sendable {
  /// The offset of the packet in the file.
  let offset: Int64
  /// The packed time base.
  let reference: Int64
}

extension ContainerPacket {
  /// Creates the packet of a unit of an elementary stream.
  init(_ stream: Int, _ unit: StampedUnit) {
    self.init(
      stream: stream, presentationTime: unit.presentation, decodeTime: unit.decode ?? unit.presentation,
      duration: StreamClock.ticks(unit.unit.duration), isSync: unit.unit.isSync,
      discardPadding: unit.unit.discardPadding, bytes: unit.bytes)
    storedSize = Int(clamping: unit.unit.storedSize)
  }
}
