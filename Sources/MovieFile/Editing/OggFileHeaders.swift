/// The headers of an Ogg file with one stream of audio, of which the pages with comments change.
///
///     page 0           identification                       kept
///     pages 1 … n      comments, and headers behind them    made anew, by other numbers
///     pages n + 1 …    headers and audio                    kept, but for their numbers and checksums
struct OggFileHeaders: XiphHeaders {
  var comments: VorbisComments { header.list }
  private let header: OggComments
  private let first: OggPage
  /// The pages that are made anew.
  private var replaced: [OggPage] = []
  /// The headers that end on these pages, behind the comments.
  private var following: [[UInt8]] = []
  private var written: (bytes: [UInt8], count: Int) = ([], 0)

  /// More pages than the largest list of comments takes.
  private static let pageLimit = 16_384

  /// - Throws: `unsupported` for other streams than one of audio, and for headers that are damaged.
  init(of source: any ByteSource, at start: Int64) throws(MovieError) {
    let pages = OggPages(source)
    guard let first = try OggPage(at: start, pages.window), first.isFirst, first.parts.count == 1,
      let part = first.parts.first, part.isComplete
    else { throw Self.damage(at: start, source) }
    self.first = first
    if let next = try OggPage(at: first.end, pages.window), next.isFirst { throw Self.severalStreams(next, source) }
    let identification = try pages.window.bytes(at: part.range.lowerBound, count: part.range.count)
    guard let mapping = OggMapping(identification), !mapping.isVideo else {
      throw MovieError(
        .unsupported, "of Ogg files, those with one stream of Opus, Vorbis, Speex or FLAC can be changed",
        file: source.name)
    }
    let (read, packets) = try Self.headers(after: first, mapping, pages)
    let found: OggComments?
    switch mapping.kind {
    case .speex: found = OggComments(speex: packets[0])
    case .flac: found = OggComments(packets[0], isFLAC: true)
    default: found = OggComments(packets[0], isFLAC: false)
    }
    guard let found else { throw Self.damage(at: first.end, source) }
    (header, replaced, following) = (found, read, Array(packets.dropFirst()))
    // The links of a chain have numbers of their own, so that the last page tells of one.
    let last = try pages.lastPage(in: read[read.count - 1].end..<source.size) { _ in true }
    if let last, last.serial != first.serial { throw Self.severalStreams(last, source) }
  }

  /// Reads pages up to the first one at whose end the comments are whole and nothing is begun.
  private static func headers(
    after first: OggPage, _ mapping: OggMapping, _ pages: OggPages
  ) throws(MovieError) -> (pages: [OggPage], packets: [[UInt8]]) {
    var (read, packets, partial): ([OggPage], [[UInt8]], [UInt8]) = ([], [], [])
    var (offset, total) = (first.end, 0 as Int64)
    repeat {
      guard read.count < pageLimit, total <= MetadataLimit.totalSize else {
        throw MovieError(.unsupported, "its headers have more than \(total) bytes", file: pages.window.source.name)
      }
      guard let page = try OggPage(at: offset, pages.window), page.isContinued != partial.isEmpty else {
        throw damage(at: offset, pages.window.source)
      }
      guard page.serial == first.serial, !page.isFirst else { throw severalStreams(page, pages.window.source) }
      for part in page.parts {
        partial += try pages.window.bytes(at: part.range.lowerBound, count: part.range.count)
        guard part.isComplete else { continue }
        guard mapping.isHeader(partial, number: packets.count + 1) else {
          throw MovieError(
            .unsupported, "audio begins on a page of its headers", offset: page.offset, file: pages.window.source.name)
        }
        packets.append(partial)
        partial = []
      }
      read.append(page)
      (offset, total) = (page.end, total + Int64(page.body.count))
    } while packets.isEmpty || !partial.isEmpty
    return (read, packets)
  }

  private static func damage(at offset: Int64, _ source: any ByteSource) -> MovieError {
    MovieError(.unsupported, "its headers are damaged", offset: offset, file: source.name)
  }

  private static func severalStreams(_ page: OggPage, _ source: any ByteSource) -> MovieError {
    MovieError(
      .unsupported, "it has several streams, each with comments of its own; those of one stream can be changed",
      offset: page.offset, file: source.name)
  }

  mutating func apply(_ change: MetadataChange, chapters: [MetadataItem]?) throws(MovieError) {
    let new = try comments.changed(by: change, path: "Ogg", chapters: chapters)
    let packet = try header.packet(of: new.comments + new.pictures.map(OggComments.comment(ofPicture:)))
    guard packet.count <= MetadataLimit.totalSize else {
      throw MovieError(.notStorable, "the comments of an Ogg file have at most 40 MB")
    }
    written = pages(of: [packet] + following)
  }

  // MARK: - Writing

  /// Returns pages that hold packets, of which the last one ends with its page, and their number.
  private func pages(of packets: [[UInt8]]) -> (bytes: [UInt8], count: Int) {
    let lacing = packets.flatMap { [UInt8](repeating: 255, count: $0.count / 255) + [UInt8($0.count % 255)] }
    let body = Array(packets.joined())
    var (bytes, count, position): ([UInt8], Int, Int) = ([], 0, 0)
    for start in stride(from: 0, to: lacing.count, by: 255) {
      let segments = lacing[start..<min(start + 255, lacing.count)]
      let size = segments.reduce(0) { $0 + Int($1) }
      let continued: UInt8 = start > 0 && lacing[start - 1] == 255 ? 1 : 0
      let last: UInt8 = segments.endIndex == lacing.count && replaced.last?.isLast == true ? 4 : 0
      var page = Array("OggS".utf8) + [0, continued | last]
      // No packet ends on a page of the granule position -1 (RFC 3533, clause 6).
      page.append(little: (segments.contains { $0 < 255 } ? 0 : -1) as Int64)
      page.append(little: first.serial)
      page += [UInt8](repeating: 0, count: 8) + [UInt8(segments.count)] + segments + body[position..<position + size]
      bytes += Self.numbered(page, (replaced.first?.sequence ?? 1) &+ UInt32(truncatingIfNeeded: count))
      (count, position) = (count + 1, position + size)
    }
    return (bytes, count)
  }

  /// Returns a page with another number, and the checksum for it.
  private static func numbered(_ page: [UInt8], _ number: UInt32) -> [UInt8] {
    var fields: [UInt8] = []
    fields.append(little: number)
    var page = page
    page.replaceSubrange(18..<26, with: fields + [0, 0, 0, 0])
    var checksum = CRC32()
    checksum.add(page)
    fields.append(little: checksum.value)
    page.replaceSubrange(18..<26, with: fields)
    return page
  }

  /// Writes the file page by page. Bytes between pages, which are damage or tags of another kind, stay as they are.
  ///
  /// - Throws: `unsupported` if pages of another stream follow; read and write errors.
  func write(to sink: any ByteSink, of source: any ByteSource) throws(MovieError) {
    try sink.append(0..<first.end, of: source)
    try sink.append(written.bytes)
    let shift = UInt32(truncatingIfNeeded: written.count &- replaced.count)
    let pages = OggPages(source)
    var offset = replaced.last?.end ?? first.end
    while let page = try pages.page(in: offset..<source.size) {
      guard page.serial == first.serial, !page.isFirst else { throw Self.severalStreams(page, source) }
      try sink.append(offset..<page.offset, of: source)
      let bytes = try pages.window.bytes(at: page.offset, count: Int(page.end - page.offset))
      try sink.append(Self.numbered(bytes, page.sequence &+ shift))
      offset = page.end
    }
    try sink.append(offset..<source.size, of: source)
  }
}
