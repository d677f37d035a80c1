/// The metadata blocks of a FLAC file, of which those with comments and pictures change (RFC 9639, clause 8).
struct FLACFileHeaders: XiphHeaders {
  private struct Block {
    let type: UInt8
    /// The contents, which follow the header of four bytes.
    let range: Range<Int64>
  }

  /// A block that is written: one of the file, or a new one with its header.
  private enum Written {
    case kept(Block)
    case new([UInt8])
  }

  private enum BlockType {
    static let streamInfo: UInt8 = 0
    static let comments: UInt8 = 4
    static let picture: UInt8 = 6
    static let invalid: UInt8 = 127
  }

  private(set) var comments = VorbisComments(VorbisComments.list(vendor: FLACBlocks.vendor, [[UInt8]]()))
  private var blocks: [Block] = []
  /// The range of all blocks.
  private let range: Range<Int64>
  private var written = FilePieces()

  private static let blockLimit = 1024

  /// - Parameter start: The offset of the file's signature.
  /// - Throws: `unsupported` if the blocks are not as they should be: a block with a wrong size would be torn.
  init(of source: any ByteSource, at start: Int64) throws(MovieError) {
    func damage(_ message: String, _ offset: Int64) -> MovieError {
      MovieError(.unsupported, "its headers are damaged: \(message)", offset: offset, file: source.name)
    }
    var (offset, isLast) = (start + 4, false)
    while !isLast {
      guard blocks.count < Self.blockLimit else { throw damage("there are more than \(Self.blockLimit)", offset) }
      guard source.size - offset >= 4 else { throw damage("the file ends before the last block", offset) }
      let header = try source.bytes(at: offset, count: 4)
      let size = header.dropFirst().reduce(0 as Int64) { $0 << 8 | Int64($1) }
      let contents = offset + 4
      guard size <= source.size - contents else { throw damage("a block ends after the file", offset) }
      blocks.append(Block(type: header[0] & 0x7f, range: contents..<contents + size))
      (offset, isLast) = (contents + size, header[0] & 0x80 != 0)
    }
    range = start + 4..<offset
    guard let first = blocks.first, first.type == BlockType.streamInfo, first.range.count == 34,
      blocks.allSatisfy({ $0.type != BlockType.invalid })
    else { throw damage("they do not begin with the stream's properties, or have a block of no type", start) }
    // Programs have written pictures with sizes that are too small: frames would not begin where the blocks end.
    let head = try source.bytes(at: offset, count: Int(min(2, source.size - offset)))
    guard head.isEmpty || head.count == 2 && head[0] == 0xff && head[1] & 0xfe == 0xf8 else {
      throw damage("no frame follows them", offset)
    }
    let lists = blocks.filter { $0.type == BlockType.comments }
    guard lists.count <= 1 else { throw damage("there are several lists of comments", start) }
    if let list = lists.first {
      comments = VorbisComments(try source.bytes(at: list.range.lowerBound, count: list.range.count))
    }
  }

  mutating func apply(_ change: MetadataChange, chapters: [MetadataItem]?) throws(MovieError) {
    let new = try comments.changed(by: change, path: "FLAC", chapters: chapters)
    let list = VorbisComments.list(vendor: comments.vendor, new.comments)
    guard list.count <= FLACBlocks.limit else {
      throw MovieError(.notStorable, "the comments of a FLAC file have at most 16 MB")
    }
    let hasList = blocks.contains { $0.type == BlockType.comments }
    // New pictures follow the old ones.
    let place = blocks.lastIndex { [BlockType.comments, BlockType.picture].contains($0.type) } ?? 0
    var result: [Written] = []
    for (index, block) in blocks.enumerated() {
      switch block.type {
      case BlockType.comments: result.append(.new(FLACBlocks.block(BlockType.comments, list)))
      case BlockType.picture: result += try pictures(block, index, change)
      default: result.append(.kept(block))
      }
      if index == 0, !hasList, !new.comments.isEmpty {
        result.append(.new(FLACBlocks.block(BlockType.comments, list)))
      }
      if index == place { result += new.pictures.map { .new($0) } }
    }
    written = Self.pieces(result)
  }

  /// Returns the blocks in place of a picture's.
  private func pictures(_ block: Block, _ index: Int, _ change: MetadataChange) throws(MovieError) -> [Written] {
    let source = MetadataSource(container: .vorbisComment, path: XiphTags.picturePath, entry: index)
    guard let items = change.entries[source] else { return [.kept(block)] }
    let new = try FLACTags.comments(items)
    guard new.comments.isEmpty else { throw MovieError(.notStorable, "a block of a picture holds no text") }
    return new.pictures.map { .new($0) }
  }

  /// Returns blocks of which the last one is marked.
  private static func pieces(_ blocks: [Written]) -> FilePieces {
    var pieces = FilePieces()
    for (index, block) in blocks.enumerated() {
      let flag: UInt8 = index == blocks.count - 1 ? 0x80 : 0
      switch block {
      case .kept(let block):
        let sizes = (0..<3).reversed().map { UInt8(truncatingIfNeeded: block.range.count >> (8 * $0)) }
        pieces.append([block.type | flag] + sizes)
        pieces.append(block.range)
      case .new(var bytes):
        bytes[0] |= flag
        pieces.append(bytes)
      }
    }
    return pieces
  }

  func write(to sink: any ByteSink, of source: any ByteSource) throws(MovieError) {
    var file = FilePieces()
    file.append(0..<range.lowerBound)
    file.append(written)
    file.append(range.upperBound..<source.size)
    try file.write(to: sink, source: source)
  }
}
