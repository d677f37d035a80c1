/// The header of a stream: its kind, the units of its times, its format ("AVI RIFF File Reference", Microsoft; "OpenDML
/// AVI File Format Extensions", 1.02).
struct AVIStreamHeader {
  /// The kind: `vids`, `auds`, `txts`, `iavs`.
  private(set) var kind: BoxType = "\0\0\0\0"
  /// The codec's FourCC, where the format has none.
  private(set) var handler: BoxType = "\0\0\0\0"
  /// The duration of a unit is `scale` / `rate` seconds.
  private(set) var scale: UInt32 = 0
  private(set) var rate: UInt32 = 0
  /// The time of the first unit, in units.
  private(set) var start: UInt32 = 0
  /// The number of units.
  private(set) var length: UInt32 = 0
  /// The number of bytes of a unit of audio with a constant bit rate; 0 if each chunk is a unit.
  private(set) var sampleSize: UInt32 = 0
  /// The contents of 'strf', little-endian whatever the file is.
  private(set) var format: [UInt8] = []
  private(set) var name: String?
  /// The shape of the whole picture, and its size in pixels, from 'vprp'.
  private(set) var picture: (across: Int, down: Int, width: Int, height: Int)?
  /// The contents of 'indx'.
  private(set) var index: Range<Int64>?

  init(_ list: RIFFReader.Chunk, _ reader: RIFFReader) throws(MovieError) {
    for chunk in try reader.chunks(in: list.contents) {
      let at = chunk.contents.lowerBound
      switch chunk.type {
      case "strh" where chunk.size >= 48:
        kind = try reader.type(at: at)
        handler = try reader.type(at: at + 4)
        (scale, rate) = (try reader.u32(at: at + 20), try reader.u32(at: at + 24))
        (start, length) = (try reader.u32(at: at + 28), try reader.u32(at: at + 32))
        sampleSize = try reader.u32(at: at + 44)
      case "strf":
        format = try reader.bytes(of: chunk, limit: 1 << 20)
        if reader.isBigEndian { format = Self.littleEndian(format, isAudio: kind == "auds") }
      case "strn":
        let text = try reader.bytes(of: chunk, limit: 4096).prefix { $0 != 0 }
        name = text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
      case "vprp" where chunk.size >= 36:
        picture = (
          Int(try reader.u16(at: at + 22)), Int(try reader.u16(at: at + 20)), Int(try reader.u32(at: at + 24)),
          Int(try reader.u32(at: at + 28))
        )
      case "indx": index = chunk.contents
      default: break
      }
    }
  }

  /// Turns the numbers of a WAVEFORMATEX or a BITMAPINFOHEADER around.
  private static func littleEndian(_ bytes: [UInt8], isAudio: Bool) -> [UInt8] {
    var (result, position) = (bytes, 0)
    // The FourCC in a bitmap's header is text.
    let sizes = isAudio ? [2, 2, 4, 4, 2, 2, 2] : [4, 4, 4, 2, 2, -4, 4, 4, 4, 4, 4]
    for size in sizes where position + abs(size) <= bytes.count {
      if size > 0 {
        result.replaceSubrange(position..<position + size, with: bytes[position..<position + size].reversed())
      }
      position += abs(size)
    }
    return result
  }
}
