/// The types of a program stream's elementary streams (ISO/IEC 13818-1, 2.5.4).
struct ProgramStreamMap: Hashable, Sendable {
  /// The type of each stream, by the number of its packets.
  private(set) var types: [UInt8: ProgramMap.Stream] = [:]

  /// - Parameter bytes: The map from its start code on; nil if it is damaged.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 16 else { return nil }
    let size = 6 + Int(bytes[4]) << 8 + Int(bytes[5])
    guard size <= bytes.count, size >= 16 else { return nil }
    var position = 10 + Int(bytes[8]) << 8 + Int(bytes[9])
    guard position + 2 <= size - 4 else { return nil }
    let end = min(size - 4, position + 2 + Int(bytes[position]) << 8 + Int(bytes[position + 1]))
    position += 2
    while end - position >= 4 {
      let length = Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
      guard length <= end - position - 4 else { break }
      let id = bytes[position + 1]
      types[id] = ProgramMap.Stream(
        type: bytes[position], pid: UInt16(id),
        descriptors: StreamDescriptor.list(bytes[(position + 4)..<(position + 4 + length)]))
      position += 4 + length
    }
  }
}
