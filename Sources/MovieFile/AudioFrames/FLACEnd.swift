/// The end of a FLAC file, whose first block states the number of its samples, but no size (RFC 9639, clauses 8.2 and 9.1).
public enum FLACEnd {
  /// The number of bytes before the end in which the header of the last frame is looked for; usual frames have fewer.
  private static let reach: Int64 = 1 << 18
  /// The largest size of a frame's header.
  private static let headerSize = 16

  /// Returns the problem of a file whose last frame ends before the file's sound does; nil for whole files, and for others.
  ///
  /// - Throws: Read errors of the source.
  public static func problem(of source: any ByteSource) throws(MovieError) -> MovieError? {
    guard source.size >= 42 else { return nil }
    let mark = try source.bytes(at: 0, count: 4)
    guard mark.starts(with: "fLaC".utf8) || mark.starts(with: "ID3".utf8) else { return nil }
    let audio = try ID3Location(of: source).audio
    guard audio.upperBound - audio.lowerBound >= 42 else { return nil }
    let head = try source.bytes(at: audio.lowerBound, count: 42)
    guard head.starts(with: "fLaC".utf8), head[4] & 0x7f == 0 else { return nil }
    let blockSize = Int64(head[10]) << 8 | Int64(head[11])
    // The smallest and the largest size are the same.
    let isFixed = head[8..<10] == head[10..<12]
    let stated = head[22..<26].reduce(Int64(head[21] & 0xf)) { $0 << 8 | Int64($1) }
    let start = max(audio.lowerBound + 42, audio.upperBound - reach)
    let tail = try source.bytes(at: start, count: Int(audio.upperBound - start))
    // Zero stands for a number that is not known.
    guard stated > 0, let end = lastEnd(in: tail, blockSize, isFixed: isFixed, stated), end < stated else { return nil }
    return MovieError(
      .truncated, "it is cut off: nothing comes after sample \(end) of \(stated)", offset: source.size,
      file: source.name)
  }

  /// Returns the number of samples up to the end of the last frame that begins in the bytes.
  private static func lastEnd(in tail: [UInt8], _ blockSize: Int64, isFixed: Bool, _ stated: Int64) -> Int64? {
    // A frame of silence is shorter than the longest header.
    let padded = tail + [UInt8](repeating: 0, count: headerSize)
    for start in stride(from: tail.count - 6, through: 0, by: -1) where tail[start] == 0xff {
      if let end = frameEnd(Array(padded[start..<start + headerSize]), blockSize, isFixed: isFixed, stated) {
        return end
      }
    }
    return nil
  }

  /// Returns the number of samples up to the end of a frame; nil if the bytes begin none.
  private static func frameEnd(_ head: [UInt8], _ blockSize: Int64, isFixed: Bool, _ stated: Int64) -> Int64? {
    // Streams whose frames have numbers have blocks of one size, and others say how many samples come before (clause 9.1.1).
    let isNumbered = head[1] == 0xf8
    guard isNumbered || head[1] == 0xf9 && !isFixed, let count = PacketLength.frames(ofFLAC: head).map({ Int64($0) })
    else { return nil }
    // The number is written as UTF-8 writes characters.
    let ones = (~head[4]).leadingZeroBitCount
    guard ones != 1, ones < 8 else { return nil }
    let length = max(1, ones)
    var number = Int64(head[4] & (0x7f >> UInt8(ones)))
    for byte in head[5..<4 + length] { number = number << 6 | Int64(byte & 0x3f) }
    let sizeBytes =
      switch head[2] >> 4 {
      case 6: 1
      case 7: 2
      default: 0
      }
    let rateBytes =
      switch head[2] & 0xf {
      case 12: 1
      case 13, 14: 2
      default: 0
      }
    let check = 4 + length + sizeBytes + rateBytes
    guard checksum(head[..<check]) == head[check] else { return nil }
    let end = (isNumbered ? number * blockSize : number) + count
    // All numbered frames but the last have the same size: other bytes only look like a header.
    return isNumbered && count != blockSize && end != stated ? nil : end
  }

  /// Returns the checksum of a frame's header (clause 9.1.8).
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(UInt8(0)) { sum, byte in
      (0..<8).reduce(sum ^ byte) { value, _ in value & 0x80 == 0 ? value << 1 : value << 1 ^ 7 }
    }
  }
}
