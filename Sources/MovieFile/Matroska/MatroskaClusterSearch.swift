/// Finds clusters by their ID where sizes cannot be followed: behind damage, and between clusters of unknown size.
struct MatroskaClusterSearch {
  let source: any ByteSource
  let contents: Range<Int64>

  init(_ source: any ByteSource, in contents: Range<Int64>) {
    (self.source, self.contents) = (source, contents)
  }

  /// Returns the offset of the first cluster at or behind an offset; nil if there is none.
  ///
  /// - Parameter limit: The offset to search up to; nil for the end.
  /// - Throws: Read errors of the source.
  func first(from offset: Int64, before limit: Int64? = nil) throws(MovieError) -> Int64? {
    let id: [UInt8] = [0x1f, 0x43, 0xb6, 0x75]
    let end = min(limit ?? contents.upperBound, contents.upperBound)
    var position = max(offset, contents.lowerBound)
    // Damage is mostly short: reads grow with the distance.
    var count: Int64 = 4096
    while end - position > Int64(id.count) {
      let bytes = try source.bytes(at: position, count: Int(min(count, end - position)))
      var index = 0
      while let match = Self.firstMatch(of: id, in: bytes, from: index) {
        if try isCluster(at: position + Int64(match)) { return position + Int64(match) }
        index = match + 1
      }
      // An ID may lie across the end of what was read.
      position += Int64(bytes.count - id.count + 1)
      count = min(2 * count, 1 << 18)
    }
    return nil
  }

  private static func firstMatch(of id: [UInt8], in bytes: [UInt8], from first: Int) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      var index = first
      while index + 3 < buffer.count {
        if buffer[index] == id[0], buffer[index + 1] == id[1], buffer[index + 2] == id[2], buffer[index + 3] == id[3] {
          return index
        }
        index += 1
      }
      return nil
    }
  }

  /// True if a cluster's header is at an offset, followed by an element that begins one: payloads hold any bytes.
  private func isCluster(at offset: Int64) throws(MovieError) -> Bool {
    let window = ByteWindow(source, capacity: 32)
    guard let header = try EBMLHeader(window, at: offset, before: contents.upperBound) else { return false }
    if let end = header.end, end == header.start { return true }
    guard let child = try EBMLHeader(window, at: header.start, before: contents.upperBound) else { return false }
    return MatroskaID.isInCluster(child.id) || [MatroskaID.void, MatroskaID.checksum].contains(child.id)
  }
}
