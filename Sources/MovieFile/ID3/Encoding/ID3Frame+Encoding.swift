/// Encodes items as frames: the inverse of `ID3Frame.items(source:)`.
extension ID3Frame {
  /// True if one frame holds several texts (ID3v2.4, clause 4.2).
  static func holdsSeveralValues(_ item: MetadataItem) -> Bool {
    guard item.value.text != nil, let id = id(of: item.key) else { return false }
    return (id.hasPrefix("T") && !holdsRoles(item.key)) || ["GRP1", "MVNM", "MVIN"].contains(id)
  }

  /// True if the frame lists people with their roles.
  static func holdsRoles(_ key: MetadataKey) -> Bool {
    ["IPLS", "IPL", "TIPL", "TMCL"].contains(id(of: key) ?? "")
  }

  /// Returns the frame identifier of a key; nil if it is none.
  static func id(of key: MetadataKey) -> String? {
    let bytes = key.bytes.first == 0 ? Array(key.bytes.dropFirst()) : key.bytes
    guard (3...4).contains(bytes.count), isID(bytes) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Parameter version: The version of the tag: 2, 3 or 4; identifiers have three characters in version 2, else four.
  init(_ group: [MetadataItem], version: UInt8) throws(MovieError) {
    guard let first = group.first, let id = Self.id(of: first.key), id.utf8.count == (version == 2 ? 3 : 4) else {
      throw .notStorable(
        group.first.map { "'\($0.key)' is no frame of ID3v2.\(version)" } ?? "a frame needs an item")
    }
    let isOpaque = first.attributes[.isOpaque] == .number(1)
    guard !isOpaque else {
      throw .notStorable(first, "it is compressed or encrypted, and can only be kept as it is")
    }
    self.init(id: id, body: try ID3FrameBody(id, group, version: version).bytes)
  }
}

/// The contents of a frame.
private struct ID3FrameBody {
  private(set) var bytes: [UInt8] = []
  private let version: UInt8
  /// The encoding of all texts of the frame.
  private var encoding = MetadataTextEncoding.utf8

  init(_ id: String, _ group: [MetadataItem], version: UInt8) throws(MovieError) {
    self.version = version
    let first = group[0]
    // The whole contents, as stored for frames of unknown types.
    if case .data(let data) = first.value, !Self.hasFieldsBeforeData(id) {
      bytes = data
      return
    }
    encoding = Self.encoding(group, version: version)
    switch id {
    case "TXXX", "TXX", "WXXX", "WXX":
      addEncoding()
      try add(description(first), first)
      if id.hasPrefix("W") { try addLatin(text(first), first) } else { try addTexts(group) }
    case "COMM", "COM", "USLT", "ULT":
      addEncoding()
      try addLanguage(first)
      try add(description(first), first)
      try addTexts([first])
    case "USER":
      addEncoding()
      try addLanguage(first)
      try addTexts([first])
    case "IPLS", "IPL", "TIPL", "TMCL":
      addEncoding()
      for item in group {
        try add(item.attributes[.role]?.description ?? "", item)
        try add(text(item), item)
      }
    case "APIC", "PIC": try addPicture(first, isShort: id == "PIC")
    case "UFID", "UFI", "PRIV":
      try addLatin(first.attributes[.owner]?.description ?? "", first, isTerminated: true)
      bytes += first.value.bytes
    case "GEOB", "GEO":
      addEncoding()
      try addLatin(first.attributes[.mimeType]?.description ?? "", first, isTerminated: true)
      try add(first.attributes[.fileName]?.description ?? "", first)
      try add(description(first), first)
      bytes += first.value.bytes
    case "POPM", "POP":
      guard let rating = first.value.integer.flatMap(UInt8.init(exactly:)) else {
        throw .notStorable(first, "a rating is 0 to 255")
      }
      try addLatin(first.attributes[.owner]?.description ?? "", first, isTerminated: true)
      bytes.append(rating)
      if case .number(let plays)? = first.attributes[.playCount] {
        bytes += MetadataValue.unsigned(UInt64(max(plays, 0)), byteCount: 4).bytes
      }
    case "PCNT", "CNT": bytes = first.value.bytes
    case _ where id.hasPrefix("T") || ["GRP1", "MVNM", "MVIN"].contains(id):
      addEncoding()
      try addTexts(group)
    case _ where id.hasPrefix("W"): try addLatin(text(first), first)
    default: bytes = first.value.bytes
    }
  }

  private static func hasFieldsBeforeData(_ id: String) -> Bool {
    ["APIC", "PIC", "UFID", "UFI", "PRIV", "GEOB", "GEO"].contains(id)
  }

  /// Returns the encoding that can represent all texts of a frame.
  private static func encoding(_ group: [MetadataItem], version: UInt8) -> MetadataTextEncoding {
    let texts = group.flatMap { item in
      [item.attributes[.description], item.attributes[.role], item.attributes[.fileName]].compactMap { $0?.description }
    }
    var encodings = Set(
      group.compactMap { item -> MetadataTextEncoding? in
        if case .text(_, let encoding) = item.value { encoding } else { nil }
      })
    let isLatin = { (text: String) in text.unicodeScalars.allSatisfy { $0.value < 0x100 } }
    if encodings.isEmpty { encodings = texts.allSatisfy(isLatin) ? [.latin1] : [.utf8] }
    let all = texts + group.compactMap(\.value.text)
    if encodings == [.latin1], all.allSatisfy(isLatin) { return .latin1 }
    if encodings == [.utf16] { return .utf16 }
    guard version == 4 else { return all.allSatisfy(isLatin) ? .latin1 : .utf16 }
    return encodings == [.utf16BigEndian] ? .utf16BigEndian : .utf8
  }

  private mutating func addEncoding() {
    switch encoding {
    case .latin1: bytes.append(0)
    case .utf16: bytes.append(1)
    case .utf16BigEndian: bytes.append(2)
    default: bytes.append(3)
    }
  }

  private func text(_ item: MetadataItem) throws(MovieError) -> String {
    guard let text = item.value.text else { throw .notStorable(item, "ID3 has text here") }
    return text
  }

  private func description(_ item: MetadataItem) -> String { item.attributes[.description]?.description ?? "" }

  /// Appends a text and a zero character.
  private mutating func add(_ text: String, _ item: MetadataItem, isTerminated: Bool = true) throws(MovieError) {
    guard !text.unicodeScalars.contains("\0") else { throw .notStorable(item, "the text has a zero character in it") }
    bytes += encoding.bytes(of: text)
    if isTerminated { bytes += [UInt8](repeating: 0, count: encoding == .utf16 || encoding == .utf16BigEndian ? 2 : 1) }
  }

  private mutating func addTexts(_ items: [MetadataItem]) throws(MovieError) {
    guard items.count <= MetadataLimit.textCount else {
      throw .notStorable(items[0], "\(items.count) texts are more than \(MetadataLimit.textCount)")
    }
    // Before version 4, a slash separated several texts, which cannot be distinguished from one inside a text.
    for (index, item) in items.enumerated() {
      try add(text(item), item, isTerminated: index < items.count - 1)
    }
  }

  private mutating func addLatin(_ text: String, _ item: MetadataItem, isTerminated: Bool = false) throws(MovieError) {
    guard text.unicodeScalars.allSatisfy({ (1..<0x100).contains($0.value) }) else {
      throw .notStorable(item, "'\(text)' has characters that are not Latin")
    }
    bytes += MetadataTextEncoding.latin1.bytes(of: text)
    if isTerminated { bytes.append(0) }
  }

  private mutating func addLanguage(_ item: MetadataItem) throws(MovieError) {
    guard let language = item.language else {
      // ID3v2.4, clause 4.10: unknown language.
      bytes += Array("XXX".utf8)
      return
    }
    guard let letters = language.identifier.flatMap({ MediaLanguage(tag: $0)?.iso639 }) else {
      throw .notStorable(item, "'\(language.identifier ?? "\(language)")' is no language of ISO 639-2")
    }
    bytes += Array(letters.utf8)
  }

  private mutating func addPicture(_ item: MetadataItem, isShort: Bool) throws(MovieError) {
    var kind: UInt8 = 3
    if case .number(let number)? = item.attributes[.pictureType] { kind = UInt8(clamping: number) }
    addEncoding()
    var type = item.attributes[.mimeType]?.description
    if type == nil, case .image(let format, _) = item.value {
      type = isShort ? (format == .jpeg ? "JPG" : format.rawValue.uppercased()) : "image/\(format.rawValue)"
    }
    // "-->" as the type marks the address of an external picture.
    if type == nil, item.value.text != nil { type = "-->" }
    if isShort, (type ?? "").utf8.count != 3 { throw .notStorable(item, "ID3v2.2 has no type for such a picture") }
    try addLatin(type ?? "image/", item, isTerminated: !isShort)
    bytes.append(kind)
    try add(description(item), item)
    bytes += item.value.text.map { MetadataTextEncoding.latin1.bytes(of: $0) } ?? item.value.bytes
  }
}
