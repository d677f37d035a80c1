/// The bytes of samples to write.
public enum SampleBytes: Sendable {
  case memory([UInt8])
  /// Bytes of a source, which are read when they are written.
  case range(Range<Int64>, any ByteSource)

  /// The number of bytes.
  package var count: Int64 {
    switch self {
    case .memory(let bytes): Int64(bytes.count)
    case .range(let range, _): range.upperBound - range.lowerBound
    }
  }

  /// Returns the first bytes, as many as there are at most.
  package func prefix(_ count: Int64) -> SampleBytes {
    guard count < self.count else { return self }
    return switch self {
    case .memory(let bytes): .memory(Array(bytes[..<Int(max(0, count))]))
    case .range(let range, let source): .range(range.lowerBound..<range.lowerBound + max(0, count), source)
    }
  }

  /// Adds bytes of a source that directly follow these; returns false if they do not.
  fileprivate mutating func extend(by other: SampleBytes) -> Bool {
    guard case .range(let range, let source) = self, case .range(let next, let nextSource) = other,
      range.upperBound == next.lowerBound, (source as AnyObject) === (nextSource as AnyObject)
    else { return false }
    self = .range(range.lowerBound..<next.upperBound, source)
    return true
  }
}

extension Array where Element == SampleBytes {
  /// Adds bytes; those of a source that follow the last ones are joined with them.
  mutating func join(_ bytes: SampleBytes) {
    if isEmpty || !self[count - 1].extend(by: bytes) { append(bytes) }
  }

  func write(to sink: any ByteSink) throws(MovieError) {
    for bytes in self {
      switch bytes {
      case .memory(let bytes): try sink.append(bytes)
      case .range(let range, let source): try sink.append(range, of: source)
      }
    }
  }
}
