/// The metadata of FLAC and Ogg files.
public struct XiphTags: Sendable {
  /// Comments of all streams, and FLAC's pictures.
  public private(set) var metadata = Metadata()
  /// Chapters in comments; one list at most.
  public private(set) var chapterLists: [ChapterList] = []

  /// The path of items from FLAC's blocks of pictures, whose entries are the indices of the blocks.
  static let picturePath = "FLAC/PICTURE"

  /// Reads the tags of a FLAC or Ogg file; nil for other files.
  ///
  /// - Parameters:
  ///   - offset: The beginning of the file's data, after other tags.
  ///   - sizeLimit: Larger pictures of FLAC files are left out: the item has their place in the file.
  ///   - end: The end of the last chapter, if known.
  /// - Throws: Read errors of the source.
  public init?(
    of source: any ByteSource, at offset: Int64 = 0, sizeLimit: Int64 = .max, end: CMTime? = nil
  ) throws(MovieError) {
    guard source.size - offset >= 4 else { return nil }
    let magic = try source.bytes(at: offset, count: 4)
    if magic.elementsEqual("fLaC".utf8) {
      try readBlocks(of: source, at: offset + 4, sizeLimit: sizeLimit, end)
    } else if magic.elementsEqual("OggS".utf8) {
      for packet in try OggHeaders(of: source, at: offset).comments { read(VorbisComments(packet), path: "Ogg", end) }
    } else {
      return nil
    }
  }

  private mutating func read(_ comments: VorbisComments, path: String, _ end: CMTime?) {
    metadata.items += comments.items(path: path)
    if comments.isCut {
      metadata.problems.append(MovieError(.malformed, "a list of comments ends too early", box: path))
    }
    let chapters = comments.chapters(until: end)
    if !chapters.isEmpty, chapterLists.isEmpty {
      chapterLists = [ChapterList(source: .vorbisComment, chapters: chapters)]
    }
  }

  /// Reads FLAC's blocks before the audio (RFC 9639, section 8.1).
  private mutating func readBlocks(
    of source: any ByteSource, at start: Int64, sizeLimit: Int64, _ end: CMTime?
  ) throws(MovieError) {
    var (offset, total) = (start, 0 as Int64)
    for index in 0..<1024 where source.size - offset >= 4 {
      let header = try source.bytes(at: offset, count: 4)
      let size = header.dropFirst().reduce(0 as Int64) { $0 << 8 | Int64($1) }
      guard size <= source.size - offset - 4 else {
        metadata.problems.append(
          MovieError(.truncated, "a block has \(size) bytes; the file ends before", box: "FLAC", offset: offset))
        return
      }
      switch header[0] & 0x7f {
      case 4, 6: total += min(size, sizeLimit)
      default: break
      }
      guard total <= MetadataLimit.totalSize else {
        metadata.problems.append(MovieError(.excessive, "the blocks have more than \(total) bytes", box: "FLAC"))
        return
      }
      switch header[0] & 0x7f {
      case 4:
        read(VorbisComments(try source.bytes(at: offset + 4, count: Int(size))), path: "FLAC", end)
      case 6:
        // The fields before the picture are short.
        let head = try source.bytes(at: offset + 4, count: Int(size > sizeLimit ? min(size, 4096) : size))
        if let picture = FLACPicture(head), picture.range.upperBound <= Int(size) {
          let blank = MetadataItem(
            keySpace: .vorbisComment, key: .name("METADATA_BLOCK_PICTURE"), value: .data([]),
            source: MetadataSource(container: .vorbisComment, path: Self.picturePath, entry: index))
          var item = picture.item(blank)
          if picture.range.upperBound > head.count {
            let first = offset + 4 + Int64(picture.range.lowerBound)
            item.value = .data([])
            item.omittedValue = first..<first + Int64(picture.range.count)
          }
          metadata.items.append(item)
        } else {
          metadata.problems.append(MovieError(.malformed, "a picture is none", box: "FLAC", offset: offset))
        }
      default: break
      }
      offset += 4 + size
      if header[0] & 0x80 != 0 { return }
    }
  }
}

/// The second packet of each stream of an Ogg file, which holds its comments (RFC 3533; RFC 5334; RFC 7845, section 5.2).
struct OggHeaders {
  /// Lists of comments, in the order of the streams.
  private(set) var comments: [[UInt8]] = []

  private struct Stream {
    var packets: [[UInt8]] = [[]]
    /// True if the second packet is complete.
    var isDone: Bool { packets.count > 2 }
  }

  init(of source: any ByteSource, at start: Int64) throws(MovieError) {
    var streams: [UInt32: Stream] = [:]
    var order: [UInt32] = []
    var (offset, total) = (start, 0)
    // Pages are at most 64 KB; pictures in comments take many.
    for _ in 0..<16_384 where source.size - offset >= 27 && total <= MetadataLimit.totalSize {
      let header = try source.bytes(at: offset, count: 27)
      guard header.starts(with: "OggS".utf8) else { break }
      let serial = header[14..<18].reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      let isFirst = header[5] & 2 != 0
      // All streams begin before any of them continues.
      if !isFirst, order.allSatisfy({ streams[$0]?.isDone ?? true }) { break }
      guard source.size - offset - 27 >= Int64(header[26]) else { break }
      let lacing = try source.bytes(at: offset + 27, count: Int(header[26]))
      let size = lacing.reduce(0) { $0 + Int($1) }
      offset += 27 + Int64(lacing.count)
      guard source.size - offset >= Int64(size) else { break }
      if isFirst, streams[serial] == nil { order.append(serial) }
      if var stream = streams.removeValue(forKey: serial) ?? (isFirst ? Stream() : nil) {
        if !stream.isDone {
          let body = try source.bytes(at: offset, count: size)
          total += size
          var position = 0
          for length in lacing {
            stream.packets[stream.packets.count - 1] += body[position..<position + Int(length)]
            position += Int(length)
            if length < 255 { stream.packets.append([]) }
            if stream.isDone { break }
          }
        }
        streams[serial] = stream
      }
      offset += Int64(size)
    }
    comments = order.compactMap { streams[$0].flatMap { Self.comments($0.packets) } }
  }

  /// Returns the list in the second packet, after its signature.
  private static func comments(_ packets: [[UInt8]]) -> [UInt8]? {
    guard packets.count > 1 else { return nil }
    let (first, second) = (packets[0], packets[1])
    for (head, prefix) in [
      ([1] + Array("vorbis".utf8), [3] + Array("vorbis".utf8)),
      ([0x80] + Array("theora".utf8), [0x81] + Array("theora".utf8)),
      (Array("OpusHead".utf8), Array("OpusTags".utf8)), (Array("Speex   ".utf8), []),
    ] as [([UInt8], [UInt8])] where first.starts(with: head) && second.starts(with: prefix) {
      return Array(second.dropFirst(prefix.count))
    }
    // FLAC: a block with its header.
    if first.starts(with: [0x7f] + Array("FLAC".utf8)), let kind = second.first, kind & 0x7f == 4 {
      return Array(second.dropFirst(4))
    }
    return nil
  }
}
