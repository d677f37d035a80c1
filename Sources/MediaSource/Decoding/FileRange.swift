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
