import MovieFile

/// A movie's headers and some of its fragments at their original offsets; the bytes between them are free space.
package struct FragmentBytes: ByteSource {
  /// Contiguous bytes.
  package struct Piece: Sendable {
    /// The original offset in the movie.
    package let start: Int64
    package let spool: SampleSpool

    package var end: Int64 { start + spool.size }
  }

  package let size: Int64
  package let name: String?
  private let pieces: [Piece]
  /// The omitted bytes, after the first piece.
  private let gap: Range<Int64>
  private let gapHeader: [UInt8]

  /// - Parameter pieces: Contiguous fragments.
  package init(_ head: Piece, _ pieces: [Piece], name: String?) {
    self.pieces = [head] + pieces
    self.name = name
    size = pieces.last?.end ?? head.end
    gap = head.end..<(pieces.first?.start ?? head.end)
    let length = UInt64(gap.count)
    let type = Array("free".utf8)
    func number(_ value: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
    gapHeader = length > UInt64(UInt32.max) ? number(1, 4) + type + number(length, 8) : number(length, 4) + type
  }

  package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    try check(offset, buffer.count)
    var done = 0
    while done < buffer.count {
      let place = offset + Int64(done)
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      if gap.contains(place) {
        done += fillGap(place, rest)
        continue
      }
      guard let piece = pieces.last(where: { $0.start <= place }) else { return }
      let count = Int(min(Int64(rest.count), piece.end - place))
      do {
        try piece.spool.read(at: place - piece.start, into: UnsafeMutableRawBufferPointer(rebasing: rest[..<count]))
      } catch {
        throw MovieError(.unreadable, "\(error)", offset: place, file: name)
      }
      done += count
    }
  }

  /// Fills a buffer with the free box: its header, and zeros.
  private func fillGap(_ place: Int64, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = Int(min(Int64(buffer.count), gap.upperBound - place))
    for index in 0..<count {
      let offset = place - gap.lowerBound + Int64(index)
      buffer[index] = offset < gapHeader.count ? gapHeader[Int(offset)] : 0
    }
    return count
  }
}
