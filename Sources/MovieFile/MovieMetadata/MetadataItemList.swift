/// Reads an 'ilst' box, iTunes' or QuickTime's.
extension MetadataCollector {
  /// - Parameter keys: QuickTime's table of keys, which the boxes' types are indices of; nil for iTunes' lists.
  mutating func readItemList(_ list: Box, keys: [MetadataKeyEntry]?, tables: LocaleTables) {
    forEachBox(in: list) { collector, entry, index throws(MovieError) in
      let place = MetadataSource(
        container: keys == nil ? .iTunes : .quickTimeMetadata, path: list.path.description, entry: index)
      var blank = MetadataItem(keySpace: .iTunes, key: .code(entry.type), value: .data([]), source: place)
      if let keys {
        let position = Int(entry.type.rawValue)
        guard position > 0, position <= keys.count else {
          throw .malformed("an item has key \(position) of \(keys.count)", in: entry)
        }
        (blank.keySpace, blank.key) = (keys[position - 1].keySpace, keys[position - 1].key)
      }
      try collector.readItem(entry, blank, tables)
    }
  }

  /// Reads the boxes of an item: one or more values, and in free-form items the two parts of the key.
  private mutating func readItem(
    _ entry: Box, _ blank: MetadataItem, _ tables: LocaleTables
  ) throws(MovieError) {
    var blank = blank
    var meaning: String?
    var name: String?
    var values: [Box] = []
    forEachBox(in: entry) { collector, child, _ throws(MovieError) in
      switch child.type {
      case "mean": meaning = try collector.text(child)
      case "name": name = try collector.text(child)
      case "data": values.append(child)
      default: break
      }
    }
    if entry.type == "----", blank.keySpace == .iTunes {
      guard let meaning, let name else { throw .malformed("a free-form item has no name", in: entry) }
      blank.keySpace = .iTunesFreeForm
      blank.key = .name("\(meaning).\(name)")
      blank = blank.with(.meaning, .text(meaning))
    } else if let name {
      blank = blank.with(.description, .text(name))
    }
    guard !values.isEmpty else { throw .malformed("an item has no value", in: entry) }
    for value in values where !isFull {
      attempt { collector throws(MovieError) in
        var reader = PayloadReader(value, window: collector.window)
        var item = blank
        let type = try reader.u32()
        item.dataType = type
        item.country = tables.country(try reader.u16())
        item.language = tables.language(try reader.u16())
        if reader.remaining > collector.sizeLimit {
          item.omittedValue = reader.position..<reader.position + reader.remaining
        } else {
          item.value = item.listValue(try collector.rest(&reader))
        }
        collector.add(item)
      }
    }
  }

  /// Reads text after version and flags; nil if it is malformed.
  private mutating func text(_ box: Box) throws(MovieError) -> String? {
    var reader = PayloadReader(box, window: window)
    _ = try reader.versionAndFlags()
    return MetadataTextEncoding.utf8.text(try reader.rest(limit: 65_536))
  }
}

extension MetadataItem {
  /// Decodes the bytes of an item list's value.
  func listValue(_ bytes: [UInt8]) -> MetadataValue {
    // Old files do not state the type of covers.
    if dataType == 0, key == .code("covr"), let format = MetadataImageFormat(signatureOf: bytes) {
      return .image(format, bytes)
    }
    return MetadataDataType.value(dataType ?? 0, bytes)
  }
}

extension MetadataItem {
  /// The number and total of iTunes' `trkn` and `disk`; 0 if unknown.
  public var numberAndTotal: (number: Int, total: Int)? {
    guard keySpace == .iTunes, key == .code("trkn") || key == .code("disk"), case .data(let bytes) = value,
      bytes.count >= 6
    else { return nil }
    return (Int(bytes[2]) << 8 | Int(bytes[3]), Int(bytes[4]) << 8 | Int(bytes[5]))
  }

  /// The genre of iTunes' `gnre`, which counts ID3v1's from 1; or those of an ID3 frame, which may name several.
  public var genres: [String]? {
    if keySpace == .iTunes, key == .code("gnre") {
      let number =
        value.integer
        ?? {
          if case .data(let bytes) = value, bytes.count == 2 { Int64(bytes[0]) << 8 | Int64(bytes[1]) } else { nil }
        }()
      return number.flatMap { ID3Genre.name(Int($0) - 1) }.map { [$0] }
    }
    guard keySpace == .id3, key == .code("TCON") || key == .code("\0TCO") else { return nil }
    if let number = value.integer { return ID3Genre.name(Int(number)).map { [$0] } }
    return value.text.map(ID3Genre.names)
  }
}
