internal import MovieFile

/// The metadata of an asset or a track, with its views: common keys, formats, lyrics, creation date.
struct MetadataSelection {
  let items: [AVMetadataItem]

  /// One item for each common key, and for each language in which it has a value; the first of several.
  var common: [AVMetadataItem] {
    struct Place: Hashable {
      let key: CommonMetadataKey
      let language: String?
    }
    var seen: Set<Place> = []
    return items.filter { item in
      let content = item.snapshot
      guard let key = content.commonKey else { return false }
      return seen.insert(Place(key: key, language: content.languageTag)).inserted
    }
  }

  /// The formats in which the items are stored, in their order.
  var formats: [AVMetadataFormat] {
    var formats: [AVMetadataFormat] = []
    for case let keySpace? in items.map(\.keySpace) {
      let format = AVMetadataFormat(storing: keySpace)
      if !formats.contains(format) { formats.append(format) }
    }
    return formats
  }

  /// Returns the items that are stored in a format.
  func items(of format: AVMetadataFormat) -> [AVMetadataItem] {
    items.filter { $0.keySpace.map { AVMetadataFormat(storing: $0) == format } ?? false }
  }

  /// Returns the lyrics in the most preferred language, or else the first.
  func lyrics(preferredLanguages: [String]) -> String? {
    let found = items.filter { $0.snapshot.holdsLyrics }
    let sorted = LanguageTag.sorted(found, by: preferredLanguages) { $0.language }
    return (sorted + found).lazy.compactMap(\.stringValue).first { !$0.isEmpty }
  }

  /// Returns the creation date: from the tags, or else from the movie header.
  func creationDate(movieHeader: Date?, id3Time: String?) -> AVMetadataItem? {
    let tagged = items.first { $0.snapshot.commonKey == .creationDate }
    // ID3v2.3 stores the year, the day and the minute in separate frames.
    if let tagged, tagged.keySpace != .id3 || id3Time == nil { return tagged }
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierCreationDate
    if let id3Time {
      item.value = NSString(string: id3Time)
    } else if let movieHeader {
      item.value = movieHeader as NSDate
    } else {
      return nil
    }
    return item.copy() as? AVMetadataItem
  }
}

extension MetadataItemContent {
  fileprivate var holdsLyrics: Bool {
    guard let keySpace = keySpace?.fileKeySpace, let key = fileKey else { return false }
    return switch (keySpace, key) {
    case (.iTunes, .code(0xa96c_7972)), (.quickTimeUserData, .code(0xa96c_7972)): true
    case (.id3, .code): ["USLT", "ULT"].contains { keySpace.key($0) == key }
    case (.vorbisComment, .name(let name)): ["LYRICS", "UNSYNCEDLYRICS"].contains(name.uppercased())
    case (.matroska, .name(let name)), (.ape, .name(let name)): name.uppercased() == "LYRICS"
    default: false
    }
  }
}
