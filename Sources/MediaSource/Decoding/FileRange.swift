import CoreMedia
import MovieFile

/// The bytes of a sample where they are in a file.
///
/// A sample that goes from one file into another does not come into memory: the kernel copies what this names.
package final class FileRange: DeferredBytes {
  package let source: FileByteSource
  package let range: Range<Int64>

  package init(_ range: Range<Int64>, of source: FileByteSource) { (self.source, self.range) = (source, range) }

  package var count: Int { Int(range.upperBound - range.lowerBound) }

  package func read(into bytes: UnsafeMutableRawBufferPointer) throws {
    try source.read(at: range.lowerBound, into: bytes)
  }
}

/// Bytes that lie in files, one range after another: what a chunk of small samples is made of.
package final class JoinedFileRanges: DeferredBytes {
  package let ranges: [FileRange]
  package let count: Int

  /// - Parameter ranges: One or more ranges.
  package init(_ ranges: [FileRange]) {
    self.ranges = ranges
    count = ranges.reduce(0) { $0 + $1.count }
  }

  package func read(into bytes: UnsafeMutableRawBufferPointer) throws { try Self.read(ranges[...], into: bytes) }

  /// Reads ranges, with one check of each file for those of it that follow each other.
  package static func read(
    _ ranges: ArraySlice<FileRange>, into bytes: UnsafeMutableRawBufferPointer
  ) throws(MovieError) {
    var (rest, start) = (ranges, 0)
    while let source = rest.first?.source {
      let alike = rest.prefix { $0.source === source }
      let end = start + alike.reduce(0) { $0 + $1.count }
      try source.read(alike.lazy.map(\.range), into: UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end]))
      rest = rest.dropFirst(alike.count)
      start = end
    }
  }
}
