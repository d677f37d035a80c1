/// The key of a metadata change: a tag for all file types, or a file's own key.
public enum TagKey: Hashable, Sendable, CustomStringConvertible {
  case tag(MetadataTag)
  case raw(MetadataKeySpace, MetadataKey)

  /// Parses `title`, or a key after its key space: `ilst:©nam`, `mdta:com.apple.quicktime.title`, `udta:©nam`,
  /// `uiso:titl`, `itlk:com.apple.iTunes.ISRC`, `id3:TIT2`, `caaf:info-title`, `mkv:ENCODED_BY`, `vorbis:ENCODER`; nil for other texts.
  public init?(_ text: String) {
    if let tag = MetadataTag(rawValue: text) {
      self = .tag(tag)
      return
    }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let key = String(text[text.index(after: colon)...])
    guard !key.isEmpty, let keySpace = Self.keySpaces[String(text[..<colon])] else { return nil }
    switch keySpace {
    case .quickTimeMetadata, .iTunesFreeForm, .audioFile, .matroska, .vorbisComment: self = .raw(keySpace, .name(key))
    default:
      guard case .code(let code) = keySpace.key(key) else { return nil }
      self = .raw(keySpace, .code(code))
    }
  }

  /// The key spaces by prefix; `ilst` is the name of the box.
  private static let keySpaces: [String: MetadataKeySpace] = [
    "ilst": .iTunes, "itsk": .iTunes, "itlk": .iTunesFreeForm, "mdta": .quickTimeMetadata, "udta": .quickTimeUserData,
    "uiso": .isoUserData, "id3": .id3, "caaf": .audioFile,
    "mkv": .matroska, "vorbis": .vorbisComment,
  ]

  /// Makes the key of an item: its tag, or key space and key.
  public init(_ item: MetadataItem) {
    self = item.tag.map { .tag($0) } ?? .raw(item.keySpace, item.key)
  }

  public var description: String {
    switch self {
    case .tag(let tag): tag.rawValue
    case .raw(.iTunes, let key): "ilst:\(key)"
    case .raw(.id3, let key): "id3:\(key)"
    case .raw(.matroska, let key): "mkv:\(key)"
    case .raw(.vorbisComment, let key): "vorbis:\(key)"
    case .raw(let keySpace, let key): "\(keySpace.rawValue):\(key)"
    }
  }

  /// True if the key is an item's.
  public func matches(_ item: MetadataItem) -> Bool {
    switch self {
    case .tag(let tag): item.tag == tag
    case .raw(let keySpace, let key):
      item.keySpace == keySpace && keySpace.canonical(item.key) == keySpace.canonical(key)
    }
  }
}

/// The new value of a metadata change.
public enum TagValue: Hashable, Sendable {
  /// As `MetadataTag.item(_:in:)` takes it.
  case text(String)
  case picture([UInt8])
}

/// Edits the items of a file or track by name.
public struct TagEditor: Sendable {
  public private(set) var items: [MetadataItem]
  private let destination: MetadataDestination

  public init(_ items: [MetadataItem], in destination: MetadataDestination) {
    (self.items, self.destination) = (items, destination)
  }

  public init(_ items: [MetadataItem], _ format: MovieFormat, level: MetadataEncoder.Level = .movie) {
    self.init(items, in: .movie(format, level))
  }

  public mutating func remove(_ key: TagKey) {
    items.removeAll(where: key.matches)
  }

  /// Sets the values of a key, in place of the old ones.
  ///
  /// A tag is set in all key spaces where the file has it already; else in the one that most programs read.
  /// - Throws: `notStorable` if the file type has no key for it, or a value does not fit the key.
  public mutating func set(_ key: TagKey, to values: [TagValue]) throws(MovieError) {
    let old = items.filter(key.matches)
    for keySpace in try keySpaces(for: key, old) {
      let before = old.filter { $0.keySpace == keySpace }
      // ID3v1 follows the tag before it, which holds several values.
      let placed = before.filter { $0.source?.container != .id3v1 }
      let models = placed.isEmpty ? before : placed
      var new: [MetadataItem] = []
      for (index, value) in values.enumerated() {
        // Each value replaces the old one at its index: it keeps the language, and with the others its entry.
        let model = index < models.count ? models[index] : models.last
        new.append(try Self.item(key, value, in: keySpace, like: model))
      }
      for item in new { if let reason = destination.unsupportedReason(of: item) { throw .notStorable(item, reason) } }
      let place = items.firstIndex { before.contains($0) } ?? items.count
      items.removeAll { before.contains($0) }
      items.insert(contentsOf: new, at: min(place, items.count))
    }
  }

  private func keySpaces(for key: TagKey, _ old: [MetadataItem]) throws(MovieError) -> [MetadataKeySpace] {
    switch key {
    case .raw(let keySpace, _): return [keySpace]
    case .tag(let tag):
      var found: [MetadataKeySpace] = []
      for item in old where destination.unsupportedReason(of: item.keySpace) == nil && !found.contains(item.keySpace) {
        found.append(item.keySpace)
      }
      if !found.isEmpty { return found }
      guard let keySpace = destination.keySpace(for: tag) else {
        throw .notStorable("\(destination.name) have no key for '\(tag.rawValue)'")
      }
      return [keySpace]
    }
  }

  private static func item(
    _ key: TagKey, _ value: TagValue, in keySpace: MetadataKeySpace, like model: MetadataItem?
  ) throws(MovieError) -> MetadataItem {
    // An entry with an alternative key keeps its key, unless that has numeric values.
    let own = model.flatMap { $0.genres == nil || $0.key != .code("gnre") ? $0.key : nil }
    var item = try MetadataItem(key, saying: value, in: keySpace, under: own)
    guard let model else { return item }
    // Numbers and data have types of their own.
    (item.language, item.country, item.source) = (model.language ?? item.language, model.country, model.source)
    if item.attributes.isEmpty { item.attributes = model.attributes }
    if item.key != model.key { item.source = nil }
    return item
  }
}

extension MetadataItem {
  /// Makes an item with a value in a key space.
  ///
  /// - Parameter own: The key for a tag that has several.
  /// - Throws: `notStorable` if the key space has no key for it, or the value does not fit the key.
  public init(
    _ key: TagKey, saying value: TagValue, in keySpace: MetadataKeySpace, under own: MetadataKey? = nil
  ) throws(MovieError) {
    switch (key, value) {
    case (.tag(let tag), .text(let text)):
      self = if let own { try tag.item(text, in: keySpace, own) } else { try tag.item(text, in: keySpace) }
    case (.tag(let tag), .picture(let bytes)): self = try tag.item(picture: bytes, in: keySpace)
    case (.raw(_, let key), .text(let text)):
      if let tag = MetadataTag(keySpace, key) {
        self = try tag.item(text, in: keySpace, key)
      } else {
        self.init(keySpace: keySpace, key: key, value: .text(text, .utf8))
        if keySpace == .isoUserData || keySpace == .quickTimeUserData, key != .code("tagc") { language = .tag("und") }
      }
    case (.raw(_, let key), .picture(let bytes)):
      guard let tag = MetadataTag(keySpace, key) else { throw .notStorable("'\(key)' is no key of pictures") }
      self = try tag.item(picture: bytes, in: keySpace)
    }
  }
}
