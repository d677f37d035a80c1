/// An ID3v2 tag: versions 2.2, 2.3 and 2.4 as they are found in files.
public struct ID3Tag: Hashable, Sendable {
  /// The minor version: 2, 3 or 4.
  public var version: UInt8
  /// In file order.
  public var frames: [ID3Frame]
  /// Errors of parts that could not be read; the rest is still read.
  public var problems: [MovieError]
  /// The byte range in the file, header, padding and footer included.
  public var range: Range<Int64>

  /// Reads the tag that starts at an offset; nil if none does.
  ///
  /// - Throws: `truncated` if it declares more bytes than the file has, `unsupported` for an unknown version,
  ///   `excessive` if it must be read in one piece and is too large for that.
  public init?(from source: any ByteSource, at offset: Int64) throws(MovieError) {
    guard offset >= 0, source.size - offset >= ID3Header.size,
      let header = ID3Header(try source.bytes(at: offset, count: Int(ID3Header.size))), !header.isFooter
    else { return nil }
    func fail(_ code: MovieError.Code, _ message: String) -> MovieError {
      MovieError(code, message, box: "ID3v2.\(header.version)", offset: offset, file: source.name)
    }
    guard (2...4).contains(header.version) else { throw fail(.unsupported, "ID3v2.\(header.version) is not known") }
    guard header.tagSize <= source.size - offset else {
      throw fail(
        .truncated, "the tag says that it has \(header.tagSize) bytes; the file has \(source.size - offset) left")
    }
    version = header.version
    range = offset..<offset + header.tagSize
    let body = offset + ID3Header.size..<offset + ID3Header.size + header.bodySize
    var reader: ID3FrameReader
    if header.isUnsynchronised, header.version < 4 {
      // The whole tag is unsynchronised, including sizes: it must be read in one piece.
      guard header.bodySize <= MetadataLimit.totalSize else {
        throw fail(.excessive, "the unsynchronised tag has \(header.bodySize) bytes")
      }
      let bytes = Unsynchronisation.removed(from: try source.bytes(at: body.lowerBound, count: Int(header.bodySize)))
      let plain = MemoryByteSource(bytes, name: source.name)
      reader = ID3FrameReader(plain, range: 0..<plain.size, header: header, shift: body.lowerBound)
    } else {
      reader = ID3FrameReader(source, range: body, header: header, shift: 0)
    }
    frames = []
    do throws(MovieError) {
      try reader.skipExtendedHeader()
      while let frame = try reader.next() { frames.append(frame) }
    } catch {
      reader.problems.append(error)
    }
    problems = reader.problems
  }

  /// The number among the file's tags of the same version, from 1.
  var ordinal = 1

  /// The tag's name in errors and sources; the second tag of a version has a number.
  var name: String { "ID3v2.\(version)" + (ordinal > 1 ? " (\(ordinal))" : "") }
}
