/// The encoded entries of a movie's or track's metadata, before they are put into boxes.
struct MetadataEntries {
  /// Entries of 'udta', whole boxes.
  var userData: [[UInt8]] = []
  /// Entries of iTunes' list, whole boxes.
  var itemList: [[UInt8]] = []
  /// Keys, and the contents of the boxes that have their numbers.
  var keyed: [(key: KeyEntry, contents: [UInt8])] = []
  /// Frames of an ID3 tag.
  var frames: [ID3Frame] = []

  /// An entry of QuickTime's table of keys.
  struct KeyEntry: Hashable {
    /// Four characters, nearly always `mdta`.
    let namespace: BoxType
    let name: [UInt8]
  }

  /// Groups items that form one entry, in the order of the first of each.
  static func groups(_ items: [MetadataItem]) -> [[MetadataItem]] {
    struct Identity: Hashable {
      let keySpace: MetadataKeySpace
      let key: MetadataKey
      let source: MetadataSource?
      let attributes: [MetadataAttribute: MetadataAttributeValue]
      let language: MetadataLanguage?
    }
    var places: [Identity: Int] = [:]
    var groups: [[MetadataItem]] = []
    for item in items {
      guard let rule = item.grouping else {
        groups.append([item])
        continue
      }
      let identity = Identity(
        keySpace: item.keySpace, key: item.key, source: item.source,
        attributes: rule.contains(.attributes) ? item.attributes : [:],
        language: rule.contains(.language) ? item.language : nil)
      if let place = places[identity] {
        groups[place].append(item)
      } else {
        places[identity] = groups.count
        groups.append([item])
      }
    }
    return groups
  }

  /// Adds the entry for a group of items.
  mutating func add(_ group: [MetadataItem], format: MovieFormat) throws(MovieError) {
    guard let first = group.first else { return }
    for item in group { try item.checkSize() }
    switch first.keySpace {
    case .iTunes, .iTunesFreeForm: itemList.append(try ItemListEntry.box(group))
    case .quickTimeUserData, .isoUserData: userData.append(try UserDataEntry.box(group, format: format))
    case .id3: frames.append(try ID3Frame(group, version: 4))
    default: keyed.append((try KeyEntry(first), try ItemListEntry.contents(group)))
    }
  }

  /// Returns 'udta' and 'meta'.
  func boxes(format: MovieFormat) throws(MovieError) -> [RawBox] {
    var boxes: [RawBox] = []
    if !userData.isEmpty || !itemList.isEmpty {
      boxes.append(
        RawBox("udta") { udta in
          for entry in userData { udta.append(entry) }
          if !itemList.isEmpty { MetadataHandler.iTunes.write(to: &udta, format) { $0.itemList(itemList) } }
        })
    }
    guard keyed.isEmpty || frames.isEmpty else {
      throw .notStorable("a 'meta' box holds either keys of QuickTime or an ID3 tag, not both")
    }
    if !keyed.isEmpty {
      boxes.append(MetadataHandler.keys.box(format) { $0.keys(keyed) })
    } else if !frames.isEmpty {
      let tag = try ID3TagEncoder(version: 4).bytes(of: frames)
      boxes.append(MetadataHandler.id3.box(format) { $0.id3(tag, language: nil) })
    }
    let size = boxes.reduce(0) { $0 + $1.payload.count }
    guard size <= Int(MetadataLimit.totalSize) else {
      throw .notStorable("\(size) bytes of metadata are more than the \(MetadataLimit.totalSize) that a movie may have")
    }
    return boxes
  }
}

/// The handlers of 'meta' boxes.
enum MetadataHandler {
  case iTunes, keys, id3

  var handlerType: BoxType {
    switch self {
    case .iTunes: "mdir"
    case .keys: "mdta"
    case .id3: "ID32"
    }
  }

  /// Writes a 'meta' box: QuickTime's has no version and flags, but iTunes' has them in QuickTime files too.
  func write(to writer: inout BoxWriter, _ format: MovieFormat, _ body: (inout BoxWriter) -> Void) {
    writer.append(box(format, body))
  }

  func box(_ format: MovieFormat, _ body: (inout BoxWriter) -> Void) -> RawBox {
    RawBox("meta") { meta in
      if self == .iTunes || !format.isQuickTime { meta.u32(0) }
      meta.fullBox("hdlr") { handler in
        handler.u32(0)
        handler.boxType(handlerType)
        // iTunes writes this manufacturer, and some programs require it.
        handler.boxType(self == .iTunes ? "appl" : "\0\0\0\0")
        handler.zeros(9)
      }
      body(&meta)
    }
  }
}

extension BoxWriter {
  mutating func itemList(_ entries: [[UInt8]]) {
    box("ilst") { list in for entry in entries { list.append(entry) } }
  }

  /// Appends QuickTime's table of keys, each once, and the list with their numbers.
  mutating func keys(_ entries: [(key: MetadataEntries.KeyEntry, contents: [UInt8])]) {
    var table = KeyTable()
    let numbers = entries.map { table.number(of: $0.key) }
    append(table.box)
    box("ilst") { list in
      for (number, entry) in zip(numbers, entries) {
        list.box(BoxType(rawValue: number)) { $0.append(entry.contents) }
      }
    }
  }

  /// Appends a tag in a box (MP4 registration authority, "ID3v2 in MPEG-4 files").
  mutating func id3(_ tag: [UInt8], language: MetadataLanguage?) {
    fullBox("ID32") { box in
      box.u16(language?.threeLetters ?? MediaLanguage.undetermined)
      box.append(tag)
    }
  }
}

extension MetadataEntries.KeyEntry {
  init(_ item: MetadataItem) throws(MovieError) {
    let namespace = Array(item.keySpace.rawValue.unicodeScalars)
    guard namespace.count == 4, namespace.allSatisfy({ $0.value < 0x100 }) else {
      throw .notStorable(item, "the key space is not four characters")
    }
    self.namespace = BoxType(rawValue: namespace.reduce(0) { $0 << 8 | $1.value })
    name = item.key.bytes
    guard !name.isEmpty, name.count <= 4096 else { throw .notStorable(item, "a key has 1 to 4096 bytes") }
  }

  func write(to table: inout BoxWriter) {
    table.box(namespace) { $0.append(name) }
  }
}

/// The properties that items of one entry share beside key and source.
struct MetadataGrouping: OptionSet {
  let rawValue: UInt8
  static let attributes = MetadataGrouping(rawValue: 1)
  static let language = MetadataGrouping(rawValue: 2)
}

extension MetadataItem {
  /// Nil if the item forms an entry of its own.
  fileprivate var grouping: MetadataGrouping? {
    switch keySpace {
    case .quickTimeUserData, .isoUserData:
      switch key {
      case .code(let code) where BoxType(rawValue: code) == "kywd": [.attributes, .language]
      // International text, in any number of languages.
      case .code(let code) where code >> 24 == 0xa9: value.text == nil && language == nil ? nil : []
      default: nil
      }
    case .id3: ID3Frame.holdsSeveralValues(self) ? [.attributes, .language] : ID3Frame.holdsRoles(key) ? [] : nil
    default: [.attributes]
    }
  }

  fileprivate func checkSize() throws(MovieError) {
    let size = value.bytes.count
    guard size <= Int(MetadataLimit.valueSize) else {
      throw .notStorable(self, "\(size) bytes are more than the \(MetadataLimit.valueSize) that a value may have")
    }
  }
}
