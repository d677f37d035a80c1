/// Several sources concatenated, such as a CMAF header and its media segments (ISO/IEC 23000-19).
public struct SegmentedByteSource: ByteSource {
  private let segments: [any ByteSource]
  /// The offset of each segment, and the end of the last one.
  private let starts: [Int64]
  public let name: String?
  public var size: Int64 { starts[segments.count] }

  /// - Throws: `excessive` if the segments are longer than a file may be.
  public init(_ segments: [any ByteSource], name: String? = nil) throws(MovieError) {
    self.segments = segments
    self.name = name ?? segments.first?.name
    var starts: [Int64] = [0]
    var end: Int64 = 0
    for segment in segments {
      let (sum, overflow) = end.addingReportingOverflow(segment.size)
      guard !overflow, segment.size >= 0 else { throw MovieError(.excessive, "the segments are too long together") }
      end = sum
      starts.append(end)
    }
    self.starts = starts
  }

  public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    try check(offset, buffer.count)
    var (done, index) = (0, starts.partitioningIndex { $0 > offset } - 1)
    while done < buffer.count {
      let position = offset + Int64(done)
      let count = Int(min(Int64(buffer.count - done), starts[index + 1] - position))
      if count > 0 {
        try segments[index].read(
          at: position - starts[index], into: UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count]))
      }
      done += count
      index += 1
    }
  }
}

extension RandomAccessCollection {
  /// Returns the first index in the second half of a collection that a predicate divides in two.
  func partitioningIndex(where belongsInSecondHalf: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if belongsInSecondHalf(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
