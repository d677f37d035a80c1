/// The chunks of a WAVE or AIFF file, in order.
///
/// Sources: IFF 85; Microsoft, "Multimedia Programming Interface and Data Specifications 1.0"; EBU Tech 3306 and ITU-R
/// BS.2088, whose 'ds64' holds sizes above 32 bits.
struct IFFChunkSequence {
  /// The largest number of chunks; more are an error of the file.
  private static let limit = 10_000

  let layout: ChunkLayout
  /// True for AIFF-C.
  let isCompressed: Bool
  /// True if 'ds64' holds the sizes.
  let isLarge: Bool
  /// The end of the file as its header states it.
  private var statedEnd: Int64
  private let window: ByteWindow
  private var offset: Int64 = 12
  private var count = 0
  /// The sizes of 'ds64'.
  private var largeSizes: [BoxType: Int64] = [:]
  private var source: any ByteSource { window.source }

  /// - Throws: `notAMovie` for files of other kinds.
  init(_ source: any ByteSource) throws(MovieError) {
    guard try Self.exist(in: source) else {
      throw MovieError(.notAMovie, "it is no WAVE and no AIFF file", offset: 0)
    }
    window = ByteWindow(source, capacity: 64)
    layout = try window.u8(at: 0) == UInt8(ascii: "F") ? .iff : .riff
    isCompressed = try window.u8(at: 11) == UInt8(ascii: "C")
    // RF64, BW64.
    isLarge = try window.u8(at: 2) == UInt8(ascii: "6")
    let stored = try window.u32(at: 4)
    statedEnd = 8 + Int64(layout == .iff ? stored : stored.byteSwapped)
  }

  /// True if the bytes begin such a file.
  static func exist(in source: any ByteSource) throws(MovieError) -> Bool {
    guard source.size >= 12 else { return false }
    let head = try source.bytes(at: 0, count: 12)
    let (form, kind) = (head.prefix(4), head.dropFirst(8))
    if form.elementsEqual("FORM".utf8) { return kind.elementsEqual("AIFF".utf8) || kind.elementsEqual("AIFC".utf8) }
    return ["RIFF", "RF64", "BW64"].contains { form.elementsEqual($0.utf8) } && kind.elementsEqual("WAVE".utf8)
  }

  /// Returns the next chunk; nil after the last.
  mutating func next() throws(MovieError) -> AudioFileChunk? {
    guard source.size - offset >= 8, count < Self.limit else { return nil }
    count += 1
    let type = BoxType(rawValue: try window.u32(at: offset))
    let stored = try window.u32(at: offset + 4)
    var size = Int64(layout == .iff ? stored : stored.byteSwapped)
    var statesSize = layout == .iff || size != 0xffff_ffff
    let rest = source.size - offset - 8
    if !statesSize { size = largeSizes[type] ?? (type == "data" ? rest : size) }
    // A recording that was not finished: its header, written first, ends where the sound begins, or has no size.
    if type == "data", layout == .riff, size == 0, statedEnd <= offset + 8 || !isLarge && statedEnd > 0xffff_ffff {
      (size, statesSize) = (rest, false)
    }
    // Programs that write into a pipe state about 2 GiB: SoX 0x7ffff000, arecord up to 0x80000000.
    if type == "data", layout == .riff, !isLarge, (0x7fff_f000...0x8000_0000).contains(size), size > rest {
      (size, statesSize) = (rest, false)
    }
    let chunk = AudioFileChunk(layout: layout, type: type, offset: offset, size: size, statesSize: statesSize)
    if type == "ds64", layout == .riff { readLargeSizes(try bytes(of: chunk, limit: 28 + 12 * 256)) }
    offset = chunk.end
    return chunk
  }

  /// Returns the first bytes of a chunk's contents.
  ///
  /// - Throws: `truncated` if the file ends before the chunk does.
  func bytes(of chunk: AudioFileChunk, limit: Int) throws(MovieError) -> [UInt8] {
    try check(chunk)
    return try source.bytes(at: chunk.start, count: Int(min(chunk.size, Int64(limit))))
  }

  /// Throws unless the file has all of a chunk.
  func check(_ chunk: AudioFileChunk) throws(MovieError) {
    guard chunk.size <= source.size - chunk.start else {
      throw MovieError(
        .truncated,
        "chunk '\(chunk.type.text)' has \(chunk.size) bytes; the file has \(source.size - chunk.start) left",
        box: chunk.type.text, offset: chunk.offset)
    }
  }

  /// Reads the file's size, the audio's size, the number of samples, and a table of other chunks' sizes.
  private mutating func readLargeSizes(_ bytes: [UInt8]) {
    func size(_ start: Int) -> Int64 { Int64(min(UInt64(little: bytes[start..<start + 8]), 1 << 62)) }
    guard bytes.count >= 16 else { return }
    statedEnd = size(0) + 8
    largeSizes["data"] = size(8)
    guard bytes.count >= 28 else { return }
    for entry in stride(from: 28, through: bytes.count - 12, by: 12) {
      let type = BoxType(rawValue: bytes[entry..<entry + 4].reduce(0) { $0 << 8 | UInt32($1) })
      if largeSizes[type] == nil { largeSizes[type] = size(entry + 4) }
    }
  }
}

extension IFFChunkSequence {
  /// - Returns: The format of the audio, its byte range in the file, and the number of promised bytes that are missing.
  static func read(
    _ source: any ByteSource
  ) throws(MovieError) -> (format: ChunkedAudioFormat, data: Range<Int64>, missing: Int64) {
    var chunks = try IFFChunkSequence(source)
    let (isAIFF, isCompressed) = (chunks.layout == .iff, chunks.isCompressed)
    var format: ChunkedAudioFormat?
    var channelLayout: [UInt8]?
    var data: (start: Int64, size: Int64)?
    while format == nil || data == nil, let chunk = try chunks.next() {
      let offset = chunk.offset
      switch chunk.type {
      case "fmt ": format = try ChunkedAudioFormat(wave: chunks.bytes(of: chunk, limit: 64), offset: offset)
      case "COMM":
        format = try ChunkedAudioFormat(
          aiff: chunks.bytes(of: chunk, limit: 64), isCompressed: isCompressed, offset: offset)
      case "CHAN" where isAIFF: channelLayout = try chunks.bytes(of: chunk, limit: 1 << 16)
      case "data" where !isAIFF: data = (chunk.start, chunk.size)
      case "SSND" where isAIFF:
        guard chunk.size >= 8, source.size - chunk.start >= 8 else {
          throw MovieError(.truncated, "the sound has no beginning", box: "SSND", offset: offset)
        }
        let head = try source.bytes(at: chunk.start, count: 4)
        let skipped = 8 + head.reduce(0) { $0 << 8 | Int64($1) }
        data = (chunk.start + min(skipped, chunk.size), max(0, chunk.size - skipped))
      default: break
      }
    }
    if let channelLayout { format?.channelLayout = channelLayout }
    guard let format else {
      throw MovieError(.malformed, "the file does not say what its sound is", box: isAIFF ? "COMM" : "fmt ", offset: 12)
    }
    guard let data else {
      throw MovieError(.truncated, "the file has no sound", box: isAIFF ? "SSND" : "data", offset: source.size)
    }
    let start = min(data.start, source.size)
    let end = min(start + data.size, source.size)
    return (format, start..<end, data.start + data.size - end)
  }
}
