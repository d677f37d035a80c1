/// A chunk of a file of sound, whatever it holds.
struct SoundChunk: Hashable {
  let layout: ChunkLayout
  let type: BoxType
  /// Where its header begins.
  let offset: Int64
  /// The bytes of contents that it promises; the file may end before.
  let size: Int64
  /// Whether its header says how many they are: not while it is recorded, nor in WAVE files what is larger than 4 GB.
  let saysSize: Bool

  /// Where its contents begin.
  var start: Int64 { offset + layout.headerSize }
  /// Where the next chunk begins; beyond all files if the size is.
  var end: Int64 { size < .max - start - 1 ? start + size + layout.padding(size) : .max }

  /// Whether it holds an ID3 tag.
  var isTag: Bool { type == "ID3 " || type == "id3 " }
}

/// How files of chunks lay them out: a type, the size of the contents, the contents.
///
/// Sources: Electronic Arts, "EA IFF 85"; Microsoft, "Multimedia Programming Interface and Data Specifications 1.0"; Apple Core Audio
/// Format Specification 1.0.
enum ChunkLayout: Hashable, Sendable {
  /// AIFF: sizes of 32 bits, the highest byte first. Chunks begin at even bytes.
  case iff
  /// WAVE: the same, the lowest byte first.
  case riff
  /// Core Audio: sizes of 64 bits, the highest byte first. Chunks begin anywhere.
  case coreAudio

  /// Bytes of type and size.
  var headerSize: Int64 { self == .coreAudio ? 12 : 8 }

  /// Bytes behind contents of some size, which belong to no chunk.
  func padding(_ size: Int64) -> Int64 { self == .coreAudio ? 0 : size & 1 }

  /// What stands before contents of some size; of sizes that 32 bits cannot hold, the largest that they can.
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

  /// A whole chunk.
  func chunk(_ type: BoxType, _ contents: [UInt8]) -> [UInt8] {
    let size = Int64(contents.count)
    return header(type, size: size) + contents + [UInt8](repeating: 0, count: Int(padding(size)))
  }

  /// The chunk of an ID3 tag, under the name that most programs read; nothing if there is no tag.
  func tagChunk(_ tag: [UInt8]) -> [UInt8] { tag.isEmpty ? [] : chunk(self == .iff ? "ID3 " : "id3 ", tag) }
}
