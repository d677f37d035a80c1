import Foundation

/// The metadata of a Matroska or WebM file: tags, attached covers, and chapters (RFC 9559).
public struct MatroskaTags: Sendable {
  /// The metadata of the whole file; tags of single tracks are left out.
  public private(set) var metadata = Metadata()
  /// One list for each edition and language.
  public private(set) var chapterLists: [ChapterList] = []

  private let sizeLimit: Int64
  private var duration: CMTime?
  private var total: Int64 = 0

  /// Reads the tags of a file; nil if it is not Matroska.
  ///
  /// - Parameter sizeLimit: Larger covers are left out: the item has their place in the file.
  /// - Throws: Read errors of the source.
  public init?(of source: any ByteSource, sizeLimit: Int64 = .max) throws(MovieError) {
    self.sizeLimit = sizeLimit
    let window = ByteWindow(source, capacity: 4096)
    var top = EBMLReader(window, in: 0..<source.size, limit: 64)
    guard let header = try top.next(), header.id == MatroskaID.header else { return nil }
    while let element = try top.next() {
      guard element.id == MatroskaID.segment else { continue }
      try read(segment: element, EBMLValues(window: window))
      break
    }
  }

  /// Reads the parts of a segment with metadata: those before the first cluster, and those that the index names;
  /// without an index also those after the clusters.
  private mutating func read(segment: EBMLElement, _ values: EBMLValues) throws(MovieError) {
    var found: [Int64: EBMLElement] = [:]
    var sought: [Int64] = []
    var reader = EBMLReader(values.window, in: segment.contents, limit: 65_536)
    while let element = try reader.next() {
      if element.id == MatroskaID.seekHead { sought += try positions(in: element, of: segment, values) }
      if element.id == MatroskaID.cluster, element.hasUnknownSize || !sought.isEmpty { break }
      found[element.contents.lowerBound] = element
    }
    for position in sought.prefix(64) {
      var one = EBMLReader(values.window, in: position..<segment.contents.upperBound, limit: 1)
      if let element = try one.next() { found[element.contents.lowerBound] = element }
    }
    let parts = found.sorted { $0.key < $1.key }.map(\.value)
    for part in parts where part.id == MatroskaID.info { try read(info: part, values) }
    for part in parts where !part.hasUnknownSize {
      switch part.id {
      case MatroskaID.tags: try read(tags: part, values)
      case MatroskaID.attachments: try read(attachments: part, values)
      case MatroskaID.chapters: try read(chapters: part, values)
      default: break
      }
    }
  }

  /// Returns the offsets of parts in the index, inside the segment.
  private func positions(
    in index: EBMLElement, of segment: EBMLElement, _ values: EBMLValues
  ) throws(MovieError) -> [Int64] {
    var positions: [Int64] = []
    for seek in try values.children(of: index) where seek.id == 0x4dbb {
      for field in try values.children(of: seek) where field.id == 0x53ac {
        guard let offset = try values.unsigned(field), offset < UInt64(segment.contents.count) else { continue }
        positions.append(segment.contents.lowerBound + Int64(offset))
      }
    }
    return positions
  }

  /// - Returns: False for an item that is more than a file may have.
  @discardableResult
  private mutating func add(
    _ name: String, _ value: MetadataValue, path: String, language: String? = nil
  ) -> Bool {
    total += Int64(value.bytes.count)
    guard metadata.items.count < MetadataLimit.itemCount, total <= MetadataLimit.totalSize else { return false }
    let source = MetadataSource(container: .matroska, path: path, entry: metadata.items.count)
    metadata.items.append(
      MetadataItem(
        keySpace: .matroska, key: .name(name), value: value, language: language.map { .tag($0) }, source: source))
    return true
  }

  private mutating func read(info: EBMLElement, _ values: EBMLValues) throws(MovieError) {
    var scale: UInt64 = 1_000_000
    var length: Double?
    for field in try values.children(of: info) {
      switch field.id {
      case 0x2ad7b1: scale = try values.unsigned(field) ?? scale
      case 0x4489: length = try values.float(field)
      case 0x7ba9: if let title = try values.text(field) { add("TITLE", .text(title, .utf8), path: "Segment/Info") }
      case 0x5741:
        if let name = try values.text(field) { add("WritingApp", .text(name, .utf8), path: "Segment/Info") }
      case 0x4461:
        // Nanoseconds since 2001, UTC.
        guard let stamp = try values.unsigned(field) else { continue }
        let date = Date(timeIntervalSinceReferenceDate: Double(Int64(bitPattern: stamp)) / 1e9)
        add("DateUTC", .text(date.formatted(.iso8601), .utf8), path: "Segment/Info")
      default: break
      }
    }
    if let length, let nanoseconds = Int64(exactly: (length * Double(scale)).rounded()), nanoseconds >= 0 {
      duration = CMTime(value: nanoseconds, timescale: 1_000_000_000)
    }
  }

  private mutating func read(tags: EBMLElement, _ values: EBMLValues) throws(MovieError) {
    for tag in try values.children(of: tags) where tag.id == 0x7373 {
      let fields = try values.children(of: tag)
      // Tags that name a track, an edition, a chapter or an attachment describe only that.
      var isAboutAPart = false
      for target in fields where target.id == 0x63c0 {
        for field in try values.children(of: target) where [0x63c5, 0x63c9, 0x63c4, 0x63c6].contains(field.id) {
          if let id = try values.unsigned(field), id != 0 { isAboutAPart = true }
        }
      }
      guard !isAboutAPart else { continue }
      for field in fields where field.id == 0x67c8 { try read(simpleTag: field, values) }
    }
  }

  private mutating func read(simpleTag: EBMLElement, _ values: EBMLValues) throws(MovieError) {
    var (name, value): (String?, MetadataValue?) = (nil, nil)
    var (language, tag): (String?, String?) = (nil, nil)
    for field in try values.children(of: simpleTag) {
      switch field.id {
      case 0x45a3: name = try values.text(field)
      case 0x4487: value = try values.text(field).map { .text($0, .utf8) }
      case 0x4485: value = .data(try values.bytes(field))
      case 0x447a: language = try values.text(field)
      case 0x447b: tag = try values.text(field)
      default: break
      }
    }
    guard let name, let value else { return }
    // Some writers repeat the segment's title here.
    let isKnown = metadata.items.contains { $0.key == .name(name) && $0.value == value }
    if !isKnown { add(name, value, path: "Segment/Tags", language: tag ?? (language == "und" ? nil : language)) }
  }

  /// Reads attached pictures as covers (RFC 9559, section 21.1), and other files, such as fonts of subtitles, as what they are. Of
  /// those that are too large, all together, there is the name alone.
  private mutating func read(attachments: EBMLElement, _ values: EBMLValues) throws(MovieError) {
    for file in try values.children(of: attachments) where file.id == 0x61a7 {
      var (name, type, description): (String?, String?, String?) = (nil, nil, nil)
      var data: EBMLElement?
      for field in try values.children(of: file) {
        switch field.id {
        case 0x466e: name = try values.text(field)
        case 0x4660: type = try values.text(field)
        case 0x467e: description = try values.text(field)
        case 0x465c: data = field
        default: break
        }
      }
      guard let data, let type else { continue }
      let size = Int64(data.contents.count)
      let isTaken = size <= MetadataLimit.valueSize && size <= MetadataLimit.totalSize - total
      let isLarge = isTaken && size > sizeLimit
      let bytes = isTaken && !isLarge ? try values.bytes(data) : []
      if isLarge { total += size }
      let isImage = type.hasPrefix("image/")
      let image = isImage ? MetadataImageFormat(signatureOf: bytes).map { MetadataValue.image($0, bytes) } : nil
      let key = isImage ? "COVER" : MetadataItem.attachmentKey
      guard add(key, image ?? .data(bytes), path: "Segment/Attachments"), var item = metadata.items.popLast() else {
        continue
      }
      if isLarge { item.omittedValue = data.contents }
      item = item.with(.mimeType, .text(type)).with(.fileName, .text(name ?? ""))
        .with(.description, .text(description ?? ""))
      metadata.items.append(item)
    }
  }

  private mutating func read(chapters: EBMLElement, _ values: EBMLValues) throws(MovieError) {
    var edition = 0
    for entry in try values.children(of: chapters) where entry.id == 0x45b9 {
      let atoms = try MatroskaChapter.list(in: entry, values)
      chapterLists += MatroskaChapter.chapterLists(atoms, edition: edition, until: duration)
      edition += 1
    }
  }
}

extension MetadataItem {
  /// The key of attached files that are no pictures, in the key space `matroska`.
  static let attachmentKey = "ATTACHMENT"

  /// True for a file that is attached to a Matroska file, and is no picture.
  var isAttachment: Bool {
    guard keySpace == .matroska, key == .name(Self.attachmentKey), case .data(let bytes) = value,
      !bytes.isEmpty || omittedValue != nil
    else { return false }
    return attributes[.mimeType] != nil && attributes[.fileName] != nil
  }
}
