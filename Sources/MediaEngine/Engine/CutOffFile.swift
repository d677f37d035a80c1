internal import MediaSource
import MediaGraph
import MovieFile

/// Detects truncated movies, as after an interrupted copy or download.
///
/// Demuxers take the end of the file for the end of the movie, and the output of a run would be too short without an
/// error. Only files that state their length can be checked; fragmented ones are readable up to their end.
enum CutOffFile {
  /// Returns the error of a truncated input; nil if it is complete, or that is unknown.
  static func problem(_ location: Location, at range: SourceRange?) -> Diagnostic? {
    guard let path = location.path, InputFile.isRegular(path), let source = try? FileByteSource(path: path) else {
      return nil
    }
    return problem(source, path, at: range)
  }

  /// Returns the error of a truncated source.
  static func problem(_ source: any ByteSource, _ name: String, at range: SourceRange?) -> Diagnostic? {
    let file = Header(source)
    guard let end = movieEnd(file) ?? matroskaEnd(file), end > file.size else { return nil }
    return Diagnostic(
      "cannot read '\(name)'", kind: .input, at: range, cause: "it is cut off: \(file.size) of \(end) bytes are there",
      help: "copy or download it again")
  }

  /// Returns the end of the boxes of an ISO or QuickTime movie (ISO 14496-12, 4.2); nil for other files.
  private static func movieEnd(_ file: Header) -> UInt64? {
    let kinds: Set = ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "uuid", "sidx", "styp", "meta"]
    var offset: UInt64 = 0
    // A movie has few top-level boxes unless it is fragmented.
    for _ in 0..<64 {
      guard let size = file.number(at: offset, bytes: 4), let kind = file.text(at: offset + 4) else { return nil }
      guard kinds.contains(kind) else { return nil }
      let length = size == 1 ? file.number(at: offset + 8, bytes: 8) : size
      // A box of size 0 extends to the end of the file.
      guard let length, length >= 8, length <= UInt64(Int64.max) else { return nil }
      let end = offset + length
      if end > file.size { return ["mdat", "moov"].contains(kind) ? end : nil }
      offset = end
    }
    return nil
  }

  /// Returns the end of the segment of a Matroska file (RFC 8794 and 9559); nil for other files and for live ones.
  private static func matroskaEnd(_ file: Header) -> UInt64? {
    guard file.number(at: 0, bytes: 4) == 0x1A45_DFA3, let head = file.ebmlSize(at: 4) else { return nil }
    let segment = 4 + head.bytes + head.size
    guard file.number(at: segment, bytes: 4) == 0x1853_8067, let body = file.ebmlSize(at: segment + 4) else {
      return nil
    }
    return segment + 4 + body.bytes + body.size
  }

  /// Reads numbers at any offset of a file.
  private struct Header {
    let size: UInt64
    private let source: any ByteSource

    init(_ source: any ByteSource) { (self.source, size) = (source, UInt64(max(0, source.size))) }

    /// Returns a big-endian number; nil beyond the end.
    func number(at offset: UInt64, bytes count: Int) -> UInt64? {
      guard offset <= size, UInt64(count) <= size - offset else { return nil }
      return try? source.bytes(at: Int64(offset), count: count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    func text(at offset: UInt64) -> String? {
      number(at: offset, bytes: 4).map { number in
        String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }, as: UTF8.self)
      }
    }

    /// Returns an element's size and the number of bytes of that field; nil if it is unknown.
    func ebmlSize(at offset: UInt64) -> (size: UInt64, bytes: UInt64)? {
      guard let first = number(at: offset, bytes: 1), first > 0 else { return nil }
      let count = UInt8(first).leadingZeroBitCount + 1
      let unknown = (UInt64(1) << (7 * UInt64(count))) - 1
      guard let value = number(at: offset, bytes: count).map({ $0 & unknown }), value != unknown else { return nil }
      return (value, UInt64(count))
    }
  }
}
