/// The headers of a movie that QuickTime compressed (QuickTime File Format, "Compressed Movie Resources"):
///
///     moov
///       cmov
///         dcom   the method, always `zlib`
///         cmvd   the decompressed size, then the compressed 'moov' box
enum CompressedHeader {
  /// More than the headers of any movie that was small enough to be compressed.
  private static let limit: UInt32 = 16 << 20

  /// Returns the source of a movie's header boxes, and its 'moov' box there: the file itself, or the file with the
  /// decompressed headers appended.
  static func open(_ moov: Box, _ window: ByteWindow) throws(MovieError) -> (source: any ByteSource, moov: Box) {
    var children = BoxSequence(in: moov, window: window)
    guard let cmov = try children.next(), cmov.type == "cmov" else { return (window.source, moov) }
    let plain = MemoryByteSource(try decompress(cmov, window), name: window.source.name)
    let source = try SegmentedByteSource([window.source, plain])
    var boxes = BoxSequence(topLevelOf: ByteWindow(source), from: window.source.size)
    guard let inner = try boxes.next(), inner.type == .moov, !inner.isCut else {
      throw .malformed("the compressed headers are no 'moov' box", in: cmov)
    }
    return (source, inner)
  }

  private static func decompress(_ cmov: Box, _ window: ByteWindow) throws(MovieError) -> [UInt8] {
    var method: BoxType?
    var data: Box?
    var children = BoxSequence(in: cmov, window: window)
    while let child = try children.next() {
      var reader = PayloadReader(child, window: window)
      switch child.type {
      case "dcom": method = try reader.boxType()
      case "cmvd": data = child
      default: break
      }
    }
    guard let data else { throw .malformed("the compressed headers are missing", in: cmov) }
    guard method == "zlib" else {
      throw MovieError(
        .unsupported, "the movie's headers are compressed by '\(method?.text ?? "nothing")'",
        box: cmov.path.description, offset: cmov.offset)
    }
    var reader = PayloadReader(data, window: window)
    let size = try reader.u32()
    guard size <= limit else { throw .excessive("the headers have \(size) bytes when decompressed", in: data) }
    let packed = try reader.rest(limit: Int(limit))
    do throws(Inflate.Problem) {
      return try Inflate.zlib(packed, limit: Int(size))
    } catch {
      throw .malformed("the headers cannot be decompressed: \(error.message)", in: data)
    }
  }
}
