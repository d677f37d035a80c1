extension ID3Tag {
  /// The metadata of the frames, except chapters, which are in `chapterLists`.
  public var metadata: Metadata {
    var metadata = Metadata(problems: problems)
    for (index, frame) in frames.enumerated() where !["CHAP", "CTOC"].contains(frame.id) {
      guard metadata.items.count < MetadataLimit.itemCount else {
        metadata.problems.append(
          MovieError(.excessive, "the tag has more than \(index) items", box: name, offset: range.lowerBound))
        break
      }
      let source = MetadataSource(container: .id3v2(minor: version), path: name, entry: index)
      if let items = frame.items(source: source) {
        metadata.items += items
      } else {
        metadata.problems.append(
          MovieError(
            .malformed, "frame '\(frame.id)' does not hold what it should", box: name, offset: range.lowerBound))
        metadata.items.append(
          MetadataItem(keySpace: .id3, key: frame.key, value: .data(frame.body), source: source))
      }
    }
    return metadata
  }
}

extension ID3Frame {
  /// Returns the items of the frame; nil if its contents do not have the form for its identifier.
  func items(source: MetadataSource) -> [MetadataItem]? {
    let blank = MetadataItem(keySpace: .id3, key: key, value: .data(body), source: source)
    guard !isOpaque else { return [blank.with(.isOpaque, .number(1))] }
    var fields = ID3FrameFields(body)
    switch id {
    case "TXXX", "TXX":
      guard let encoding = fields.readEncoding(), let description = fields.string(encoding),
        let texts = fields.strings(encoding)
      else { return nil }
      return texts.map { blank.with(.description, .text(description)).with(.text($0, encoding)) }
    case "WXXX", "WXX":
      guard let encoding = fields.readEncoding(), let description = fields.string(encoding),
        let address = fields.string(.latin1)
      else { return nil }
      return [blank.with(.description, .text(description)).with(.text(address, .latin1))]
    case "COMM", "COM", "USLT", "ULT":
      guard let encoding = fields.readEncoding(), let language = fields.language(),
        let description = fields.string(encoding), let text = fields.strings(encoding)?.first
      else { return nil }
      return [blank.with(language).with(.description, .text(description)).with(.text(text, encoding))]
    case "USER":
      guard let encoding = fields.readEncoding(), let language = fields.language(),
        let text = fields.strings(encoding)?.first
      else { return nil }
      return [blank.with(language).with(.text(text, encoding))]
    case "IPLS", "IPL", "TIPL", "TMCL":
      guard let encoding = fields.readEncoding(), let texts = fields.strings(encoding) else { return nil }
      return stride(from: 0, to: texts.count, by: 2).map { index in
        blank.with(.role, .text(texts[index])).with(.text(index + 1 < texts.count ? texts[index + 1] : "", encoding))
      }
    case "APIC", "PIC": return picture(blank, &fields)
    case "UFID", "UFI", "PRIV":
      guard let owner = fields.string(.latin1) else { return nil }
      return [blank.with(.owner, .text(owner)).with(.data(Array(fields.rest)))]
    case "GEOB", "GEO":
      guard let encoding = fields.readEncoding(), let type = fields.string(.latin1),
        let name = fields.string(encoding), let description = fields.string(encoding)
      else { return nil }
      return [
        blank.with(.mimeType, .text(type)).with(.fileName, .text(name)).with(.description, .text(description))
          .with(.data(Array(fields.rest)))
      ]
    case "POPM", "POP":
      guard let owner = fields.string(.latin1), let rating = fields.byte() else { return nil }
      let item = blank.with(.owner, .text(owner)).with(.unsigned(UInt64(rating), byteCount: 1))
      let plays = MetadataValue.unsigned(bigEndian: fields.rest)?.integer
      return [plays.map { item.with(.playCount, .number($0)) } ?? item]
    case "PCNT", "CNT":
      return MetadataValue.unsigned(bigEndian: fields.rest).map { [blank.with($0)] }
    case _ where id.hasPrefix("T"), "GRP1", "MVNM", "MVIN":
      guard let encoding = fields.readEncoding(), let texts = fields.strings(encoding) else { return nil }
      return texts.map { blank.with(.text($0, encoding)) }
    case _ where id.hasPrefix("W"):
      return fields.string(.latin1).map { [blank.with(.text($0, .latin1))] }
    default: return [blank]
    }
  }

  /// Reads an attached picture (ID3v2.4, clause 4.14; ID3v2.2, clause 4.15).
  private func picture(_ blank: MetadataItem, _ fields: inout ID3FrameFields) -> [MetadataItem]? {
    guard let encoding = fields.readEncoding(),
      let type = id == "PIC"
        ? fields.take(3).flatMap({ MetadataTextEncoding.latin1.text($0) }) : fields.string(.latin1),
      let kind = fields.byte(), let description = fields.string(encoding)
    else { return nil }
    let bytes = Array(fields.rest)
    // "-->" as the type marks the address of an external picture.
    let value: MetadataValue =
      if type == "-->" {
        .text(MetadataTextEncoding.latin1.text(bytes) ?? "", .latin1)
      } else {
        MetadataImageFormat(signatureOf: bytes).map { .image($0, bytes) } ?? .data(bytes)
      }
    return [
      blank.with(.mimeType, .text(type)).with(.pictureType, .number(Int64(kind)))
        .with(.description, .text(description)).with(value)
    ]
  }
}

extension MetadataItem {
  func with(_ value: MetadataValue) -> MetadataItem {
    var item = self
    item.value = value
    return item
  }

  func with(_ language: MetadataLanguage?) -> MetadataItem {
    var item = self
    item.language = language
    return item
  }

  /// Returns the item with an attribute, unless that is an empty text.
  func with(_ attribute: MetadataAttribute, _ value: MetadataAttributeValue) -> MetadataItem {
    guard value != .text("") else { return self }
    var item = self
    item.attributes[attribute] = value
    return item
  }
}
