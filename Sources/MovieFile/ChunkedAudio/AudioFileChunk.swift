/// A chunk of an audio file.
struct AudioFileChunk: Hashable {
  let layout: ChunkLayout
  let type: BoxType
  /// The offset of the header.
  let offset: Int64
  /// The declared size of the contents in bytes; the file may end before.
  let size: Int64
  /// True if the header holds the size: not during recording, nor in WAVE files for more than 4 GB.
  let statesSize: Bool

  /// The offset of the contents.
  var start: Int64 { offset + layout.headerSize }
  /// The offset of the next chunk; beyond all files if the size is.
  var end: Int64 { size < .max - start - 1 ? start + size + layout.padding(size) : .max }

  /// True if the chunk holds an ID3 tag.
  var isTag: Bool { type == "ID3 " || type == "id3 " }
}

/// The layout of chunks: a type, the size of the contents, the contents.
///
/// Sources: Electronic Arts, "EA IFF 85"; Microsoft, "Multimedia Programming Interface and Data Specifications 1.0"; Apple Core Audio
/// Format Specification 1.0.
enum ChunkLayout: Hashable, Sendable {
  /// AIFF: big-endian sizes of 32 bits. Chunks begin at even offsets.
  case iff
  /// WAVE: little-endian sizes of 32 bits. Chunks begin at even offsets.
  case riff
  /// Core Audio: big-endian sizes of 64 bits. Chunks begin at any offset.
  case coreAudio

  /// The number of bytes of type and size.
  var headerSize: Int64 { self == .coreAudio ? 12 : 8 }

  /// Returns the number of padding bytes after contents of a size.
  func padding(_ size: Int64) -> Int64 { self == .coreAudio ? 0 : size & 1 }

  /// Returns the header for contents of a size; a size above 32 bits is stored as the largest value.
  func header(_ type: BoxType, size: Int64) -> [UInt8] {
    var header = BoxWriter()
    header.boxType(type)
    switch self {
    case .iff: header.u32(UInt32(clamping: size))
    case .riff: header.u32(UInt32(clamping: size).byteSwapped)
    case .coreAudio: header.i64(size)
    }
    return header.contents
  }

  /// Returns a whole chunk.
  func chunk(_ type: BoxType, _ contents: [UInt8]) -> [UInt8] {
    let size = Int64(contents.count)
    return header(type, size: size) + contents + [UInt8](repeating: 0, count: Int(padding(size)))
  }

  /// Returns the chunk of an ID3 tag, with the type that most programs read; empty for an empty tag.
  func tagChunk(_ tag: [UInt8]) -> [UInt8] { tag.isEmpty ? [] : chunk(self == .iff ? "ID3 " : "id3 ", tag) }
}
