/// The places in the file of the last bytes of an elementary stream.
struct PieceList: Sendable {
  private struct Piece {
    /// The position in the stream.
    let start: Int64
    let range: Range<Int64>
    var end: Int64 { start + Int64(range.count) }
  }

  private var pieces: [Piece] = []
  private var first = 0

  /// Adds bytes at the end of the stream.
  mutating func append(_ range: Range<Int64>, at position: Int64) {
    guard !range.isEmpty else { return }
    if pieces.count > first, let last = pieces.last, last.range.upperBound == range.lowerBound, last.end == position {
      pieces[pieces.count - 1] = Piece(start: last.start, range: last.range.lowerBound..<range.upperBound)
    } else {
      pieces.append(Piece(start: position, range: range))
    }
  }

  /// Forgets all bytes before a position.
  mutating func remove(before position: Int64) {
    while first < pieces.count, pieces[first].end <= position { first += 1 }
    if first > 256, first * 2 > pieces.count {
      pieces.removeFirst(first)
      first = 0
    }
  }

  /// The offset in the file of the first bytes that are not forgotten; nil if there are none.
  var firstOffset: Int64? { first < pieces.count ? pieces[first].range.lowerBound : nil }

  /// Adds the places of a part of the stream to a packet.
  func append(_ part: Range<Int64>, to bytes: inout PacketBytes) {
    guard !part.isEmpty else { return }
    var index = pieces[first...].partitioningIndex { $0.end > part.lowerBound }
    while index < pieces.count, pieces[index].start < part.upperBound {
      let piece = pieces[index]
      let from = max(part.lowerBound, piece.start) - piece.start
      let to = min(part.upperBound, piece.end) - piece.start
      bytes.append(piece.range.lowerBound + from..<piece.range.lowerBound + to)
      index += 1
    }
  }
}
